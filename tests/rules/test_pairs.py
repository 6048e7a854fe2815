"""Announcing a pair (PAIR-1 … PAIR-6)."""

from __future__ import annotations

import pytest

from support import legal, names, play, position

# Third trick, talon open, both have a trick; seat 0 holds the pairs of spades (trump) and hearts.
TWO_PAIRS = "SKSQHKHQDA/SAHADJCTCQ S ?5+SJ - 0: 14.1/20.1"
# Forehand's first lead with the pair of spades; trump is hearts.
FIRST_LEAD = "SKSQHADTCJ/SAHTDADJCQ H ?9+HJ - 0: 0.0/0.0"


@pytest.mark.rule("PAIR-1")
@pytest.mark.parametrize(("token", "points"), [("mS", 54), ("mH", 34)])
@pytest.mark.parametrize(
    "text",
    [f"soft {TWO_PAIRS}", "66 SKSQHKHQDAS9/SAHADJCTCQD9 S ?+SJ - 0: 14.1/20.1"],
    ids=["schnapsen", "sixtysix"],
)
def test_a_pair_is_twenty_and_forty_in_trump(text: str, token: str, points: int) -> None:
    start = position(text)
    assert {"mS", "mH"} <= legal(start)
    after = play(start, token)
    assert after.points == (points, 20)
    assert after.to_move == 0


@pytest.mark.rule("PAIR-1")
@pytest.mark.parametrize(
    ("hands", "pairs"),
    [
        ("SKSQHKDQDA/SAHADJCTCQ", {"mS"}),
        ("SKSJHQDQCA/SQHADJCTCQ", set()),
        ("DKDQCKCQST/SAHADJCTSQ", {"mD", "mC"}),
    ],
)
def test_a_pair_needs_king_and_queen_of_one_suit(hands: str, pairs: set[str]) -> None:
    start = position(f"soft {hands} H ?+HJ - 0: 14.1/20.1")
    assert {token for token in legal(start) if token[0] == "m"} == pairs


@pytest.mark.rule("PAIR-1")
def test_one_announcement_a_lead() -> None:
    assert legal(play(position(f"soft {TWO_PAIRS}"), "mS")) == {"SK", "SQ", "o"}


@pytest.mark.rule("PAIR-1")
def test_no_announcement_in_reply() -> None:
    reply = position("soft SKSQHKHQDA/SAHADJCT S ?5+SJ - 1:CQ 14.1/20.1")
    assert legal(reply) == {"SK", "SQ", "HK", "HQ", "DA"}


@pytest.mark.rule("PAIR-1")
def test_the_second_pair_waits_for_the_next_lead() -> None:
    after = play(position("soft SKSQHKHQDA/CQHADJCTCJ S ?+SJ - 0: 14.1/20.1"), "mS SK CJ")
    assert "mH" in legal(after)
    assert play(after, "mH").points == (14 + 40 + 6 + 20, 20)


@pytest.mark.rule("PAIR-2")
@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ("", {"SK", "SQ", "o"}),
        ("(pair_lead=king)", {"SK", "o"}),
        ("(out=automatic)", {"SK", "SQ"}),
        ("(out=automatic,pair_lead=king)", {"SK"}),
    ],
)
def test_one_of_the_two_must_be_led(options: str, allowed: set[str]) -> None:
    announced = play(position(f"soft{options} {TWO_PAIRS}"), "mS")
    assert legal(announced) == allowed
    assert legal(play(announced, "SK")) == names(announced.hands[1])


@pytest.mark.rule("PAIR-2", "OUT-2")
def test_a_pair_may_be_announced_just_to_go_out() -> None:
    start = position("soft SKSQHKHQDA/SAHADJCTCQ S ?5+SJ - 0: 26.1/20.1")
    after = play(start, "mS o")
    assert after.result == (0, 2, "out")
    assert after.points == (66, 20)
    assert after.trick == ()


@pytest.mark.rule("PAIR-3")
def test_a_pair_counts_at_once_for_who_has_a_trick() -> None:
    after = play(position(f"soft {TWO_PAIRS}"), "mS")
    assert (after.points, after.pending) == ((54, 20), (0, 0))


@pytest.mark.rule("PAIR-3")
@pytest.mark.parametrize(("trump", "worth"), [("H", 20), ("S", 40)])
def test_without_a_trick_it_is_pending_until_the_first_trick(trump: str, worth: int) -> None:
    start = position(f"soft SKSQDADTCT/STCAHAHKHQ {trump} DJCJ?+{trump}J - 0: 0.0/0.0")
    announced = play(start, "mS")
    assert (announced.points, announced.pending) == ((0, 0), (worth, 0))
    won = play(announced, "SK CA")
    assert (won.points, won.pending) == ((15 + worth, 0), (0, 0))
    lost = play(announced, "SK ST")
    assert (lost.points, lost.pending) == ((0, 14), (worth, 0))
    won_later = play(lost, "DJ DA")
    assert (won_later.points, won_later.pending) == ((13 + worth, 14), (0, 0))


