"""The rules of Schnapsen and Sechsundsechzig: what is legal, what follows, who scores what.

Pure data and functions; imports nothing but `bummerl.cards`, `bummerl.errors` and
`bummerl.text`.  Reading order: `variants` (options, presets), `moves`, `trick`, `scoring`,
`score`, `situation` (the facts of a moment), `legal`, `position` (all cards), `view` (what a
seat may know), `dealing`.
"""
