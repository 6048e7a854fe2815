"""Every decision of a record, and what luck and skill made of the deals.

A decision is a turn with more than one plan.  It is judged from what the seat knew then; what it
lost is the value of the best plan less that of the plan played.  Between two decisions values
change without anybody's choice: cards are dealt and drawn, hidden ones turn out.  That is luck, so
that in every deal, for each seat and on both scales,

    result = expected + luck - own losses + the other's losses

holds exactly; docs/analysis.md tells more.

>>> from bummerl.notation.sgn import record_of
>>> from bummerl.rules.dealing import deal, shuffled
>>> start = deal(shuffled(20, seed=3), dealer=0)
>>> found = review([record_of(start, start.resign(1))], visits=2000)
>>> [(decision.seat, decision.grade) for decision in found.deals[0].decisions]
[(1, 'blunder')]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, Literal, TypeAlias

from bummerl.analysis.evaluate import SIGMAS, Analysis, Analyst, PlanValue, Value, certain
from bummerl.analysis.turns import Turn, turns_of
from bummerl.notation.records import DealRecord
from bummerl.players.deal_odds import POINTS, need
from bummerl.players.deal_odds import deals as counted
from bummerl.players.equity import bummerl_chance, family, utilities
from bummerl.rules.moves import Seat
from bummerl.rules.position import Position
from bummerl.rules.scoring import Result

Grade: TypeAlias = Literal["good", "inaccuracy", "mistake", "blunder"]

LIMITS: Final[tuple[tuple[float, Grade], ...]] = (
    (0.06, "blunder"),
    (0.03, "mistake"),
    (0.01, "inaccuracy"),
)
"""From which loss on, in chance to win the Bummerl, a decision is called so; less is good.

At 7:7 a game point is worth about 0.075: the limits are some 0.13, 0.4 and 0.8 game points there.
"""
GRADES: Final[tuple[Grade, ...]] = ("good", "inaccuracy", "mistake", "blunder")
VISITS: Final = 60_000
"""Visits to search trees for one decision, about a fifth of a second."""
WORLDS: Final = 6000
"""The most worlds looked at for one decision: about as many as a plan gets visits."""


@dataclass(frozen=True)
class Decision:
    """What a seat chose, and what it could have had."""

    turn: Turn
    best: PlanValue | None
    """The best plan; None where the seat gave up in the other's turn."""
    had: Value
    """What the best plan was worth to the seat."""
    kept: Value
    """What the plan played was worth."""
    worst: float
    """The chance to win the Bummerl with the worst plan; also the one played is one."""
    noise: float
    """A loss in chance to win the Bummerl up to this may come from sampling alone."""

    @property
    def seat(self) -> Seat:
        """Who decided."""
        return self.turn.seat

    @property
    def loss(self) -> float:
        """Chance to win the Bummerl that was given away, 0 … 1."""
        return self.had.bummerl - self.kept.bummerl

    @property
    def loss_points(self) -> float:
        """Game points given away; below 0 where points were not what counted."""
        return self.had.points - self.kept.points

    @property
    def grade(self) -> Grade:
        """How good it was; no loss that may be noise is blamed."""
        if self.loss <= self.noise:
            return "good"
        return next((grade for limit, grade in LIMITS if self.loss >= limit), "good")


@dataclass(frozen=True)
class Balance:
    """Where the result of a deal, or of several, came from, for one seat on one scale.

    ``result == expected + luck - own + other``, but for rounding.
    """

    expected: float = 0.0
    """Before the cards were dealt; of a deal that begins in the middle, at its first decision."""
    deal_luck: float = 0.0
    """What the cards dealt were worth."""
    play_luck: float = 0.0
    """Cards drawn, and what turned out of hidden ones."""
    own: float = 0.0
    """Own losses."""
    other: float = 0.0
    """The other's losses."""
    result: float = 0.0

    @property
    def luck(self) -> float:
        """All luck."""
        return self.deal_luck + self.play_luck

    def __add__(self, more: Balance) -> Balance:
        """Both together."""
        pairs = zip(vars(self).values(), vars(more).values(), strict=True)
        return Balance(*(a + b for a, b in pairs))


