"""Whether the fields of an SPN text, but for the card points, can arise in play.

Every check raises `SpnError` with the field and the reason; what a view hides may be anything.  No
position of a real deal is refused, but some that no deal leads to are not found out, because the
checks do not look for the moves: whether strict play was kept, for example.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from bummerl.cards import PAIR_MASKS, Card, Mask, Suit, cards_of, mask_of
from bummerl.errors import SpnError
from bummerl.rules.moves import Seat
from bummerl.rules.scoring import TARGET, Close
from bummerl.rules.variants import Rules

CardSet = tuple[tuple[Card, ...], int]
"""Known cards, and the number of unknown ones."""


@dataclass(frozen=True, kw_only=True)
class SpnFields:
    """The nine fields, read but not yet believed; names and units as in `Situation`."""

    rules: Rules
    hands: tuple[CardSet, ...]
    trump: Suit
    talon: tuple[Card | None, ...]
    close: Close | None
    leader: Seat
    trick: tuple[Card, ...]
    announced: Suit | None
    points: tuple[int | None, ...]
    tricks: tuple[int, ...]
    pending: tuple[int, ...]
    gone: CardSet
    needed: tuple[int, ...]

    @property
    def has_unknown(self) -> bool:
        """Whether anything is unknown, so that this is a view."""
        hidden_close = self.close is not None and self.close.points is None
        return self.unnamed != 0 or None in self.points or hidden_close

    @functools.cached_property
    def unnamed(self) -> Mask:
        """Cards of the pack that stand nowhere, so that a view does not know where they are."""
        return self.rules.pack_mask & ~mask_of(card for _, card in self.places())

    @functools.cached_property
    def maybe_gone(self) -> Mask:
        """Cards that may be in finished tricks: all unnamed ones if any of these is hidden."""
        return mask_of(self.gone[0]) | (self.unnamed if self.gone[1] else 0)

    def maybe_held(self, seat: Seat) -> Mask:
        """Cards that may be in a hand."""
        known, unknown = self.hands[seat]
        return mask_of(known) | (self.unnamed if unknown else 0)

    def places(self) -> Iterator[tuple[str, Card]]:
        """All cards named, each with its field."""
        for known, _ in self.hands:
            yield from (("hands", card) for card in known)
        yield from (("talon", card) for card in self.talon if card is not None)
        yield from (("trick", card) for card in self.trick)
        yield from (("gone", card) for card in self.gone[0])

    def hand_size(self, seat: Seat) -> int:
        """Number of cards in a hand."""
        known, unknown = self.hands[seat]
        return len(known) + unknown

    @property
    def lead_size(self) -> int:
        """Cards in each hand before the current trick."""
        return self.hand_size(self.leader) + len(self.trick)

    @property
    def gone_size(self) -> int:
        """Number of cards of finished tricks."""
        return len(self.gone[0]) + self.gone[1]

    @property
    def is_open(self) -> bool:
        """Whether the talon is open."""
        return bool(self.talon) and self.close is None


def check_spn(f: SpnFields) -> None:
    """Believe the fields, or raise.

    Raises:
        SpnError: the position cannot arise; names field and reason.
    """
    _check_cards(f)
    _check_sizes(f)
    _check_trick(f)
    _check_standings(f)
    if f.close is not None:
        _check_close(f, f.close)


def _check_cards(f: SpnFields) -> None:
    """Every card of the pack stands exactly once."""
    seen: dict[Card, str] = {}
    for field, card in f.places():
        if not f.rules.pack_mask >> card & 1:
            raise SpnError(
                field,
                "the {card:card} is not in a pack of {deck} cards",
                card=card,
                deck=f.rules.deck,
            )
        if card in seen:
            raise SpnError(
                field, "the {card:card} stands twice, first in {first}", card=card, first=seen[card]
            )
        seen[card] = field
    unknown = f.talon.count(None) + f.gone[1] + sum(count for _, count in f.hands)
    missing = cards_of(f.unnamed)
    if missing and not unknown:
        raise SpnError(
            "hands",
            "the {card:card} is missing; every card of the pack stands in exactly one place",
            card=missing[0],
        )
    if len(missing) != unknown:
        raise SpnError(
            "hands",
            "there are {unknown} unknown cards, but {missing} cards of the pack are not named",
            unknown=unknown,
            missing=len(missing),
        )


def _check_sizes(f: SpnFields) -> None:
    """Hands, talon and finished tricks fit each other."""
    if f.talon and f.talon[-1] is not None and f.talon[-1] // 6 != f.trump:
        raise SpnError("talon", "the turned-up card {card:card} is not trump", card=f.talon[-1])
    if f.gone_size % 2:
        raise SpnError("gone", "{count} cards are no whole number of tricks", count=f.gone_size)
    if sum(f.tricks) * 2 != f.gone_size:
        raise SpnError(
            "gone",
            "{cards} cards are gone, but the tricks won make {expected}",
            cards=f.gone_size,
            expected=2 * sum(f.tricks),
        )
    _check_hand_sizes(f)


def _check_hand_sizes(f: SpnFields) -> None:
    size, full = f.lead_size, f.rules.hand_size
    if f.hand_size(1 - f.leader) != size:
        sizes = {"a": f.hand_size(0), "b": f.hand_size(1)}
        if f.trick:
            raise SpnError(
                "hands",
                "seat {seat} has led, so it holds one card less; the hands have {a} and {b}",
                seat=f.leader,
                **sizes,
            )
        raise SpnError(
            "hands",
            "before a trick both hold equally many cards; the hands have {a} and {b}",
            **sizes,
        )
    if size == 0:
        raise SpnError("hands", "nobody holds a card: the deal is over")
    if size > full:
        raise SpnError(
            "hands",
            "a hand has at most {full} cards before a trick, not {size}",
            full=full,
            size=size,
        )
    if f.is_open and size != full and not (size == full - 1 and _can_be_draw_due(f)):
        raise SpnError(
            "hands",
            "while the talon is open both hold {full} cards before a trick, not {size}",
            full=full,
            size=size,
        )


def _can_be_draw_due(f: SpnFields) -> bool:
    return (
        f.rules.close_before_draw
        and not f.trick
        and f.announced is None
        and f.gone_size > 0
        and len(f.talon) >= f.rules.close_min_talon
    )


def _check_trick(f: SpnFields) -> None:
    """The leader can lead, and can have announced what stands there."""
    if f.gone_size and not f.tricks[f.leader]:
        raise SpnError("trick", "seat {seat} leads without having won a trick", seat=f.leader)
    if f.announced is None:
        return
    if mask_of(f.hands[f.leader][0]) & PAIR_MASKS[f.announced] != PAIR_MASKS[f.announced]:
        raise SpnError(
            "trick",
            "seat {seat} does not hold king and queen of {suit:suit}",
            seat=f.leader,
            suit=f.announced,
        )
    if f.rules.pair_needs_trick and not f.tricks[f.leader]:
        raise SpnError("trick", "a pair can be announced only after having won a trick")
    if not f.rules.pair_after_talon and not f.is_open:
        raise SpnError("trick", "a pair can be announced only while the talon is open")


def _check_standings(f: SpnFields) -> None:
    """Points, tricks and pending pairs of each seat fit each other."""
    for seat in range(2):
        points, tricks, pending = f.points[seat], f.tricks[seat], f.pending[seat]
        if points and not tricks:
            raise SpnError("points", "seat {seat} has card points without a trick", seat=seat)
        if points is not None and points >= TARGET and f.rules.out == "automatic":
            raise SpnError(
                "points",
                "seat {seat} has {points}: the deal is over at 66",
                seat=seat,
                points=points,
            )
        if pending:
            _check_pending(f, seat)
    if f.announced is not None and not f.tricks[f.leader] and not f.pending[f.leader]:
        raise SpnError(
            "points", "the announced pair of seat {seat} should stand behind a +", seat=f.leader
        )


def _check_pending(f: SpnFields, seat: Seat) -> None:
    if f.tricks[seat]:
        raise SpnError(
            "points", "seat {seat} has a trick, so its announced points count", seat=seat
        )
    if f.pending[seat] not in (20, 40):
        raise SpnError("points", "+{points} should be +20 or +40", points=f.pending[seat])
    if f.rules.pair_needs_trick:
        raise SpnError("points", "a pair can be announced only after having won a trick")
    first_lead = f.gone_size > 0 or (
        seat == f.leader and (f.announced is not None or len(f.trick) > 0)
    )
    if not first_lead:
        raise SpnError("points", "seat {seat} cannot have announced a pair yet", seat=seat)


def _check_close(f: SpnFields, close: Close) -> None:
    """The talon could be closed, and the standing at the close fits the one now."""
    if not f.talon:
        raise SpnError("closed", "there is no talon that could be closed")
    if len(f.talon) < f.rules.close_min_talon:
        raise SpnError(
            "closed",
            "only {count} talon cards are left, and {minimum} are needed",
            count=len(f.talon),
            minimum=f.rules.close_min_talon,
        )
    other = 1 - close.seat
    now = f.points[other]
    if close.tricks > f.tricks[other] or (
        close.points is not None and now is not None and close.points > now
    ):
        raise SpnError("closed", "seat {seat} had more at the close than it has now", seat=other)
    if close.points and not close.tricks:
        raise SpnError("closed", "seat {seat} had card points without a trick", seat=other)
    if not tricks_before_close(f, close):
        raise SpnError(
            "closed",
            "seat {seat} cannot have closed when seat {other} stood at {points}.{tricks}: that "
            "does not fit the tricks and who is on lead",
            seat=close.seat,
            other=other,
            points="?" if close.points is None else close.points,
            tricks=close.tricks,
        )


def tricks_before_close(f: SpnFields, close: Close) -> list[int]:
    """How many tricks may have been finished at the close; none if it is impossible."""
    full = f.rules.hand_size
    held = (full, full - 1) if f.rules.close_before_draw else (full,)  # CLOSE-4
    return [sum(f.tricks) + f.lead_size - size for size in held if _could_close(f, close, size)]


def _could_close(f: SpnFields, close: Close, held: int) -> bool:
    """Whether the tricks work out if each hand had `held` cards at the close."""
    other = 1 - close.seat
    since = held - f.lead_size
    before = sum(f.tricks) - since
    own_before = before - close.tricks
    taken = f.tricks[other] - close.tricks  # by the other side since the close
    if own_before < 0 or not 0 <= taken <= since:
        return False
    was_on_lead = own_before > 0 or before == 0
    might = own_before > 0 or not (f.rules.close_needs_trick or held < f.rules.hand_size)
    if since == 0:
        leads_now = f.leader == close.seat
    else:
        leads_now = (taken if f.leader == other else since - taken) > 0
    same = taken > 0 or len({close.points, f.points[other], None}) < 3
    return was_on_lead and might and leads_now and same
