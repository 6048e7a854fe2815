"""Counting move sequences: a fingerprint of the rules that any implementation can compare.

Each token is one ply: an announcement and its lead are two, a draw of its own counts (CLOSE-4).
False calls of 66 count; resigning, time and illegal cards do not.

>>> from bummerl.rules.dealing import deal, shuffled
>>> position = deal(shuffled(20, seed=7), dealer=0)
>>> perft(position, 0), perft(position, 1) == len(position.legal_moves())
(1, True)
"""

from __future__ import annotations

from bummerl.rules.moves import Move
from bummerl.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """Number of sequences of exactly `depth` legal moves; a deal that ended goes no further."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


def perft_split(position: Position, depth: int) -> dict[Move, int]:
    """`perft` by first move, for `depth` of at least 1: where two implementations differ."""
    return {move: perft(position.play(move), depth - 1) for move in position.legal_moves()}
