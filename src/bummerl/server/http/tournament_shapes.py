"""What requests about tournaments bring and answers are, as JSON; see `shapes`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bummerl.server.http.shapes import Answered, Asked, Control, Name, RulesText
from bummerl.server.tournaments.roles import Role
from bummerl.tournament.events import How, Key, Offence, PublicNames

Word = Annotated[str, Meta(max_length=200)]
Reason = Annotated[str, Meta(max_length=300)]
Long = Annotated[str, Meta(max_length=8_000_000)]
List = Annotated[str, Meta(max_length=500_000)]
MatchId = Annotated[str, Meta(min_length=1, max_length=12)]
Number = Annotated[int, Meta(ge=0, le=10_000_00)]
Numbers = Annotated[list[Annotated[int, Meta(ge=1, le=4096)]], Meta(max_length=1024)]
Names = Annotated[list[Word], Meta(max_length=1024)]
Score = Annotated[list[Annotated[int, Meta(ge=0, le=99)]], Meta(min_length=2, max_length=2)]


class DanishStage(Asked, frozen=True, kw_only=True):
    """A qualifying stage before the knock-out."""

    rounds: Number
    qualifiers: Number
    keys: list[Key] = msgspec.field(
        default_factory=lambda: ["wins", "difference", "bummerls", "opponents"]
    )


class OwnList(Asked, frozen=True, kw_only=True):
    """Prizes for a group."""

    group: Word
    prizes: Number
    apart: bool = False
    names: Names = msgspec.field(default_factory=list)


class Announcement(Asked, frozen=True, kw_only=True):
    """How a tournament is announced; money in hundredths."""

    name: Word
    rules: RulesText
    bummerls: Annotated[int, Meta(ge=1, le=9)] = 2
    cards: Number = 64
    max_per_person: Number = 4
    price: Number = 0
    rebuy_until: Number = 0
    rebuy_price: Number | None = None
    currency: Annotated[str, Meta(max_length=8)] = "€"
    prizes: Number = 8
    prize_names: Names = msgspec.field(default_factory=list)
    one_prize_each: bool = False
    third_place: bool = True
    places_5_8: bool = True
    lists: Annotated[list[OwnList], Meta(max_length=20)] = msgspec.field(default_factory=list)
    club_prize: Word | None = None
    boards: Number = 0
    danish: DanishStage | None = None
    public_names: PublicNames = "short"
    date: Word | None = None
    place: Word | None = None


class NewTournament(Asked, frozen=True, kw_only=True):
    """A new tournament."""

    settings: Announcement
    control: Control | None = None
    """Matches are played at our tables with this time control; None: in the hall."""
    grace: Number = 0
    """Minutes somebody may be late at our tables; 0: the organiser decides."""


class Made(Answered, frozen=True, kw_only=True):
    """Where the new tournament is."""

    id: str


class Backup(Asked, frozen=True, kw_only=True):
    """The text of a backup file."""

    text: Long


class Sale(Asked, frozen=True, kw_only=True):
    """Somebody buys cards."""

    name: Word
    cards: Number = 1
    numbers: Numbers | None = None
    club: Word | None = None
    groups: Names | None = None
    price: Number | None = None
    mark: Word | None = None
    """Made by the client: a sale with the mark of an earlier one is that one, asked for twice."""


class CardNumbers(Asked, frozen=True, kw_only=True):
    """Cards of which the sale is undone."""

    cards: Numbers
    refund: bool = True


class PersonChange(Asked, frozen=True, kw_only=True):
    """New facts about somebody; None: leave it."""

    name: Word
    new_name: Word | None = None
    club: Word | None = None
    groups: Names | None = None
    display: Word | None = None


class NewDraw(Asked, frozen=True, kw_only=True):
    """The word from the hall, or the lots drawn by hand."""

    word: Word | None = None
    lots: Annotated[str, Meta(max_length=60_000)] | None = None


class Why(Asked, frozen=True, kw_only=True):
    """A reason."""

    reason: Reason


class Result(Asked, frozen=True, kw_only=True):
    """Who has won a match."""

    match: MatchId
    winner: Number
    score: Score | None = None
    """Bummerls of winner and loser."""
    how: Literal["played", "forfeit", "penalty"] = "played"
    offence: Offence | None = None
    reason: Reason | None = None
    before: str | None = None
    """To correct a result: what it was, as the match's `outcome` tells."""


class Cleared(Asked, frozen=True, kw_only=True):
    """A result is taken back."""

    match: MatchId
    before: str | None = None
    reason: Reason | None = None


