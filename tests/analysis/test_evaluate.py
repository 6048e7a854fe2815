"""What plans are worth: known answers, consistent numbers, and nothing but the view."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from analysis.played import VISITS
from bummerl.analysis.evaluate import Analyst, analyze, hands_beaten
from bummerl.analysis.report import analysis_json, plan_tokens
from bummerl.cards import cards_of, mask_of
from bummerl.errors import BummerlError, SpnError, ViewError
from bummerl.notation.spn import parse_spn
from bummerl.players.equity import utilities
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.rules.view import View
from bummerl.search.solver import solve
from support import random_deal

LINES = (Path(__file__).parent.parent / "cases" / "expert.jsonl").read_text(encoding="utf-8")
CASES = [
    pytest.param(case, id=case["id"]) for case in (json.loads(line) for line in LINES.splitlines())
]
LAST_FACE_DOWN = "pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7"


def deciding(seed: int, preset: str) -> list[Position]:
    """Positions of a random deal in which a move is due."""
    deal_of = random_deal(random.Random(seed), PRESETS[preset])
    return [position for position in deal_of if not position.over]


@pytest.mark.parametrize("case", CASES)
def test_the_best_plan_is_one_of_the_experts_or_of_equal_value(case: dict[str, Any]) -> None:
    analysis = analyze(parse_spn(case["view"]))
    accepted = [move for move in analysis.moves if plan_tokens(move.plan) in case["best"]]
    assert len(accepted) == len(case["best"])
    assert max(move.bummerl for move in accepted) == pytest.approx(analysis.best.bummerl)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_numbers_agree_with_each_other(preset: str) -> None:
    analyst = Analyst(visits=VISITS)
    for position in deciding(3, preset)[::4]:
        view = position.view(position.to_move)
        analysis = analyst.analyze(view)
        seat = analysis.seat
        worth = utilities(view.rules, view.score, seat, 1 - (position.forehand or 0))
        values = [round(move.bummerl, 9) for move in analysis.moves]
        assert values == sorted(values, reverse=True)
        assert analysis.best == analysis.moves[0]
        for move in analysis.moves:
            assert sum(move.odds) == pytest.approx(1)
            assert 0 <= move.win <= 1
            assert abs(move.points) <= 3 + 1e-9
            mean = sum(w * chance for w, chance in zip(worth, move.odds, strict=True))
            assert move.bummerl == pytest.approx(mean)
            assert (move.interval == 0) == (move.bummerl_interval == 0 or move.exact)
            assert move.interval == 0 or not move.exact
        played = [move.plan[0] for move in analysis.moves]
        assert set(played) <= set(view.legal_moves())


def test_the_same_view_gives_the_same_answer_whatever_is_hidden() -> None:
    rng = random.Random(5)
    swapped = 0
    for position in deciding(8, "soft")[:12]:
        seat = position.to_move
        if position.is_strict or any(position.shown):
            continue
        other = 1 - seat
        hidden = [*cards_of(position.hands[other]), *position.talon[:-1]]
        rng.shuffle(hidden)
        size = position.hand_sizes[other]
        hands = [*position.hands]
        hands[other] = mask_of(hidden[:size])
        twin = position._but(hands=tuple(hands), talon=(*hidden[size:], position.talon[-1]))
        assert twin.hands != position.hands
        first, second = (Analyst(VISITS).analyze(p.view(seat)) for p in (position, twin))
        assert first.moves == second.moves
        swapped += 1
    assert swapped >= 5


def test_positions_with_all_cards_are_told_the_truth() -> None:
    position = deal(shuffled(20, seed=11), dealer=0)
    analysis = analyze(position)
    assert analysis.exact
    assert analysis.worlds == 1
    assert analysis.best.points == solve(position).value
    by_first: dict[int, float] = {}
    for move in analysis.moves:
        by_first[move.plan[0]] = max(move.points, by_first.get(move.plan[0], -3))
    assert by_first == dict(solve(position).moves)


def test_the_dealer_unknown_is_the_mean_of_both() -> None:
    position = parse_spn("pagat SAHQDACAJ/HATDKCTQ C - - 0: 31.2/33.3 STKQJHKJDTQJCK 3:3")
    neither, zero, one = (analyze(position, dealer=dealer) for dealer in (None, 0, 1))
    assert zero.best.bummerl != one.best.bummerl
    mean = (zero.best.bummerl + one.best.bummerl) / 2
    assert neither.best.bummerl == pytest.approx(mean)


def test_few_worlds_are_all_looked_at_and_many_are_sampled() -> None:
    few = analyze(parse_spn(LAST_FACE_DOWN))
    assert (few.worlds, few.exact) == (6, True)
    many = Analyst(VISITS).analyze(deal(shuffled(20, seed=3), dealer=0).view(1))
    assert not many.exact
    sampled = [move.worlds for move in many.moves if not move.exact]
    assert many.worlds == min(sampled) <= VISITS
    assert any(0 < move.interval < 1 for move in many.moves)


def test_more_visits_narrow_the_interval() -> None:
    view = deal(shuffled(20, seed=3), dealer=0).view(1)
    rough, fine = (Analyst(visits).analyze(view) for visits in (1000, 16_000))
    widest = [max(move.interval for move in found.moves) for found in (rough, fine)]
    assert widest[1] < widest[0] / 2


def test_a_close_is_held_against_all_hands() -> None:
    view = parse_spn(LAST_FACE_DOWN)
    assert isinstance(view, View)
    found = analyze(view)
    assert hands_beaten(view, found.best.plan) == (5, 6)
    open_plan = next(move.plan for move in found.moves if len(move.plan) == 1)
    assert hands_beaten(view, open_plan) is None
    # nobody wins more hands blind than he could with open cards
    for move in found.moves:
        hands = hands_beaten(view, move.plan)
        assert hands is None or move.win <= hands.beaten / hands.total + 1e-9


def test_json_has_the_promised_keys() -> None:
    found = analysis_json(analyze(parse_spn(LAST_FACE_DOWN)))
    assert list(found) == ["moves", "worlds", "exact", "best"]
    assert found["best"] == found["moves"][0]["plan"] == ["c", "DQ"]
    assert {"plan", "points", "win", "bummerl", "interval"} <= set(found["moves"][0])
    json.dumps(found)


@pytest.mark.parametrize(
    ("situation", "sentence"),
    [
        (deal(shuffled(20, seed=1), dealer=0).resign(0), "the deal is over"),
        (deal(shuffled(20, seed=1), dealer=0).view(None), "a spectator's view"),
        (deal(shuffled(20, seed=1), dealer=0).view(0), "it is the turn of seat 1"),
        (deal(shuffled(20, seed=1), dealer=0).resign(1).view(1), "the deal is over"),
    ],
)
def test_what_cannot_be_analyzed_is_said(situation: Position | View, sentence: str) -> None:
    with pytest.raises(ViewError, match=sentence):
        analyze(situation)


def test_text_is_read_as_spn() -> None:
    assert analyze(LAST_FACE_DOWN) == analyze(parse_spn(LAST_FACE_DOWN))
    with pytest.raises(SpnError, match="a position has nine"):
        analyze("x")


@pytest.mark.parametrize("thing", [None, 3, [LAST_FACE_DOWN]])
def test_anything_else_is_refused_in_one_sentence(thing: Any) -> None:
    with pytest.raises(BummerlError, match=f"can be analyzed, but .* {type(thing).__name__};"):
        analyze(thing)


def test_the_example_in_the_docs_runs() -> None:
    docs = Path(__file__).parents[2] / "docs" / "analysis.md"
    found = re.search("```python\n(.*?)```", docs.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)
    promised = re.search(r"# (\[.*\])", found[1])
    assert promised is not None
    assert str(plan_tokens(names["found"].best.plan)) == promised[1]


def test_a_table_view_does_not_say_enough() -> None:
    position = deciding(8, "tournament")[-1]
    table = position.view(position.to_move).table()
    assert None in table.points
    with pytest.raises(ViewError, match="a table view"):
        analyze(table)
