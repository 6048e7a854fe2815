"""What requests bring and answers are, as JSON.  Moments are milliseconds since 1970."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bummerl.server.wire import Deck, Laid, Language, Pair, Phase, TrickScene

Name: TypeAlias = Annotated[str, Meta(max_length=100)]
Password: TypeAlias = Annotated[str, Meta(max_length=200)]
RulesText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=300)]
Control: TypeAlias = Annotated[str, Meta(min_length=3, max_length=8)]
Bummerls: TypeAlias = Annotated[int, Meta(ge=1, le=9)]


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request."""


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """An answer."""


class Problem(msgspec.Struct, frozen=True):
    """What went wrong: a code for programs, a sentence for people."""

    code: str
    text: str


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The answer to what cannot be done."""

    error: Problem


class Done(Answered, frozen=True, kw_only=True):
    """It is done; there is nothing more to say."""

    ok: bool = True


# people


class RatingInfo(Answered, frozen=True, kw_only=True):
    """A rating in one family of rules."""

    family: str
    value: int
    deviation: int
    provisional: bool
    bummerls: int


class Me(Answered, frozen=True, kw_only=True):
    """Whoever asks."""

    id: str
    name: str
    guest: bool
    language: Language
    deck: Deck
    settings: dict[str, Any]
    ratings: list[RatingInfo]


class WhoAmI(Answered, frozen=True, kw_only=True):
    """Whoever asks; None: somebody who has not said."""

    user: Me | None


class NewGuest(Asked, frozen=True, kw_only=True):
    """Somebody sits down without an account."""

    name: Name | None = None
    language: Language | None = None
    """None: the browser's."""
    deck: Deck = "french"


class Credentials(Asked, frozen=True, kw_only=True):
    """Name and password."""

    name: Name
    password: Password


class Changes(Asked, frozen=True, kw_only=True):
    """What to change about oneself; None: leave it."""

    name: Name | None = None
    language: Language | None = None
    deck: Deck | None = None
    settings: dict[str, Any] | None = None


class NewPassword(Asked, frozen=True, kw_only=True):
    """A new password, and the old one as proof."""

    old: Password
    new: Password


class Farewell(Asked, frozen=True, kw_only=True):
    """The password as proof, of those who have one."""

    password: Password | None = None


# rules


class OptionInfo(Answered, frozen=True, kw_only=True):
    """One option of a preset."""

    option: str
    label: str
    value: bool | int | str
    text: str
    """A sentence."""


class Preset(Answered, frozen=True, kw_only=True):
    """A preset in words."""

    name: str
    title: str
    summary: str
    pack: int
    family: str
    match: int
    """Bummerls that win the match, unless chosen otherwise."""
    differences: list[OptionInfo]
    """From soft Schnapsen."""
    options: list[OptionInfo]


class ClauseInfo(Answered, frozen=True, kw_only=True):
    """A sentence of the rule book."""

    option: str | None
    text: str
    differs: bool
    default: str | None


class Chapter(Answered, frozen=True, kw_only=True):
    """A chapter of the rule book."""

    heading: str
    clauses: list[ClauseInfo]


class RuleBook(Answered, frozen=True, kw_only=True):
    """A preset as a rule book."""

    name: str
    title: str
    summary: str
    pack: int
    family: str
    match: int
    chapters: list[Chapter]


# tables


class NewTable(Asked, frozen=True, kw_only=True):
    """A table to open, against a bot or by invitation."""

    opponent: Annotated[str, Meta(pattern="^(friend|bot:(beginner|regular|expert|master))$")]
    rules: RulesText = "soft"
    match: Bummerls | None = None
    """None: as the rules have it."""
    control: Control = "none"
    practice: bool = False
    seat: Literal["first", "second", "random"] = "random"


class Opened(Answered, frozen=True, kw_only=True):
    """A table that is there now."""

    id: str
    url: str


class TableInfo(Answered, frozen=True, kw_only=True):
    """A table, summed up."""

    id: str
    phase: Phase
    names: list[str | None]
    """By seat; None: free."""
    bots: list[str | None]
    rules: str
    rules_name: str
    match: int
    control: str
    rated: bool
    practice: bool
    private: bool
    open_seat: int | None
    mine: int | None
    """The seat of whoever asks."""
    bummerls: list[int]
    opened: int
    url: str


# lobby


class NewSeek(Asked, frozen=True, kw_only=True):
    """An opponent wanted."""

    rules: RulesText = "soft"
    match: Bummerls | None = None
    control: Control = "none"
    rated: bool = False


class SeekInfo(Answered, frozen=True, kw_only=True):
    """Somebody who looks for an opponent."""

    id: str
    name: str
    guest: bool
    rating: int | None
    provisional: bool
    rules: str
    rules_name: str
    match: int
    control: str
    rated: bool
    mine: bool
    age: int
    """Seconds."""


class Counts(Answered, frozen=True, kw_only=True):
    """How much is going on."""

    people: int
    tables: int


class Lobby(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="lobby"):
    """The lobby as it stands."""

    seeks: list[SeekInfo]
    tables: list[TableInfo]
    mine: list[TableInfo]
    counts: Counts


class Accepted(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="accepted"):
    """Somebody has accepted; the table is there."""

    table: str


# history


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


# statistics, people, reports


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


class NewReport(Asked, frozen=True, kw_only=True):
    """A complaint about a move, a deal or a person."""

    table: Annotated[str, Meta(min_length=1, max_length=16)]
    deal: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    move: Annotated[int, Meta(ge=0, le=1000)] = 0
    kind: Literal["move", "deal", "person"]
    text: Annotated[str, Meta(max_length=500)] = ""


class Health(Answered, frozen=True, kw_only=True):
    """Whether the server works."""

    status: Literal["ok", "broken"]
    version: str
    database: bool
