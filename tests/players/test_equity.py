"""Match equity: what follows from how deals end."""

from __future__ import annotations

import itertools
import random
import time

import pytest

from bummerl.players import equity as module
from bummerl.players.deal_odds import DATA, NEEDS, POINTS, Deals, Need, deals, need, read_deals
from bummerl.players.equity import (
    LONG,
    Equity,
    bummerl_chance,
    equity,
    match_chance,
    utilities,
)
from bummerl.rules.score import GAME, Score
from bummerl.rules.scoring import Result
from bummerl.rules.variants import PRESETS, Rules
from players.throws import LOPSIDED, PROTOTYPE, Odds, alike, by_need

SOFT, SIXTYSIX, TAVERN = PRESETS["soft"], PRESETS["sixtysix"], PRESETS["tavern"]
FAMILIES = (SOFT, SIXTYSIX, SIXTYSIX.with_(drawn_deal_carries=False))
NEEDED = range(1, GAME + 1)

# The table that comes with PROTOTYPE: points needed from 7 down to 1, own ones in rows, the
# mean of forehand and dealer.
PROTOTYPE_TABLE = """
50.0 42.6 34.6 27.3 19.1 11.8  7.7
57.4 50.0 41.7 33.8 24.5 15.8 10.9
65.4 58.3 50.0 41.9 31.5 21.3 15.4
72.7 66.2 58.1 50.0 38.7 27.3 20.5
80.9 75.5 68.5 61.3 50.0 37.9 30.6
88.2 84.2 78.7 72.7 62.1 50.0 42.6
92.3 89.1 84.6 79.5 69.4 57.4 50.0
"""


# ---- one Bummerl ---------------------------------------------------------------------------


def test_it_looks_like_the_published_table() -> None:
    chances = Equity(alike(PROTOTYPE))
    rows = [list(map(float, line.split())) for line in PROTOTYPE_TABLE.split("\n") if line]
    for own, row in zip(range(GAME, 0, -1), rows, strict=True):
        for other, percent in zip(range(GAME, 0, -1), row, strict=True):
            assert 100 * chances.bummerl((own, other), None) == pytest.approx(percent, abs=0.1)


def test_the_last_point_by_hand() -> None:
    # forehand wins with .5, draws with .2: x = .5 + .2 (1 - x), as the other is forehand then
    chances = Equity(alike(LOPSIDED))
    assert chances.bummerl((1, 1), False) == pytest.approx(0.7 / 1.2)
    assert chances.bummerl((1, 1), True) == pytest.approx(0.5 / 1.2)


def test_two_to_one_by_hand() -> None:
    # without drawn deals; with chances p1, p2, p3 to win and q to lose, forehand needs two:
    #   two or three at once, or one, and then as dealer at 1:1 another one
    p1, q = 0.3, 0.45
    chances = Equity(alike((0.1, 0.15, 0.2, 0, p1, 0.15, 0.1)))
    at_one = chances.bummerl((1, 1), True)
    assert at_one == pytest.approx(q)
    assert chances.bummerl((2, 1), False) == pytest.approx(0.25 + p1 * q)
    # he deals: the other wins with .55, he with 1, 2, 3 in .2, .15, .1, and then leads at 1:1
    assert chances.bummerl((2, 1), True) == pytest.approx(0.25 + 0.2 * 0.55)


def test_a_drawn_deal_carries_by_hand() -> None:
    # only drawn deals or one point: 2:2, then with one carried any win is enough
    win, draw, lose = 0.3, 0.4, 0.3
    odds = alike((0, 0, lose, draw, win, 0, 0))
    chances = Equity(odds)
    carried = (win + draw * lose) / (1 - draw * draw)  # x = win + draw (lose + draw x)
    assert chances.bummerl((2, 2), False, 1) == pytest.approx(carried)
    assert chances.bummerl((2, 1), False, 1) == pytest.approx(carried)
    one = chances.bummerl((2, 1), True)
    assert one == pytest.approx(win * chances.bummerl((1, 1), False) + draw * (1 - carried))
    for more in (2, 6, 7, 50):
        assert chances.bummerl((2, 2), False, more) == chances.bummerl((2, 2), False, 1)


