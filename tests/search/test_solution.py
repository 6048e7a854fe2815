"""What `solve` answers: value, moves and line fit together; known positions; refusals."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bummerl.errors import MatchError, ViewError
from bummerl.notation.spn import parse_spn
from bummerl.notation.tokens import parse_move, write_move
from bummerl.rules.moves import OUT
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.search import layout
from bummerl.search.pack import pack
from bummerl.search.solver import Solver, solve
from search.worlds import positions
from support import MOVES, play, position, random_position

LINES = (Path(__file__).parent.parent / "cases" / "expert.jsonl").read_text(encoding="utf-8")
EXPERT = [case for case in map(json.loads, LINES.splitlines()) if case["exact"]]


def tokens(solution_moves: tuple[tuple[int, int], ...]) -> dict[str, int]:
    return {write_move(move): value for move, value in solution_moves}


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_value_moves_and_line_fit_together(preset: str) -> None:
    for start in itertools.islice(positions(preset, "line", talon=8), 60):
        solution = solve(start)
        moves = dict(solution.moves)
        assert solution.value == max(moves.values()) == solution.moves[0][1], str(start)
        assert moves[solution.line[0]] == solution.value
        assert set(moves) <= set(start.legal_moves())
        assert -3 <= solution.value <= 3
        current = start
        for move in solution.line:
            current = current.play(move)
        assert current.result is not None, f"{start}: the line stops early"
        winner, points, _reason = current.result
        sign = 0 if winner is None else 1 if winner == start.to_move else -1
        assert sign * points == solution.value, str(start)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in EXPERT])
def test_expert_plans_are_best(case: dict[str, Any]) -> None:
    start = parse_spn(case["view"])
    value = solve(start).value
    assert case["kind"] == "proof"
    for plan in case["best"]:
        current = start
        assert isinstance(current, Position)
        for token in plan:
            assert dict(solve(current).moves)[parse_move(token)] == value, (token, plan)
            current = current.play(parse_move(token))


def test_an_expert_problem_has_losing_moves_too() -> None:
    solution = solve(parse_spn(EXPERT[0]["view"]))
    assert tokens(solution.moves) == {"SK": 1, "CJ": 1, "CQ": 1, "HQ": -1, "HA": -1}


def test_true_calls_are_the_only_move_and_false_ones_none() -> None:
    ready = position("soft SAHT/HJDJ S - - 0: 66.4/20.4")
    assert solve(ready).moves == ((OUT, 2),)
    assert solve(ready).line == (OUT,)
    short = position("soft SAHT/HJDJ S - - 0: 20.4/20.4")
    assert OUT in short.legal_moves()
    assert OUT not in dict(solve(short).moves)


def test_a_pair_that_makes_66_ends_the_line() -> None:
    pair = position("pagat SKSQ/HAST S - - 0: 30.4/20.4")
    assert tokens(solve(pair).moves)["mS"] == 2
    assert [write_move(move) for move in solve(pair).line] == ["mS"]
    declared = position("soft SKSQ/HAST S - - 0: 30.4/20.4")
    assert [write_move(move) for move in solve(declared).line] == ["mS", "o"]


def test_a_follower_and_an_announcer_are_solved() -> None:
    led = position("soft HADA/HJ S - - 1:HK 20.4/20.4")
    assert set(dict(solve(led).moves)) == {MOVES["HA"]}
    announced = play(position("soft SKSQ/HAST S - - 0: 10.4/20.4"), "mS")
    assert set(tokens(solve(announced).moves)) == {"SK", "SQ"}


def test_a_drawn_deal_is_worth_nothing() -> None:
    drawn = position("sixtysix SA/ST S - - 0: 34.6/65.5")
    assert solve(drawn).value == 0
    assert solve(drawn).line == (MOVES["SA"], MOVES["ST"])


def test_closing_before_the_draw_is_a_choice() -> None:
    due = position("hoyle-66 SAKQHAT/DJQKC9J S ?+S9 - 0: 33.1/20.1")
    assert set(tokens(solve(due).moves)) == {"c", "d"}


def test_unknown_cards_are_refused_in_one_sentence() -> None:
    view = parse_spn("schnapsen HTJDACAK/SA?4 S ?1+SJ - 0: 25.2/20.2 STKQHKDTJCTJ 4:4")
    with pytest.raises(ViewError, match=r"^only a position whose cards are all known .* has \?$"):
        solve(view)


def test_a_view_that_knows_all_cards_is_solved() -> None:
    whole = position("soft SAHQDACAJ/HATDKCTQ C - - 0: 31.2/33.3")
    assert solve(whole.view(0)).moves == solve(whole).moves
    assert solve(whole.view(1)).value == solve(whole).value
    with pytest.raises(ViewError):
        solve(random_position(random.Random(1), PRESETS["soft"]).view(0))


def test_a_finished_deal_is_refused() -> None:
    over = play(position("soft SAHT/HJDJ S - - 0: 66.4/20.4"), "o")
    with pytest.raises(MatchError, match="the deal is over"):
        solve(over)


def test_a_solver_remembers_and_forgets_without_changing_its_answers() -> None:
    rules = PRESETS["soft"]
    rng = random.Random(8)
    worlds = np.array([pack(random_position(rng, rules)) for _ in range(20)])
    solver = Solver(rules)
    first = solver.values(worlds, np.empty(20, np.int64)).copy()
    nodes = solver.nodes
    again = solver.values(worlds, np.empty(20, np.int64))
    assert again.tolist() == first.tolist()
    solver.forget()
    assert solver.nodes == 0
    assert solver.values(worlds, np.empty(20, np.int64)).tolist() == first.tolist()
    assert solver.nodes == nodes
    moves = solver.values_of_moves(worlds, np.empty((20, layout.MOVES), np.int64))
    assert moves.max(axis=1).tolist() == first.tolist()
