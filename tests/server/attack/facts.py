"""What there was to know of a table, and since when: worked out anew from its log.

Written from docs/rules.md (DEAL-2 to PLAY-9, PAIR-6, XCHG-1, CLOSE-4) and docs/fairness.md alone,
without the rules of Bummerl, so that a mistake there cannot hide itself here.
"""

from __future__ import annotations

import itertools
import json
import re
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import fair_reference as fair
from bummerl.rules.variants import Rules, parse_rules

Cards = frozenset[str]
NONE: Final[Cards] = frozenset()
VIEWERS: Final = (0, 1, None)


@dataclass(frozen=True, slots=True)
class Moment:
    """What could be known right after an event."""

    seats: tuple[str | None, str | None]
    """Ids of the people at the table; None for a bot or nobody."""
    deal: int
    """On the table; 0: none yet."""
    over: bool
    """That deal is over."""
    visible: dict[int | None, Cards]
    """By viewer, cards that may be shown."""
    told: Cards
    """Cards that may be told in words beside: everybody saw them, and they are in no trick."""
    to_move: int | None


@dataclass(slots=True)
class Deal:
    """A deal as it is played."""

    number: int
    rules: Rules
    pack: list[str]
    dealer: int
    moves: list[str] = field(default_factory=list)
    hands: list[set[str]] = field(default_factory=list)
    shown: list[set[str]] = field(default_factory=list)
    talon: list[str] = field(default_factory=list)
    trick: list[str] = field(default_factory=list)
    tricks: list[tuple[int, list[str]]] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    fresh: bool = False
    """The last trick still lies there: nothing has happened since."""
    led: bool = True
    """A card was led since the last trick."""
    closed: bool = False
    to_move: int = 0

    def begin(self) -> Deal:
        """Deals the cards (DEAL-2, DEAL-3)."""
        first = 1 - self.dealer
        chunks = (3, 3, 3, 3) if self.rules.deck == 24 else (3, 3, 2, 2)
        place, hands = 0, [set[str](), set[str]()]
        turned: list[str] = []
        for index, count in enumerate(chunks):
            if self.rules.deck == 20 and index == 2:
                turned, place = [self.pack[place]], place + 1
            hands[first if index % 2 == 0 else self.dealer] |= set(self.pack[place : place + count])
            place += count
        if not turned:
            turned, place = [self.pack[place]], place + 1
        self.hands, self.shown = hands, [set(), set()]
        self.talon = self.pack[place:] + turned
        self.trick, self.tricks, self.moves = [], [], []
        self.told = set(turned)
        self.fresh, self.led, self.closed = False, True, False
        self.to_move = first
        return self

    @property
    def trump(self) -> str:
        return next(iter(self.told))[0]

    def move(self, token: str) -> None:
        """A move of whoever is to move."""
        self.moves.append(token)
        self.fresh = False
        seat = self.to_move
        if token == "x":
            low = self.trump + ("9" if self.rules.deck == 24 else "J")
            taken, self.talon[-1] = self.talon[-1], low
            self.hands[seat] ^= {low, taken}
            self.shown[seat].add(taken)
            self.told.add(low)
        elif token == "c":
            self.closed = True
        elif token == "d":
            self._draw(seat)
        elif token[0] == "m":
            self.shown[seat] |= {token[1] + "K", token[1] + "Q"}
        elif len(token) == 2:
            self._play(seat, token)

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].discard(card)
        self.shown[seat].discard(card)
        self.trick.append(card)
        self.led = True
        if len(self.trick) == 1:
            self.to_move = 1 - seat
            return
        led, reply = self.trick
        if reply[0] == led[0]:
            beats = "9JQKTA".index(reply[1]) > "9JQKTA".index(led[1])
        else:
            beats = reply[0] == self.trump
        winner = seat if beats else 1 - seat
        self.tricks.append((winner, self.trick))
        self.trick, self.fresh, self.led, self.to_move = [], True, False, winner
        rules = self.rules
        waits = rules.close_before_draw and len(self.talon) >= rules.close_min_talon
        if self.talon and not self.closed and not waits:
            self._draw(winner)

    def _draw(self, first: int) -> None:
        for seat in (first, 1 - first):
            card = self.talon.pop(0)
            self.hands[seat].add(card)
            if not self.talon:  # it lay turned up
                self.shown[seat].add(card)

    def visible(self, viewer: int | None) -> Cards:
        """What a viewer may be shown now (PLAY-8)."""
        seen = {*self.trick, *self.shown[0], *self.shown[1], *self.talon[-1:]}
        if viewer is not None:
            seen |= self.hands[viewer]
        if self.tricks and (self.fresh or (self.rules.tricks_visible == "last" and not self.led)):
            seen |= set(self.tricks[-1][1])
        if self.rules.tricks_visible == "own_and_first":
            for seat in (0, 1):
                won = [cards for winner, cards in self.tricks if winner == seat]
                seen.update(*(won if seat == viewer else won[:1]))
        return frozenset(seen)


