"""What a viewer can do on his turn: buttons, legal moves, and why other cards are not."""

from __future__ import annotations

import functools

from bummerl.cards import CARD_NAMES, Suit, card_names, cards_of
from bummerl.notation.tokens import MOVE_TOKENS
from bummerl.rules.legal import pair_cards
from bummerl.rules.moves import OUT, PAIR, Move, is_pair
from bummerl.rules.scoring import TARGET, pair_points
from bummerl.rules.view import View
from bummerl.server.table.speech import sentence
from bummerl.server.table.steps import Moment
from bummerl.server.wire import Action
from bummerl.words.actions import fixed_labels, looked_for, meaning, pair_label, plain
from bummerl.words.wording import Wording


def actions(view: View, words: Wording) -> tuple[Action, ...]:
    """The buttons of whoever is to move, in the order of a turn, drawing last.

    What is not allowed is there only where a beginner would look for it, with the reason.
    """
    legal = view.legal_moves()
    return tuple(
        [
            _action(move, None if move in legal else _why_not(move, view, words), view, words)
            for move in looked_for(view)
        ]
    )


def reasons(view: View, words: Wording) -> dict[str, str]:
    """Why held cards may not be played now, by card."""
    legal = view.legal_moves()
    return {
        CARD_NAMES[card]: _why_not(card, view, words)
        for card in cards_of(view.hand)
        if card not in legal
    }


def _why_not(move: Move, view: View, words: Wording) -> str:
    reason = view.why_illegal(move)
    assert reason is not None
    return sentence(reason, words)


def _action(move: Move, reason: str | None, view: View, words: Wording) -> Action:
    moment = Moment(view.trump, (), view.turn_up, view.lowest_trump, 0)
    label, explanation = _button(move, moment, words)
    return Action(
        move=MOVE_TOKENS[move],
        label=label,
        explanation=explanation,
        enabled=reason is None,
        reason=reason or "",
        after=_after(move - PAIR, view) if is_pair(move) else (),
    )


def _after(suit: Suit, view: View) -> tuple[str, ...]:
    """What may follow the announcement of a pair, but for a call that the viewer sees is false."""
    cards = card_names(pair_cards(view, suit))
    seat = view.to_move
    if view.rules.out != "declared" or not view.tricks[seat]:  # OUT-1, PAIR-3
        return cards
    points = view.points[seat]
    if points is not None and points + pair_points(suit, view.trump) < TARGET:
        return cards
    return (*cards, MOVE_TOKENS[OUT])


@functools.lru_cache(maxsize=1 << 12)
def _button(move: Move, moment: Moment, words: Wording) -> tuple[str, str]:
    label = (
        pair_label(move - PAIR, moment.trump, words) if is_pair(move) else fixed_labels(words)[move]
    )
    return plain(label), meaning(move, moment, words)
