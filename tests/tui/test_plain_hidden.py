"""Taking a deal up again shows no trick that may not be looked back at (PLAY-8)."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from bummerl.match.bummerl import Match
from bummerl.players.registry import make_player
from bummerl.rules.moves import is_card
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.tui.plain import run
from bummerl.tui.session import Session
from bummerl.words.wording import Wording


@pytest.mark.rule("PLAY-8")
@pytest.mark.parametrize("preset", PRESET_NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_resumed_course_hides_what_the_rules_hide(preset: str, seed: int, tmp_path: Path) -> None:
    match = Match(PRESETS[preset], ("human", "greedy"), seed=seed)
    player = make_player("greedy")
    while len(match.position.finished) < 3 and not match.deal_over:
        position = match.position
        cards = [move for move in position.legal_moves() if is_card(move)]
        match.play(cards[0] if cards else player.choose(position.view(position.to_move)))
    if match.deal_over:
        return
    view = match.position.view(0)
    gone = {card for trick in view.finished for card in trick.cards}
    open_to_see = {card for trick in view.table().finished for card in trick.cards}
    words, target = Wording(), io.StringIO()
    run(Session(match, player, words, path=tmp_path / "m.sgn"), io.StringIO(""), target)
    for card in gone:
        told = re.search(rf"(lead|play|with)s? the {words.card(card)}", target.getvalue())
        assert bool(told) == (card in open_to_see), words.card(card)
