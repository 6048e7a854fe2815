"""Plans are worth what the exact solver says of the positions behind them."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES
from bummerl.search.averaging import Averager
from bummerl.search.pack import pack, pack_rules
from bummerl.search.plans import Plan, plans_of
from bummerl.search.solver import solve
from bummerl.search.worlds import worlds_of
from search.plain import minimax
from search.test_worlds import position_of
from search.worlds import positions
from support import position


def behind(current: Position, plan: Plan) -> int:
    """Game points for the seat to move, by solving what the plan leads to."""
    seat = current.to_move
    for move in plan:
        current = current.play(move)
    if current.result is not None:
        sign = {seat: 1, 1 - seat: -1, None: 0}[current.result.winner]
        return sign * current.result.points
    value = solve(current).value
    return value if current.to_move == seat else -value


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_every_plan_in_every_world_is_solved(preset: str) -> None:
    rng = random.Random(f"averaging/{preset}")
    for current in itertools.islice(positions(preset, "averaging", talon=6), 0, 250, 5):
        view = current.view(current.to_move)
        plans = plans_of(view)
        rows = worlds_of(view, 3, seed=rng.getrandbits(30)).rows
        values = Averager(pack_rules(view.rules)).values(rows, plans, view.trump)
        for column, row in enumerate(rows):
            world = position_of(row, view)
            plan = rng.randrange(len(plans))
            assert values[plan, column] == behind(world, plans[plan]), (str(world), plans[plan])


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_best_plan_of_a_known_deal_is_worth_what_minimax_says(preset: str) -> None:
    for current in itertools.islice(positions(preset, "best plan", talon=0, cards=3), 60):
        plans = plans_of(current.view(current.to_move))
        averager = Averager(pack_rules(current.rules))
        values = averager.values(pack(current)[np.newaxis], plans, current.trump)
        assert values.max() == minimax(current), str(current)


def test_one_averager_remembers_nothing_wrong() -> None:
    """The same worlds give the same values in any order, alone or among others."""
    view = position("soft SKSQHTDJCJ/?5 H ?3+HJ - 0: 20.1/30.2").view(0)
    plans, rows = plans_of(view), worlds_of(view, 1000).rows
    averager = Averager(pack_rules(view.rules))
    values = averager.values(rows, plans, view.trump)
    backwards = averager.values(rows[::-1].copy(), plans[::-1], view.trump)
    assert (backwards[::-1, ::-1] == values).all()
    alone = Averager(pack_rules(view.rules)).values(rows[77:78].copy(), plans, view.trump)
    assert (alone[:, 0] == values[:, 77]).all()


def test_the_worlds_stay_as_they_are() -> None:
    view = position("soft SKSQHTDJCJ/?5 H ?1+HJ - 0: 20.2/30.2").view(0)
    rows = worlds_of(view, 100).rows
    before = rows.copy()
    Averager(pack_rules(view.rules)).values(rows, plans_of(view), view.trump)
    assert (rows == before).all()
