"""Whether the card points of an SPN text can have come from its finished tricks and pairs.

Points are believed if some split of the cards that are gone, by each seat's number of tricks, and
some pairs that could be announced add up to them.  The order of the tricks is looked at only as
far as it limits who can have led, and so announced, how often.
"""

from __future__ import annotations

import itertools
from typing import TypeAlias

from bummerl.cards import (
    CARD_POINTS,
    KING,
    PAIR_MASKS,
    Card,
    Mask,
    Suit,
    cards_of,
    make_card,
    mask_of,
    mask_points,
)
from bummerl.errors import SpnError
from bummerl.notation.spn_check import SpnFields, tricks_before_close
from bummerl.rules.moves import Seat
from bummerl.rules.scoring import pair_points
from bummerl.rules.trick import beats

_Owners: TypeAlias = tuple[Seat | None, ...]
"""Who has announced the pair of each suit."""


def check_points(f: SpnFields) -> None:
    """Believe the points of both seats and of the close, or raise.

    Expects fields that `check_spn` believes.

    Raises:
        SpnError: the points cannot arise; names field and reason.
    """
    sums = _split_sums(f.maybe_gone)
    announcers = [_possible_announcers(f, suit) for suit in range(4)]
    if not any(
        _can_have_announced(f, owners) and _add_up(f, owners, sums)
        for owners in itertools.product(*announcers)
    ):
        a, b = ("?" if points is None else points for points in f.points)
        raise SpnError(
            "points",
            "no split of the finished tricks and possible pairs gives {a} and {b} card points",
            a=a,
            b=b,
        )
    if f.close is not None and f.close.points is not None:
        _check_close_points(1 - f.close.seat, f.close.points, f.close.tricks, sums)


def _check_close_points(seat: Seat, points: int, tricks: int, sums: list[int]) -> None:
    if not any(sums[2 * tricks] >> points - pairs & 1 for pairs in range(0, points + 1, 20)):
        raise SpnError(
            "closed",
            "seat {seat} cannot have stood at {points}.{tricks} at the close",
            seat=seat,
            points=points,
            tricks=tricks,
        )


def _split_sums(gone: Mask) -> list[int]:
    """For each number of cards, the set (as bits) of card points that many of `gone` can have."""
    cards = cards_of(gone)
    sums = [1] + [0] * 24
    for size, card in enumerate(cards, start=1):
        for count in range(size, 0, -1):
            sums[count] |= sums[count - 1] << CARD_POINTS[card]
    return sums


def _add_up(f: SpnFields, owners: _Owners, sums: list[int]) -> bool:
    """Whether points and pending points are those of tricks and of the pairs of `owners`."""
    pairs, pending = [0, 0], [0, 0]
    for suit, owner in enumerate(owners):
        if owner is not None:
            place = pairs if f.tricks[owner] else pending  # PAIR-3
            place[owner] += pair_points(suit, f.trump)
    if tuple(pending) != f.pending:
        return False
    taken = 0
    for seat, points in enumerate(f.points):
        if points is None:
            continue
        left = points - pairs[seat]
        if left < 0 or not sums[2 * f.tricks[seat]] >> left & 1:
            return False
        taken += left
    return None in f.points or f.gone[1] > 0 or taken == mask_points(f.maybe_gone)


def _possible_announcers(f: SpnFields, suit: Suit) -> list[Seat | None]:
    """Who may have announced the pair of `suit`; None if nobody may have."""
    if f.announced == suit:
        return [f.leader]
    pair = PAIR_MASKS[suit]
    may_lead = 1 << make_card(suit, KING) if f.rules.pair_lead == "king" else pair  # PAIR-2
    owners: list[Seat | None] = [None]
    for seat in range(2):
        table = mask_of(f.trick) if seat == f.leader else 0
        led = any(_can_have_led(f, seat, card) for card in cards_of(may_lead & f.maybe_gone))
        if _is_announced_now(f, suit) and (f.is_open or f.rules.pair_after_talon):  # PAIR-5
            led = led or may_lead & table != 0
        if led and not pair & ~(f.maybe_gone | f.maybe_held(seat) | table):
            owners.append(seat)
    return owners


def _can_have_led(f: SpnFields, seat: Seat, card: Card) -> bool:
    """Whether `seat` may have led `card` of its pair to a trick it won, or to one it lost."""
    replies = cards_of(f.maybe_gone & ~PAIR_MASKS[card // 6])  # the other one is its own
    loses = [beats(reply, card, f.trump) for reply in replies]
    return (f.tricks[1 - seat] > 0 and any(loses)) or (f.tricks[seat] > 0 and not all(loses))


def _can_have_announced(f: SpnFields, owners: _Owners) -> bool:
    """Whether each seat had the cards of its pairs and the leads, one for each pair (PAIR-1)."""
    past = [0, 0]
    hidden = [0, 0]
    for suit, owner in enumerate(owners):
        if owner is not None:
            past[owner] += not _is_announced_now(f, suit)
            hidden[owner] += (PAIR_MASKS[suit] & f.unnamed).bit_count()
    return all(hidden[seat] <= f.hands[seat][1] + f.gone[1] for seat in range(2)) and any(
        all(past[seat] <= _announcing_leads(f, seat, forehand) for seat in range(2))
        for forehand in range(2)
        if _can_be_forehand(f, forehand)
    )


def _is_announced_now(f: SpnFields, suit: Suit) -> bool:
    """Whether the pair of `suit`, if announced at all, goes with the lead to the current trick."""
    pair = PAIR_MASKS[suit]
    return f.announced == suit or (mask_of(f.trick) & pair != 0 and not mask_of(f.gone[0]) & pair)


def _can_be_forehand(f: SpnFields, seat: Seat) -> bool:
    """Whether `seat` may have led first, as the closer has if no trick was finished before."""
    return f.close is None or f.close.seat == seat or any(tricks_before_close(f, f.close))


def _announcing_leads(f: SpnFields, seat: Seat, forehand: Seat) -> int:
    """How many finished tricks `seat` led at most when it could announce a pair.

    It led after each trick it won, but for the last of them if it is on lead now, and as forehand
    once more.
    """
    tricks, leader = f.tricks[seat], f.leader
    if f.close is not None and not f.rules.pair_after_talon:  # PAIR-5
        leader = f.close.seat
        at_close = max(tricks_before_close(f, f.close)) - f.close.tricks
        tricks = at_close if seat == leader else f.close.tricks
    first = seat == forehand and not f.rules.pair_needs_trick  # PAIR-4
    return max(0, tricks - (seat == leader) + first)
