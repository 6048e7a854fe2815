"""What programs that play only the preset ``pagat`` share behind our line protocol.

Reading a view, knowing what is legal there, and answering line by line.  It stands next to the
programs' own scripts, which run where Bummerl is not installed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

SUITS = "SHDC"
RANKS = "JQKTA"
"""From low to high."""
PACK = [suit + rank for suit in SUITS for rank in reversed(RANKS)]


def cards_in(text: str) -> list[str]:
    """``HTJDA`` as ``HT HJ DA``; what follows a ``?`` is no card."""
    found, suit = [], ""
    for letter in text.partition("?")[0].replace("-", ""):
        if letter in SUITS:
            suit = letter
        else:
            found.append(suit + letter)
    return found


def unknown_in(text: str) -> int:
    """The number behind a ``?``."""
    return int(text.partition("?")[2] or 0)


def beats(card: str, led: str, trump: str) -> bool:
    """Whether the reply takes the trick."""
    if card[0] == led[0]:
        return RANKS.index(card[1]) > RANKS.index(led[1])
    return card[0] == trump


class Side(NamedTuple):
    """What belongs to one seat."""

    points: int
    tricks: int
    pending: int


def side_in(text: str) -> Side:
    """``25.2`` or ``0.0+40``."""
    counted, _, pending = text.partition("+")
    points, _, tricks = counted.partition(".")
    return Side(int(points), int(tricks), int(pending or 0))


class Table:
    """A view of our notation as the seat to move sees it."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.view = str(request["view"])
        rules, hands, trump, talon, closed, trick, points, gone, needed = self.view.split()
        if rules != "pagat":
            raise ValueError(f"the rules are {rules}, but this program plays only pagat")
        self.trump = trump
        self.leader = int(trick[0])
        on_table = trick[2:]
        self.announced = on_table[1] if on_table.startswith("m") else None
        self.led = "" if self.announced else on_table
        seat = request.get("seat")
        to_move = 1 - self.leader if self.led else self.leader
        self.me: int = to_move if seat is None else seat
        by_seat = hands.split("/")
        self.hand = cards_in(by_seat[self.me])
        self.shown = cards_in(by_seat[1 - self.me])
        self.missing = unknown_in(by_seat[1 - self.me])
        sides = [side_in(text) for text in points.split("/")]
        self.mine, self.other = sides[self.me], sides[1 - self.me]
        self.gone = cards_in(gone)
        self.needed = [int(number) for number in needed.split(":")]
        self.closed = "" if closed == "-" else closed
        down, _, turned = talon.partition("+")
        self.turned = turned.replace("-", "")
        self.down = cards_in(down)
        """Face-down cards that are known, next to be drawn first."""
        self.hidden = unknown_in(down)
        """How many others lie face down."""

    @property
    def is_open(self) -> bool:
        return bool(self.turned) and not self.closed

    @property
    def unseen(self) -> list[str]:
        """Cards that may be in the other hand or face down."""
        seen = {*self.hand, *self.shown, *self.gone, *self.down, self.led, self.turned}
        return [card for card in PACK if card not in seen]

    def legal(self) -> list[str]:
        """Our tokens of the legal moves, cards first."""
        if self.led:
            return self._replies()
        if self.announced:
            return [self.announced + "K", self.announced + "Q"]
        moves = [*self.hand]
        moves += [f"m{s}" for s in SUITS if s + "K" in self.hand and s + "Q" in self.hand]
        if self.is_open:
            moves += ["x"] if self.trump + "J" in self.hand else []
            moves += ["c"]
        return moves

    def _replies(self) -> list[str]:
        if self.is_open:
            return self.hand
        follow = [card for card in self.hand if card[0] == self.led[0]]
        beat = [card for card in follow if beats(card, self.led, self.trump)]
        trumps = [card for card in self.hand if card[0] == self.trump]
        return beat or follow or trumps or self.hand


AnyTable = TypeVar("AnyTable", bound=Table)


def answers(
    program: str,
    lines: Iterator[str],
    read: Callable[[dict[str, Any]], AnyTable],
    choose: Callable[[AnyTable], str],
) -> Iterator[str]:
    """A move for each request; one that our rules refuse is replaced and told on stderr."""
    replaced = 0
    for asked, line in enumerate(lines, 1):
        try:
            table = read(json.loads(line))
        except ValueError as error:
            sys.exit(f"{program}: {error}")
        try:
            move = choose(table)
            problem = "" if move in table.legal() else f"it answered {move}"
        except Exception as error:  # whatever the program does
            problem = f"{type(error).__name__}: {error}"
        if problem:
            replaced += 1
            move = table.legal()[0]
            print(
                f"{program}: {problem}; {move} instead, {replaced} of {asked} answers replaced; "
                f"{table.view}",
                file=sys.stderr,
            )
        yield move


def serve(
    parser: argparse.ArgumentParser,
    read: Callable[[dict[str, Any]], AnyTable],
    choose: Callable[[AnyTable], str],
) -> None:
    """Answers stdin on stdout until it ends; whatever else is printed goes to stderr."""
    out, sys.stdout = sys.stdout, sys.stderr
    for move in answers(parser.prog.removesuffix(".py"), iter(sys.stdin), read, choose):
        print(json.dumps({"move": move}), file=out, flush=True)
