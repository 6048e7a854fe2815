"""Bummerl: the open home of Schnapsen and Sechsundsechzig (66).

>>> import bummerl
>>> position = bummerl.deal(bummerl.shuffled(20, seed=66), dealer=0)
>>> players = [bummerl.make_player("greedy"), bummerl.make_player("random(seed=1)")]
>>> while not position.over:
...     seat = position.to_move
...     position = position.play(players[seat].choose(position.view(seat)))
>>> position.result.reason in ("out", "closed won", "closed lost", "last trick", "renonce")
True
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from bummerl.errors import BummerlError, IllegalMoveError, NotationError
from bummerl.notation.spn import parse_spn, write_spn
from bummerl.notation.tokens import parse_card, parse_move, write_card, write_move
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.scoring import Result
from bummerl.rules.variants import PRESETS, Rules, parse_rules
from bummerl.rules.view import View

if TYPE_CHECKING:
    from bummerl.analysis.evaluate import analyze
    from bummerl.match.arena import run_arena
    from bummerl.match.bummerl import Match
    from bummerl.match.referee import play_match
    from bummerl.players.base import Player
    from bummerl.players.registry import make_player

__version__ = "0.1.0"

_LAZY = {
    "Match": "bummerl.match.bummerl",
    "Player": "bummerl.players.base",
    "analyze": "bummerl.analysis.evaluate",
    "make_player": "bummerl.players.registry",
    "play_match": "bummerl.match.referee",
    "run_arena": "bummerl.match.arena",
}

__all__ = [
    "PRESETS",
    "BummerlError",
    "IllegalMoveError",
    "Match",
    "NotationError",
    "Player",
    "Position",
    "Result",
    "Rules",
    "Score",
    "View",
    "analyze",
    "deal",
    "make_player",
    "parse_card",
    "parse_move",
    "parse_rules",
    "parse_spn",
    "play_match",
    "run_arena",
    "shuffled",
    "write_card",
    "write_move",
    "write_spn",
]


def __getattr__(name: str) -> Any:
    """Players and matches are imported when first asked for, so that the import stays fast."""
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'bummerl' has no attribute {name!r}")