class Withdrawal(Asked, frozen=True, kw_only=True):
    """Cards that are not played any more, or again (`back`)."""

    cards: Numbers
    reason: Reason | None = None
    back: bool = False


class BoardChange(Asked, frozen=True, kw_only=True):
    """A match goes to a board, or is put off."""

    match: MatchId
    board: Number | None = None
    delayed: bool | None = None


class Table(Asked, frozen=True, kw_only=True):
    """A list of entries as CSV."""

    text: List


class NewHelper(Asked, frozen=True, kw_only=True):
    """Somebody with an account."""

    name: Name


class Token(Asked, frozen=True, kw_only=True):
    """An invitation."""

    token: Annotated[str, Meta(max_length=100)]


class Joining(Asked, frozen=True, kw_only=True):
    """Cards for oneself."""

    cards: Annotated[int, Meta(ge=1, le=1024)] = 1


# ---- answers -------------------------------------------------------------------------------


class MatchInfo(Answered, frozen=True, kw_only=True, omit_defaults=True):
    """A match."""

    id: str
    a: int
    b: int
    state: Literal["waiting", "ready", "playing", "done"]
    board: int | None = None
    winner: int | None = None
    score: str | None = None
    """Bummerls, the winner's first."""
    how: How | None = None
    offence: Offence | None = None
    reason: str | None = None
    """Only for the desk."""
    outcome: str | None = None
    """Only for the desk: the whole result as one text, to say later which one is corrected."""
    table: str | None = None
    """At which of our tables it is played."""
    delayed: bool = False


class RoundInfo(Answered, frozen=True, kw_only=True):
    """A round."""

    stage: Literal["danish", "knockout"]
    number: int
    size: int
    matches: list[MatchInfo]
    byes: list[int]


class PersonInfo(Answered, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who takes part; for the public by the name shown there, and no more."""

    id: int
    name: str
    cards: list[int]
    club: str | None = None
    groups: list[str] = msgspec.field(default_factory=list)
    display: str | None = None
    paid: int | None = None


class Show(Answered, frozen=True, kw_only=True):
    """A tournament as everybody may see it."""

    id: str
    version: str
    """Changes with everything; to ask only for what is new."""
    name: str
    date: str | None
    place: str | None
    phase: Literal["sale", "danish", "knockout", "over"]
    next: Literal["sell", "draw", "results", "over"]
    rules: str
    bummerls: int
    most_bummerls: int
    issued: int
    sold: int
    alive: int
    max_per_person: int
    price: int
    currency: str
    boards: int
    may_rebuy: bool
    control: str | None
    hash: str
    next_list_hash: str | None
    """Of the list of entries, before the word for the next draw is called."""
    people: list[PersonInfo]
    rounds: list[RoundInfo]
    place_matches: list[MatchInfo]
    withdrawn: list[int]
    bought_again: list[int]
    prizes: list[dict[str, Any]]
    club_prize: dict[str, Any] | None
    ranking: list[dict[str, Any]] | None
    draws: list[dict[str, Any]]


class PaymentInfo(Answered, frozen=True, kw_only=True):
    """Money in, or out again."""

    at: int
    person: int
    cards: list[int]
    amount: int
    kind: Literal["sale", "again", "refund"]


class Desk(Answered, frozen=True, kw_only=True):
    """A tournament as those see it who work on it."""

    show: Show
    role: Role
    settings: dict[str, Any]
    advice: str
    draw_fault: str | None
    """Why the next round cannot be drawn; None if it can."""
    next_size: int
    """Numbers in both pots at the next draw; 0 in the Danish stage."""
    needs_word: bool
    total: int
    """In the till."""
    payments: list[PaymentInfo]
    groups: list[str]
    clubs: list[str]


class LogLine(Answered, frozen=True, kw_only=True):
    """Something that happened."""

    seq: int
    at: int
    by: str | None
    text: str


class Myself(Answered, frozen=True, kw_only=True):
    """What whoever asks is at a tournament."""

    role: Role
    person: int | None
    """Who they play for, at our tables."""
    rules_name: str
    url: str


class HelperInfo(Answered, frozen=True, kw_only=True):
    """Somebody who helps."""

    id: str
    name: str


class Team(Answered, frozen=True, kw_only=True):
    """Who helps, and the link that makes one a helper."""

    helpers: list[HelperInfo]
    link: str | None


class Listed(Answered, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: str
    name: str
    phase: str
    role: Role
    created: int
    online: bool
