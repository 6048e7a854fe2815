"""A rule-of-thumb player: closes, announces, exchanges, counts and goes out as club players do.

Its policy; the first rule that applies decides:

1. With 66 it goes out.
2. It exchanges the lowest trump as soon as it may.
3. It announces a pair that brings it to 66.
4. It closes when that promises enough game points on average over the hands the opponent may
   hold, each counted through to its end (`bummerl.players.reckoning`).
5. Otherwise it draws, where drawing is a move of its own.
6. In strict play, and in reply to the last open trick, it counts through every move against the
   hands the opponent may hold – the one hand, once all cards are known –, and makes the move
   that brings the most.
7. While the talon is open it replies by what the trick is worth against the value of the card
   (`bummerl.players.open_play`): it beats with cheap cards of the suit led and with tens, keeps
   aces, pairs and trumps, trumps for points, takes whatever makes 66 and never lets the
   opponent have what makes 66 for him.
8. On lead with an open talon it announces: 40 first, then 20.
9. Else it leads what costs least and risks little: low plain cards.

It uses only the view, never dice: the same view gives the same move.  It never calls
falsely.  It can also advise a person, from a table view: then it counts only the card points that
are to be seen, and where its own are hidden it never goes out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bummerl.cards import mask_points
from bummerl.players.open_play import card_value, lead_value, reply_value
from bummerl.players.reckoning import (
    Line,
    dearest,
    held_pairs,
    least_points,
    possible_hands,
)
from bummerl.rules.moves import CLOSE, DRAW, EXCHANGE, OUT, PAIR, Move, is_card, is_pair
from bummerl.rules.scoring import TARGET, Result, pair_points
from bummerl.rules.view import View

WORLDS: Final = 24
"""About how many hands of the opponent are counted through for a decision."""
ENOUGH_TO_CLOSE: Final = 0.8
"""Game points a close must bring on average; tuned by play against itself."""
GIFT: Final = 5
"""Card points the opponent adds to each trick in the first look at a close."""


class GreedyPlayer:
    """The player of the module's policy; it keeps nothing between two decisions."""

    def choose(self, view: View) -> Move:
        """The move of the policy."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if OUT in moves:
            points = view.points[view.to_move]
            if points is not None and points >= TARGET:
                return OUT
            moves = tuple(move for move in moves if move != OUT)
        if EXCHANGE in moves:
            return EXCHANGE
        pairs = [move for move in moves if is_pair(move)]
        for pair in pairs:
            if wins_by_announcing(view, pair):
                return pair
        if CLOSE in moves and should_close(view):
            return CLOSE
        if DRAW in moves:
            return DRAW
        if view.is_strict or (view.trick and len(view.talon) == 2):
            return best_counted(view, moves)
        if view.trick:
            return max(moves, key=lambda card: reply_value(view, card))
        if pairs:
            return dearest(pairs, view.trump)
        return max(filter(is_card, moves), key=lambda card: lead_value(view, card))


def wins_by_announcing(view: View, pair: Move) -> bool:
    """Whether `pair` counts at once and makes 66 (PAIR-3)."""
    has_trick = view.tricks[view.to_move] > 0
    own = least_points(view, view.to_move)
    return has_trick and own + pair_points(pair - PAIR, view.trump) >= TARGET


def should_close(view: View) -> bool:
    """Whether closing now promises enough game points."""
    if not _can_reach_66(view):
        return False
    hands = possible_hands(view, WORLDS)
    ends = (Line(view, other, close=True).end() for other in hands)
    return _worth(view, ends) >= ENOUGH_TO_CLOSE * len(hands)


def best_counted(view: View, moves: Iterable[Move]) -> Move:
    """The move that brings the most over the opponent's possible hands; of equals the cheapest."""
    hands = possible_hands(view, WORLDS)

    def value(move: Move) -> tuple[int, float]:
        worth = _worth(view, (Line(view, other).end(move) for other in hands))
        return worth, -card_value(view, move) if is_card(move) else 0.0

    return max(moves, key=value)


def _can_reach_66(view: View) -> bool:
    """A first look, much cheaper than counting: whether it would do if every card won."""
    seat, hand = view.to_move, view.hand
    pairs = sum(pair_points(pair - PAIR, view.trump) for pair in held_pairs(hand))
    own = least_points(view, seat) + view.pending[seat] + pairs + mask_points(hand)
    return own + GIFT * hand.bit_count() >= TARGET


def _worth(view: View, ends: Iterable[Result]) -> int:
    """Game points of the seat to move over all `ends`, no more than whoever wins them needs."""
    worth = 0
    for winner, points, _ in ends:
        if winner is not None:
            useful = min(points, view.needed[winner])
            worth += useful if winner == view.to_move else -useful
    return worth
