"""What answers about games that were played are, as JSON; see `shapes`."""

from __future__ import annotations

from typing import Literal

from bummerl.server.http.shapes import Answered, RatingInfo
from bummerl.server.wire import Laid, Pair, Phase, TrickScene


class DealInfo(Answered, frozen=True, kw_only=True):
    """A finished deal, summed up."""

    number: int
    winner: int | None
    game_points: int
    reason: str
    bummerl: int
    """Number of its Bummerl, from 1."""
    needed: list[int]
    """Game points each seat still needed after it; 0: it won the Bummerl."""
    bummerls: list[int]
    """Bummerls each seat had won after it."""


class Game(Answered, frozen=True, kw_only=True):
    """A match that was or is played at a table."""

    id: str
    opened: int
    names: list[str | None]
    bots: list[str | None]
    rules: str
    rules_name: str
    match: int
    control: str
    rated: bool
    practice: bool
    private: bool
    bummerls: list[int]
    winner: int | None
    my_seat: int | None
    phase: Phase
    deals: list[DealInfo]


class Games(Answered, frozen=True, kw_only=True):
    """Games, newest first."""

    games: list[Game]
    next: str | None
    """Where to go on; None: that was all."""


class ReplayResult(Answered, frozen=True, kw_only=True):
    """How a deal ended."""

    winner: int | None
    game_points: int
    lines: list[str]
    points: list[int] | None


class Proof(Answered, frozen=True, kw_only=True):
    """What proves that nobody rigged a deal."""

    commitment: str
    secret: str
    client0: str
    client1: str


class Step(Answered, frozen=True, kw_only=True):
    """A deal after one of its moves, all cards open."""

    number: int
    """Of the move from 1; 0: as dealt."""
    move: str | None
    seat: int | None
    text: str
    hands: list[list[str]]
    trick: list[Laid]
    """The cards on the table, also if they complete a trick."""
    taken: list[TrickScene]
    talon: list[str]
    """The hidden cards, the top one first."""
    turn_up: str | None
    closed: int | None
    strict: bool
    points: list[int]
    tricks: list[int]
    pairs: list[list[Pair]]
    to_move: int | None


class Replay(Answered, frozen=True, kw_only=True):
    """A finished deal, move by move."""

    game: str
    number: int
    bummerl: int
    dealer: int
    pack: int
    rules: str
    trump: str
    names: list[str]
    result: ReplayResult
    fair: Proof | None
    sgn: str
    previous: int | None
    next: int | None
    steps: list[Step]


# statistics, people


class StatisticsRow(Answered, frozen=True, kw_only=True):
    """How often something was dealt, and what chance lets expect."""

    fact: Literal["aces", "pairs", "trumps", "trump_suit"]
    key: str
    """The suit's letter for ``trump_suit``, else empty."""
    seat: Literal["forehand", "dealer"] | None
    observed: float
    """Mean a deal, or share."""
    expected: float
    low: float
    """Between `low` and `high` it lies by chance in 95 of 100 cases."""
    high: float
    z: float
    """Standard deviations from what is expected."""
    inside: bool


class PackStatistics(Answered, frozen=True, kw_only=True):
    """All finished deals with one pack."""

    pack: int
    deals: int
    rows: list[StatisticsRow]


class Statistics(Answered, frozen=True, kw_only=True):
    """What has been dealt on this server."""

    at: int
    packs: list[PackStatistics]


class Player(Answered, frozen=True, kw_only=True):
    """What everybody may know about somebody with an account."""

    name: str
    guest: bool
    since: int
    ratings: list[RatingInfo]
    games: list[Game]