def test_without_carrying_a_drawn_deal_only_turns_the_deal_by_hand() -> None:
    # nobody can draw a second time to some use: x = win (…) + draw y, y = the dealer's chance
    win, draw, lose = 0.5, 0.3, 0.2
    chances = Equity(alike((0, 0, lose, draw, win, 0, 0)), carries=False)
    x = chances.bummerl((2, 1), False)
    y = chances.bummerl((2, 1), True)
    assert x == pytest.approx(win * chances.bummerl((1, 1), True) + draw * y)
    assert y == pytest.approx(lose * chances.bummerl((1, 1), False) + draw * x)
    # a carried point that a record brings along still counts for the next win
    assert chances.bummerl((2, 1), False, 1) == pytest.approx(win + draw * y)


@pytest.mark.parametrize("odds", [alike(PROTOTYPE), alike(LOPSIDED), by_need()])
@pytest.mark.parametrize("carries", [True, False])
def test_the_chances_of_both_seats_add_up(odds: dict[Need, Odds], carries: bool) -> None:
    chances = Equity(odds, carries=carries)
    for own, other, carry in itertools.product(NEEDED, NEEDED, range(4)):
        mine = chances.bummerl((own, other), False, carry)
        assert mine + chances.bummerl((other, own), True, carry) == pytest.approx(1)
        assert 0 < mine < 1
        both = mine + chances.bummerl((own, other), True, carry)
        assert chances.bummerl((own, other), None, carry) == pytest.approx(both / 2)


@pytest.mark.parametrize("rules", FAMILIES, ids=str)
def test_fewer_points_needed_are_never_worse(rules: Rules) -> None:
    for own, other, dealer in itertools.product(NEEDED, NEEDED, (True, False, None)):
        chance = bummerl_chance(rules, (own, other), dealer)
        if own > 1:
            assert bummerl_chance(rules, (own - 1, other), dealer) > chance
        if other > 1:
            assert bummerl_chance(rules, (own, other - 1), dealer) < chance


# ---- against matches played out ------------------------------------------------------------


class Dice:
    """Deals at random, scored by the rules themselves."""

    def __init__(self, odds: dict[Need, Odds], rules: Rules, seed: str) -> None:
        self._odds, self._rules, self._dice = odds, rules, random.Random(seed)

    def deal(self, score: Score, forehand: int) -> Score:
        at = need(score.needed[forehand], score.needed[1 - forehand], score.carry)
        [points] = self._dice.choices(POINTS, self._odds[at])
        winner = None if points == 0 else forehand if points > 0 else 1 - forehand
        return score.after(Result(winner, abs(points), "out" if points else "drawn"), self._rules)

    def wins_bummerl(self, score: Score, forehand: int) -> bool:
        """Whether seat 0 wins the Bummerl in progress."""
        while True:
            after = self.deal(score, forehand)
            forehand = 1 - forehand
            if after.bummerls != score.bummerls:
                return after.bummerls[0] > score.bummerls[0]
            score = after

    def wins_match(self, score: Score, forehand: int) -> bool:
        """Whether seat 0 wins the match."""
        while (winner := score.match_winner(self._rules)) is None:
            score = self.deal(score, forehand)
            forehand = 1 - forehand
        return winner == 0


GAMES = 4000
FOUR_SIGMA = 4 * (0.25 / GAMES) ** 0.5


@pytest.mark.parametrize(
    ("score", "forehand"),
    [
        (Score((7, 7)), 0),
        (Score((3, 2)), 1),
        (Score((2, 4), carry=1), 0),
        (Score((1, 2)), 1),
        (Score((6, 3), carry=3), 1),
    ],
)
@pytest.mark.parametrize("carries", [True, False])
def test_bummerls_played_out_agree(score: Score, forehand: int, carries: bool) -> None:
    odds, rules = by_need(), SIXTYSIX.with_(drawn_deal_carries=carries)
    dice = Dice(odds, rules, f"{score} {forehand}")
    won = sum(dice.wins_bummerl(score, forehand) for _ in range(GAMES)) / GAMES
    needed = score.needed[0], score.needed[1]
    chance = Equity(odds, carries=carries).bummerl(needed, forehand == 1, score.carry)
    assert won == pytest.approx(chance, abs=FOUR_SIGMA)


@pytest.mark.parametrize(
    ("score", "forehand"),
    [
        (Score(), 0),
        (Score((7, 2), (1, 0)), 1),
        (Score((4, 7), (1, 2), carry=1), 0),
        (Score((1, 7), (0, 2)), 1),
    ],
)
@pytest.mark.parametrize("schneider", [1, 2])
def test_matches_played_out_agree(score: Score, forehand: int, schneider: int) -> None:
    odds = by_need()
    rules = SIXTYSIX.with_(match=3, schneider_bummerls=schneider)
    dice = Dice(odds, rules, f"{score} {forehand}")
    won = sum(dice.wins_match(score, forehand) for _ in range(GAMES)) / GAMES
    needed = score.needed[0], score.needed[1]
    to_go = 3 - score.bummerls[0], 3 - score.bummerls[1]
    chance = Equity(odds).match(needed, to_go, forehand == 1, score.carry, schneider)
    assert won == pytest.approx(chance, abs=FOUR_SIGMA)


