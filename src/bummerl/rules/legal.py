"""What the seat to move may do, and why it may not do something else.

Works on a `Situation`, which whole positions and views both are: the rules need nothing that the
seat to move does not know.  The order of moves within one turn (CLOSE-9) follows from the state:
after ``x`` the turned-up card is the lowest trump, after ``c`` the talon is closed, and after an
announcement `Situation.announced` is set.
"""

from __future__ import annotations

import functools
from typing import Final

from bummerl.cards import KING, PAIR_MASKS, QUEEN, Card, Mask, Suit, cards_of, make_card, mask_of
from bummerl.rules.moves import (
    CLOSE,
    DRAW,
    EXCHANGE,
    OUT,
    PAIR,
    RESIGN,
    TIME,
    Move,
    is_card,
    is_pair,
)
from bummerl.rules.situation import Situation
from bummerl.rules.trick import Duty, strict_reply
from bummerl.text import Text


def legal_moves(s: Situation) -> tuple[Move, ...]:
    """All legal moves of the seat to move in ascending order; none when the deal is over.

    A false ``OUT`` is legal (OUT-4); illegal cards never are, though `play` takes them where
    they lose the deal (PLAY-7).
    """
    if s.result is not None:
        return ()
    rules, hand = s.rules, s.hands[s.to_move]
    if s.trick:
        if s.close is not None or not s.talon:  # else PLAY-3
            hand = strict_reply(hand, s.trick[0], s.trump)[1]
        return cards_of(hand)
    if s.announced is not None:
        moves = cards_of(pair_cards(s, s.announced))
        return (*moves, OUT) if rules.out == "declared" else moves
    if rules.close_before_draw and s.is_draw_due:
        return (CLOSE, OUT, DRAW) if rules.out == "declared" else (CLOSE, DRAW)
    moves = cards_of(hand)
    has_trick = s.tricks[s.leader] > 0
    open_talon = len(s.talon) if s.close is None else 0
    queens = hand & hand >> 1 & _QUEENS  # those whose king is there, too
    if (
        queens
        and (has_trick or not rules.pair_needs_trick)
        and (open_talon or rules.pair_after_talon)
    ):
        moves += _announcements(queens)
    if open_talon:
        if (
            hand >> 6 * s.trump + rules.lowest_rank & 1
            and open_talon >= rules.exchange_min_talon
            and (has_trick or not rules.exchange_needs_trick)
        ):
            moves += (EXCHANGE,)
        if open_talon >= rules.close_min_talon and (has_trick or not rules.close_needs_trick):
            moves += (CLOSE,)
    if has_trick and rules.out == "declared":
        moves += (OUT,)
    return moves


def pair_cards(s: Situation, suit: Suit) -> Mask:
    """Cards of which one must be led after announcing `suit` (PAIR-2)."""
    return 1 << make_card(suit, KING) if s.rules.pair_lead == "king" else PAIR_MASKS[suit]


_QUEENS: Final = mask_of(make_card(suit, QUEEN) for suit in range(4))


@functools.cache
def _announcements(queens: Mask) -> tuple[Move, ...]:
    return tuple(PAIR + queen // 6 for queen in cards_of(queens))


def is_renonce(s: Situation, move: Move) -> bool:
    """Whether `move` is an illegal card that loses the deal instead of being refused (PLAY-7)."""
    return (
        s.rules.illegal_card == "lose_three"
        and s.result is None
        and is_card(move)
        and (bool(s.trick) or s.announced is not None)
        and bool(s.hands[s.to_move] >> move & 1)
        and move not in legal_moves(s)
    )


def why_illegal(s: Situation, move: Move) -> Text | None:
    """Why the seat to move may not make `move`, in words a player understands; None if it may.

    `RESIGN` and `TIME` are possible until the deal is over.
    """
    if s.result is not None:
        return Text("the deal is over")
    if move in (RESIGN, TIME) or move in legal_moves(s):
        return None
    if is_card(move):
        return _why_not_card(s, move)
    if not (is_pair(move) or move in (EXCHANGE, CLOSE, OUT, DRAW)):
        return Text("there is no move number {move}", move=move)
    if s.trick:
        return Text("that is possible only when you lead, before you play a card")
    if move == OUT:
        return _why_not_out(s)
    if move == DRAW:
        return Text("there is nothing to draw now")
    if s.announced is not None:
        return Text(
            "you have announced {suit:suit}: now lead a card of that pair", suit=s.announced
        )
    if s.is_draw_due:
        return Text("first draw, or close the talon")
    if is_pair(move):
        return _why_not_pair(s, move - PAIR)
    return _why_not_talon(s, move)


def _why_not_card(s: Situation, card: Card) -> Text:
    hand = s.hands[s.to_move]
    if not hand >> card & 1:
        return Text("you do not hold the {card:card}", card=card)
    if s.announced is not None and not s.trick:
        if s.rules.pair_lead == "king":
            return Text("after announcing {suit:suit} you must lead its king", suit=s.announced)
        return Text(
            "after announcing {suit:suit} you must lead its king or queen", suit=s.announced
        )
    if s.is_draw_due:
        return Text("first draw, or close the talon")
    led = s.trick[0]
    duty, _ = strict_reply(hand, led, s.trump)
    if duty is Duty.HEAD:
        return Text("you must follow {suit:suit} and can beat {led:rank}", suit=led // 6, led=led)
    if duty is Duty.FOLLOW:
        return Text("you must follow {suit:suit}", suit=led // 6)
    return Text(
        "you have no {suit:suit} and must trump with {trump:suit}", suit=led // 6, trump=s.trump
    )


def _why_not_out(s: Situation) -> Text:
    if s.rules.out == "automatic":
        return Text("under these rules the deal ends by itself at 66")
    return Text("you can go out only with a trick, or right after announcing a pair")


def _why_not_pair(s: Situation, suit: Suit) -> Text:
    hand = s.hands[s.to_move]
    if hand & PAIR_MASKS[suit] != PAIR_MASKS[suit]:
        return Text("you do not hold king and queen of {suit:suit}", suit=suit)
    if s.is_strict and not s.rules.pair_after_talon:
        return Text("pairs can be announced only while the talon is open")
    return Text("you can announce a pair only after you have won a trick")


def _why_not_talon(s: Situation, move: Move) -> Text:
    """Why not exchange or close."""
    rules = s.rules
    if s.close is not None:
        return Text("the talon is closed")
    if not s.talon:
        return Text("the talon is used up")
    if move == EXCHANGE:
        lowest, minimum, needs_trick = (
            s.lowest_trump,
            rules.exchange_min_talon,
            rules.exchange_needs_trick,
        )
        if s.talon[-1] == lowest:
            return Text("the turned-up card is the lowest trump itself")
        if not s.hands[s.to_move] >> lowest & 1:
            return Text("you do not hold the {card:card}", card=lowest)
    else:
        minimum, needs_trick = rules.close_min_talon, rules.close_needs_trick
    if len(s.talon) < minimum:
        return Text(
            "only {count} talon cards are left, and {minimum} are needed",
            count=len(s.talon),
            minimum=minimum,
        )
    assert needs_trick
    return Text("you must have won a trick first")
