"""Deals for the tests of analysis: played by players, or move by move."""

from __future__ import annotations

from collections.abc import Sequence

from bummerl.analysis.evaluate import Analyst
from bummerl.analysis.review import WORLDS
from bummerl.notation.records import DealRecord, record_of
from bummerl.notation.spn import parse_spn
from bummerl.notation.tokens import parse_played
from bummerl.players.base import Player
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import Move
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.variants import PRESETS, Rules
from bummerl.rules.view import View

VISITS = 2000
"""Enough to tell good from bad, and quick."""


def played_by(
    players: Sequence[Player],
    seed: int | str,
    *,
    rules: Rules = PRESETS["soft"],
    score: Score = Score(),
    dealer: int = 0,
) -> DealRecord:
    """A whole deal of two players."""
    start = position = deal(shuffled(rules.deck, seed), dealer, rules, score)
    while not position.over:
        seat = position.to_move
        position = position.play(players[seat].choose(position.view(seat)))
    return record_of(start, position, {"Seat0": "Anna", "Seat1": "Bert"})


def played(start: str | Position, tokens: str, **tags: str) -> DealRecord:
    """A deal from its first position and moves; tokens like ``r1`` name the seat."""
    first = position = parse_spn(start) if isinstance(start, str) else start
    assert isinstance(first, Position)
    for token in tokens.split():
        assert isinstance(position, Position)
        position = position.apply(parse_played(token, position.to_move))
    assert isinstance(position, Position)
    return record_of(first, position, {"Dealer": "1", "Seat0": "Anna", "Seat1": "Bert", **tags})


class BestPlan:
    """Plays what the analysis of its own view calls best."""

    def __init__(self, dealer: int) -> None:
        self._analyst = Analyst(VISITS, worlds=WORLDS)
        self._dealer = dealer

    def choose(self, view: View) -> Move:
        return self._analyst.analyze(view, self._dealer).best.plan[0]
