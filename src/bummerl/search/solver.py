"""What a deal is worth when all cards are known: the exact solver.

`solve` answers for one position; `Solver` for many worlds in arrays, without allocating anything.
Both sides are taken to go out as soon as they can, also where the rules want it declared: going
out at once is never worse, except that under ``closed_defender=regular`` a defender might do
better by keeping still and letting the close fail.  Values are game points, 3 … -3, for the seat
to move: more is better for it, 0 is a drawn deal (LAST-3).  Carried game points and the score of
the match play no part.

>>> from bummerl.notation.spn import parse_spn
>>> spn = "pagat SAHQDACAJ/HATDKCTQ C - - 0: 31.2/33.3 STKQJHKJDTQJCK 3:3"
>>> solution = solve(parse_spn(spn))
>>> solution.value, len(solution.moves)
(1, 5)
"""

from __future__ import annotations

import time
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from bummerl.errors import MatchError, ViewError
from bummerl.rules.moves import OUT, Move
from bummerl.rules.position import Position
from bummerl.search import layout, solving
from bummerl.search.pack import Integers, pack, pack_rules, relabelled_move

if TYPE_CHECKING:
    from bummerl.rules.situation import Situation
    from bummerl.rules.variants import Rules

ANY = (-3, 3)
"""Window that holds every value: `Solver.values` is exact."""
WINS = (0, 1)
"""Window that asks whether the seat to move wins: the value is 1 or more if so, else 0 or less."""
WINS_TWO = (1, 2)
"""Window that asks whether it wins at least 2 game points: 2 or more if so, else 1 or less."""


@dataclass(frozen=True)
class Solution:
    """What is known of a solved position."""

    value: int
    """Game points for the seat to move, negative if it loses; 0 is a drawn deal."""
    moves: tuple[tuple[Move, int], ...]
    """Every legal move with its value for the seat to move, best first.

    A false call is left out; where going out is right it is the only move.
    """
    line: tuple[Move, ...]
    """One best way to play on to the end of the deal, both seats' moves."""
    nodes: int
    """Positions with a lead due that were searched, the line included."""
    ms: float
    """Milliseconds it took."""


class Solver:
    """Solves worlds under one set of rules, with memory of its own.

    Not to be used by two threads at the same time; several solvers may run in several threads, as
    kernels run without the interpreter's lock.  What it remembers stays valid, so worlds of one
    decision should go through the same solver.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._bits = pack_rules(rules)
        self._states = np.full((solving.ROWS, layout.WIDTH), layout.NONE, np.int64)
        self._moves = np.zeros((solving.ROWS, layout.MOVES), np.int64)
        self._memory = np.zeros(layout.MEMORY, np.int64)

    @property
    def nodes(self) -> int:
        """Positions with a lead due that were searched so far."""
        return int(self._memory[layout.NODES])

    def forget(self) -> None:
        """Empties the transposition table and the count of nodes, as in a new solver."""
        self._memory[:] = 0

    def values(self, worlds: Integers, out: Integers, window: tuple[int, int] = ANY) -> Integers:
        """Writes the value of each world for its seat to move to `out`, and returns it.

        `worlds` has shape (n, `layout.WIDTH`), rows as `bummerl.search.pack.pack` makes them, of
        deals that are not over; `out` has shape (n,).  Values are exact within the open `window`
        and bounds outside: at or below its low end, at or above its high end.
        """
        low, high = window
        solving.solve_worlds(
            worlds, self._bits, low, high, self._states, self._moves, self._memory, out
        )
        return out

    def values_of_moves(self, worlds: Integers, out: Integers) -> Integers:
        """Writes the value of every move in each world to `out`, and returns it.

        `out` has shape (n, `layout.MOVES`), columns by move number with relabelled suits
        (`bummerl.search.pack.relabelled_move`); illegal moves and false calls get
        `layout.ILLEGAL`, and so do all others where going out is right.
        """
        solving.solve_moves(worlds, self._bits, self._states, self._moves, self._memory, out)
        return out


def solve(situation: Situation) -> Solution:
    """The value of a position, of each of its moves, and a best line.

    Raises:
        ViewError: some cards are not known.
        MatchError: the deal is over.
    """
    position = whole(situation)
    if position.over:
        raise MatchError("the deal is over, so there is nothing to solve")
    solver = Solver(position.rules)
    start = time.perf_counter()
    moves = _valued_moves(solver, position)
    line = [moves[0][0]]
    current = position.play(line[0])
    while not current.over:
        line.append(_valued_moves(solver, current)[0][0])
        current = current.play(line[-1])
    ms = 1000 * (time.perf_counter() - start)
    return Solution(moves[0][1], moves, tuple(line), solver.nodes, ms)


def whole(situation: Situation) -> Position:
    """The position itself, or the one that a view without unknown cards stands for.

    Raises:
        ViewError: some cards are not known.
    """
    if isinstance(situation, Position):
        return situation
    sizes = tuple(hand.bit_count() for hand in situation.hands)
    facts = [*situation.talon, *situation.points, *(situation.close or ())]
    if sizes != situation.hand_sizes or None in facts:
        raise ViewError("only a position whose cards are all known can be solved, this one has ?")
    names = [field.name for field in fields(Position) if field.init]
    return Position(**{name: getattr(situation, name) for name in names})


def _valued_moves(solver: Solver, position: Position) -> tuple[tuple[Move, int], ...]:
    """All moves with their values, best first; of equal ones going out, then the lowest."""
    values = np.empty((1, layout.MOVES), np.int64)
    solver.values_of_moves(pack(position)[np.newaxis], values)
    trump = position.trump
    valued = [
        (move, int(values[0, relabelled_move(move, trump)])) for move in position.legal_moves()
    ]
    return tuple(
        sorted(
            (entry for entry in valued if entry[1] != layout.ILLEGAL),
            key=lambda entry: (-entry[1], entry[0] != OUT, entry[0]),
        )
    )
