"""Going out (OUT-1 … OUT-6)."""

from __future__ import annotations

import pytest

from support import legal, play, position

# Third trick, talon open: seat 0 leads, holds the lowest trump and the pair of hearts.
ON_LEAD = "SJHKHQDACA/SAHADJCTCQ S ?5+SK - 0: {}.1/20.1"


@pytest.mark.rule("OUT-1")
@pytest.mark.parametrize("deck", [20, 24])
def test_automatic_ends_with_the_trick_before_anybody_draws(deck: int) -> None:
    hands = "SJHKDQDACA/SKHADJCTCQ" if deck == 20 else "SJHKDQDACAC9/SKHADJCTCQD9"
    start = position(f"app(deck={deck}) {hands} S ?+SA - 0: 46.1/20.1")
    after = play(start, "CA CQ")
    assert not after.over  # 60
    after = play(start, "CA CT")
    assert after.result == (0, 2, "out")
    assert after.points == (67, 20)
    assert after.talon == start.talon
    assert after.hand_sizes == tuple(size - 1 for size in start.hand_sizes)


@pytest.mark.rule("OUT-1")
def test_automatic_looks_at_the_winner_of_the_trick() -> None:
    start = position("app SJHKDQDACA/SKHADJCTCQ S ?5+SA - 0: 14.1/50.1")
    assert play(start, "CA SK").result is None  # 65
    assert play(start, "DA SK").result is None
    assert play(start, "HK HA").result is None
    enough = position("app SJHKDQDACA/SKHADJCTCQ S ?5+SA - 0: 14.1/51.1")
    assert play(enough, "CA SK").result == (1, 2, "out")


@pytest.mark.rule("OUT-1", "PAIR-3")
def test_automatic_counts_pending_points_with_the_first_trick() -> None:
    start = position("app SQHKDQDACA/SKHADJCTCQ H ?+HT - 1: 0.0+40/14.1")
    after = play(start, "CT CA")
    assert after.points == (61, 14)
    assert not after.over
    assert play(after, "DA DJ").result == (0, 2, "out")


@pytest.mark.rule("OUT-1", "LAST-2")
def test_automatic_counts_the_ten() -> None:
    last = position("66(out=automatic) SA/HJ S - - 0: 43.6/50.5")
    assert play(last, "SA HJ").result == (0, 1, "out")


@pytest.mark.rule("OUT-1")
def test_automatic_ends_on_an_announcement_that_counts() -> None:
    after = play(position(f"app {ON_LEAD.format(46)}"), "mH")
    assert after.result == (0, 2, "out")
    assert after.points == (66, 20)
    assert after.trick == ()
    assert after.hand_sizes == (5, 5)
    assert not play(position(f"app {ON_LEAD.format(45)}"), "mH").over


@pytest.mark.rule("OUT-1")
def test_where_outs_are_declared_nothing_ends_by_itself() -> None:
    start = position(f"soft {ON_LEAD.format(46)}")
    assert not play(start, "mH").over
    assert not play(start, "CA CT").over
    assert "o" not in legal(position(f"app {ON_LEAD.format(14)}"))
    assert "o" in legal(position(f"soft {ON_LEAD.format(14)}"))


@pytest.mark.rule("OUT-2")
@pytest.mark.parametrize("tokens", ["", "x", "c", "x c", "mH", "x mH", "c mH", "x c mH"])
@pytest.mark.parametrize("points", [14, 66])
def test_on_lead_before_leading_true_or_not(tokens: str, points: int) -> None:
    turn = play(position(f"soft {ON_LEAD.format(points)}"), tokens)
    assert "o" in legal(turn)
    won = turn.points[0] >= 66
    result = play(turn, "o").result
    assert result is not None
    assert result.winner == (0 if won else 1)


@pytest.mark.rule("OUT-2")
def test_never_in_reply() -> None:
    assert "o" not in legal(position("soft SJHKHQDACA/SAHADJCT S ?5+SK - 1:CQ 66.1/20.1"))
    assert "o" not in legal(position("soft SJHK/SA S - - 1:CQ 66.4/20.4"))


@pytest.mark.rule("OUT-2")
@pytest.mark.parametrize(
    ("tokens", "allowed"),
    [("", False), ("x", False), ("c", False), ("x c", False), ("mH", True), ("x c mH", True)],
)
def test_at_the_very_first_lead_only_after_an_announcement_and_always_false(
    tokens: str, allowed: bool
) -> None:
    turn = play(position("soft SJHKHQDACA/SAHADJCTCQ S ?9+SK - 0: 0.0/0.0"), tokens)
    assert ("o" in legal(turn)) == allowed
    if allowed:
        result = play(turn, "o").result
        assert result is not None
        assert (result.winner, result.points, result.reason) == (1, 3, "false out")


@pytest.mark.rule("OUT-3")
@pytest.mark.parametrize(
    ("other", "points"),
    [("0.0", 3), ("0.1", 2), ("32.1", 2), ("33.1", 1), ("60.2", 1)],
)
@pytest.mark.parametrize(
    ("rules", "size"), [("soft", 5), ("66", 6), ("soft(false_out=two_or_three)", 5)]
)
def test_a_correct_call_scores_by_the_others_standing(
    rules: str, size: int, other: str, points: int
) -> None:
    start = position(f"{rules} ?{size}/?{size} S ?+SK - 0: 66.2/{other}")
    assert play(start, "o").result == (0, points, "out")


