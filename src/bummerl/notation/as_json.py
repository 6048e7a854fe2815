"""Positions, views and results as JSON values, with the same tokens as everywhere."""

from __future__ import annotations

from typing import Any

from bummerl.cards import CARD_NAMES, SUITS, card_names
from bummerl.notation.spn import write_spn
from bummerl.notation.tokens import write_move
from bummerl.rules.scoring import Result
from bummerl.rules.situation import Situation
from bummerl.rules.view import View


def result_json(result: Result | None) -> dict[str, Any] | None:
    """``{"winner": 0, "points": 2, "reason": "out"}``; winner is null when drawn."""
    return None if result is None else result._asdict()


def situation_json(s: Situation) -> dict[str, Any]:
    """A position or view with its legal moves as tokens; what is not known is null.

    ``spn`` is null when the deal is over.  ``hands`` hold the known cards by seat, ``hand_sizes``
    says how many there are; ``legal`` is empty in a view of a seat whose turn it is not.
    """
    view = s if isinstance(s, View) else None
    return {
        "spn": None if s.over else write_spn(s),
        "kind": "view" if view else "position",
        "seat": view.seat if view else None,
        "rules": str(s.rules),
        "hands": [list(card_names(hand)) for hand in s.hands],
        "hand_sizes": list(s.hand_sizes),
        "trump": SUITS[s.trump],
        "talon": [None if card is None else CARD_NAMES[card] for card in s.talon],
        "turn_up": None if s.turn_up is None else CARD_NAMES[s.turn_up],
        "closed": s.close._asdict() if s.close else None,
        "leader": s.leader,
        "trick": [CARD_NAMES[card] for card in s.trick],
        "announced": None if s.announced is None else SUITS[s.announced],
        "points": list(s.points),
        "tricks": list(s.tricks),
        "pending": list(s.pending),
        "gone": list(card_names(s.gone)),
        "needed": list(s.needed),
        "strict": s.is_strict,
        "to_move": None if s.over else s.to_move,
        "legal": [write_move(move) for move in s.legal_moves()],
        "over": s.over,
        "result": result_json(s.result),
    }
