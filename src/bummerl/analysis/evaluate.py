"""What every plan of a view is worth: game points, the deal, the Bummerl.

A plan is all a seat does in its turn, up to and including the card (`bummerl.search.plans`).  What
plans are worth says the judge that the strong players ask (`bummerl.search.judge`), here with more
worlds and the same care for every plan; what game points are worth at the score says
`bummerl.players.equity`.  Only the view is looked at: positions that look the same to the seat to
move get the same answer.

>>> from bummerl.notation.spn import parse_spn
>>> from bummerl.notation.tokens import write_move
>>> view = parse_spn("pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7")
>>> found = analyze(view)
>>> [write_move(move) for move in found.best.plan], found.worlds, found.exact
(['c', 'DQ'], 6, True)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from bummerl.errors import ViewError
from bummerl.notation.spn import parse_spn
from bummerl.players.equity import utilities
from bummerl.rules.moves import CLOSE, Move, Seat
from bummerl.rules.position import Position
from bummerl.rules.variants import Rules
from bummerl.rules.view import View

if TYPE_CHECKING:
    from bummerl.search.judge import Judge

Plan = tuple[Move, ...]

WORLDS: Final = 30_240
"""So many worlds are all looked at: those of a leader in Schnapsen with six talon cards."""
VISITS: Final = 120_000
"""Visits to search trees for one view, about a second; fixed, so that answers can be repeated."""
GAME_POINTS: Final = range(-3, 4)
SIGMAS: Final = 1.96
"""Standard errors to either side that make a 95 % interval."""


class Value(NamedTuple):
    """What something is worth to a seat."""

    points: float
    """Expected game points, won less lost: -3 … 3."""
    win: float
    """Chance to win the deal, 0 … 1."""
    lose: float
    """Chance to lose the deal; less than 1 - `win` where it may be drawn."""
    bummerl: float
    """Chance to win the Bummerl, 0 … 1."""


@dataclass(frozen=True)
class PlanValue:
    """What one plan is worth to the seat to move."""

    plan: Plan
    odds: tuple[float, ...]
    """Chance of -3, -2, … 3 game points; their sum is 1."""
    bummerl: float
    """Chance to win the Bummerl, 0 … 1."""
    worlds: int
    """Worlds, or with a closed talon hands of the other seat, that were looked at."""
    exact: bool
    """Whether these are all there are."""
    error: float = 0.0
    """Standard error of `bummerl`, as far as it comes from sampling."""
    sample: float = math.inf
    """As much as so many even draws the odds are worth; infinite if nothing was drawn."""

    @property
    def points(self) -> float:
        """Expected game points, won less lost."""
        return sum(p * chance for p, chance in zip(GAME_POINTS, self.odds, strict=True))

    @property
    def win(self) -> float:
        """Chance to win the deal."""
        return min(1.0, sum(self.odds[4:]))

    @property
    def value(self) -> Value:
        """What it is worth, without the odds of each result."""
        return Value(self.points, self.win, min(1.0, sum(self.odds[:3])), self.bummerl)

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval of `points` that comes from sampling.

        Trees sample even where they meet all worlds: the other side's moves.
        """
        square = sum(p * p * chance for p, chance in zip(GAME_POINTS, self.odds, strict=True))
        return SIGMAS * math.sqrt(max(0.0, square - self.points**2) / self.sample)

    @property
    def bummerl_interval(self) -> float:
        """The same of `bummerl`."""
        return SIGMAS * self.error


@dataclass(frozen=True)
class Analysis:
    """All plans of the seat to move."""

    situation: Position | View
    """What was asked about: a view, or a position where all cards are known."""
    seat: Seat
    """Whose turn it is."""
    moves: tuple[PlanValue, ...]
    """Best first: by the chance to win the Bummerl."""

    @property
    def best(self) -> PlanValue:
        """The best plan."""
        return self.moves[0]

    @property
    def worlds(self) -> int:
        """In how many worlds plans were looked at: all, or where sampled at least so many.

        Where plans close the talon, they are looked at against all hands, which are fewer.
        """
        sampled = [move.worlds for move in self.moves if not move.exact]
        return min(sampled) if sampled else max(move.worlds for move in self.moves)

    @property
    def exact(self) -> bool:
        """Whether every plan was looked at in all worlds there are."""
        return all(move.exact for move in self.moves)

    def of(self, plan: Plan) -> PlanValue | None:
        """What that plan is worth, or the best one that begins so; None if there is none."""
        fitting = (move for move in self.moves if move.plan[: len(plan)] == plan)
        return next(fitting, None)


def leaves_closed(situation: Position | View, plan: Plan) -> bool:
    """Whether the talon is closed behind the plan, so that only the other hand is unknown."""
    return situation.close is not None or CLOSE in plan


class Hands(NamedTuple):
    """Hands the other seat may hold, when the talon is closed."""

    beaten: int
    """Against so many the plan wins, if all is played as with open cards."""
    total: int


