"""What can happen in a tournament: its log, numbered from 1, is the truth about it.

>>> event = Resulted(at=5, match="1-7", winner=13, loser=4, score=(2, 1))
>>> decode(encode(event)) == event
True
>>> encode(Boarded(at=5, match="1-7", board=3))
b'{"event":"boarded","match":"1-7","board":3,"at":5}'
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

Pot: TypeAlias = Literal["left", "right"]
How: TypeAlias = Literal["played", "forfeit", "penalty", "self", "withdrawn"]
"""How a match was decided; the last two without play, by itself (TOUR-6, withdrawal)."""
Offence: TypeAlias = Literal["renonce", "tricks", "false_out", "misdeal", "late", "other"]
"""What the referee punished: a Renonce, tricks looked at, a false call, a misdeal, being late."""
Key: TypeAlias = Literal["wins", "difference", "bummerls", "opponents"]
"""Ranking key of the Danish stage; see `bummerl.tournament.danish`."""
PublicNames: TypeAlias = Literal["full", "short", "number"]
"""What public pages show of a name; see `bummerl.tournament.names`."""


Moment: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=9_999_999_999_999)]
"""Milliseconds since 1970, up to the year 2286: what every calendar can show."""


class PrizeList(msgspec.Struct, frozen=True, omit_defaults=True):
    """Prizes for the members of a group: women, youth, guests."""

    group: str
    prizes: int
    apart: bool = False
    """Members do not stand in the main list."""
    names: tuple[str, ...] = ()
    """What the prizes are, the best first, as far as known."""


class Danish(msgspec.Struct, frozen=True, omit_defaults=True):
    """A qualifying stage before the knock-out: after each round first meets second, and so on."""

    rounds: int
    qualifiers: int
    """Cards that go on to the knock-out; a power of two."""
    keys: tuple[Key, ...] = ("wins", "difference", "bummerls", "opponents")
    """What ranks the cards, the most important first; then the lot of the first draw."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the tournament was announced."""

    name: str
    rules: str
    """Canonical text of the rules with the Bummerls that win a match (TOUR-10)."""
    cards: int = 64
    """Entry cards issued (TOUR-1)."""
    max_per_person: int = 4
    price: int = 0
    """Of a card, in hundredths of the currency."""
    rebuy_until: int = 0
    """The last round that cards bought again can be drawn into; 0: none are."""
    rebuy_price: int | None = None
    """Of a card bought again; None: as any other."""
    currency: str = "€"
    prizes: int = 8
    prize_names: tuple[str, ...] = ()
    """What the prizes are, the best first, as far as known."""
    one_prize_each: bool = False
    """A person keeps only the best prize (TOUR-9)."""
    third_place: bool = True
    """The losers of the semi-finals play for places 3 and 4."""
    places_5_8: bool = True
    """The losers of the quarter-finals play for places 5 to 8."""
    lists: tuple[PrizeList, ...] = ()
    club_prize: str | None = None
    """What the club with the most players gets; None: no such prize."""
    boards: int = 0
    """Boards to play at; 0: always enough."""
    danish: Danish | None = None
    public_names: PublicNames = "short"
    date: str | None = None
    place: str | None = None


class Event(
    msgspec.Struct,
    frozen=True,
    tag_field="event",
    tag=str.lower,
    kw_only=True,
    omit_defaults=True,
):
    """Something that happened."""

    at: Moment
    by: str | None = None
    """Who did it, where several work on one tournament."""


class Announced(Event, frozen=True):
    """The tournament is announced; always the first event."""

    settings: Settings
    secret: str
    """End of the chain of secrets (see `bummerl.tournament.draw`); never shown to anybody."""


class Changed(Event, frozen=True):
    """Something about the announcement was changed."""

    settings: Settings


class Registered(Event, frozen=True):
    """A new person, or new facts about one: `person` counts from 1."""

    person: int
    name: str
    club: str | None = None
    groups: tuple[str, ...] = ()
    display: str | None = None
    """The name on public pages; None: made from the name."""


class Sold(Event, frozen=True):
    """A person bought cards; after the first draw: bought again."""

    person: int
    cards: tuple[int, ...]
    price: int
    """Of each card."""
    mark: str | None = None
    """Made by whoever asked for this sale, so that asking again sells nothing more."""


class Unsold(Event, frozen=True):
    """Cards were given back before they were drawn."""

    cards: tuple[int, ...]
    refund: bool = True
    """The money was given back, too."""


class Drawn(Event, frozen=True):
    """A round of the knock-out was drawn."""

    size: int
    left: tuple[int, ...]
    """The cards that drew 1, 2, 3 … from the left pot."""
    right: tuple[int | None, ...]
    """The cards that drew 1, 2, 3 … from the right pot; None: nobody, so the left one has a bye."""
    word: str | None = None
    """Called out in the hall; None for lots drawn by hand, and where none were needed."""
    entries: str | None = None
    """The list of entries as it was published, so that the draw can be reckoned again whatever
    becomes of names later; None: as it follows from what was before."""

    @property
    def by_hand(self) -> bool:
        """Lots were drawn by hand.  The two cards of the final need none."""
        return self.word is None and self.size > 2


class Paired(Event, frozen=True):
    """A round of the Danish stage was paired."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
    word: str | None = None
    """Called out in the hall; only in the first round, which is drawn."""
    entries: str | None = None
    """See `Drawn`."""


class Undrawn(Event, frozen=True):
    """The last draw is void, before any result; the next one takes the next secret."""

    reason: str


class Resulted(Event, frozen=True):
    """A match has a result; where it had one already, it is corrected."""

    match: str
    winner: int
    loser: int
    score: tuple[int, int] | None = None
    """Bummerls of winner and loser."""
    how: How = "played"
    offence: Offence | None = None
    """With `penalty`."""
    reason: str | None = None
    """Of a forfeit, a penalty or a correction."""


class Cleared(Event, frozen=True):
    """A result was taken back; the match is to be played again."""

    match: str
    reason: str | None = None


class Withdrawn(Event, frozen=True):
    """These cards are not played any more: whoever meets them wins."""

    cards: tuple[int, ...]
    reason: str | None = None


class Returned(Event, frozen=True):
    """Withdrawn cards are played again."""

    cards: tuple[int, ...]


class Boarded(Event, frozen=True):
    """A match was put on a board by hand."""

    match: str
    board: int


class Delayed(Event, frozen=True):
    """A match is not put on a board for now, as somebody is away; or it may be again."""

    match: str
    delayed: bool = True


AnyEvent: TypeAlias = (
    Announced
    | Changed
    | Registered
    | Sold
    | Unsold
    | Drawn
    | Paired
    | Undrawn
    | Resulted
    | Cleared
    | Withdrawn
    | Returned
    | Boarded
    | Delayed
)

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """An event as JSON on one line."""
    return _ENCODER.encode(event)


def decode(data: bytes | str) -> AnyEvent:
    """The event that `encode` was given.

    Raises:
        msgspec.ValidationError: it is none.
    """
    return _DECODER.decode(data)
