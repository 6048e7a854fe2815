"""What positions and views have in common: the facts of one moment of a deal.

Everything that belongs to a seat is a tuple by seat.  The rules of play need nothing else, so
`bummerl.rules.legal` works on whole positions and on views alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Self

from bummerl.cards import Card, Mask, Suit
from bummerl.rules.moves import Move, Played, Seat
from bummerl.rules.score import Score
from bummerl.rules.scoring import Close, Result
from bummerl.rules.trick import Trick
from bummerl.rules.variants import Rules


@dataclass(frozen=True, kw_only=True)
class Situation(ABC):
    """One moment of a deal, as far as somebody knows it."""

    rules: Rules
    hands: tuple[Mask, ...]
    """Cards held, as masks, by seat; a card on the table is in no hand."""
    trump: Suit
    """DEAL-4"""
    talon: tuple[Card | None, ...]
    """Cards to draw: next one first, the turned-up card last; stays when closed."""
    leader: Seat
    """Who leads, or led, the current trick."""
    close: Close | None = None
    """Who closed, with the other side's standing then (CLOSE-6)."""
    trick: tuple[Card, ...] = ()
    """Cards of the current trick in the order played."""
    announced: Suit | None = None
    """Suit of a pair just announced, until its card is led (PAIR-2)."""
    points: tuple[int | None, ...] = (0, 0)
    """Card points that count, pairs included, by seat."""
    tricks: tuple[int, ...] = (0, 0)
    """Number of tricks won, by seat."""
    pending: tuple[int, ...] = (0, 0)
    """Announced points that do not count yet (PAIR-3), by seat."""
    gone: Mask = 0
    """Cards of finished tricks."""
    score: Score = Score()
    """The score of the match before this deal."""
    forehand: Seat | None = None
    """Who led to the first trick; None when read from a position text in mid-deal."""
    shown: tuple[Mask, ...] = (0, 0)
    """Cards in each hand that everybody has seen: pair, exchange, drawn turned-up card."""
    finished: tuple[Trick, ...] = ()
    """Finished tricks since the deal, or since the position text it was read from."""
    history: tuple[Played, ...] = ()
    """All moves since then, which are all public."""
    result: Result | None = None
    """How the deal ended; None while it runs."""
    to_move: Seat = field(init=False, repr=False, compare=False)
    """The seat that moves next (or would, had the deal not ended)."""
    _legal: tuple[Move, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        to_move = (self.leader + len(self.trick)) % len(self.hands)
        object.__setattr__(self, "to_move", to_move)

    def _but(self, **changes: Any) -> Self:
        """This situation with changes; several times faster than `dataclasses.replace`.

        Who changes `leader` or `trick` changes `to_move`, too.
        """
        new = blank(type(self))
        set_facts(new, dict(self.__dict__, _legal=None) | changes)
        return new

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.hands)

    if TYPE_CHECKING:  # a position counts the cards, a view computes

        @property
        def hand_sizes(self) -> tuple[int, ...]:
            """Number of cards in each hand."""

    @property
    def over(self) -> bool:
        """Whether the deal has ended; `result` says how."""
        return self.result is not None

    @property
    def needed(self) -> tuple[int, ...]:
        """Game points each seat still needs, 7 … 1."""
        return self.score.needed

    @property
    def turn_up(self) -> Card | None:
        """The turned-up card; None when the talon is used up (DEAL-4)."""
        return self.talon[-1] if self.talon else None

    @property
    def lowest_trump(self) -> Card:
        """The card that may be exchanged (XCHG-1)."""
        return 6 * self.trump + self.rules.lowest_rank

    @property
    def is_strict(self) -> bool:
        """Whether strict play applies: the talon is closed or used up (PLAY-5)."""
        return self.close is not None or not self.talon

    @property
    def is_draw_due(self) -> bool:
        """Whether the winner of a trick has yet to draw or close (CLOSE-4)."""
        return (
            self.rules.close_before_draw
            and not self.trick
            and bool(self.talon)
            and self.close is None
            and self.hand_sizes[self.leader] < self.rules.hand_size
        )

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves of the seat to move, ascending; none if it is not known here."""

    def __str__(self) -> str:
        from bummerl.notation.spn import write_spn

        return write_spn(self) if self.result is None else f"finished deal: {self.result}"


# The two steps that make a position or view from its __dict__, without checks.  They are taken
# for each move of every search, so they are looked up once; and the __dict__ should be made by
# ``dict()``: one that shares its keys with the class is read three times slower (Python 3.11).
blank: Final = object.__new__
set_facts: Final = vars(Situation)["__dict__"].__set__
