"""Deals in a row: the state of a match, the referee, the arena, statistics, records on disk.

Reading order: `bummerl.match.bummerl` (the one writer of a match's state), `referee` (asks
players for their moves), `stats`, `arena` (many deals of two players on all cores).  Imports
players, notation and rules; nothing of the doors above.
"""