@dataclass(frozen=True)
class DealReview:
    """One deal."""

    number: int
    """Its place in the file, from 1."""
    record: DealRecord
    decisions: tuple[Decision, ...]
    expected: Value
    """For seat 0, before the cards were dealt (or at the first decision)."""
    result: Value
    """For seat 0: how the deal ended or, if it is unfinished, where it stood last."""

    @property
    def course(self) -> tuple[tuple[Value, Value], ...]:
        """Before and after each decision, for seat 0."""
        return tuple(
            (_for_first(d.had, d.seat), _for_first(d.kept, d.seat)) for d in self.decisions
        )

    def points(self, seat: Seat) -> Balance:
        """Where the game points of a seat came from."""
        return self._balance(seat, [v.points for v in self._stations()], lambda d: d.loss_points, 0)

    def bummerl(self, seat: Seat) -> Balance:
        """Where the chance of a seat to win the Bummerl came from."""
        return self._balance(seat, [v.bummerl for v in self._stations()], lambda d: d.loss, 1)

    def _stations(self) -> list[Value]:
        """Expected value, then before and after each decision, then the result; for seat 0."""
        between = [value for pair in self.course for value in pair]
        return [self.expected, *between, self.result]

    def _balance(
        self, seat: Seat, stations: list[float], loss: Callable[[Decision], float], whole: float
    ) -> Balance:
        """`whole`: what both seats have together."""
        if seat:
            stations = [whole - value for value in stations]
        # luck happens between decisions, so between an even place and the next
        steps = [b - a for a, b in zip(stations[::2], stations[1::2], strict=True)]
        own, other = (
            math.fsum(loss(d) for d in self.decisions if d.seat == of) for of in (seat, 1 - seat)
        )
        return Balance(stations[0], steps[0], math.fsum(steps[1:]), own, other, stations[-1])


@dataclass(frozen=True)
class Totals:
    """All decisions of one player."""

    name: str
    decisions: tuple[Decision, ...]
    points: Balance
    bummerl: Balance

    def count(self, grade: Grade) -> int:
        """Decisions of that grade."""
        return sum(decision.grade == grade for decision in self.decisions)

    @property
    def loss(self) -> float:
        """Mean loss of a decision in chance to win the Bummerl."""
        return _mean([decision.loss for decision in self.decisions])

    @property
    def loss_points(self) -> float:
        """Mean loss of a decision in game points."""
        return _mean([decision.loss_points for decision in self.decisions])

    @property
    def accuracy(self) -> float | None:
        """The part, 0 … 1, of what was at stake that was kept; None if nothing was.

        At stake is the difference between best and worst plan in chance to win the Bummerl.
        """
        at_stake = sum(d.had.bummerl - d.worst for d in self.decisions)
        lost = sum(d.loss for d in self.decisions)
        return 1 - lost / at_stake if at_stake > 1e-9 else None


@dataclass(frozen=True)
class Review:
    """All deals of a file."""

    deals: tuple[DealReview, ...]
    skipped: tuple[int, ...]
    """Places in the file of unfinished deals in which nothing was decided."""
    players: tuple[Totals, ...]
    """By player, in the order they come; the two of a deal go by their names if they have any."""


def review(
    records: Sequence[DealRecord],
    *,
    visits: int = VISITS,
    seconds: float | None = None,
    progress: Callable[[int], None] = lambda turns: None,
) -> Review:
    """Judges every decision of the records; what a seat did not know plays no part.

    Args:
        records: deals, finished or not, under any rules.
        visits: visits to search trees for one decision; the same number, the same answer.
        seconds: if given, the time for one decision instead.
        progress: called after each turn (`turns_of`) with the number of turns done.
    """
    analyst = Analyst(visits, seconds, WORLDS)
    turns = count(1)
    deals: list[DealReview] = []
    skipped: list[int] = []
    for number, record in enumerate(records, start=1):
        decisions = _decisions(record, analyst, lambda: progress(next(turns)))
        if decisions or record.final.over:
            deals.append(_reviewed(number, record, decisions))
        else:
            skipped.append(number)
    return Review(tuple(deals), tuple(skipped), _totals(deals))


def player_of(record: DealRecord, seat: Seat) -> tuple[str, Seat | None]:
    """Who sat there: a name, and the seat too where names do not tell the two apart."""
    names = record.players
    return names[seat], seat if not names[seat] or names[0] == names[1] else None


def name_of(record: DealRecord, seat: Seat) -> str:
    """The name under which a review speaks of whoever sat there: ``Anna``, ``Anna (0)``, ``0``."""
    name, number = player_of(record, seat)
    if number is None:
        return name
    return f"{name} ({number})" if name else str(number)


# ---- decisions -----------------------------------------------------------------------------


def _decisions(
    record: DealRecord, analyst: Analyst, step: Callable[[], None]
) -> tuple[Decision, ...]:
    found: list[Decision] = []
    late: Value | None = None  # what a turn turned out to be worth, for its own seat
    for turn in reversed(list(turns_of(record))):
        analysis = _analysis(turn, record, analyst)
        step()
        if analysis is None:
            continue
        ended = _ended(turn.after, record, turn.seat)
        later = None if not found else _seen_by(found[-1].had, found[-1].seat, turn.seat)
        late = ended or later
        found.append(_decision(turn, analysis, ended, late))
    return tuple(reversed(found))


