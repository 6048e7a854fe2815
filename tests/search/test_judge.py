"""A judge tells what plans are worth: bounds, exactness, determinism, and experts' cases."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bummerl.analysis.evaluate import VISITS
from bummerl.errors import ViewError
from bummerl.notation.spn import parse_spn
from bummerl.notation.tokens import MOVE_TOKENS
from bummerl.players.master import MasterPlayer
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import CLOSE, EXCHANGE, OUT, is_pair
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES, PRESETS, parse_rules
from bummerl.rules.view import View
from bummerl.rules.world import play_in_view
from bummerl.search import layout
from bummerl.search.averaging import Averager
from bummerl.search.blind import Blindfold
from bummerl.search.forest import Budget
from bummerl.search.judge import EVEN, GAME_POINTS, Judge, Judgement
from bummerl.search.pack import Integers, pack_rules
from bummerl.search.plans import packed_plan, plans_of
from bummerl.search.transition import play
from bummerl.search.worlds import hands_of, worlds_of
from search.test_averaging import behind
from search.test_worlds import position_of
from support import position, random_deal, random_rules

FILE = Path(__file__).parent.parent / "cases" / "expert.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
PROVED = [case for case in CASES if case["kind"] == "proof"]
SMALL = Budget(visits=400)
STEEP = (0.0, 0.1, 0.2, 0.5, 0.9, 0.95, 1.0)


def tokens(plan: tuple[int, ...]) -> list[str]:
    return [MOVE_TOKENS[move] for move in plan]


def some_views(preset: str, seed: str, deals: int) -> list[View]:
    """Views of seats to move in random deals; in every second some options are changed."""
    rng = random.Random(f"{preset}/{seed}")
    views = []
    for number in range(deals):
        rules = random_rules(rng, preset) if number % 2 else PRESETS[preset]
        running = (current for current in random_deal(rng, rules) if not current.over)
        views += [current.view(current.to_move) for current in running]
    return views


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_judgements_are_chances_best_first(preset: str) -> None:
    step = 2 if PRESETS[preset].deck == 20 else 6  # 66 has many hands
    for number, view in enumerate(some_views(preset, "chances", 2)[::step]):
        every = number % 2 == 0
        found = Judge(view.rules, worlds=30, budget=Budget(visits=60)).judge(
            view, STEEP, seed=number, every=every
        )
        assert sorted(judged.plan for judged in found) == sorted(plans_of(view))
        for judged in found:
            assert sum(judged.odds) == pytest.approx(1)
            assert min(judged.odds) >= 0
            assert judged.worth == pytest.approx(np.dot(judged.odds, STEEP))
            assert judged.points == pytest.approx(np.dot(judged.odds, GAME_POINTS))
            assert judged.win == pytest.approx(sum(judged.odds[4:]))
            assert judged.error >= 0
            assert judged.worlds >= 1
        worths = [round(judged.worth, 8) for judged in found]
        assert not every or worths == sorted(worths, reverse=True)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_with_one_card_hidden_an_open_deal_is_averaged_exactly(preset: str) -> None:
    """Plans that do not close are worth the mean of exact values over all worlds."""
    late = [v for v in some_views(preset, "late", 12) if v.close is None and len(v.talon) <= 2]
    assert len(late) > 5
    for view in late[:12]:
        rows = worlds_of(view, 100).rows
        worlds = [position_of(row, view) for row in rows]
        for judged in Judge(view.rules, infers=False).judge(view, STEEP):
            if "c" in tokens(judged.plan):
                continue
            values = [behind(world, judged.plan) for world in worlds]
            odds = [values.count(points) / len(values) for points in GAME_POINTS]
            assert judged.odds == pytest.approx(odds)
            assert (judged.exact, judged.worlds, judged.error) == (True, len(worlds), 0)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_closes_lie_between_what_is_sure_and_what_may_be_hoped_for(preset: str) -> None:
    """No plan in a closed deal is worth more than the average of exact values."""
    closing = 0
    for view in some_views(preset, "closed", 12)[::3]:
        if view.hand.bit_count() > 5 or view.unseen.bit_count() > 14:
            continue  # not all hands are looked at
        judge = Judge(view.rules, worlds=10, budget=Budget(visits=20), infers=False)
        hoped = None
        for judged in judge.judge(view, every=True):
            if view.close is None and "c" not in tokens(judged.plan):
                continue
            if hoped is None:
                hoped = _hoped_for(view)
            closing += 1
            assert judged.exact
            assert judged.error == 0
            assert judged.worth <= hoped[judged.plan] + 1e-9
    assert closing > 10


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_all_closes_are_valued_half_way_where_all_plans_are_to_be_alike(preset: str) -> None:
    """Behind the best as well: the mean of what may be hoped for and what is sure."""
    closing, worth = 0, np.array(EVEN)
    for view in some_views(preset, "half way", 12)[::3]:
        hands = hands_of(view)
        if view.hand.bit_count() > 5 or view.unseen.bit_count() > 14 or len(hands) < 2:
            continue  # not all hands are looked at, or nothing is hidden
        judge = Judge(view.rules, worlds=10, budget=Budget(visits=20), infers=False)
        hoped, even = _hoped_for(view), np.full(len(hands), 1 / len(hands))
        for judged in judge.judge(view, every=True):
            if judged.plan not in hoped:
                continue
            state = closed_row(view, judged.plan)
            sure = hoped[judged.plan]
            if state[layout.WINNER] == layout.NONE:
                blindfold = Blindfold(pack_rules(view.rules))
                points = blindfold.points(state, view.to_move, hands, even, worth)
                sure = float(worth[points + 3].mean())
            assert judged.worth == pytest.approx((hoped[judged.plan] + sure) / 2)
            closing += 1
    assert closing > 10


def closed_row(view: View, plan: tuple[int, ...]) -> Integers:
    """The state behind a plan, with any hand of the other seat."""
    state: Integers = worlds_of(view, 1).rows[0]
    for move in packed_plan(plan, view.trump):
        after = state.copy()
        play(state, move, pack_rules(view.rules), after)
        state = after
    return state


def test_values_of_open_plans_hardly_change_with_more_thinking() -> None:
    """All 336 worlds are met, but moves are drawn: there is an interval, and it tells the truth.

    Visits that explore made ♠10 worth 0.3 game points less than with ten times the thinking.
    """
    view = parse_spn("pagat ?5/SATHTDJCK D ?3+DA - 1: 4.1/20.2 SJHKQDTQCJ 7:7")
    assert isinstance(view, View)
    some, many = (
        {
            judged.plan: judged
            for judged in Judge(view.rules, budget=Budget(visits)).judge(view, every=True)
            if "c" not in tokens(judged.plan)
        }
        for visits in (VISITS, 5 * VISITS)
    )
    for plan, judged in some.items():
        assert (judged.exact, judged.worlds) == (True, 336)
        assert 0 < many[plan].error < judged.error
        assert judged.points == pytest.approx(many[plan].points, abs=0.15)


def test_closes_take_as_many_hands_as_there_is_time_for() -> None:
    """Of 12,376 hands, six cards each: 32 at least, and no more than without a clock."""
    view = parse_spn("duel-66 SAJ9HQDKJ/?6 C ?11+CK 0@0.0 0: 0.0/0.0 - 7:7")
    assert isinstance(view, View)
    hurried, patient, unhurried = (
        Judge(view.rules, budget=Budget(seconds=seconds)).judge(view)
        for seconds in (1e-6, 60.0, None)
    )
    assert hurried[0].worlds == 32
    assert 32 < patient[0].worlds == unhurried[0].worlds
    assert patient == unhurried
    assert not unhurried[0].exact
    assert hurried[0].sample < unhurried[0].sample < 2100


def _hoped_for(view: View) -> dict[tuple[int, ...], float]:
    """The average of exact values over hands; talon order does not matter behind a close."""
    plans = [p for p in plans_of(view) if view.close is not None or "c" in tokens(p)]
    hands = hands_of(view)
    rows = np.repeat(worlds_of(view, 1).rows, len(hands), axis=0)
    rows[:, layout.HAND + 1 - view.to_move] = hands
    values = Averager(pack_rules(view.rules)).values(rows, plans, view.trump)
    worth = np.array(EVEN)
    return {plan: float(worth[row + 3].mean()) for plan, row in zip(plans, values, strict=True)}


def after_cards(rules: str, number: int, calls: tuple[int, ...] = ()) -> Position:
    """A deal fixed by the rules, after so many lowest cards and then some calls."""
    current = deal(shuffled(20 if "66" not in rules else 24, seed=3), 0, parse_rules(rules))
    for _ in range(number):
        current = current.play(current.legal_moves()[0])
    for call in calls:
        current = current.play(call)
    return current


SAME = [("pagat", 4, ()), ("soft", 3, ()), ("66", 5, ()), ("duel-66", 6, ()), ("sharp", 2, (29,))]


def answers(rules: str, number: int, calls: tuple[int, ...]) -> list[Any]:
    """What a new judge says, in plain Python."""
    view = after_cards(rules, number, calls).view(0)
    view = view if view.to_move == 0 else after_cards(rules, number, calls).view(1)
    judge = Judge(view.rules, worlds=100, budget=SMALL)
    return [[tokens(judged.plan), list(judged.odds)] for judged in judge.judge(view, seed=5)]


def test_the_same_question_has_the_same_answer() -> None:
    """Again, after other questions, and in another process, which hashes differently."""
    first = [answers(*question) for question in SAME]
    assert [answers(*question) for question in SAME] == first
    program = (
        "import json, sys\n"
        f"sys.path[:0] = {sys.path!r}\n"
        "from search.test_judge import SAME, answers\n"
        "print(json.dumps([answers(*question) for question in SAME]))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert json.loads(ran.stdout) == first
    view = after_cards("pagat", 4).view(after_cards("pagat", 4).to_move)
    judge = Judge(view.rules, worlds=100, budget=SMALL)
    once = judge.judge(view, seed=5)
    judge.judge(position("pagat SATAHTDJCJ/?5 H ?5+HJ - 0: 20.1/30.1").view(0), seed=9)
    assert judge.judge(view, seed=5) == once


def test_seeds_matter_only_where_worlds_are_drawn() -> None:
    view = position("pagat SKSQHTDJCJ/?5 H ?7+HJ - 0: 20.1/0.0").view(0)
    judge = Judge(view.rules, worlds=50, budget=SMALL)
    assert judge.judge(view, seed=1) != judge.judge(view, seed=2)
    late = position("pagat SKSQHTDJCJ/?5 H ?1+HJ - 0: 20.2/30.2").view(0)
    assert judge.judge(late, seed=1) == judge.judge(late, seed=2)


def test_judges_in_threads_do_not_disturb_each_other() -> None:
    views = some_views("soft", "threads", 2)[:12]

    def judged(seed: int) -> list[tuple[Judgement, ...]]:
        judges: dict[object, Judge] = {}
        found = []
        for view in views:
            if view.rules not in judges:
                judges[view.rules] = Judge(view.rules, worlds=60, budget=Budget(visits=200))
            found.append(judges[view.rules].judge(view, seed=seed))
        return found

    alone = [judged(seed) for seed in (1, 2, 3)]
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(judged, (1, 2, 3))) == alone


@pytest.mark.rule("OUT-3")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("soft SKSQHTDJCJ/?5 H ?3+HJ - 0: 66.1/30.2", 2),
        ("soft SKSQHTDJCJ/?5 H ?3+HJ - 0: 66.1/40.2", 1),
        ("soft SKSQHTDJCJ/?5 H ?5+HJ - 0: 70.2/0.0", 3),
        ("66 SKSQHTDJCJC9/?6 H ?+H9 0@0.0 0: 66.1/30.1", 3),
    ],
)
def test_going_out_is_worth_what_it_brings(text: str, points: int) -> None:
    (judged,) = Judge(position(text).rules).judge(position(text).view(0))
    assert judged.plan == (OUT,)
    assert judged.odds[points + 3] == pytest.approx(1)
    assert judged.points == pytest.approx(points)
    assert (judged.win, judged.worth) == pytest.approx((1, EVEN[points + 3]))


def test_what_counts_is_what_is_asked_for() -> None:
    """A sure single win against a close for three: the score decides."""
    view = position("pagat SASTHKDJCJ/?5 S ?5+SJ - 0: 50.2/0.0").view(0)
    judge = Judge(view.rules, worlds=60, budget=SMALL)
    win = judge.judge(view, (0, 0, 0, 0, 1, 1, 1), seed=1)[0]
    assert win.worth == pytest.approx(win.win)
    hopeless = judge.judge(view, (0,) * 7, seed=1)[0]
    assert hopeless.worth == 0


def test_a_table_view_is_not_enough() -> None:
    view = position("soft SKSQHTDJCJ/?5 H ?3+HJ - 0: 20.1/30.2").view(0)
    with pytest.raises(ViewError, match="table view"):
        Judge(view.rules).judge(view.table())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_expert_cases(case: dict[str, Any]) -> None:
    """The answer is among the accepted plans, or of equal value."""
    view = _start(case)
    found = Judge(view.rules).judge(view)
    accepted = [judged for judged in found if tokens(judged.plan) in case["best"]]
    assert accepted
    assert accepted[0].worth >= found[0].worth - 1e-9, tokens(found[0].plan)


@pytest.mark.parametrize("case", PROVED, ids=lambda case: case["id"])
def test_master_solves_the_proved_cases(case: dict[str, Any]) -> None:
    """Move by move through its own turn, playing for points as the cases do."""
    player, view = MasterPlayer(goal="points"), _start(case)
    plan = [player.choose(view)]
    while plan[-1] in (EXCHANGE, CLOSE) or is_pair(plan[-1]):
        view = play_in_view(view, plan[-1])
        plan.append(player.choose(view))
    found = Judge(view.rules).judge(_start(case))
    worths = {tuple(tokens(judged.plan)): judged.worth for judged in found}
    best = max(worths[tuple(accepted)] for accepted in case["best"])
    assert worths[tuple(tokens(tuple(plan)))] >= best - 1e-9, tokens(tuple(plan))


def _start(case: dict[str, Any]) -> View:
    start = parse_spn(case["view"])
    return start.view(start.to_move) if isinstance(start, Position) else start
