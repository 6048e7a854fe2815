"""Whoever plays: a `View` in, a move out.

`base` is the contract for authors of players, `registry` makes players from text such as
``random(seed=3)``, `conformance` checks any player against the contract.  Players: `random_player`,
`greedy` (with `reckoning` and `open_play`) and `human`.  Imports `bummerl.rules` and
`bummerl.notation`; nothing of the match, which never gives a player more than a view.
"""
