"""Preisschnapsen, the Austrian knock-out tournament with entry cards (rules.md section 11).

A person is not an entry card: cards win and lose, persons hold several.  A tournament is a log of
events (`events`); its state follows from them alone (`state.Tournament`); `sale`, `drawing` and
`desk` decide what may happen; `store` keeps the log in one file.  docs/tournament.md tells how the
parts fit.

Imports only `match` and what is below it; no web, no words, no command line.  (`sheets` is a layer
of its own, above the words.)
"""
