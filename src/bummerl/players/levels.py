"""Levels for people: players as strong, and as human, as a beginner, a regular and an expert.

They err as people do, and never by dice alone:

1. **Memory.**  A level knows only what it remembers of the deal (`bummerl.players.memory`).  It
   pictures a few ways in which forgotten cards may lie and believes in these.
2. **Look-ahead.**  With no more than `Level.horizon` tricks to come, as when it closes, it thinks
   each layout through to its end, as if all cards lay open, and the farther that is the fewer
   layouts it thinks of.  With more to come it goes by feeling: both sides play on at random.
3. **Habits.**  What it likes about some moves is added to what they are worth.  Closes are taken
   with caution, because whoever closes must guess where the open layouts see.
4. **Choice.**  Of moves that seem about equal it takes any, the better the more often: the chance
   goes with the exponential of the worth over `Level.temperature` (softmax).  A move that seems
   to cost more than `Level.limit` is never made.  Announcing what makes 66 is not left to chance.

The worth of a move is in game points, no more than whoever wins them needs, and that of the best
way to go on with the turn.  Every level keeps count of all card points, goes out as soon as it has
66 and never calls falsely.  docs/levels.md tells how strong each is.

>>> from bummerl.notation.spn import parse_spn
>>> from bummerl.notation.tokens import write_move
>>> view = parse_spn("pagat SKQHATDA/?5 S ?9+SJ - 0: 0.0/0.0 - 7:7")
>>> write_move(LevelPlayer(EXPERT, seed=1).choose(view))
'c'
"""

from __future__ import annotations

import math
import random
import zlib
from dataclasses import dataclass
from typing import Any, Final

from bummerl.cards import ACE
from bummerl.players.greedy import wins_by_announcing
from bummerl.players.memory import beliefs, recollect
from bummerl.rules.moves import CLOSE, Move, is_card, is_pair
from bummerl.rules.variants import Rules
from bummerl.rules.view import View
from bummerl.search.averaging import Averager
from bummerl.search.pack import pack_rules
from bummerl.search.plans import Plan, plans_of
from bummerl.search.playouts import Roller
from bummerl.search.random_play import CERTAIN
from bummerl.search.worlds import worlds_of

CLOSING: Final = CERTAIN // 50
"""Chance of closing at each turn of random play."""
NEAR: Final = 7
"""Each trick to come beyond so many halves the layouts that are thought through."""


@dataclass(frozen=True)
class Level:
    """How well somebody plays."""

    span: float
    """Memory in tricks, as `recollect` takes it."""
    pictures: int
    """How many sets of gone cards are pictured when some are forgotten."""
    layouts: int
    """Layouts of cards that are thought through, all pictures together."""
    feeling: int
    """Layouts that are played on at random where they are not thought through."""
    horizon: int
    """Tricks to come that are thought through."""
    temperature: float
    """Game points by which a move may seem worse and still be made e times less often."""
    limit: float
    """The most game points a move may seem to cost."""
    caution: float = 0.0
    """Game points that a close must bring beyond what is hoped for."""
    announce: float = 0.0
    """Game points by which announcing is liked beyond its worth."""
    ace: float = 0.0
    """Game points by which leading an ace from an open talon is liked beyond its worth."""