def _analysis(turn: Turn, record: DealRecord, analyst: Analyst) -> Analysis | None:
    """What could be done in a turn; None if there was no choice."""
    from bummerl.search.plans import plans_of

    before = turn.before
    view = before.view(before.to_move)
    plans = plans_of(view)
    if turn.in_turn and len(plans) == 1 and plans[0][: len(turn.plan)] == turn.plan:
        return None
    return analyst.analyze(view, record.dealer)


def _decision(turn: Turn, analysis: Analysis, ended: Value | None, late: Value | None) -> Decision:
    best, worst = analysis.best, analysis.moves[-1].bummerl
    had = best.value
    if not turn.in_turn:
        had = _seen_by(had, analysis.seat, turn.seat)
        return _plain(turn, None, had, _at_most(late or had, had), had.bummerl)
    listed = analysis.of(turn.plan)
    if listed is not None:
        noise = SIGMAS * math.hypot(best.error, listed.error)
        return Decision(turn, best, had, listed.value, worst, noise)
    # no plan of a search: a forbidden card, a false call, giving up, or 66 that was not called
    return _plain(turn, best, had, _at_most(ended or late or had, had), worst)


def _plain(turn: Turn, best: PlanValue | None, had: Value, kept: Value, worst: float) -> Decision:
    return Decision(turn, best, had, kept, min(worst, kept.bummerl), noise=0.0)


def _at_most(value: Value, most: Value) -> Value:
    """The value, or what the best plan is worth where that is less: nobody gains by an error."""
    return value if value.bummerl <= most.bummerl else most


# ---- values --------------------------------------------------------------------------------


def _seen_by(value: Value, seat: Seat, other: Seat) -> Value:
    """A value to `seat`, seen by `other`; what is drawn is nobody's win."""
    if seat == other:
        return value
    return Value(-value.points, value.lose, value.win, 1 - value.bummerl)


def _for_first(value: Value, seat: Seat) -> Value:
    return _seen_by(value, seat, 0)


def _ended(end: Position, record: DealRecord, seat: Seat) -> Value | None:
    """What a finished deal brought a seat."""
    if end.result is None:
        return None
    points = game_points(end.result, seat)
    worth = utilities(record.rules, record.start.score, seat, record.dealer)
    move = PlanValue((), certain(points), worth[points + 3], worlds=1, exact=True)
    return move.value


def game_points(result: Result, seat: Seat) -> int:
    """What a result brought a seat, -3 … 3."""
    return result.points if result.winner == seat else -result.points


def _reviewed(number: int, record: DealRecord, decisions: tuple[Decision, ...]) -> DealReview:
    result = _ended(record.final, record, 0)
    if result is None:
        result = _for_first(decisions[-1].kept, decisions[-1].seat)
    if _is_first(record.start):
        expected = _expected(record)
    elif decisions:
        expected = _for_first(decisions[0].had, decisions[0].seat)
    else:
        expected = result
    return DealReview(number, record, decisions, expected, result)


def _is_first(start: Position) -> bool:
    """Whether a deal begins with its first lead, before anything is called."""
    untouched = not (start.gone or start.trick or start.announced is not None)
    return untouched and start.close is None


def _expected(record: DealRecord) -> Value:
    """What a deal is worth to seat 0 before cards are dealt, by the counts behind equity."""
    rules, score = record.rules, record.start.score
    forehand = 1 if record.dealer == 0 else 0
    of = family(rules)
    needs = need(score.needed[forehand], score.needed[1 - forehand], score.carry)
    odds = counted(of.deck).odds(draws=of.draws)[needs]
    own, other = score.needed[forehand], score.needed[1 - forehand]
    chance = bummerl_chance(rules, (own, other), False, score.carry)
    points = sum(p * part for p, part in zip(POINTS, odds, strict=True))
    return _for_first(Value(points, sum(odds[4:]), sum(odds[:3]), chance), forehand)


# ---- totals --------------------------------------------------------------------------------


def _totals(deals: Iterable[DealReview]) -> tuple[Totals, ...]:
    found: dict[tuple[str, Seat | None], Totals] = {}
    for deal in deals:
        for seat in (0, 1):
            who = player_of(deal.record, seat)
            old = found.get(who) or Totals(name_of(deal.record, seat), (), Balance(), Balance())
            own = tuple(d for d in deal.decisions if d.seat == seat)
            found[who] = Totals(
                old.name,
                old.decisions + own,
                old.points + deal.points(seat),
                old.bummerl + deal.bummerl(seat),
            )
    return tuple(found.values())


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
