"""Persons and their entry cards: who holds what, and in which order it was sold (TOUR-1)."""

from __future__ import annotations

import difflib
import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from bummerl.errors import TournamentError, hint
from bummerl.tournament.events import Registered, Sold, Unsold

LONGEST_NAME: Final = 60
"""Characters of a person's name, a club's or a group's."""
_SHOWN: Final = 8
"""Names that an error lists."""
_WHOLE: Final = re.compile("[0-9]{1,6}")


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


@dataclass(frozen=True)
class Payment:
    """Money in, or out again."""

    at: int
    """Milliseconds since 1970."""
    person: int
    cards: tuple[int, ...]
    amount: int
    """In hundredths; negative for a refund."""
    kind: Literal["sale", "again", "refund"]


@dataclass
class Spellings:
    """Clubs or groups in use, so that capitals do not make two of one."""

    _known: dict[str, list[str]] = field(default_factory=dict)

    def of(self, text: str) -> str:
        """`text` as it was spelled before, if it was."""
        known = self._known.get(name_key(text))
        return known[0] if known else text

    def use(self, *texts: str | None) -> None:
        """Somebody has these."""
        for text in filter(None, texts):
            self._known.setdefault(name_key(text), []).append(text)

    def drop(self, *texts: str | None) -> None:
        """Somebody has them no more."""
        for text in filter(None, texts):
            self._known[name_key(text)].remove(text)


@dataclass
class Entries:
    """The book of persons, cards and payments."""

    persons: dict[int, Person] = field(default_factory=dict)
    cards: dict[int, Card] = field(default_factory=dict)
    """Those sold, by number."""
    marks: set[str] = field(default_factory=set)
    """Of the sales so far, as far as they have one."""
    payments: list[Payment] = field(default_factory=list)
    """In order."""
    clubs: Spellings = field(default_factory=Spellings)
    groups: Spellings = field(default_factory=Spellings)
    _sales: int = 0
    _names: dict[str, int] = field(default_factory=dict)
    """Persons by what their names are compared by."""
    _displays: dict[str, int] = field(default_factory=dict)
    """Those with a chosen name in public, in the same way."""

    def register(self, event: Registered) -> None:
        """A new person, or new facts about one."""
        before = self.persons.get(event.person)
        if before is not None:
            self._names.pop(name_key(before.name), None)
            self._displays.pop(name_key(before.display or ""), None)
            self.clubs.drop(before.club)
            self.groups.drop(*before.groups)
        self.clubs.use(event.club)
        self.groups.use(*event.groups)
        self._names[name_key(event.name)] = event.person
        if event.display:
            self._displays[name_key(event.display)] = event.person
        self.persons[event.person] = Person(
            event.person, event.name, event.club, event.groups, event.display
        )

    def sell(self, event: Sold, *, again: bool) -> None:
        """Cards change hands."""
        if event.mark is not None:
            self.marks.add(event.mark)
        for number in event.cards:
            self._sales += 1
            self.cards[number] = Card(number, event.person, event.price, self._sales, again)
        amount = event.price * len(event.cards)
        kind: Literal["sale", "again"] = "again" if again else "sale"
        self.payments.append(Payment(event.at, event.person, event.cards, amount, kind))

    def take_back(self, event: Unsold) -> None:
        """Cards are given back; their numbers can be sold again."""
        for number in event.cards:
            card = self.cards.pop(number)
            if event.refund:
                self.payments.append(
                    Payment(event.at, card.person, (number,), -card.price, "refund")
                )

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
        person = self._names.get(name_key(name))
        return None if person is None else self.persons[person]

    def shown_as(self, name: str) -> Person | None:
        """The person for whom this name in public was chosen."""
        person = self._displays.get(name_key(name))
        return None if person is None else self.persons[person]

    def find(self, name: str) -> Person:
        """The person of this name.

        Raises:
            TournamentError: nobody has it; the sentence says who may be meant.
        """
        person = self.named(name)
        name = name[: 2 * LONGEST_NAME]
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
    """A person's name without superfluous blanks.

    Raises:
        TournamentError: as in `clean_title`, or it is a number, which would be taken for a card.
    """
    cleaned = clean_title(name)
    if cleaned.isdigit():
        raise TournamentError(
            "{name!r} is no name: a number alone would be taken for a card", name=cleaned
        )
    return cleaned


def clean_title(name: str) -> str:
    """What a tournament, a club or a group is called, without superfluous blanks.

    Raises:
        TournamentError: it is empty, too long, or has signs that cannot be printed.
    """
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not cleaned or len(cleaned) > LONGEST_NAME or not cleaned.isprintable():
        raise TournamentError(
            "{name!r} is no name: 1 to {most} letters, signs and blanks are",
            name=name[: 2 * LONGEST_NAME],
            most=LONGEST_NAME,
        )
    return cleaned


def whole_number(text: str) -> int | None:
    """The number that somebody has written, of six digits at most; None if it is none.

    >>> whole_number("17"), whole_number("seventeen"), whole_number("1" * 5000)
    (17, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


@functools.lru_cache(maxsize=1 << 14)
def name_key(name: str) -> str:
    """What names are compared by."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
