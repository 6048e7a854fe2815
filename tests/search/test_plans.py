"""Plans are all that a turn allows: against trying every legal move by the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from bummerl.errors import ViewError
from bummerl.rules.moves import DRAW, OUT, Move, is_card
from bummerl.rules.position import Position
from bummerl.rules.scoring import TARGET
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.search.plans import packed_plan, plans_of
from support import TOKENS, position, random_deal, random_rules


def turns(current: Position, plan: tuple[Move, ...] = ()) -> Iterator[tuple[Move, ...]]:
    """Everything the seat to move can do till it has played a card, drawn or ended the deal."""
    right = current.points[current.to_move] >= TARGET
    for move in current.legal_moves():
        if move == OUT and not right:
            continue
        if move != OUT and right and OUT in current.legal_moves():
            continue
        after = current.play(move)
        if is_card(move) or move == DRAW or after.over:
            yield (*plan, move)
        else:
            yield from turns(after, (*plan, move))


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_plans_are_what_trying_finds(preset: str) -> None:
    rng = random.Random(f"plans/{preset}")
    seen: Counter[str] = Counter()
    for number in range(40):
        rules = random_rules(rng, preset) if number % 2 else PRESETS[preset]
        for current in random_deal(rng, rules):
            if current.over:
                break
            plans = plans_of(current.view(current.to_move))
            assert sorted(plans) == sorted(turns(current)), str(current)
            assert plans == tuple(sorted(plans, key=lambda plan: (len(plan), plan)))
            seen.update({" ".join(TOKENS[m] for m in plan[:-1]) for plan in plans})
    assert {"", "x", "c"} <= seen.keys()
    assert any("m" in calls for calls in seen)


def plans(text: str) -> set[str]:
    current = position(text)
    found = plans_of(current.view(current.to_move))
    return {" ".join(TOKENS[move] for move in plan) for plan in found}


@pytest.mark.rule("CLOSE-9", "PAIR-2")
def test_all_calls_of_a_turn_come_in_their_order() -> None:
    found = plans("pagat SKSQSJDJCJ/?5 S ?3+SA - 0: 20.1/30.2")
    assert "x c mS SK" in found
    assert "x mS SQ" in found
    assert "c SA" not in found
    assert "x c SA" in found
    assert not any(" x" in plan or (plan.startswith("m") and " c" in plan) for plan in found)


@pytest.mark.rule("OUT-2", "OUT-4")
def test_going_out_is_the_only_plan_where_it_is_right_and_none_where_it_is_false() -> None:
    assert plans("soft SKSQHTDJCJ/?5 S ?3+HJ - 0: 66.1/30.2") == {"o"}
    assert not any(plan.endswith("o") for plan in plans("soft SKHTDJCJ/?4 S - - 0: 65.3/30.3"))
    assert plans("soft SKSQ/?2 S - - 0: 26.4/30.4") == {"SK", "SQ", "mS o"}


@pytest.mark.rule("OUT-1")
def test_an_announcement_that_ends_the_deal_ends_the_plan() -> None:
    assert plans("pagat SKSQ/?2 S - - 0: 26.4/30.4") == {"SK", "SQ", "mS"}


@pytest.mark.rule("CLOSE-4")
def test_drawing_is_a_plan() -> None:
    found = plans("hoyle-66 SKSQHTDJC9/?5 S ?+HJ - 0: 20.1/0.0")
    assert "d" in found
    assert {plan for plan in found if not plan.startswith("c")} == {"d"}
    assert "c SK" in found


@pytest.mark.rule("PLAY-5")
def test_a_reply_is_a_card_that_duty_allows() -> None:
    assert plans("pagat SKHTDJ/?2 S - - 1:HQ 20.3/30.4") == {"HT"}
    assert plans("pagat SKHTDJCJCQ/?4 S ?+SJ - 1:HQ 0.0/0.0") == {"SK", "HT", "DJ", "CJ", "CQ"}


def test_a_packed_plan_has_its_suits_relabelled() -> None:
    assert packed_plan((28, 27, 21), trump=3).tolist() == [28, 24, 3]
    assert packed_plan((29, 2), trump=0).tolist() == [29, 2]


def test_a_table_view_has_no_plans() -> None:
    view = position("soft SKSQHTDJCJ/?5 H ?3+HJ - 0: 20.1/30.2").view(0)
    with pytest.raises(ViewError, match="table view"):
        plans_of(view.table())
