"""What can be asked of a tournament as it stands; `state` says how it came about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bummerl.rules.variants import Rules, parse_rules
from bummerl.tournament import boards
from bummerl.tournament.danish import Record, ranking
from bummerl.tournament.draw import Holder, commitment_of, entry_list, list_hash, size_for
from bummerl.tournament.entries import Card, Entries
from bummerl.tournament.events import AnyEvent, Drawn, Paired, Settings
from bummerl.tournament.names import public_names
from bummerl.tournament.places import Place, Wanted, entrants, places
from bummerl.tournament.prizes import ClubPrize, Prize, awards, club_prize, most_winners
from bummerl.tournament.rounds import Match, Round, Stage

Phase: TypeAlias = Literal["sale", "danish", "knockout", "over"]


@dataclass(frozen=True)
class DrawRecord:
    """What is published of a draw; who wants can reckon it again."""

    number: int
    """Of the draw, from 1, void ones included: it takes the secret of this number."""
    stage: Stage
    round: int
    entries: str
    """The entries as they were drawn."""
    list_hash: str
    word: str | None
    """None: the lots were drawn by hand, or none were needed."""
    secret: str | None
    seed: str | None
    event: Drawn | Paired
    void: str | None = None
    """Why the draw does not count."""

    @property
    def by_hand(self) -> bool:
        """The lots were drawn by hand."""
        return isinstance(self.event, Drawn) and self.event.by_hand


@dataclass
class Standing:
    """A tournament after so many events."""

    settings: Settings
    secret: bytes
    """End of the chain; nobody may see it."""
    entries: Entries = field(default_factory=Entries)
    danish: list[Round] = field(default_factory=list)
    """Rounds of the Danish stage."""
    knockout: list[Round] = field(default_factory=list)
    place_matches: dict[str, Match] = field(default_factory=dict)
    """For places 3 to 8, by id; see `bummerl.tournament.places`."""
    withdrawn: set[int] = field(default_factory=set)
    draws: list[DrawRecord] = field(default_factory=list)
    history: list[AnyEvent] = field(default_factory=list)
    _entered: set[int] = field(default_factory=set)
    """Cards that were in a round that stands."""

    # ---- what there is ---------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """Number of the last event."""
        return len(self.history)

    @property
    def rules(self) -> Rules:
        """The rules, with the Bummerls that win a match."""
        return parse_rules(self.settings.rules)

    @property
    def commitment(self) -> str:
        """What is published before cards are sold."""
        return commitment_of(self.secret).hex()

    @property
    def rounds(self) -> list[Round]:
        """All rounds, the Danish ones first."""
        return [*self.danish, *self.knockout]

    @property
    def current(self) -> Round | None:
        """The round that was drawn last."""
        if self.knockout:
            return self.knockout[-1]
        return self.danish[-1] if self.danish else None

    @property
    def phase(self) -> Phase:
        """Which part of the tournament it is."""
        if self.over:
            return "over"
        if self.knockout:
            return "knockout"
        return "danish" if self.danish else "sale"

    @property
    def final_played(self) -> bool:
        """There is a winner."""
        return self.all_drawn and self.knockout[-1].complete

    @property
    def all_drawn(self) -> bool:
        """Nothing is left to draw: the final is."""
        return bool(self.knockout) and self.knockout[-1].size == 2

    @property
    def over(self) -> bool:
        """Nothing is to be played any more."""
        return self.final_played and not self.open_matches()

    def matches(self) -> list[Match]:
        """What belongs to the running round: its matches, and those for places."""
        current = self.current
        in_order = sorted(self.place_matches.values(), key=lambda match: match.id)
        return [*(current.matches if current else ()), *in_order]

    def open_matches(self) -> list[Match]:
        """What is still to be played now."""
        return [match for match in self.matches() if match.outcome is None]

    def match(self, wanted: str) -> Match | None:
        """A match of any round by its id."""
        if wanted in self.place_matches:
            return self.place_matches[wanted]
        found = (m for r in reversed(self.rounds) for m in r.matches if m.id == wanted)
        return next(found, None)

    def person_id(self, card: int) -> int:
        """Who holds a card, as a number."""
        return self.entries.cards[card].person

    def match_state(self, match: Match) -> boards.State:
        """How a match of the running round stands."""
        return boards.state_of(match, self.busy(), self.person_id)

    def busy(self) -> set[int]:
        """The persons at a board."""
        return boards.busy_persons(self.matches(), self.person_id)

    # ---- cards -----------------------------------------------------------------------------

    def bought_again(self) -> tuple[int, ...]:
        """Cards bought again that wait for the next draw."""
        return tuple(sorted(c.number for c in self.new_cards if c.again))

    @property
    def new_cards(self) -> list[Card]:
        """Cards never drawn so far."""
        return [c for n, c in self.entries.cards.items() if n not in self._entered]

    def alive(self) -> tuple[int, ...]:
        """Cards that can still win, ascending."""
        if self.knockout:
            return tuple(sorted((*self.knockout[-1].left(), *self.bought_again())))
        return tuple(sorted(self.entries.cards))

    def entering(self) -> tuple[int, ...]:
        """The cards of the next knock-out round, as things stand."""
        if self.danish and not self.knockout:
            assert self.settings.danish is not None
            best = self.ranking()[: self.settings.danish.qualifiers]
            return tuple(sorted(record.card for record in best))
        return self.alive()

    def next_size(self) -> int:
        """Numbers in both pots together at the next knock-out draw."""
        if self.knockout or self.danish:
            return size_for(len(self.entering()))
        return self.settings.cards

    def holders(self, cards: Iterable[int], *, most_first: bool) -> list[Holder]:
        """Who draws in which order: that of sale, or holders of several cards first (TOUR-3, 7)."""
        held = self.entries.by_person(cards)
        order = sorted(held, key=lambda p: -len(held[p])) if most_first else list(held)
        names = self.public_names
        return [Holder(names[person], held[person]) for person in order]

    def next_holders(self) -> list[Holder]:
        """Who draws in the next knock-out round."""
        return self.holders(self.entering(), most_first=bool(self.knockout))

    def danish_holders(self) -> list[Holder]:
        """The list of entries of the Danish stage's draw."""
        return self.holders(self.entries.cards, most_first=False)

    @property
    def next_list(self) -> str | None:
        """The list of entries of the next draw, if a word will decide it and all can be known.

        Its hash is published before the word is called: who knows the secret and has heard the
        word could else change a name on the list until the lots please him.
        """
        if not self.entries.cards or (self.current is not None and not self.current.complete):
            return None
        stage = self.settings.danish
        if stage is not None and not self.knockout and len(self.danish) < stage.rounds:
            return None if self.danish else entry_list(1, self.danish_holders())
        if self.final_played or self.next_size() == 2:
            return None
        return entry_list(len(self.knockout) + 1, self.next_holders())

    @property
    def next_list_hash(self) -> str | None:
        """What is published of the list before the word is called."""
        entries = self.next_list
        return None if entries is None else list_hash(entries).hex()

    @property
    def public_names(self) -> dict[int, str]:
        """What every person is called in public."""
        persons = self.entries.persons
        return public_names(
            {person.id: person.name for person in persons.values()},
            {person.id: person.display for person in persons.values() if person.display},
            self.settings.public_names,
        )

    @property
    def may_rebuy(self) -> bool:
        """Cards bought again now would be drawn into the next round."""
        return self._may_rebuy(self.knockout)

    def _may_rebuy(self, knockout: list[Round]) -> bool:
        return 0 < len(knockout) < self.settings.rebuy_until and knockout[-1].size > 2

    # ---- standings -------------------------------------------------------------------------

    def ranking(self) -> list[Record]:
        """The cards of the Danish stage, the best first."""
        assert self.settings.danish is not None
        keys = self.settings.danish.keys
        return ranking(self.danish, keys, self.rules.match, self.withdrawn)

    def due_places(self, drawn: int | None = None) -> dict[str, tuple[int, ...]]:
        """Who plays for places 3 to 8, by match; `drawn`: as if only so many rounds were."""
        knockout = self.knockout if drawn is None else self.knockout[:drawn]
        wanted = Wanted(
            self.settings.third_place and self.settings.prizes > 2,
            self.settings.places_5_8 and self.settings.prizes > 4,
        )
        return entrants(knockout, self.place_matches, wanted, self._may_rebuy(knockout))

    def places(self) -> list[Place]:
        """All cards of the knock-out by place."""
        return places(self.knockout, self.place_matches, self.due_places())

    def prizes(self) -> list[Prize]:
        """All prizes with their winners, as far as known."""
        closed = bool(self.knockout) and not self.may_rebuy
        return awards(self.settings, self.places(), self.entries.person_of, closed=closed)

    def most_winners(self) -> int:
        """How many prizes of the main list can have a winner, if no more cards are sold."""
        holders = [self.entries.person_of(card) for card in self.entries.cards]
        most = most_winners(self.settings, holders)
        stage = self.settings.danish
        return most if stage is None else min(most, stage.qualifiers)

    def club_prize(self) -> ClubPrize | None:
        """The club with the most players, where there is a prize for it."""
        if self.settings.club_prize is None:
            return None
        holders = {card.person for card in self.entries.cards.values()}
        players = [self.entries.persons[person] for person in holders]
        return club_prize(self.settings.club_prize, players)
