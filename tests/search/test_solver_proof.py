"""The solver is exact: against minimax on the rules, and a compiled search without any tricks."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from bummerl.notation.spn import write_spn
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.search import layout
from bummerl.search.pack import pack, relabelled_move
from bummerl.search.solver import WINS, WINS_TWO, Solver
from search.plain import minimax, minimax_moves, plain_value
from search.worlds import positions
from support import random_position

SCHNAPSEN = [preset for preset in PRESET_NAMES if PRESETS[preset].deck == 20]
SIXTY_SIX = [preset for preset in PRESET_NAMES if PRESETS[preset].deck == 24]
SOLVERS: dict[str, Solver] = {}


def solved(position: Position, window: tuple[int, int] = (-3, 3)) -> int:
    """The solver's value; solvers keep their tables, so that these are tested too."""
    solver = SOLVERS.setdefault(str(position.rules), Solver(position.rules))
    out = np.empty(1, np.int64)
    return int(solver.values(pack(position)[np.newaxis], out, window)[0])


def solved_moves(position: Position) -> dict[int, int]:
    """The solver's value of every move."""
    solver = SOLVERS.setdefault(str(position.rules), Solver(position.rules))
    out = np.empty((1, layout.MOVES), np.int64)
    solver.values_of_moves(pack(position)[np.newaxis], out)
    return {
        relabelled_move(move, position.trump): int(value)
        for move, value in enumerate(out[0])
        if value != layout.ILLEGAL
    }


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_late_positions_are_worth_what_minimax_says(preset: str) -> None:
    for position in itertools.islice(positions(preset, "late", talon=0, cards=3), 200):
        assert solved(position) == minimax(position), write_spn(position)
        assert solved_moves(position) == minimax_moves(position), write_spn(position)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_many_late_positions_are_worth_what_minimax_says(preset: str) -> None:
    for position in itertools.islice(positions(preset, "many", talon=0, cards=3), 2000):
        assert solved(position) == minimax(position), write_spn(position)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_compiled_judge_agrees_with_minimax(preset: str) -> None:
    for position in itertools.islice(positions(preset, "judge", talon=0, cards=3), 200):
        assert plain_value(position) == minimax(position), write_spn(position)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_positions_near_the_end_of_the_talon(preset: str) -> None:
    for position in itertools.islice(positions(preset, "talon", talon=4), 2000):
        assert solved(position) == plain_value(position), write_spn(position)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_questions_are_answered_like_values(preset: str) -> None:
    for position in itertools.islice(positions(preset, "questions", talon=6), 300):
        value = solved(position)
        assert (solved(position, WINS) >= 1) == (value >= 1), write_spn(position)
        assert (solved(position, WINS_TWO) >= 2) == (value >= 2), write_spn(position)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_position_is_worth_its_best_move(preset: str) -> None:
    for position in itertools.islice(positions(preset, "moves", talon=8), 300):
        assert solved(position) == max(solved_moves(position).values()), write_spn(position)


def whole_deals(preset: str, seed: str, number: int) -> list[Position]:
    rng = random.Random(f"{preset}/{seed}")
    return [random_position(rng, PRESETS[preset]) for _ in range(number)]


@pytest.mark.parametrize("preset", SCHNAPSEN)
def test_whole_deals(preset: str) -> None:
    for position in whole_deals(preset, "few", 2):
        assert solved(position) == plain_value(position), write_spn(position)


@pytest.mark.proof
@pytest.mark.parametrize("preset", SCHNAPSEN)
def test_many_whole_deals(preset: str) -> None:
    for position in whole_deals(preset, "many", 50):
        assert solved(position) == plain_value(position), write_spn(position)


@pytest.mark.slow
@pytest.mark.parametrize("preset", SIXTY_SIX)
def test_many_positions_of_66(preset: str) -> None:
    late = positions(preset, "66", talon=6)
    still_open = (position for position in late if len(position.talon) == 6)
    for position in itertools.islice((p for p in still_open if not p.is_strict), 100):
        assert solved(position) == plain_value(position), write_spn(position)
