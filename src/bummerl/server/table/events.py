"""What can happen at a table: its log, numbered from 1, is the truth about it (decision 4).

Events are written to the database before anybody is told, and hold secrets of running deals, so
they never leave the server as they are; `bummerl.server.table.scene` says what a viewer sees.

>>> event = Moved(at=5, seat=0, move="HT")
>>> decode(encode(event)) == event, encode(event)
(True, b'{"event":"moved","seat":0,"move":"HT","at":5}')
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeAlias

import msgspec

from bummerl.rules.moves import Seat

Scope: TypeAlias = Literal["deal", "bummerl", "match"]
"""How much is given up."""


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: a person, or a bot."""

    name: str
    user: str | None = None
    """Id of the person; None for a bot."""
    bot: str | None = None
    """Player spec of the bot, as in `bummerl.players.registry`; None for a person."""
    rating: int | None = None
    """Of a person in this family of rules when the table was opened; None without one."""
    provisional: bool = False


class TableSpec(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table was opened; never changes."""

    rules: str
    """Canonical text of the rules, with the Bummerls that win the match."""
    control: str = "none"
    """Time control as in `bummerl.match.clock.parse_control`."""
    practice: bool = False
    """Hints and undo are allowed; only against bots."""
    rated: bool = False
    private: bool = False
    """Spectators and the lobby do not find it; who has the link does."""
    date: str | None = None
    """As in records, ``2026.12.01``."""
    rematch_of: str | None = None
    """The table whose players play again."""
    tournament: str | None = None
    """The tournament of which a match is played here."""


NoRematch: TypeAlias = Literal["gone", "often"]
"""Why somebody cannot play again: the account is gone, or opens too many tables."""
SitAgain: TypeAlias = Callable[[Sitter, TableSpec], Awaitable[Sitter | NoRematch]]
"""Says how somebody sits at the table of a rematch, if he may."""


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower, kw_only=True):
    """Something that happened."""

    at: int
    """Milliseconds since 1970; never less than that of the event before."""


class Opened(Event, frozen=True):
    """The table is there; always the first event."""

    spec: TableSpec


class Seated(Event, frozen=True):
    """Somebody took a seat for good."""

    seat: Seat
    sitter: Sitter


class Shuffling(Event, frozen=True):
    """The server has thought up the secret of the next deal; players may commit themselves."""

    deal: int
    secret: str


class Committed(Event, frozen=True):
    """A seat is bound to its contribution."""

    deal: int
    seat: Seat
    commitment: str


class Revealed(Event, frozen=True):
    """A seat opened its contribution; the second one deals the cards."""

    deal: int
    seat: Seat
    contribution: str


class Moved(Event, frozen=True):
    """The seat to move made a move."""

    seat: Seat
    move: str
    """Token as in docs/notation.md."""


class TakenBack(Event, frozen=True):
    """Practice: the deal stands as after its first `moves` moves again."""

    seat: Seat
    moves: int


class GaveUp(Event, frozen=True):
    """A seat gave up (SCORE-5)."""

    seat: Seat
    scope: Scope


class Claimed(Event, frozen=True):
    """`seat` claimed the Bummerl: the other is out of time, or gone."""

    seat: Seat
    reason: Literal["flag", "absence"]


class Left(Event, frozen=True):
    """The last connection of a seat is lost."""

    seat: Seat


class Returned(Event, frozen=True):
    """A seat is connected again."""

    seat: Seat


class Said(Event, frozen=True):
    """A seat said one of the preset phrases."""

    seat: Seat
    phrase: str


class RematchOffered(Event, frozen=True):
    """A seat wants to play the same again."""

    seat: Seat


class RematchFailed(Event, frozen=True):
    """There can be no rematch, because of who sits at `seat`; nobody offers one any more."""

    seat: Seat
    why: NoRematch


class RematchOpened(Event, frozen=True):
    """Both want it, or the other is a bot: the players meet at another table."""

    table: str


class Paused(Event, frozen=True):
    """The server stops: clocks stand still."""


class Resumed(Event, frozen=True):
    """The server runs again; what passed since the last event is charged to nobody."""


class Cancelled(Event, frozen=True):
    """The table was closed before the first deal: nobody came, or whoever opened it left."""

    seat: Seat | None = None
    """Who gave up; in a tournament that loses the match."""


AnyEvent: TypeAlias = (
    Opened
    | Seated
    | Shuffling
    | Committed
    | Revealed
    | Moved
    | TakenBack
    | GaveUp
    | Claimed
    | Left
    | Returned
    | Said
    | RematchOffered
    | RematchFailed
    | RematchOpened
    | Paused
    | Resumed
    | Cancelled
)

Events: TypeAlias = tuple[AnyEvent, ...]

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """An event as JSON, for the database."""
    return _ENCODER.encode(event)


def decode(data: bytes | str) -> AnyEvent:
    """The event that `encode` was given.

    Raises:
        msgspec.ValidationError: it is none.
    """
    return _DECODER.decode(data)
