"""Whether the fields of an SPN text describe a position that can arise in play.

Every check raises `SpnError` with the field and the reason.  Checks that need card points are left
out where a table view hides them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from bummerl.cards import (
    CARD_POINTS,
    KING,
    PAIR_MASKS,
    QUEEN,
    Card,
    Mask,
    Suit,
    make_card,
    mask_of,
)
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
    def is_masked(self) -> bool:
        """Whether this is a table view, in which points or finished tricks are hidden."""
        hidden_close = self.close is not None and self.close.points is None
        return None in self.points or self.gone[1] > 0 or hidden_close

    @property
    def has_unknown(self) -> bool:
        """Whether anything is unknown, so that this is a view."""
        return self.is_masked or None in self.talon or any(count for _, count in self.hands)

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
    if not f.is_masked:
        _check_points(f)


def _places(f: SpnFields) -> Iterator[tuple[str, Card]]:
    for known, _ in f.hands:
        yield from (("hands", card) for card in known)
    yield from (("talon", card) for card in f.talon if card is not None)
    yield from (("trick", card) for card in f.trick)
    yield from (("gone", card) for card in f.gone[0])


def _check_cards(f: SpnFields) -> None:
    """Every card of the pack stands exactly once."""
    seen: dict[Card, str] = {}
    for field, card in _places(f):
        if not f.rules.pack_mask >> card & 1:
            raise SpnError(field, "the {card:card} is not in this pack", card=card)
        if card in seen:
            raise SpnError(
                field, "the {card:card} stands twice, first in {first}", card=card, first=seen[card]
            )
        seen[card] = field
    unknown = f.talon.count(None) + f.gone[1] + sum(count for _, count in f.hands)
    missing = [c for c in range(24) if f.rules.pack_mask >> c & 1 and c not in seen]
    if len(missing) > unknown and not unknown:
        raise SpnError("hands", "the {card:card} is missing", card=missing[0])
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
            "{cards} cards are gone, but {tricks} tricks have been won",
            cards=f.gone_size,
            tricks=sum(f.tricks),
        )
    size = f.lead_size
    if f.hand_size(1 - f.leader) != size:
        raise SpnError(
            "hands",
            "{a} and {b} cards do not fit a trick of {trick}",
            a=f.hand_size(0),
            b=f.hand_size(1),
            trick=len(f.trick),
        )
    full = f.rules.hand_size
    draw_due = f.is_open and size == full - 1 and _can_be_draw_due(f)
    if size == 0:
        raise SpnError("hands", "nobody holds a card: the deal is over")
    if size > full or (f.is_open and size != full and not draw_due):
        raise SpnError(
            "hands",
            "{size} cards a hand before the trick are impossible here; full hands have {full}",
            size=size,
            full=full,
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
    if not any(_could_close(f, close, held) for held in _hands_at_close(f)):
        raise SpnError(
            "closed",
            "seat {seat} cannot have closed with {tricks} tricks on the other side then",
            seat=close.seat,
            tricks=close.tricks,
        )


def _hands_at_close(f: SpnFields) -> tuple[int, ...]:
    """Cards a hand may have had at the close; one less before a draw (CLOSE-4)."""
    full = f.rules.hand_size
    return (full, full - 1) if f.rules.close_before_draw else (full,)


def _could_close(f: SpnFields, close: Close, held: int) -> bool:
    """Whether the tricks work out if each hand had `held` cards at the close."""
    other = 1 - close.seat
    since = held - f.lead_size
    before = sum(f.tricks) - since
    own_before = before - close.tricks
    if since < 0 or own_before < 0 or own_before > f.tricks[close.seat]:
        return False
    if f.tricks[other] - close.tricks > since:
        return False
    leads = own_before > 0 or before == 0  # the closer was on lead
    may = own_before > 0 or not (f.rules.close_needs_trick or held < f.rules.hand_size)
    first = before > 0 or since > 0 or close.seat == f.leader
    same = f.tricks[other] != close.tricks or close.points in (None, f.points[other])
    return leads and may and first and same


def _check_points(f: SpnFields) -> None:
    """Some split of the finished tricks, plus possible pairs, gives the points."""
    gone = f.gone[0]
    reachable = _split_sums(gone)[2 * f.tricks[0]]
    total = sum(CARD_POINTS[card] for card in gone)
    suits = [_possible_announcers(f, suit) for suit in range(4)]
    for owners in itertools.product(*suits):
        counted, pending = [0, 0], [0, 0]
        for suit, owner in enumerate(owners):
            if owner is not None:
                place = counted if f.tricks[owner] else pending
                place[owner] += 40 if suit == f.trump else 20
        rest = [(f.points[seat] or 0) - counted[seat] for seat in range(2)]
        if (
            tuple(pending) == f.pending
            and sum(rest) == total
            and rest[0] >= 0
            and reachable >> rest[0] & 1
        ):
            return
    raise SpnError(
        "points",
        "no split of the finished tricks and possible pairs gives {a} and {b} card points",
        a=f.points[0],
        b=f.points[1],
    )


def _split_sums(gone: tuple[Card, ...]) -> list[int]:
    """For each number of cards, the set (as bits) of card points that many of `gone` can have."""
    sums = [1] + [0] * len(gone)
    for card in gone:
        for count in range(len(gone), 0, -1):
            sums[count] |= sums[count - 1] << CARD_POINTS[card]
    return sums


def _possible_announcers(f: SpnFields, suit: Suit) -> list[Seat | None]:
    """Who may have announced the pair of `suit`; None if nobody may have."""
    if f.announced == suit:
        return [f.leader]
    king, queen = make_card(suit, KING), make_card(suit, QUEEN)
    led = (king,) if f.rules.pair_lead == "king" else (king, queen)
    if not any(card in f.gone[0] or card in f.trick for card in led):
        return [None]
    owners: list[Seat | None] = [None]
    named: Mask = mask_of(card for _, card in _places(f))
    for seat, (known, unknown) in enumerate(f.hands):
        own_trick = f.trick if seat == f.leader else ()
        if all(
            card in f.gone[0]
            or card in own_trick
            or card in known
            or (unknown > 0 and not named >> card & 1)
            for card in (king, queen)
        ):
            owners.append(seat)
    return owners
