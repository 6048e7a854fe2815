"""Who gets which prize: by card or by person, lists apart, the club prize (TOUR-8, 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bummerl.tournament.entries import Person
from bummerl.tournament.events import Settings
from bummerl.tournament.places import Place


@dataclass(frozen=True)
class Prize:
    """A prize and its winner, as far as known."""

    list: str | None
    """The group it is for; None: the main list."""
    number: int
    """1 is the best of its list."""
    name: str | None
    """What it is."""
    place: int | None = None
    """Of the card in the whole tournament, the best it can still have if not decided."""
    card: int | None = None
    """None: not decided yet, or nobody is left for it."""
    unawarded: bool = False
    """Nobody can get it any more."""


class ClubPrize(NamedTuple):
    """What the club with the most players gets."""

    name: str
    clubs: tuple[str, ...]
    """Several if they are level."""
    players: int


def awards(
    settings: Settings, places: Sequence[Place], person_of: Callable[[int], Person], closed: bool
) -> list[Prize]:
    """All prizes in order: the main list, then each list of its own.

    Under `one_prize_each` a person keeps the first in this order.  In the main list only cards on
    prize places move up, and last prizes without a player stay unawarded (TOUR-9); in a list of
    its own, whose places nobody plays for, all members move up.  `closed`: no card can join any
    more, so that nobody can get what is left over.
    """
    apart = _apart(settings)
    desk = _Desk(settings.one_prize_each, person_of, closed)
    main = _only(places, lambda card: not apart & set(person_of(card).groups))
    desk.award(None, settings.prizes, settings.prize_names, _cut(main, settings.prizes))
    for entry in settings.lists:
        members = _only(places, lambda card, g=entry.group: g in person_of(card).groups)  # type: ignore[misc]
        desk.award(entry.group, entry.prizes, entry.names, members)
    return desk.prizes


class _Desk:
    """Hands out prizes, list by list."""

    def __init__(self, each: bool, person_of: Callable[[int], Person], closed: bool) -> None:
        self._each, self._person_of, self._closed = each, person_of, closed
        self._served: set[int] = set()
        self._hopeful: set[int] = set()
        """Persons with cards on places before that are not decided: they may do better yet."""
        self.prizes: list[Prize] = []

    def award(
        self, group: str | None, count: int, names: Sequence[str], places: Iterable[Place]
    ) -> None:
        """The prizes of one list."""
        named = dict(enumerate(names, start=1))
        number = 0
        for place in places:
            if number == count:
                break
            persons = {self._person_of(card).id for card in place.cards}
            decided = place.decided
            if self._each:
                if decided and persons <= self._served:
                    continue
                decided = decided and not persons & self._hopeful
                (self._served if decided else self._hopeful).update(persons)
            for _ in range(min(len(place.cards), count - number)):
                number += 1
                card = place.cards[0] if decided else None
                self.prizes.append(Prize(group, number, named.get(number), place.first, card))
        for left in range(number + 1, count + 1):
            self.prizes.append(Prize(group, left, named.get(left), unawarded=self._closed))


def most_winners(settings: Settings, holders: Sequence[Person]) -> int:
    """How many prizes of the main list can have a winner, given the holder of each card."""
    apart = _apart(settings)
    playing = [holder.id for holder in holders if not apart & set(holder.groups)]
    return len(set(playing) if settings.one_prize_each else playing)


def _apart(settings: Settings) -> set[str]:
    """Groups that are not in the main list."""
    return {group.group for group in settings.lists if group.apart}


def _only(places: Sequence[Place], member: Callable[[int], bool]) -> list[Place]:
    """The places of some cards alone; their numbers stay those of the whole tournament."""
    kept = (Place(p.first, p.last, tuple(filter(member, p.cards))) for p in places)
    # a card alone of its group in an undecided place is as good as decided within the group
    return [place for place in kept if place.cards]


def _cut(places: Iterable[Place], count: int) -> list[Place]:
    """As many places as reach the prizes."""
    found: list[Place] = []
    cards = 0
    for place in places:
        if cards >= count:
            break
        found.append(place)
        cards += len(place.cards)
    return found


def club_prize(name: str, persons: Collection[Person]) -> ClubPrize:
    """The club with the most players."""
    players = Counter(person.club for person in persons if person.club)
    most = max(players.values(), default=0)
    return ClubPrize(name, tuple(sorted(c for c, n in players.items() if c and n == most)), most)