@dataclass(slots=True)
class Number:
    """A number in hexadecimal digits that was secret once."""

    table: str
    what: str
    deal: int
    since: int | None
    """From which event on everybody may know it; None: never."""
    owner: int | None = None
    """The seat that knows it anyway."""


class History:
    """A table from its log: `moments[n]` is how things were after event `n`."""

    def __init__(
        self, table: str, rules: str, phase: str, events: Sequence[dict[str, Any]]
    ) -> None:
        self.table, self.events, self.rules = table, events, parse_rules(rules)
        self.finished = phase == "over"
        self.ends: dict[int, int] = {}
        """By deal, the event that ended it."""
        self.numbers: dict[str, Number] = {}
        self.packs: dict[str, int] = {}
        """Pack orders as text, with their deals."""
        self.cuts: dict[int, list[set[str]]] = {}
        """Cards that were cut for the first deal, by round."""
        self.ats = [event["at"] for event in events]
        self._find_ends()
        self.moments = [Moment((None, None), 0, False, dict.fromkeys(VIEWERS, NONE), NONE, None)]
        self.moments += self._told()

    def at(self, moment: int) -> int:
        """The number of the last event until a moment, in milliseconds."""
        return bisect_right(self.ats, moment)

    def seat_of(self, user: str | None, seq: int) -> int | None:
        """Where somebody sat then."""
        seats = self.moments[seq].seats
        return seats.index(user) if user is not None and user in seats else None

    def ended(self, deal: int, seq: int) -> bool:
        """Whether that deal was over then."""
        return seq >= self.ends.get(deal, 1 << 60)

    def _find_ends(self) -> None:
        last = 0
        for seq, event in enumerate(self.events, 1):
            kind = event["event"]
            if kind == "shuffling" and event["deal"] > 1:
                self.ends.setdefault(event["deal"] - 1, seq - 1)
            if kind in ("moved", "gaveup", "claimed"):
                last = seq
        dealt = [e["deal"] for e in self.events if e["event"] == "revealed"]
        counted = [deal for deal in set(dealt) if dealt.count(deal) >= 2]
        if self.finished and counted:
            self.ends.setdefault(max(counted), last)

    def _told(self) -> Iterator[Moment]:
        seats: list[str | None] = [None, None]
        deal: Deal | None = None
        shuffle: dict[str, Any] = {}
        dealer = 0
        for seq, event in enumerate(self.events, 1):
            match event["event"]:
                case "seated":
                    seats[event["seat"]] = event["sitter"].get("user")
                case "shuffling":
                    shuffle = {"secret": event["secret"], "commit": {}, "open": {}}
                    secret = bytes.fromhex(event["secret"])
                    self._number(event["secret"], "secret", event["deal"], None)
                    self._number(fair.commitment(secret), "commitment", event["deal"], seq)
                case "committed":
                    self._committed(shuffle, event, seq)
                case "revealed":
                    seat, text = event["seat"], event["contribution"]
                    self._number(text, "contribution", event["deal"], seq, seat)
                    shuffle["open"][seat] = bytes.fromhex(text)
                    if len(shuffle["open"]) == 2:
                        deal = self._deal(event["deal"], shuffle, dealer)
                        dealer = 1 - deal.dealer
                case "moved":
                    assert deal is not None
                    deal.move(event["move"])
                case "takenback":
                    assert deal is not None
                    kept = deal.moves[: event["moves"]]
                    deal.begin()
                    for token in kept:
                        deal.move(token)
            yield self._moment(seats, deal, seq)

    def _committed(self, shuffle: dict[str, Any], event: dict[str, Any], seq: int) -> None:
        shuffle["commit"][event["seat"]] = event["commitment"]
        both = len(shuffle["commit"]) == 2
        self._number(event["commitment"], "commitment", event["deal"], None, event["seat"])
        if both:
            for text in shuffle["commit"].values():
                self.numbers[text].since = seq

    def _number(
        self, text: str, what: str, deal: int, since: int | None, owner: int | None = None
    ) -> None:
        self.numbers.setdefault(text, Number(self.table, what, deal, since, owner))

    def _deal(self, number: int, shuffle: dict[str, Any], dealer: int) -> Deal:
        secret, clients = bytes.fromhex(shuffle["secret"]), [shuffle["open"][0], shuffle["open"][1]]
        deck = self.rules.deck
        pack = fair.order(deck, fair.key_of("pack", deck, number, secret, clients))
        if number == 1:
            dealer, rounds = fair.draw(deck, secret, clients)
            self.cuts[1] = [set(cut) for cut in rounds]
        self.numbers[shuffle["secret"]].since = self.ends.get(number)
        self.packs["".join(pack)] = number
        return Deal(number, self.rules, pack, dealer).begin()

    def _moment(self, seats: list[str | None], deal: Deal | None, seq: int) -> Moment:
        who = (seats[0], seats[1])
        if deal is None:
            return Moment(who, 0, False, dict.fromkeys(VIEWERS, NONE), NONE, None)
        if self.ended(deal.number, seq):
            every = dict.fromkeys(VIEWERS, frozenset(deal.pack))
            return Moment(who, deal.number, True, every, NONE, None)
        visible = {viewer: deal.visible(viewer) for viewer in VIEWERS}
        return Moment(who, deal.number, False, visible, frozenset(deal.told), deal.to_move)


