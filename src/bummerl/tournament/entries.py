"""Persons and their entry cards: who holds what, and in which order it was sold (TOUR-1)."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from bummerl.errors import TournamentError, hint
from bummerl.tournament.events import Registered, Sold, Unsold

LONGEST_NAME: Final = 60
"""Characters of a person's name, a club's or a group's."""
_SHOWN: Final = 8
"""Names that an error lists."""


@dataclass
class Person:
    """Somebody who takes part."""

    id: int
    name: str
    club: str | None = None
    groups: tuple[str, ...] = ()
    display: str | None = None
    """The name on public pages, where it was chosen by hand."""


@dataclass
class Card:
    """An entry card that was sold."""

    number: int
    person: int
    price: int
    order: int
    """Counts all cards ever sold."""
    again: bool
    """Bought after the first draw."""


@dataclass
class Entries:
    """The book of persons and cards."""

    persons: dict[int, Person] = field(default_factory=dict)
    cards: dict[int, Card] = field(default_factory=dict)
    """Those sold, by number."""
    _sales: int = 0

    def register(self, event: Registered) -> None:
        """A new person, or new facts about one."""
        self.persons[event.person] = Person(
            event.person, event.name, event.club, event.groups, event.display
        )

    def sell(self, event: Sold, *, again: bool) -> None:
        """Cards change hands."""
        for number in event.cards:
            self._sales += 1
            self.cards[number] = Card(number, event.person, event.price, self._sales, again)

    def take_back(self, event: Unsold) -> None:
        """Cards are given back; their numbers can be sold again."""
        for number in event.cards:
            del self.cards[number]

    def cards_of(self, person: int) -> tuple[int, ...]:
        """All card numbers a person ever bought and kept, ascending."""
        return tuple(sorted(n for n, card in self.cards.items() if card.person == person))

    def person_of(self, card: int) -> Person:
        """Who holds a card."""
        return self.persons[self.cards[card].person]

    def same_person(self, a: int, b: int) -> bool:
        """Whether one person holds both cards."""
        return self.cards[a].person == self.cards[b].person

    def free_numbers(self) -> Iterator[int]:
        """Card numbers not sold, the lowest first, without end."""
        number = 1
        while True:
            if number not in self.cards:
                yield number
            number += 1

    def by_person(self, cards: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """These cards by person, each person's ascending; the persons in order of sale.

        A person's place in that order is that of the first card they still have, played or not.
        """
        first: dict[int, int] = {}
        for card in self.cards.values():
            first[card.person] = min(card.order, first.get(card.person, card.order))
        held: dict[int, list[int]] = {person: [] for person in sorted(first, key=first.__getitem__)}
        for number in sorted(cards):
            held[self.cards[number].person].append(number)
        return {person: tuple(numbers) for person, numbers in held.items() if numbers}

    def named(self, name: str) -> Person | None:
        """The person of this name; capitals and blanks do not matter."""
        key = name_key(name)
        return next((p for p in self.persons.values() if name_key(p.name) == key), None)

    def find(self, name: str) -> Person:
        """The person of this name.

        Raises:
            TournamentError: nobody has it; the sentence says who may be meant.
        """
        person = self.named(name)
        if person is None:
            if not self.persons:
                raise TournamentError("nobody is called {name!r}: no card was sold yet", name=name)
            names = [p.name for p in self.persons.values()]
            if len(names) > _SHOWN and not difflib.get_close_matches(name, names):
                raise TournamentError("nobody is called {name!r}; see the list of all", name=name)
            raise TournamentError(
                "nobody is called {name!r}; {hint}", name=name, hint=hint(name, names)
            )
        return person

    def check_card(self, number: int) -> None:
        """Whether a card was sold.

        Raises:
            TournamentError: it was not.
        """
        if number not in self.cards:
            raise TournamentError("card {card} was not sold", card=number)


def clean_name(name: str) -> str:
    """A name without superfluous blanks.

    Raises:
        TournamentError: it is empty, too long, has signs that cannot be printed, or is a number,
            which would be taken for a card.
    """
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned or len(cleaned) > LONGEST_NAME or not cleaned.isprintable():
        raise TournamentError(
            "{name!r} is no name: 1 to {most} letters, signs and blanks are",
            name=name[: 2 * LONGEST_NAME],
            most=LONGEST_NAME,
        )
    if cleaned.isdigit():
        raise TournamentError(
            "{name!r} is no name: a number alone would be taken for a card", name=cleaned
        )
    return cleaned


def name_key(name: str) -> str:
    """What names are compared by."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
