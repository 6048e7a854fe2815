"""Positions from published analysis can be read, and the plans in them can be played."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bummerl.cards import cards_of, mask_of
from bummerl.notation.spn import parse_spn, write_spn
from bummerl.rules.position import Position
from bummerl.rules.view import View
from support import MOVES

LINES = (Path(__file__).parent.parent / "cases" / "expert.jsonl").read_text(encoding="utf-8")
CASES = [
    pytest.param(case, id=case["id"]) for case in (json.loads(line) for line in LINES.splitlines())
]
WORLDS = 20


@pytest.mark.parametrize("case", CASES)
def test_an_expert_view_is_read_as_written(case: dict[str, Any]) -> None:
    situation = parse_spn(case["view"], strict=True)
    assert write_spn(situation) == case["view"]
    assert situation.to_move == 0
    assert isinstance(situation, Position) == ("?" not in case["view"])
    if isinstance(situation, View):
        assert situation.seat == 0
    assert case["exact"] == (situation.hand_sizes[1] == situation.hands[1].bit_count())


@pytest.mark.parametrize("case", CASES)
def test_an_expert_plan_is_legal_step_by_step(case: dict[str, Any]) -> None:
    situation = parse_spn(case["view"])
    rng = random.Random(case["id"])
    for _ in range(WORLDS):
        for plan in case["best"]:
            current = a_world(rng, situation)
            for token in plan:
                assert current.to_move == 0
                assert MOVES[token] in current.legal_moves(), (plan, token)
                assert current.view(0).why_illegal(MOVES[token]) is None
                current = current.play(MOVES[token])


def a_world(rng: random.Random, situation: Position | View) -> Position:
    """A whole position that looks like this to the seat of the view."""
    if isinstance(situation, Position):
        return situation
    pool = list(cards_of(situation.unseen))
    rng.shuffle(pool)
    hands = list(situation.hands)
    for seat, size in enumerate(situation.hand_sizes):
        missing = size - hands[seat].bit_count()
        hands[seat] |= mask_of(pool[:missing])
        del pool[:missing]
    fields = {
        name: value
        for name, value in vars(situation).items()
        if name not in ("seat", "to_move", "_legal")
    }
    talon = tuple(pool.pop() if card is None else card for card in situation.talon)
    world = Position(**(fields | {"hands": tuple(hands), "talon": talon}))
    assert world.view(0).hands[0] == situation.hands[0]
    return world
