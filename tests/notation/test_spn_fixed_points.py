"""Every position and view of random deals is read as it was written (notation.md, SPN)."""

from __future__ import annotations

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from bummerl.cards import CARD_NAMES, cards_of, mask_of
from bummerl.notation.spn import FIELD_NAMES, parse_spn, write_spn
from bummerl.notation.tokens import parse_cards
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS
from bummerl.rules.view import View
from support import random_deal, random_rules


def careless(rng: random.Random, text: str) -> str:
    """The same value, written carelessly."""
    fields = dict(zip(FIELD_NAMES, text.split(" "), strict=True))
    for name in ("hands", "gone"):
        fields[name] = re.sub(
            "[SHDCAKQJT9]+", lambda cards: _shuffled_cards(rng, cards[0]), fields[name]
        )
    words = [word.lower() if rng.random() < 0.3 else word for word in fields.values()]
    words[1:] = [w.replace("T", "10") if rng.random() < 0.3 else w for w in words[1:]]
    return (" " * rng.randint(1, 3)).join(words)


def _shuffled_cards(rng: random.Random, cards: str) -> str:
    single = [CARD_NAMES[card] for card in cards_of(mask_of(parse_cards(cards)))]
    rng.shuffle(single)
    return "".join(single)


@settings(max_examples=80)
@given(st.randoms(use_true_random=True), st.booleans())
def test_every_position_and_view_is_a_fixed_point(rng: random.Random, mixed: bool) -> None:
    """All presets and mixes of options, from the deal to the last card."""
    rules = random_rules(rng) if mixed else rng.choice(list(PRESETS.values()))
    for position in random_deal(rng, rules):
        if position.over:
            return
        read = parse_spn(write_spn(position), strict=True)
        assert isinstance(read, Position)
        assert write_spn(read) == write_spn(position)
        assert facts(read) == facts(position)
        assert read.legal_moves() == position.legal_moves()
        for seat in (0, 1, None):
            for view in (position.view(seat), position.view(seat).table(), read.view(seat)):
                check_view(rng, view)


def check_view(rng: random.Random, view: View) -> None:
    text = write_spn(view)
    read = parse_spn(text, strict=True)
    assert write_spn(read) == text
    assert facts(read) == facts(view)
    if rng.random() < 0.1:
        assert parse_spn(careless(rng, text)) == read
    if "?" not in text:
        assert isinstance(read, Position)
    elif view.seat == view.to_move and isinstance(read, View) and read.seat == view.seat:
        assert read.legal_moves() == view.legal_moves()


def facts(s: Position | View) -> dict[str, object]:
    """What a text tells of a position or view (but not whose view it is)."""
    keys = (
        *("rules", "hands", "hand_sizes", "trump", "talon", "close", "leader", "to_move", "trick"),
        *("announced", "points", "tricks", "pending", "gone", "needed", "is_draw_due"),
    )
    return {key: getattr(s, key) for key in keys}
