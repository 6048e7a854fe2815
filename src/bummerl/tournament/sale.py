"""May this happen? Announcing a tournament and selling its cards: events, or an error.

Nothing here knows the time, draws lots or opens files; what is needed is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import msgspec

from bummerl.errors import TournamentError
from bummerl.tournament.announcing import ALWAYS_OPEN, HIGHEST_PRICE, checked, named
from bummerl.tournament.draw import LARGEST, SECRET_BYTES
from bummerl.tournament.entries import Person, clean_name, clean_title, name_key
from bummerl.tournament.events import (
    Announced,
    AnyEvent,
    Changed,
    Registered,
    Settings,
    Sold,
    Unsold,
)
from bummerl.tournament.state import Tournament

MOST_PERSONS: Final = 2 * LARGEST
"""Those entered without a card included."""


@dataclass(frozen=True)
class Stamp:
    """When something happens, in milliseconds since 1970, and who does it."""

    at: int
    by: str | None = None


# ---- announcing ----------------------------------------------------------------------------


def announce(settings: Settings, secret: bytes, stamp: Stamp) -> tuple[AnyEvent, ...]:
    """A new tournament.

    Raises:
        TournamentError: a setting cannot be.
        RulesError: there are no such rules.
    """
    assert len(secret) == SECRET_BYTES
    settings = checked(settings)
    return (Announced(settings=settings, secret=secret.hex(), at=stamp.at, by=stamp.by),)


def change(t: Tournament, settings: Settings, stamp: Stamp) -> tuple[AnyEvent, ...]:
    """Another announcement; nothing happens if it is the same.

    Raises:
        TournamentError: a setting cannot be, or cannot be changed any more.
        RulesError: there are no such rules.
    """
    settings = checked(settings)
    before = msgspec.structs.asdict(t.settings)
    changed = {k for k, v in msgspec.structs.asdict(settings).items() if v != before[k]}
    fixed = sorted(changed - ALWAYS_OPEN)
    if t.rounds and fixed:
        raise TournamentError(
            "fixed since the draw, as announced before: {settings}", settings=named(fixed)
        )
    if "cards" in changed and any(number > settings.cards for number in t.entries.cards):
        raise TournamentError(
            "cards up to number {highest} are sold: {cards} cannot be issued",
            highest=max(t.entries.cards),
            cards=settings.cards,
        )
    return (Changed(settings=settings, at=stamp.at, by=stamp.by),) if changed else ()


# ---- selling -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Buyer:
    """What is known of somebody who buys; None leaves it as it is."""

    name: str
    club: str | None = None
    groups: Sequence[str] | None = None
    display: str | None = None


def sell(
    t: Tournament,
    buyer: Buyer,
    stamp: Stamp,
    *,
    cards: int = 1,
    numbers: Sequence[int] | None = None,
    price: int | None = None,
    mark: str | None = None,
) -> tuple[AnyEvent, ...]:
    """Somebody buys so many cards, or those `numbers`; after the draw: buys them again.

    A sale with a `mark` that an earlier sale had is that sale, told twice: nothing happens.

    Raises:
        TournamentError: there are not so many left, the person may not have so many, a number
            was sold already, or the sale is over.
    """
    if mark is not None and mark in t.entries.marks:
        return ()
    count = len(numbers) if numbers is not None else cards
    if count < 1:
        raise TournamentError("a sale is about one card at least")
    person = t.entries.named(buyer.name)
    if t.rounds:
        _check_rebuy(t, buyer.name, person, count)
    else:
        _check_sale(t, person, count)
    chosen = _numbers(t, count, numbers)
    events = register(t, buyer, stamp)
    id_ = person.id if person else len(t.entries.persons) + 1
    if price is None:
        again = t.settings.rebuy_price if t.rounds else None
        price = t.settings.price if again is None else again
    if not 0 <= price <= HIGHEST_PRICE:
        raise TournamentError("a card cannot have this price")
    sold = Sold(person=id_, cards=chosen, price=price, at=stamp.at, by=stamp.by, mark=mark)
    return (*events, sold)


def check_numbers(cards: int, numbers: Sequence[int] | None) -> None:
    """Whether somebody who wants so many cards, and these numbers, says the same twice.

    Raises:
        TournamentError: they differ.
    """
    if numbers is not None and len(numbers) != cards:
        raise TournamentError(
            "cards: {cards}, but numbers of cards: {numbers}", cards=cards, numbers=len(numbers)
        )


def distinct(cards: Iterable[int]) -> tuple[int, ...]:
    """These cards, each once.

    Raises:
        TournamentError: there is none.
    """
    found = tuple(dict.fromkeys(cards))
    if not found:
        raise TournamentError("say which cards")
    return found


def _check_sale(t: Tournament, person: Person | None, count: int) -> None:
    left = t.settings.cards - len(t.entries.cards)
    if count > left:
        raise TournamentError(
            "only {left} of the {cards} cards are left; more can be issued before the draw",
            left=left,
            cards=t.settings.cards,
        )
    _check_limit(t, len(t.entries.cards_of(person.id)) if person else 0, count)


def _check_limit(t: Tournament, held: int, count: int) -> None:
    if held + count > t.settings.max_per_person:
        raise TournamentError(
            "that would be {total} cards, but a person may hold only {most}",
            total=held + count,
            most=t.settings.max_per_person,
        )


def _check_rebuy(t: Tournament, name: str, person: Person | None, count: int) -> None:
    if t.settings.rebuy_until and not t.knockout:
        raise TournamentError("cards can be bought again only once the knock-out has begun")
    if not t.may_rebuy:
        raise TournamentError(
            "the sale is over: round {round} is drawn"
            if not t.settings.rebuy_until
            else "cards can be bought again only until the draw of round {until}",
            round=len(t.rounds),
            until=t.settings.rebuy_until,
        )
    cards = t.entries.cards_of(person.id) if person else ()
    alive = set(t.alive())
    # what did not qualify in a Danish stage has not lost in the knock-out
    played = {card for round_ in t.knockout for card in round_.cards}
    lost = [card for card in cards if card in played and card not in alive]
    again = [card for card in cards if t.entries.cards[card].again]
    if len(again) + count > len(lost):
        raise TournamentError(
            "only lost cards can be bought again; {name}: lost {lost}, bought again {again}",
            name=name,
            lost=len(lost),
            again=len(again),
        )
    _check_limit(t, len(alive.intersection(cards)), count)
    if len(alive) + count > LARGEST:
        raise TournamentError("more than {most} cards cannot be drawn", most=LARGEST)


def _numbers(t: Tournament, count: int, wanted: Sequence[int] | None) -> tuple[int, ...]:
    if wanted is None:
        return tuple(islice(t.entries.free_numbers(), count))
    most = LARGEST * 2 if t.rounds else t.settings.cards
    for number in wanted:
        if number in t.entries.cards:
            raise TournamentError(
                "card {card} was sold to {name} already",
                card=number,
                name=t.entries.person_of(number).name,
            )
        if not 1 <= number <= most or wanted.count(number) > 1:
            raise TournamentError(
                "card {card} cannot be sold: the cards are 1 to {most}, each once",
                card=number,
                most=most,
            )
    return tuple(wanted)


def register(
    t: Tournament, buyer: Buyer, stamp: Stamp, new_name: str | None = None
) -> tuple[AnyEvent, ...]:
    """New facts about somebody, if there are any; whoever is unknown is entered.

    Raises:
        TournamentError: a name that is none, or somebody else's, or there are too many persons.
    """
    person = t.entries.named(buyer.name)
    name = clean_name(new_name or (person.name if person else buyer.name))
    other = t.entries.named(name)
    if other is not None and other is not person:
        raise TournamentError(
            "somebody is called {name} already; add something to tell both apart",
            name=other.name,
        )
    if person is None and len(t.entries.persons) >= MOST_PERSONS:
        raise TournamentError("more than {most} persons cannot take part", most=MOST_PERSONS)
    known = person or Person(len(t.entries.persons) + 1, name)
    fresh = _renewed(t, known, name, buyer)
    if fresh == person:
        return ()
    _check_display(t, fresh)
    return (
        Registered(
            person=fresh.id,
            name=fresh.name,
            club=fresh.club,
            groups=fresh.groups,
            display=fresh.display,
            at=stamp.at,
            by=stamp.by,
        ),
    )


def _renewed(t: Tournament, known: Person, name: str, buyer: Buyer) -> Person:
    """A person with what is newly known."""
    club, groups, display = known.club, known.groups, known.display
    if buyer.club is not None:
        club = _optional(buyer.club)
        club = club and t.entries.clubs.of(club)
    if buyer.groups is not None:
        listed = {name_key(entry.group): entry.group for entry in t.settings.lists}
        wanted = [clean_title(group) for group in buyer.groups]
        spelled = (listed.get(name_key(group)) or t.entries.groups.of(group) for group in wanted)
        groups = tuple(dict.fromkeys(spelled))
    if buyer.display is not None:
        display = _optional(buyer.display)
    return Person(known.id, name, club, groups, display)


def _check_display(t: Tournament, person: Person) -> None:
    """Raises TournamentError if the person would be called in public as somebody else is."""
    for called in (person.name, person.display):
        if called is None:
            continue
        for other in (t.entries.named(called), t.entries.shown_as(called)):
            if other is not None and other.id != person.id:
                raise TournamentError(
                    "{display} is what {name} is called in public already; take another name",
                    display=called,
                    name=other.name,
                )


def _optional(text: str) -> str | None:
    """A text, or nothing for an empty one: that takes it away."""
    return clean_title(text) if text.strip() else None


def unsell(
    t: Tournament, cards: Iterable[int], stamp: Stamp, *, refund: bool = True
) -> tuple[AnyEvent, ...]:
    """A sale is undone; the numbers can be sold again.

    Raises:
        TournamentError: there is no card, it was not sold, or is drawn.
    """
    given = distinct(cards)
    undrawn = {card.number for card in t.new_cards}
    for card in given:
        t.entries.check_card(card)
        if card not in undrawn:
            raise TournamentError(
                "card {card} is drawn, so its sale cannot be undone; it can be withdrawn",
                card=card,
            )
    return (Unsold(cards=given, refund=refund, at=stamp.at, by=stamp.by),)


def latest_cards(t: Tournament, person: Person, count: int) -> tuple[int, ...]:
    """The cards a person bought last and that are not drawn yet.

    Raises:
        TournamentError: there are fewer.
    """
    undrawn = [card for card in t.new_cards if card.person == person.id]
    if not 1 <= count <= len(undrawn):
        raise TournamentError(
            "cards that {name} can give back: {cards}",
            name=person.name,
            cards=len(undrawn),
        )
    last = sorted(undrawn, key=lambda card: card.order)[-count:]
    return tuple(card.number for card in last)