# ---- the match -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [SOFT, SIXTYSIX, TAVERN], ids=str)
def test_the_last_bummerl_is_the_match(rules: Rules) -> None:
    last = rules.match - 1
    for own, other, dealer in itertools.product(NEEDED, NEEDED, (True, False, None)):
        assert match_chance(rules, (own, other), (last, last), dealer) == pytest.approx(
            bummerl_chance(rules, (own, other), dealer)
        )


def test_schneider_counts_two_in_a_match() -> None:
    # the other one has nothing yet: at 1:7 he is Schneider if this deal is won
    one = SOFT.with_(schneider_bummerls=1)
    assert match_chance(SOFT, (1, 7), (0, 0), True) > match_chance(one, (1, 7), (0, 0), True)
    assert match_chance(SOFT, (1, 7), (0, 0), True) > match_chance(SOFT, (1, 6), (0, 0), True)
    # a Bummerl ahead it makes no difference to the winner, and much to the loser
    assert match_chance(SOFT, (1, 7), (1, 1), True) == match_chance(one, (1, 7), (1, 1), True)
    assert match_chance(SOFT, (7, 1), (1, 0), True) < match_chance(one, (7, 1), (1, 0), True)


def test_who_deals_the_next_bummerl_is_part_of_it() -> None:
    # Forehand always wins three.  From 7:7 he is through in the fifth deal, his third, and the
    # other is forehand of the sixth; so they win a Bummerl in turn.
    chances = Equity(alike((0, 0, 0, 0, 0, 0, 1)))
    assert chances.bummerl((7, 7), False) == 1
    assert chances.match((7, 7), (1, 1), False) == 1
    assert chances.match((7, 7), (2, 1), False) == 0
    assert chances.match((1, 7), (2, 2), False) == 1
    assert chances.match((1, 7), (3, 2), False) == 0
    assert chances.match((1, 7), (3, 2), False, schneider=2) == 1


def test_a_finished_match() -> None:
    assert match_chance(SOFT, (7, 7), (2, 0), True) == 1
    assert match_chance(SOFT, (7, 7), (1, 3), None) == 0


@pytest.mark.parametrize("schneider", [1, 2])
def test_a_long_match_is_nearly_right(schneider: int, monkeypatch: pytest.MonkeyPatch) -> None:
    odds = deals(20).odds(draws=False)
    exact = Equity(odds)
    monkeypatch.setattr(module, "LONG", LONG - 2)
    near = Equity(odds)
    for other in range(1, LONG + 1):
        to_go = (LONG, other)
        expected = exact.match((7, 7), to_go, None, 0, schneider)
        assert near.match((7, 7), to_go, None, 0, schneider) == pytest.approx(expected, abs=0.004)


def test_any_number_of_bummerls_can_win() -> None:
    rules = SOFT.with_(match=999_999_999)
    assert match_chance(rules, (7, 7), (0, 0), None) == pytest.approx(0.5)
    assert match_chance(rules, (7, 7), (40_000, 0), None) > 0.5
    assert match_chance(rules, (7, 7), (999_999_998, 0), None) == pytest.approx(1)


# ---- utilities -----------------------------------------------------------------------------


def scores() -> list[Score]:
    dice = random.Random("scores")
    return [
        Score(
            (dice.randint(1, 7), dice.randint(1, 7)),
            (dice.randint(0, 1), dice.randint(0, 1)),
            dice.choice((0, 0, 1, 2, 9)),
        )
        for _ in range(60)
    ]


@pytest.mark.parametrize("rules", [*FAMILIES, TAVERN.with_(match=40)], ids=str)
@pytest.mark.parametrize("goal", ["bummerl", "partie", "points"])
def test_more_points_are_never_worse(rules: Rules, goal: module.Goal) -> None:
    for score, seat, dealer in itertools.product(scores(), (0, 1), (0, 1, None)):
        values = utilities(rules, score, seat, dealer, goal)
        assert len(values) == len(POINTS)
        assert list(values) == sorted(values)
        assert values[0] >= 0
        assert values[-1] <= 1
        assert values[0] < values[-1]