class LevelPlayer:
    """Plays at a level; see the module.

    Args:
        level: how well.
        seed: equal seeds play, and forget, equally; None does so differently each time.
    """

    def __init__(self, level: Level, seed: int | str | None = None) -> None:
        self.level = level
        self._seed = str(random.Random().random()) if seed is None else seed
        self._averagers: dict[Rules, Averager] = {}

    def choose(self, view: View) -> Move:
        """A move that seems good; the answer follows from seed and view.

        Raises:
            ViewError: a table view, which leaves more open than cards.
        """
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        dim = recollect(view, self.level.span, self._seed)
        worths = self._worths(dim)
        best = max(worths.values())
        fit = [move for move, worth in worths.items() if best - worth <= self.level.limit]
        for move in fit:
            if is_pair(move) and wins_by_announcing(view, move):
                return move
        weights = [math.exp((worths[move] - best) / self.level.temperature) for move in fit]
        left = random.Random(f"{self._seed}/{dim}").random() * sum(weights)
        for move, weight in zip(fit, weights, strict=True):
            left -= weight
            if left < 0:
                return move
        return fit[-1]

    def worths(self, view: View) -> dict[Move, float]:
        """What each sensible move seems to be worth to the seat to move, in game points.

        Raises:
            ViewError: a table view, which leaves more open than cards.
        """
        return self._worths(recollect(view, self.level.span, self._seed))

    def _worths(self, dim: View) -> dict[Move, float]:
        """What the moves of a remembered view seem to be worth, habits included."""
        pictures = beliefs(dim, self.level.pictures, self._seed)
        plans = plans_of(pictures[0])
        seen = _Sum(dim, len(plans))
        number = zlib.crc32(f"{self._seed} {dim}".encode())
        for picture in pictures:
            self._look(picture, plans, number, len(pictures), seen)
        worths: dict[Move, float] = {}
        for plan, mean in zip(plans, seen.means(), strict=True):
            worth = mean + self._liking(dim, plan)
            worths[plan[0]] = max(worth, worths.get(plan[0], worth))
        return worths

    def _look(
        self, picture: View, plans: tuple[Plan, ...], seed: int, parts: int, seen: _Sum
    ) -> None:
        """Adds what the plans bring in layouts that fit one picture."""
        level, rules, trump = self.level, picture.rules, picture.trump
        ahead = [tricks_to_come(picture, plan) for plan in plans]
        for tricks in sorted(set(ahead)):
            indices = [index for index, number in enumerate(ahead) if number == tricks]
            chosen = [plans[index] for index in indices]
            if tricks <= level.horizon:
                wanted = level.layouts >> max(0, tricks - NEAR)
                rows = worlds_of(picture, max(1, wanted // parts), seed).rows
                seen.add(indices, self._averager(rules).values(rows, chosen, trump))
            else:
                wanted = max(1, level.feeling // parts)
                rows = worlds_of(picture, wanted, seed).rows
                rows = rows.repeat(-(-wanted // len(rows)), axis=0)
                roller = Roller(pack_rules(rules), CLOSING, seed)
                seen.add(indices, roller.sums(rows, chosen, trump, 1))

    def _averager(self, rules: Rules) -> Averager:
        if rules not in self._averagers:
            self._averagers[rules] = Averager(pack_rules(rules))
        return self._averagers[rules]

    def _liking(self, view: View, plan: Plan) -> float:
        """Game points that habits add to a plan."""
        level, first, liking = self.level, plan[0], 0.0
        if CLOSE in plan:
            liking -= level.caution
        if is_pair(first):
            liking += level.announce
        if is_card(first) and first % 6 == ACE and not view.trick and not view.is_strict:
            liking += level.ace
        return liking


class _Sum:
    """Sums, by plan, of game points as far as they are of use."""

    def __init__(self, view: View, plans: int) -> None:
        self._useful = useful_points(view)
        self._totals = [0.0] * plans
        self._counts = [0] * plans

    def add(self, plans: list[int], points: Any) -> None:
        for plan, row in zip(plans, points.tolist(), strict=True):
            self._totals[plan] += sum(worth * row.count(v) for v, worth in self._useful.items())
            self._counts[plan] += len(row)

    def means(self) -> list[float]:
        return [total / count for total, count in zip(self._totals, self._counts, strict=True)]


def useful_points(view: View) -> dict[int, int]:
    """What -3 … 3 game points are worth to the seat to move: no more than whoever wins needs.

    >>> from bummerl.notation.spn import parse_spn
    >>> useful_points(parse_spn("pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 2:1"))
    {-3: -1, -2: -1, -1: -1, 0: 0, 1: 1, 2: 2, 3: 2}
    """
    own, other = view.needed[view.to_move], view.needed[1 - view.to_move]
    carry = view.score.carry
    useful = {}
    for points in range(-3, 4):
        whole = points + carry * ((points > 0) - (points < 0))
        useful[points] = max(-other, min(own, whole))
    return useful


def tricks_to_come(view: View, plan: Plan) -> int:
    """Tricks from this one to the last, if the seat to move goes on with `plan`."""
    held = view.hand.bit_count()
    return held if view.is_strict or CLOSE in plan else held + len(view.talon) // 2


BEGINNER: Final = Level(1.0, 4, 20, 80, 3, 0.55, 1.0, caution=0.3, announce=0.2, ace=0.2)
REGULAR: Final = Level(2.0, 4, 32, 160, 6, 0.26, 0.6, caution=0.3)
EXPERT: Final = Level(12.0, 5, 64, 300, 10, 0.08, 0.3, caution=0.2)


def beginner(seed: int | str | None = None) -> LevelPlayer:
    """Knows the rules and the last trick, plays by feeling, likes aces and pairs.

    It thinks through no more than its last three cards, and closes only what looks very good.
    """
    return LevelPlayer(BEGINNER, seed)


def regular(seed: int | str | None = None) -> LevelPlayer:
    """Plays often: keeps about half of the cards to the end, and closes with care.

    It thinks ahead once the talon has four cards left, and goes by feeling before.
    """
    return LevelPlayer(REGULAR, seed)


def expert(seed: int | str | None = None) -> LevelPlayer:
    """Forgets a low card now and then, thinks far ahead, and only mixes what is nearly equal."""
    return LevelPlayer(EXPERT, seed)