def histories(database: Path, tables: Iterable[str] | None = None) -> dict[str, History]:
    """Of these tables, or of all, from the server's database."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=20)
    try:
        found = {}
        wanted = None if tables is None else set(tables)
        for table, rules, phase in connection.execute("SELECT id, rules, phase FROM tables"):
            if wanted is None or table in wanted:
                rows = connection.execute(
                    "SELECT data FROM events WHERE table_id = ? ORDER BY seq", (table,)
                )
                events = [json.loads(data) for (data,) in rows]
                found[table] = History(table, rules, phase, events)
        return found
    finally:
        connection.close()


_SUITS: Final = {
    **dict.fromkeys(("spades", "leaves", "Pik", "Laub", "♠"), "S"),
    **dict.fromkeys(("hearts", "Herz", "♥"), "H"),
    **dict.fromkeys(("diamonds", "bells", "Karo", "Schelle", "Schellen", "♦"), "D"),
    **dict.fromkeys(("clubs", "acorns", "Kreuz", "Treff", "Eichel", "♣"), "C"),
}
_RANKS: Final = {
    **dict.fromkeys(("nine", "Neun", "Neuner", "9"), "9"),
    **dict.fromkeys(("jack", "Unter", "Bube", "Buben", "Bub", "J", "B", "U"), "J"),
    **dict.fromkeys(("queen", "Ober", "Dame", "Q", "D", "O"), "Q"),
    **dict.fromkeys(("king", "König", "K"), "K"),
    **dict.fromkeys(("ten", "Zehn", "Zehner", "10", "T"), "T"),
    **dict.fromkeys(("ace", "Ass", "Sau", "Daus", "deuce", "A"), "A"),
}
_LONG: Final = "|".join(rank for rank in _RANKS if len(rank) > 2)
_SHORT: Final = "".join(rank for rank in _RANKS if len(rank) == 1)
_ENGLISH: Final = "|".join(suit for suit in _SUITS if suit.islower())
_GERMAN: Final = "|".join(suit for suit in _SUITS if suit.istitle())
_WORDS: Final = re.compile(
    rf"\b({_LONG}) of ({_ENGLISH})|\b({_GERMAN})[- ]({_LONG})|([♠♥♦♣])(10|[{_SHORT}])"
)
_TOKENS: Final = re.compile(r"(?<![A-Za-z0-9])(?:[SHDC][9JQKTA])+(?![A-Za-z0-9])")
NUMBERS: Final = re.compile(rb"(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])")
PACKS: Final = re.compile(rb"(?:[SHDC][9JQKTA]){20,24}")


def tokens_in(text: str) -> Cards:
    """Cards that a text names as tokens."""
    found = _TOKENS.findall(text)
    return frozenset(one[n : n + 2] for one in found for n in range(0, len(one), 2)) or NONE


def words_in(text: str) -> Cards:
    """Cards that a text names in words, in any language, for any deck.

    >>> sorted(words_in("Du spielst die Herz-Dame auf den king of leaves."))
    ['HQ', 'SK']
    """
    found = set()
    for rank, suit, suit_first, rank_last, sign, index in _WORDS.findall(text):
        found.add(_SUITS[suit or suit_first or sign] + _RANKS[rank or rank_last or index])
    return frozenset(found) or NONE


def strings_in(value: Any) -> Iterator[str]:
    """All strings in a JSON value, keys included."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            stack += itertools.chain(one, one.values())
        elif isinstance(one, list):
            stack += one