@pytest.mark.parametrize("goal", ["bummerl", "partie"])
def test_they_are_the_chances_after_the_deal(goal: module.Goal) -> None:
    # seat 1 deals this deal and is forehand in the next one
    for score in scores():
        values = utilities(SOFT, score, 1, 1, goal)
        for points, value in zip(POINTS, values, strict=True):
            winner = None if points == 0 else 1 if points > 0 else 0
            after = score.after(Result(winner, abs(points), "out"), SOFT)
            own = after.needed[1], after.needed[0]
            if goal == "partie":
                hung = after.bummerls[1], after.bummerls[0]
                expected = match_chance(SOFT, own, hung, False, after.carry)
            elif after.bummerls != score.bummerls:
                expected = float(points > 0)
            else:
                expected = bummerl_chance(SOFT, own, False, after.carry)
            assert value == pytest.approx(expected, abs=1e-12)


def test_points_that_cannot_matter_are_worth_nothing_more() -> None:
    assert utilities(SOFT, Score((2, 1)), 0, 0)[-2:] == (1, 1)
    assert utilities(SOFT, Score((2, 1)), 0, 0)[:3] == (0, 0, 0)
    assert utilities(SOFT, Score((3, 4), carry=2), 0, 1)[-3:] == (1, 1, 1)
    behind = utilities(SOFT, Score((7, 3)), 0, 0, "partie")
    assert behind[0] == 0  # Schneider, two Bummerls
    ahead = utilities(SOFT, Score((6, 3)), 0, 0, "partie")
    assert 0 < ahead[0] < 0.5


def test_for_points_every_point_counts_the_same() -> None:
    assert utilities(SOFT, Score((1, 1)), 0, 0, "points") == pytest.approx(
        [v / 6 for v in range(7)]
    )
    carried = utilities(SIXTYSIX, Score((5, 5), carry=1), 0, 0, "points")
    assert carried == pytest.approx([0, 1 / 8, 2 / 8, 4 / 8, 6 / 8, 7 / 8, 1])


def test_it_falls_nowhere_even_if_the_counts_do(monkeypatch: pytest.MonkeyPatch) -> None:
    # whoever needs two as forehand against one always wins: so with 1:1 to come three points
    # are better than two would be
    odds = alike(LOPSIDED) | {(2, 1): (0.0, 0, 0, 0, 0, 1, 0), (1, 1): (0.0, 0, 1, 0, 0, 0, 0)}
    monkeypatch.setattr(module, "equity", lambda rules: Equity(odds))
    rules, score = SIXTYSIX.with_(match=17), Score((4, 1))  # rules that nobody asked for before
    raw = [module._worth(rules, score, 0, False, "bummerl", points) for points in POINTS]
    assert raw[5] > raw[6] or raw[4] > raw[5]
    values = utilities(rules, score, 0, 1)
    assert list(values) == sorted(values)
    assert values[-1] == max(raw)
    utilities.cache_clear()


@pytest.mark.parametrize("needed", [(0, 3), (8, 7), (7, -1)])
def test_impossible_scores_are_refused(needed: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="1 to 7"):
        bummerl_chance(SOFT, needed, None)
    with pytest.raises(ValueError, match="1 to 7"):
        match_chance(SOFT, needed, (0, 0), None)
    with pytest.raises(ValueError, match="carry"):
        bummerl_chance(SOFT, (7, 7), None, -1)
    with pytest.raises(ValueError, match="bummerl, partie or points"):
        utilities(SOFT, Score(), 0, 0, "glory")


# ---- under rules ---------------------------------------------------------------------------


def test_rules_without_drawn_deals_have_none() -> None:
    duel = PRESETS["duel-66"]
    assert module.family(duel) == (24, False, True)
    counts = dict.fromkeys(NEEDS, (1, 1, 1, 5, 1, 1, 1))
    for row in Deals(counts, {}).odds(draws=False).values():
        assert row == pytest.approx((1 / 6,) * 3 + (0,) + (1 / 6,) * 3)
    assert bummerl_chance(duel, (3, 5), True) != bummerl_chance(SIXTYSIX, (3, 5), True)


def test_it_is_made_once_and_quickly() -> None:
    assert equity(SOFT) is equity(TAVERN)
    assert equity(SOFT) is not equity(SIXTYSIX)
    started = time.process_time()
    Equity(read_deals(DATA)[24].odds(draws=True))
    assert time.process_time() - started < 0.1  # about 0.005 s; machines are shared
