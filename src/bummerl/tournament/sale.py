"""May this happen? Announcing a tournament and selling its cards: events, or an error.

Nothing here knows the time, draws lots or opens files; what is needed is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import msgspec

from bummerl.errors import TournamentError
from bummerl.rules.variants import parse_rules
from bummerl.text import Text
from bummerl.tournament.draw import LARGEST, SECRET_BYTES, SMALLEST, is_power_of_two, size_for
from bummerl.tournament.entries import Person, clean_name, name_key
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

HIGHEST_PRICE: Final = 10_000_00
"""Of a card, in hundredths."""
MOST_BOARDS: Final = 999
ALWAYS_OPEN: Final = frozenset(
    {"name", "boards", "prize_names", "club_prize", "public_names", "date", "place", "currency"}
)
"""What may be changed after the draw, too; all else is fixed then (TOUR-10)."""
_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "max_per_person": (1, LARGEST),
    "price": (0, HIGHEST_PRICE),
    "rebuy_price": (0, HIGHEST_PRICE),
    "rebuy_until": (0, 32),
    "prizes": (1, LARGEST),
    "boards": (0, MOST_BOARDS),
}


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
            "{settings}: fixed since the draw, as it was announced before",
            settings=", ".join(fixed),
        )
    sold = len(t.entries.cards)
    if "cards" in changed and any(number > settings.cards for number in t.entries.cards):
        raise TournamentError(
            "{sold} cards are sold, up to number {highest}: {cards} cannot be issued",
            sold=sold,
            highest=max(t.entries.cards),
            cards=settings.cards,
        )
    return (Changed(settings=settings, at=stamp.at, by=stamp.by),) if changed else ()


def checked(settings: Settings) -> Settings:
    """Settings in canonical form.

    Raises:
        TournamentError: a setting cannot be.
        RulesError: there are no such rules.
    """
    name = clean_name(settings.name)
    check_cards(settings.cards)
    for option, (least, most) in _RANGES.items():
        value = getattr(settings, option)
        if value is not None and not least <= value <= most:
            raise TournamentError(
                "{option} is {value}, but must be from {least} to {most}",
                option=option,
                value=value,
                least=least,
                most=most,
            )
    _check_danish(settings)
    groups = [entry.group for entry in settings.lists]
    for entry in settings.lists:
        clean_name(entry.group)
        if groups.count(entry.group) > 1 or not 1 <= entry.prizes <= LARGEST:
            raise TournamentError(
                "the list for {group} needs a number of prizes, and stands there once",
                group=entry.group,
            )
    return msgspec.structs.replace(settings, name=name, rules=str(parse_rules(settings.rules)))


def altered(settings: Settings, **changes: Any) -> Settings:
    """Settings with some of them changed."""
    return msgspec.structs.replace(settings, **changes)


def check_cards(cards: int) -> None:
    """Whether so many cards can be issued (TOUR-1).

    Raises:
        TournamentError: they cannot.
    """
    if not (SMALLEST <= cards <= LARGEST and is_power_of_two(cards)):
        raise TournamentError(
            "{cards} cards cannot be issued: it must be 8, 16, 32, 64, 128, 256, 512 or 1024",
            cards=cards,
        )


def _check_danish(settings: Settings) -> None:
    stage = settings.danish
    if stage is None:
        return
    if not 1 <= stage.rounds <= 32:
        raise TournamentError(
            "the Danish stage has {rounds} rounds, but must have 1 to 32", rounds=stage.rounds
        )
    if not (is_power_of_two(stage.qualifiers) and 2 <= stage.qualifiers <= settings.cards):
        raise TournamentError(
            "{qualifiers} cards cannot qualify: it must be 2, 4, 8, 16 and so on, and not more "
            "than are issued",
            qualifiers=stage.qualifiers,
        )
    if not stage.keys or len(set(stage.keys)) < len(stage.keys):
        raise TournamentError("the ranking needs one key at least, and each only once")


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
) -> tuple[AnyEvent, ...]:
    """Somebody buys so many cards, or those `numbers`; after the draw: buys them again.

    Raises:
        TournamentError: there are not so many left, the person may not have so many, a number
            was sold already, or the sale is over.
    """
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
    sold = Sold(person=id_, cards=chosen, price=price, at=stamp.at, by=stamp.by)
    return (*events, sold)


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
        TournamentError: a name that is none, or somebody else's.
    """
    person = t.entries.named(buyer.name)
    name = clean_name(new_name or (person.name if person else buyer.name))
    other = t.entries.named(name)
    if other is not None and other is not person:
        raise TournamentError(
            "somebody is called {name} already; add something to tell both apart",
            name=other.name,
        )
    known = person or Person(len(t.entries.persons) + 1, name)
    club, groups, display = known.club, known.groups, known.display
    if buyer.club is not None:
        club = _optional(buyer.club)
        club = club and _spelled(club, (p.club for p in t.entries.persons.values()))
    if buyer.groups is not None:
        listed = [entry.group for entry in t.settings.lists]
        used = [group for p in t.entries.persons.values() for group in p.groups]
        spelled = (_spelled(clean_name(group), (*listed, *used)) for group in buyer.groups)
        groups = tuple(dict.fromkeys(spelled))
    if buyer.display is not None:
        display = _optional(buyer.display)
    fresh = Person(known.id, name, club, groups, display)
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


def _check_display(t: Tournament, person: Person) -> None:
    for other in t.entries.persons.values():
        taken = {other.display, other.name}
        if other.id != person.id and person.display in taken - {None}:
            raise TournamentError(
                "{display} is what {name} is called in public already; take another name",
                display=person.display,
                name=other.name,
            )


def _spelled(text: str, known: Iterable[str | None]) -> str:
    """`text` as it was spelled before, so that capitals do not make two clubs of one."""
    return next((other for other in known if other and name_key(other) == name_key(text)), text)


def _optional(text: str) -> str | None:
    """A name, or nothing for an empty one: that takes it away."""
    return clean_name(text) if text.strip() else None


def unsell(
    t: Tournament, cards: Iterable[int], stamp: Stamp, *, refund: bool = True
) -> tuple[AnyEvent, ...]:
    """A sale is undone; the numbers can be sold again.

    Raises:
        TournamentError: a card was not sold, or is drawn.
    """
    given = tuple(dict.fromkeys(cards))
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
            "{name} has {cards} cards that can be given back",
            name=person.name,
            cards=len(undrawn),
        )
    last = sorted(undrawn, key=lambda card: card.order)[-count:]
    return tuple(card.number for card in last)


def advice_on_size(t: Tournament) -> Text | None:
    """What to do about the number of cards before the first draw, if anything."""
    sold, cards = len(t.entries.cards), t.settings.cards
    if t.settings.danish is not None or t.rounds or sold > cards // 2 or cards == SMALLEST:
        return None
    if sold < cards // 2:
        return Text(
            "{sold} of {cards} cards are sold, fewer than half: issue {half} cards",
            sold=sold,
            cards=cards,
            half=max(SMALLEST, size_for(sold)),  # as the draw would say
        )
    return Text(
        "only half of the {cards} cards are sold, so that all would have a bye: issue {half} cards",
        cards=cards,
        half=cards // 2,
    )
