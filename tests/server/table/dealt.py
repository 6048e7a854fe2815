"""Tables driven from outside, as `live` does it: commands in, events written and applied."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from bummerl.match.fairness import client_commitment
from bummerl.notation.tokens import MOVE_TOKENS
from bummerl.rules.moves import Move, Seat
from bummerl.server import wire
from bummerl.server.table import commands
from bummerl.server.table.events import AnyEvent, Opened, Sitter, TableSpec, decode, encode
from bummerl.server.table.refusal import Refused
from bummerl.server.table.scene import Viewer, scene
from bummerl.server.table.state import Table
from bummerl.server.table.steps import Step
from support import random_move

ANNA = Sitter("Anna", user="u-anna", rating=1612)
BERT = Sitter("Bert", user="u-bert")
BOT = Sitter("Regular", bot="regular")
START = 1_000_000


@dataclass
class Driven:
    """A table with the log that made it, and a clock that the test moves."""

    table: Table
    rng: random.Random
    at: int = START
    log: list[AnyEvent] = field(default_factory=list)
    last: list[Step] = field(default_factory=list)
    """Steps of the last call."""
    after: Callable[[Driven], None] | None = None
    """Is called after every event."""
    contributions: dict[tuple[int, str, Seat], bytes] = field(default_factory=dict)

    def write(self, events: tuple[AnyEvent, ...]) -> None:
        """Events come into effect as after having been in the database."""
        for event in events:
            kept = decode(encode(event))
            self.log.append(kept)
            self.last.append(self.table.apply(kept))
            if self.after is not None:
                self.after(self)

    def do(self, seat: Seat | None, command: wire.AnyCommand) -> list[Step]:
        """Somebody wants something, and the table does what it must then."""
        self.last = []
        self.write(commands.decide(self.table, command, seat, self.at))
        self.settle()
        return self.last

    def settle(self) -> None:
        """The table does what is due."""
        while events := commands.due(self.table, self.at, lambda: self.rng.randbytes(32)):
            self.write(events)

    def play(self, move: Move | str, seat: Seat | None = None) -> list[Step]:
        """Whoever is to move plays, a bot by itself."""
        table = self.table
        who = table.to_move if seat is None else seat
        assert who is not None
        token = move if isinstance(move, str) else MOVE_TOKENS[move]
        if commands.bot_to_move(table) == who:
            self.last = []
            number = MOVE_TOKENS.index(token)
            self.write(commands.bot_moved(table, who, number, self.at))
            self.settle()
            return self.last
        return self.do(who, wire.Play(id=1, version=table.version, move=token))

    def commit(self, seat: Seat) -> list[Step]:
        """The browser of a seat commits itself."""
        shuffle = self.table.shuffle
        assert shuffle is not None
        mine = self.rng.randbytes(32)
        self.contributions[shuffle.number, shuffle.commitment, seat] = mine
        commitment = client_commitment(seat, mine)
        return self.do(seat, wire.Commit(id=1, deal=shuffle.number, commitment=commitment))

    def reveal(self, seat: Seat) -> list[Step]:
        """The browser of a seat opens its contribution."""
        shuffle = self.table.shuffle
        assert shuffle is not None
        mine = self.contributions[shuffle.number, shuffle.commitment, seat]
        return self.do(seat, wire.Reveal(id=1, deal=shuffle.number, contribution=mine.hex()))

    def deal(self) -> None:
        """All that is needed for the next deal."""
        for seat in (1, 0):
            if self.table.owes(seat) == "commitment":
                self.commit(seat)
        for seat in (1, 0):
            if self.table.owes(seat) == "contribution":
                self.reveal(seat)

    def wait(self, milliseconds: int) -> None:
        """Time passes."""
        self.at += milliseconds

    def legal(self) -> tuple[Move, ...]:
        """What whoever is to move may do."""
        assert self.table.match is not None
        return self.table.match.position.legal_moves()

    def random_move(self) -> Move:
        """A move of whoever is to move, legal for a person."""
        assert self.table.match is not None
        position = self.table.match.position
        while True:
            move = random_move(self.rng, position)
            if self.table.is_bot(position.to_move) or move in position.legal_moves():
                return move

    def play_deal(self) -> None:
        """The running deal to its end."""
        while self.table.to_move is not None:
            self.wait(self.rng.randrange(3000))
            self.play(self.random_move())


def opened(
    rules: str = "soft",
    first: Sitter | None = ANNA,
    second: Sitter | None = BERT,
    *,
    seed: int = 1,
    after: Callable[[Driven], None] | None = None,
    **spec: object,
) -> Driven:
    """A table just opened, the seats taken, the shuffle of the first deal begun."""
    made = TableSpec(rules, **spec)  # type: ignore[arg-type]
    driven = Driven(Table("t1"), random.Random(seed), after=after)
    driven.write((Opened(at=driven.at, spec=made),))
    for seat, sitter in enumerate((first, second)):
        if sitter is not None:
            driven.write(commands.seated(driven.table, seat, sitter, driven.at))
    driven.settle()
    return driven


def dealt(rules: str = "soft", *sitters: Sitter | None, seed: int = 1, **spec: object) -> Driven:
    """A table with the first deal on it."""
    driven = opened(rules, *sitters, seed=seed, **spec)  # type: ignore[arg-type]
    driven.deal()
    return driven


def matches(driven: Driven, deals: int = 99) -> Iterator[None]:
    """Plays deal after deal; yields after each until the match is over."""
    for _ in range(deals):
        driven.deal()
        driven.play_deal()
        yield
        if driven.table.phase == "over":
            return


def look(
    driven: Driven, seat: int | None = 0, lang: str = "en", deck: str = "french"
) -> wire.Scene:
    """What a viewer sees now."""
    return scene(driven.table, Viewer(seat, lang, deck), driven.at)  # type: ignore[arg-type]


def refused(driven: Driven, seat: int | None, command: wire.AnyCommand) -> tuple[str, str]:
    """Code and reason of the refusal, before which nothing may have happened."""
    before = driven.table.seq
    with pytest.raises(Refused) as caught:
        driven.do(seat, command)
    assert driven.table.seq == before
    return caught.value.code, str(caught.value)


def on_turn(rules: str = "soft", seat: int = 0, **spec: object) -> Driven:
    """A deal in which `seat` leads first."""
    for seed in range(40):
        driven = dealt(rules, seed=seed, **spec)
        if driven.table.to_move == seat:
            return driven
    raise AssertionError("the other always leads")