class Analyst:
    """Analyzes one situation after another, with memory of its own: one thread at a time.

    Args:
        visits: visits to search trees for each situation; the same number, the same answer.
        seconds: if given, the time for each instead; then answers may differ a little.
        worlds: the most worlds to look at; fewer are all looked at.
    """

    def __init__(
        self, visits: int = VISITS, seconds: float | None = None, worlds: int = WORLDS
    ) -> None:
        self._visits = visits
        self._seconds = seconds
        self._worlds = worlds
        self._judges: dict[Rules, Judge] = {}

    def analyze(self, situation: Position | View, dealer: Seat | None = None) -> Analysis:
        """See `analyze`."""
        view = _asked(situation)
        if dealer is None and view.forehand is not None:
            dealer = 1 - view.forehand
        seat = view.to_move
        worth = utilities(view.rules, view.score, seat, dealer)
        if isinstance(situation, Position):
            moves = _open_cards(situation, view, worth)
        else:
            moves = tuple(
                PlanValue(
                    found.plan,
                    found.odds,
                    found.worth,
                    found.worlds,
                    found.exact,
                    found.error,
                    found.sample,
                )
                for found in self._judge(view.rules).judge(view, worth, every=True)
            )
        return Analysis(situation, seat, moves)

    def _judge(self, rules: Rules) -> Judge:
        from bummerl.search.forest import Budget
        from bummerl.search.judge import Judge

        if rules not in self._judges:
            budget = Budget(self._visits, self._seconds)
            self._judges[rules] = Judge(rules, self._worlds, budget)
        return self._judges[rules]


def analyze(
    situation: Position | View | str, *, seconds: float | None = None, dealer: Seat | None = None
) -> Analysis:
    """What every plan of the seat to move is worth, best first.

    A view is judged from what its seat knows, with its history where it has one.  In a position
    all cards count as known to both sides.  Who already sees everything is told the truth; where
    cards are hidden and the talon is open the values are those of a search, see docs/analysis.md.

    Args:
        situation: the view of the seat to move, or a whole position; or either as SPN text.
        seconds: time to think; else a fixed amount of work, about a second.
        dealer: who dealt this deal, which matters a little for the Bummerl; else the mean of
            both, unless the situation tells.

    Raises:
        SpnError: the text is no SPN.
        ViewError: the deal is over, it is not the turn of the view's seat, it is the view of a
            spectator or of the table, or it is none of all this.

    >>> analyze("pagat SA/HA C - - 0: 43.4/55.5 STKQJHTKQJDATKQJCATKQJ 3:3").exact
    True
    """
    if isinstance(situation, str):
        situation = parse_spn(situation)
    elif not isinstance(situation, Position | View):
        raise ViewError(
            "only a view, a position or SPN text can be analyzed, but this is of type {type}; "
            "give for instance position.view(position.to_move)",
            type=type(situation).__name__,
        )
    return Analyst(seconds=seconds).analyze(situation, dealer)


def hands_beaten(view: View, plan: Plan) -> Hands | None:
    """Against how many hands `plan` can win, cards open; None unless the talon is then closed.

    The other seat may hold what neither the view nor duties broken and kept rule out.  To be
    able to win is less than to know how: the number is a bound for the chance to win.

    >>> from bummerl.notation.spn import parse_spn
    >>> view = parse_spn("pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7")
    >>> hands_beaten(view, analyze(view).best.plan)
    Hands(beaten=5, total=6)
    """
    from bummerl.search import layout
    from bummerl.search.averaging import Averager
    from bummerl.search.pack import pack_rules
    from bummerl.search.worlds import hands_of, worlds_of

    if not leaves_closed(view, plan):
        return None
    hands = hands_of(view)
    rows = worlds_of(view, 1).rows[[0] * len(hands)]
    rows[:, layout.HAND + 1 - view.to_move] = hands
    points = Averager(pack_rules(view.rules)).values(rows, [plan], view.trump)
    return Hands(int((points > 0).sum()), len(hands))


def _asked(situation: Position | View) -> View:
    """The view of the seat to move."""
    if situation.over:
        raise ViewError("the deal is over, so there is nothing to decide")
    if isinstance(situation, Position):
        return situation.view(situation.to_move)
    if situation.seat is None:
        raise ViewError(
            "a spectator's view does not say enough; write down all the cards of the seat to move"
        )
    if situation.seat != situation.to_move:
        raise ViewError(
            "this is what seat {seat} knows, but it is the turn of seat {other}; "
            "give the view of seat {other}",
            seat=situation.seat,
            other=situation.to_move,
        )
    return situation


def _open_cards(position: Position, view: View, worth: tuple[float, ...]) -> tuple[PlanValue, ...]:
    """All plans when everybody sees all cards."""
    from bummerl.search.averaging import Averager
    from bummerl.search.pack import pack, pack_rules
    from bummerl.search.plans import plans_of

    plans = plans_of(view)
    averager = Averager(pack_rules(position.rules))
    values = averager.values(pack(position)[None], plans, position.trump)[:, 0].tolist()
    found = [
        PlanValue(plan, certain(points), worth[points + 3], worlds=1, exact=True)
        for plan, points in zip(plans, values, strict=True)
    ]
    order = sorted(found, key=lambda m: (-m.bummerl, -m.points, len(m.plan), m.plan))
    return tuple(order)


def certain(points: int) -> tuple[float, ...]:
    """The odds of game points that are certain."""
    return tuple(float(p == points) for p in GAME_POINTS)
