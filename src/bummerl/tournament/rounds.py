"""Rounds, their matches, and how a match is decided (TOUR-4 … 7)."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Literal

from bummerl.tournament.events import How, Offence

Stage = Literal["danish", "knockout"]


@dataclass(frozen=True)
class Outcome:
    """Who won a match, and how."""

    winner: int
    loser: int
    how: How = "played"
    score: tuple[int, int] | None = None
    """Bummerls of winner and loser."""
    offence: Offence | None = None
    reason: str | None = None

    @property
    def automatic(self) -> bool:
        """Nobody entered it: it follows from who meets whom."""
        return self.how in ("self", "withdrawn")


@dataclass
class Match:
    """Two cards that meet."""

    id: str
    a: int
    b: int
    outcome: Outcome | None = None
    board: int | None = None
    """Where it is played now."""
    delayed: bool = False

    @property
    def cards(self) -> tuple[int, int]:
        """Both."""
        return (self.a, self.b)

    def other(self, card: int) -> int:
        """The opponent of a card of this match."""
        return self.b if card == self.a else self.a


def automatic(match: Match, *, own: bool, withdrawn: Container[int]) -> Outcome | None:
    """The outcome of a match that is not played: one's own other card (`own`), or withdrawn ones.

    Between two withdrawn cards, or two of one person, the first goes on (TOUR-6).
    """
    if own:
        # a withdrawn card of a person who plays on with the other one is the one given up
        winner = match.b if match.a in withdrawn and match.b not in withdrawn else match.a
        return Outcome(winner, match.other(winner), "self")
    if match.b in withdrawn:
        return Outcome(match.a, match.b, "withdrawn")
    if match.a in withdrawn:
        return Outcome(match.b, match.a, "withdrawn")
    return None


@dataclass
class Round:
    """A round of a stage."""

    stage: Stage
    number: int
    """In its stage, from 1."""
    size: int
    """Of a knock-out round: numbers in both pots together; else the cards."""
    matches: list[Match] = field(default_factory=list)
    byes: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """All matches are decided."""
        return all(match.outcome is not None for match in self.matches)

    @property
    def cards(self) -> Iterator[int]:
        """All cards that were drawn."""
        for match in self.matches:
            yield from match.cards
        yield from self.byes

    def left(self) -> tuple[int, ...]:
        """Knock-out: the cards that have not lost, ascending."""
        lost = {match.outcome.loser for match in self.matches if match.outcome is not None}
        return tuple(sorted(card for card in self.cards if card not in lost))


def match_id(stage: Stage, round_number: int, number: int) -> str:
    """What a match is called: ``1-7``, in the Danish stage ``d1-7``.

    >>> match_id("knockout", 1, 7), match_id("danish", 2, 3)
    ('1-7', 'd2-3')
    """
    return f"{'d' * (stage == 'danish')}{round_number}-{number}"
