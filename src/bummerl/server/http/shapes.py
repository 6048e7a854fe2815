"""What requests bring and answers are, as JSON.  Moments are milliseconds since 1970."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bummerl.server.wire import Deck, Language, Phase

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


# reports, health


class NewReport(Asked, frozen=True, kw_only=True):
    """A complaint about a move, a deal or a person."""

    table: Annotated[str, Meta(min_length=1, max_length=16)]
    deal: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    move: Annotated[int, Meta(ge=0, le=1000)] = 0
    kind: Literal["move", "deal", "person"]
    text: Annotated[str, Meta(max_length=500)] = ""


class Health(Answered, frozen=True, kw_only=True):
    """Whether the server works."""

    status: Literal["ok", "limited", "broken"]
    """Limited: Redis is away, so that tables of other processes cannot be reached."""
    version: str
    database: bool
    redis: bool | None
    """None where there is only one process, which needs none."""
