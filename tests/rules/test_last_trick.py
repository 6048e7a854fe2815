"""All cards played (LAST-1 … LAST-3)."""

from __future__ import annotations

import pytest

from bummerl.rules.score import Score
from bummerl.rules.scoring import Result
from bummerl.rules.variants import PRESETS
from support import play, position


@pytest.mark.rule("LAST-1")
@pytest.mark.parametrize("deck", [20, 24])
@pytest.mark.parametrize("out", ["declared", "automatic"])
def test_the_last_trick_wins(deck: int, out: str) -> None:
    rules = f"soft(deck={deck},out={out})"
    tricks = 4 if deck == 20 else 6
    last = position(f"{rules} SA/HJ S - - 0: 45.5/62.{tricks}")
    after = play(last, "SA HJ")
    assert after.points == (58, 62)
    assert after.result == (0, 1, "last trick")


@pytest.mark.rule("LAST-1", "OUT-5")
def test_the_last_trick_wins_even_against_66_unannounced() -> None:
    last = position("soft SA/HJ S - - 0: 20.5/87.4")
    assert play(last, "SA HJ").result == (0, 1, "last trick")


@pytest.mark.rule("LAST-1")
@pytest.mark.parametrize(
    ("mine", "other", "points"),
    [("107.9", "0.0", 3), ("107.8", "0.1", 2), ("75.8", "32.1", 2), ("74.8", "33.1", 1)],
)
def test_game_points_by_the_losers_standing(mine: str, other: str, points: int) -> None:
    last = position(f"soft SA/HJ S - - 0: {mine}/{other}")
    assert play(last, "SA HJ").result == (0, points, "last trick")


@pytest.mark.rule("LAST-2")
@pytest.mark.parametrize("deck", [20, 24])
def test_the_last_trick_brings_ten(deck: int) -> None:
    tricks = 4 if deck == 20 else 6
    text = f"SA/HJ S - - 0: 53.5/54.{tricks}"
    after = play(position(f"soft(deck={deck},last_trick=ten) {text}"), "SA HJ")
    assert after.points == (76, 54)  # 130 in all
    assert after.result == (0, 1, "last trick")
    assert play(position(f"soft(deck={deck}) {text}"), "SA HJ").points == (66, 54)


@pytest.mark.rule("LAST-2")
def test_only_the_last_trick_brings_ten() -> None:
    assert play(position("66 SAHA/HJDJ S - - 0: 43.5/51.5"), "SA HJ").points == (56, 51)


@pytest.mark.rule("LAST-2", "CLOSE-5")
def test_no_ten_in_a_closed_deal() -> None:
    last = position("66 SA/HJ S ?+SK 0@20.1 0: 43.4/40.4")
    assert play(last, "SA HJ").points == (56, 40)


@pytest.mark.rule("LAST-2")
@pytest.mark.parametrize(
    ("mine", "other", "result"),
    [
        ("43.6", "64.5", (0, 1, "last trick")),  # 66 with the ten
        ("75.6", "32.5", (0, 2, "last trick")),
        ("98.11", "0.0", (0, 3, "last trick")),
        ("41.6", "66.5", (1, 1, "last trick")),  # the other has 66; 41 + 23 are not under 33
        ("9.6", "98.5", (1, 2, "last trick")),  # 9 + 23 are under 33
        ("10.6", "97.5", (1, 1, "last trick")),  # the ten lifts the loser to 33
        ("43.6", "84.5", (0, 1, "last trick")),  # both have 66: the last trick decides
        ("42.6", "65.5", (None, 0, "drawn")),
    ],
)
@pytest.mark.parametrize("rules", ["sixtysix", "hoyle-66", "soft(deck=24,last_trick=ten)"])
def test_who_wins_where_the_last_trick_brings_ten(
    rules: str, mine: str, other: str, result: tuple[int | None, int, str]
) -> None:
    last = position(f"{rules} SA/HJ S - - 0: {mine}/{other}")
    assert play(last, "SA HJ").result == result


@pytest.mark.rule("LAST-2", "LAST-3")
def test_drawn_at_65_all_with_automatic_outs_too() -> None:
    after = play(position("66(out=automatic) SA/HJ S - - 0: 42.6/65.5"), "SA HJ")
    assert after.points == (65, 65)
    assert after.result == (None, 0, "drawn")


@pytest.mark.rule("LAST-3")
def test_a_drawn_deal_scores_nothing_and_raises_the_next() -> None:
    rules = PRESETS["sixtysix"]
    drawn = Result(None, 0, "drawn")
    once = Score((5, 6)).after(drawn, rules)
    assert once == Score((5, 6), carry=1)
    twice = once.after(drawn, rules)
    assert twice == Score((5, 6), carry=2)
    assert twice.after(Result(1, 2, "out"), rules) == Score((5, 2))
    assert twice.after(Result(0, 3, "out"), rules) == Score((7, 7), (1, 0))


@pytest.mark.rule("LAST-3")
def test_without_drawn_deal_carries_a_drawn_deal_leaves_no_trace() -> None:
    rules = PRESETS["sixtysix"].with_(drawn_deal_carries=False)
    score = Score((5, 6)).after(Result(None, 0, "drawn"), rules)
    assert score == Score((5, 6))


@pytest.mark.rule("LAST-3")
def test_the_carry_is_no_part_of_the_deals_result() -> None:
    start = position("66 ?6/?6 S ?+SK - 0: 66.2/20.1", needed=(5, 6), carry=2)
    after = play(start, "o")
    assert after.result == Result(0, 2, "out")
    assert after.score.after(after.result, after.rules) == Score((1, 6))
