"""Whole matches by keys on the smallest screen, in both languages and decks."""

from __future__ import annotations

import random

import pytest

from bummerl.players.registry import make_player
from bummerl.words.names import Deck, Language
from tui.at_table import app_of, make_session, play_at_random, sitting


@pytest.mark.parametrize(
    ("rules", "language", "deck"),
    [
        ("soft(match=1)", "en", "french"),
        ("sharp(match=1)", "de", "german"),
        ("hoyle-66", "de", "french"),
        ("sixtysix(match=1)", "en", "german"),
    ],
)
async def test_match_is_played_to_its_end_by_keys(
    rules: str, language: Language, deck: Deck
) -> None:
    greedy = make_player("greedy")
    session = make_session(rules, 3, language=language, deck=deck, opponent=greedy)
    async with sitting(session) as pilot:
        await play_at_random(pilot, random.Random(rules))
        assert app_of(pilot).session.match.over
    assert session.match.winner is not None
    assert len(session.match.results) == session.match.deal_number
