"""Compiled search: integers and arrays, and what solves a deal when all cards are known.

`bummerl.search.solver` is the door; everything else is behind it.  This is the only layer that
imports numba and numpy, and it may be imported by players and what is above them, lazily.  A
kernel is compiled when it is first called (`bummerl.search.warmup` does it ahead).
"""