@pytest.mark.rule("OUT-3")
def test_a_correct_call_needs_66() -> None:
    for points, winner in ((65, 1), (66, 0), (67, 0)):
        result = play(position(f"soft ?5/?5 S ?+SK - 0: {points}.2/40.1"), "o").result
        assert result is not None
        assert result.winner == winner


@pytest.mark.rule("OUT-4")
@pytest.mark.parametrize(
    ("other", "mirror", "two_or_three"),
    [("0.0", 3, 3), ("0.1", 2, 2), ("32.1", 2, 2), ("33.1", 1, 2), ("60.2", 1, 2)],
)
@pytest.mark.parametrize(("deck", "size"), [(20, 5), (24, 6)])
def test_a_false_call(deck: int, size: int, other: str, mirror: int, two_or_three: int) -> None:
    for option, points in (("mirror", mirror), ("two_or_three", two_or_three)):
        rules = f"soft(deck={deck},false_out={option})"
        start = position(f"{rules} ?{size}/?{size} S ?+SK - 0: 65.2/{other}")
        assert play(start, "o").result == (1, points, "false out")


@pytest.mark.rule("OUT-4", "CLOSE-7")
@pytest.mark.parametrize("false_out", ["mirror", "two_or_three"])
@pytest.mark.parametrize(
    ("at_close", "now", "by_close", "by_end"),
    [("0.0", "0.0", 3, 3), ("0.0", "50.2", 3, 2), ("50.2", "50.2", 2, 2)],
)
def test_a_false_call_by_the_closer(
    false_out: str, at_close: str, now: str, by_close: int, by_end: int
) -> None:
    for option, points in (("at_close", by_close), ("at_end", by_end)):
        rules = f"soft(false_out={false_out},failed_close_tricks={option})"
        closed = position(f"{rules} ?3/?3 S ?+SK 0@{at_close} 0: 65.2/{now}")
        assert play(closed, "o").result == (1, points, "false out")


@pytest.mark.rule("OUT-4", "CLOSE-8")
@pytest.mark.parametrize("false_out", ["mirror", "two_or_three"])
@pytest.mark.parametrize(
    ("at_close", "closer", "penalty", "regular"),
    [
        ("0.0", "0.0", 3, 3),
        ("0.0", "32.1", 3, 2),
        ("0.0", "33.1", 3, 1),
        ("20.1", "0.0", 2, 3),
        ("20.1", "40.2", 2, 1),
    ],
)
def test_a_false_call_against_the_closer(
    false_out: str, at_close: str, closer: str, penalty: int, regular: int
) -> None:
    for option, points in (("penalty", penalty), ("regular", regular)):
        rules = f"soft(false_out={false_out},closed_defender={option})"
        closed = position(f"{rules} ?3/?3 S ?+SK 0@{at_close} 1: {closer}/65.2")
        assert play(closed, "o").result == (0, points, "false out")


@pytest.mark.rule("OUT-5")
def test_who_has_66_and_does_not_say_so_may_lose() -> None:
    silent = position("tavern HJCJ/SAHT S - - 0: 66.4/50.4")
    assert play(silent, "o").result == (0, 1, "out")
    assert play(silent, "HJ HT o").result == (0, 1, "false out")  # 62
    closer_call = position("tavern HJCJ/SAHT S - - 0: 66.4/54.4")
    assert play(closer_call, "HJ HT o").result == (1, 1, "out")
    assert play(silent, "HJ HT SA CJ").result == (1, 1, "last trick")


@pytest.mark.rule("OUT-5")
def test_the_call_counts_what_one_really_has() -> None:
    unseen = position("tavern ?5/?5 S ?+SK - 0: 66.2/20.1")  # his count is not shown to anybody
    assert play(unseen, "o").result == (0, 2, "out")


@pytest.mark.rule("OUT-6")
@pytest.mark.parametrize(
    ("closed", "seat", "result"),
    [
        ("0@0.0", 0, (0, 3, "closed won")),
        ("0@20.2", 0, (0, 2, "closed won")),
        ("1@40.3", 0, (0, 2, "closed lost")),
        ("1@0.0", 0, (0, 3, "closed lost")),
    ],
)
def test_66_with_the_last_trick_of_a_closed_deal_needs_no_call(
    closed: str, seat: int, result: tuple[int, int, str]
) -> None:
    last = position(f"soft SA/HJ S ?+SK {closed} {seat}: 55.3/40.3")
    after = play(last, "SA HJ")
    assert after.points == (68, 40)
    assert after.result == result


@pytest.mark.rule("OUT-6", "LAST-1", "SCORE-4")
@pytest.mark.parametrize(("out", "reason"), [("declared", "last trick"), ("automatic", "out")])
def test_66_with_the_last_trick_of_an_open_deal_needs_no_call(out: str, reason: str) -> None:
    last = position(f"soft(out={out}) SA/HJ S - - 0: 55.5/52.4")
    assert play(last, "SA HJ").result == (0, 1, reason)