@pytest.mark.rule("PAIR-3")
def test_pending_points_are_lost_without_a_trick() -> None:
    lost = play(position("soft SKSQ/STSA H - - 0:mS 0.0+20/45.8"), "SK SA ST SQ")
    assert lost.result == (1, 3, "last trick")
    assert lost.points == (0, 45 + 15 + 13)


@pytest.mark.rule("PAIR-3", "OUT-2", "OUT-4")
def test_pending_points_are_no_part_of_out() -> None:
    announced = play(position(f"soft {FIRST_LEAD}"), "mS")
    assert "o" in legal(announced)
    assert play(announced, "o").result == (1, 3, "false out")


@pytest.mark.rule("PAIR-3", "OUT-3")
def test_pending_points_do_not_help_the_loser() -> None:
    start = position("soft SAHADTDQCJ/SKHTDJCTCQ H ?7+HJ - 0: 66.1/0.0+40")
    assert play(start, "o").result == (0, 3, "out")


@pytest.mark.rule("PAIR-3", "CLOSE-6")
def test_pending_points_are_no_part_of_the_standing_at_a_close() -> None:
    closed = play(position("soft SAHADTDQCJ/SKHTDJCTCQ H ?7+HJ - 0: 50.1/0.0+40"), "c")
    assert closed.close == (0, 0, 0)
    assert play(closed, "SA SK HA HT o").result == (0, 3, "closed won")


@pytest.mark.rule("PAIR-4")
@pytest.mark.parametrize("deck", [20, 24])
@pytest.mark.parametrize("needs_trick", [False, True])
def test_pair_needs_trick_rules_out_the_very_first_lead(deck: int, needs_trick: bool) -> None:
    rules = f"soft(deck={deck},pair_needs_trick={str(needs_trick).lower()})"
    nine = ("", "") if deck == 20 else ("S9", "D9")
    hands = f"SKSQHADTCJ{nine[0]}/SAHTDADJCQ{nine[1]}"
    first = position(f"{rules} {hands} H ?+HJ - 0: 0.0/0.0")
    assert ("mS" in legal(first)) != needs_trick
    later = position(f"{rules} {hands} H ?+HJ - 0: 14.1/0.0")
    assert "mS" in legal(later)


@pytest.mark.rule("PAIR-4")
def test_the_other_seat_may_announce_after_its_first_trick() -> None:
    start = position("sharp SAHTDJDACQ/SKSQHADTCJ H ?9+HJ - 0: 0.0/0.0")
    assert "mS" in legal(play(start, "DJ DT"))


@pytest.mark.rule("PAIR-5")
@pytest.mark.parametrize("after_talon", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "SKSQHA/?3 H - - 0: 30.4/20.3",
        "SKSQHA/?3 H ?+HJ 0@20.1 0: 30.3/20.1",
        "SKSQHA/?3 H ?+HJ 1@30.3 0: 30.3/20.1",
    ],
    ids=["exhausted", "closed by oneself", "closed by the other"],
)
def test_pairs_in_strict_play(after_talon: bool, text: str) -> None:
    start = position(f"soft(pair_after_talon={str(after_talon).lower()}) {text}")
    assert ("mS" in legal(start)) == after_talon


@pytest.mark.rule("PAIR-5", "CLOSE-9")
@pytest.mark.parametrize("after_talon", [True, False])
def test_a_pair_right_after_closing(after_talon: bool) -> None:
    start = position(f"soft(pair_after_talon={str(after_talon).lower()}) {TWO_PAIRS}")
    assert "mS" in legal(start)
    assert ("mS" in legal(play(start, "c"))) == after_talon


@pytest.mark.rule("PAIR-6")
def test_both_cards_are_shown_and_the_one_kept_stays_known() -> None:
    announced = play(position(f"soft {TWO_PAIRS}"), "mS")
    for seat in (1, None):
        assert names(announced.view(seat).hands[0]) == {"SK", "SQ"}
    led = play(announced, "SK")
    for seat in (1, None):
        assert names(led.view(seat).hands[0]) == {"SQ"}
        assert names(led.view(seat).table().hands[0]) == {"SQ"}
    assert led.view(1).hand_sizes == (4, 5)
    assert names(play(led, "DJ SQ HJ").view(1).hands[0]) == set()
