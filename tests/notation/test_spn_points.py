"""Points and closes that no deal leads to are refused with the reason (notation.md, SPN)."""

from __future__ import annotations

import pytest

from bummerl.notation.spn import parse_spn
from spn_texts import (
    CLOSED,
    ENDGAME,
    MIDDLE,
    NO_TRICK,
    PENDING,
    START,
    TABLE,
    assert_refused,
    changed,
)

TALON_OF_TWO = "schnapsen SAHTDAJCT/STQHADQCQ H HK+HJ 0@0.0 0: 40.4/0.0 SKJHQDTKCAKJ 7:7"
CLOSED_LATER = "schnapsen SQHJDQCA/SKJHQDK C DJSTDTSACK+CT 1@12.1 0: 27.2/34.1 HATKDACQJ 7:7"
"""Closed by seat 1 after two tricks; one trick since, won by seat 0."""

CLOSES = [
    (changed(ENDGAME, closed="0@0.0"), "there is no talon that could be closed"),
    (
        changed(TALON_OF_TWO, rules="soft(close_min_talon=4)"),
        "only 2 talon cards are left, and 4 are needed",
    ),
    # more than now
    (changed(CLOSED, closed="0@6.1"), "seat 1 had more at the close than it has now"),
    (changed(CLOSED, closed="0@5.2"), "seat 1 had more at the close than it has now"),
    (changed(TABLE, closed="0@?.2"), "seat 1 had more at the close than it has now"),
    (changed(CLOSED_LATER, closed="1@28.1"), "seat 0 had more at the close than it has now"),
    # card points at the close
    (changed(CLOSED, closed="0@5.0"), "seat 1 had card points without a trick"),
    (
        changed(CLOSED_LATER, closed="1@11.1"),
        "seat 0 cannot have stood at 11.1 at the close",
    ),
    (
        changed(CLOSED_LATER, closed="1@19.1"),
        "seat 0 cannot have stood at 19.1 at the close",
    ),
    # the closer was not on lead, or would not be on lead now
    (changed(START, closed="0@0.0"), "seat 0 cannot have closed when seat 1 stood at 0.0"),
    (changed(CLOSED, closed="1@22.1"), "seat 1 cannot have closed when seat 0 stood at 22.1"),
    (changed(CLOSED, trick="1:"), "seat 0 cannot have closed when seat 1 stood at 5.1"),
    (changed(CLOSED_LATER, trick="1:"), "seat 1 cannot have closed when seat 0 stood at 12.1"),
    (changed(CLOSED_LATER, closed="0@0.0"), "seat 0 cannot have closed when seat 1 stood at 0.0"),
    (changed(TABLE, closed="1@?.2"), "seat 1 cannot have closed when seat 0 stood at ?.2"),
    (
        changed(CLOSED_LATER, closed="1@27.2", trick="1:"),
        "seat 1 cannot have closed when seat 0 stood at 27.2",
    ),
    # too many tricks since
    (changed(CLOSED_LATER, closed="1@0.0"), "seat 1 cannot have closed when seat 0 stood at 0.0"),
    # fewer points with as many tricks
    (changed(CLOSED, closed="0@4.1"), "seat 0 cannot have closed when seat 1 stood at 4.1"),
    (changed(CLOSED, closed="0@13.1", points="13.1/14.1"), "seat 0 cannot have closed"),
]


@pytest.mark.rule("CLOSE-1", "CLOSE-2", "CLOSE-6")
@pytest.mark.parametrize(("text", "reason"), CLOSES)
def test_the_talon_cannot_have_been_closed_so(text: str, reason: str) -> None:
    assert_refused(text, "closed", reason)


@pytest.mark.rule("CLOSE-2", "CLOSE-3", "CLOSE-4")
def test_closing_needs_what_the_rules_ask_for() -> None:
    first_lead = changed(START, closed="1@0.0")
    parse_spn(first_lead)
    assert_refused(changed(first_lead, rules="tavern"), "closed", "seat 1 cannot have closed")
    parse_spn(TALON_OF_TWO)
    short = "hoyle-66(close_needs_trick=true) SKHADTCAK/STHTDACQJ D SJHKHQDQCTHJC9H9S9DJD9+DK"
    parse_spn(f"{short} 0@0.0 0: 14.1/0.0 SAQ 7:7")
    at_once = short.replace("hoyle-66", "sixtysix")
    assert_refused(f"{at_once} 0@0.0 0: 14.1/0.0 SAQ 7:7", "closed", "seat 0 cannot have closed")


STANDINGS = [
    (changed(MIDDLE, points="22.2/5.0"), "seat 1 has card points without a trick"),
    (changed(START, points="1.0/0.0"), "seat 0 has card points without a trick"),
    (changed(PENDING, points="20.0/14.1"), "seat 0 has card points without a trick"),
    # pending points
    (changed(MIDDLE, points="22.1+20/5.1"), "seat 0 has a trick, so its announced points count"),
    (changed(TABLE, points="?.2+20/5.1"), "seat 0 has a trick, so its announced points count"),
    (changed(PENDING, points="0.0+30/14.1"), "+30 should be +20 or +40"),
    (changed(PENDING, points="0.0+60/14.1"), "+60 should be +20 or +40"),
    (changed(PENDING, points="0.0+2/14.1"), "+2 should be +20 or +40"),
    (changed(PENDING, rules="soft(pair_needs_trick=true)"), NO_TRICK),
    (changed(START, points="0.0/0.0+20"), "seat 1 cannot have announced a pair yet"),
    (changed(START, points="0.0+20/0.0"), "seat 0 cannot have announced a pair yet"),
    (
        changed(START, hands="SQJHAJDT/DAQCAJ", trick="1:CQ", points="0.0+20/0.0"),
        "seat 0 cannot have announced a pair yet",
    ),
    (
        "soft SKQHATCJ/SAHKDAKQ C STSJDTDJCACTHJHQCK+CQ - 0:mS 0.0/0.0 - 3:7",
        "the announced pair of seat 0 should stand behind a +",
    ),
]


@pytest.mark.rule("PAIR-3", "PAIR-4")
@pytest.mark.parametrize(("text", "reason"), STANDINGS)
def test_points_tricks_and_pending_points_fit_each_other(text: str, reason: str) -> None:
    assert_refused(text, "points", reason)


@pytest.mark.rule("OUT-1")
def test_66_ends_the_deal_where_outs_are_automatic() -> None:
    for rules in ("app", "pagat"):
        parse_spn(changed(ENDGAME, rules=rules, points="65.5/23.2"))
        text = changed(ENDGAME, rules=rules, points="66.5/22.2")
        parse_spn(changed(text, rules="soft"))
        assert_refused(text, "points", "seat 0 has 66: the deal is over at 66")
        text = changed(ENDGAME, rules=rules, points="22.2/66.5")
        assert_refused(text, "points", "seat 1 has 66: the deal is over at 66")


@pytest.mark.parametrize("points", ["22.1/5.1", "13.1/14.1", "14.1/13.1", "5.1/22.1"])
def test_points_that_are_a_split_of_the_cards_gone(points: str) -> None:
    parse_spn(changed(MIDDLE, points=points))


@pytest.mark.parametrize(
    "points",
    [
        *("21.1/6.1", "20.1/7.1", "11.1/16.1", "25.1/2.1", "27.1/0.1"),  # right sum, wrong split
        *("22.1/4.1", "23.1/5.1", "22.1/22.1", "0.1/0.1"),
    ],
)
def test_points_that_are_no_split_of_the_cards_gone(points: str) -> None:
    assert_refused(changed(MIDDLE, points=points), "points", "no split of the finished tricks")


def test_a_split_has_two_cards_for_each_trick() -> None:
    text = "soft SKQHKJDT/SADQCATJ H CKHQDK+HT - 0: 27.2/12.1 STJHADAJCQ 7:7"
    parse_spn(text)
    assert_refused(changed(text, points="12.2/27.1"), "points", "no split")
    assert_refused(changed(text, points="27.1/12.2"), "points", "no split")


ONE_TRICK = "soft SAKHATCJ/STHKDAKQ C DTDJCACTHJHQCK+CQ - 0: 25.1/0.0 SQJ 7:7"
"""Seat 0 announced its pair in spades, led the queen and won the trick."""
TWO_TRICKS = "soft SKHKTDJCJ/STDTKCAT C SAHJDADQCK+CQ - 0: 25.1/14.1 SQJHAQ 7:7"
"""The same, then it lost a trick; it has led once, or twice."""
CLOSED_FIRST = "soft SAKHACJ/HKDAKQ C HTSTDTDJCACTHJHQCK+CQ 0@0.0 0: 25.1/0.0 SQJ 7:7"
"""Closed at the first lead, then as in the first text."""
SEEN_BY_0 = "soft SAHATDTCJ/?5 C ?7+CQ - 1: 0.0/25.1 SQJ 7:7"
"""Seat 1 announced spades; where the king is seat 0 need not know."""
TWO_PAIRS = "soft SATHTDJCJ/DTKCT?2 C ?5+CQ - 1: 0.0/59.2 SQJHAQ 7:7"
"""Seat 1 announced spades and hearts; both kings may be in its hand."""
OPEN_TABLE = changed(TABLE, closed="-")
LED = changed(CLOSED, hands="SQHTKDT/DQJCATJ", trick="0:SK", points="42.1/5.1")

ANNOUNCED = {
    "no card of the pair is gone": (MIDDLE, changed(MIDDLE, points="42.1/5.1")),
    "the other card is in the talon": (
        ONE_TRICK,
        changed(ONE_TRICK, hands="SAHATDTCJ/STHKDAKQ", talon="SKDJCACTHJHQCK+CQ"),
    ),
    "the other card is in the other hand": (
        ONE_TRICK,
        changed(ONE_TRICK, hands="SATHATCJ/SKHKDAKQ"),
    ),
    "both cards are in the same trick": (
        ONE_TRICK,
        changed(ONE_TRICK, hands="SAJHATCJ/STHKDAKQ", points="27.1/0.0", gone="SKQ"),
    ),
    "twenty is not forty": (ONE_TRICK, changed(ONE_TRICK, points="45.1/0.0")),
    "the king must be led": (ONE_TRICK, changed(ONE_TRICK, rules="soft(pair_lead=king)")),
    "the king must be led, also now": (
        changed(LED, hands="SKHTKDT/DQJCATJ", trick="0:SQ"),
        changed(LED, hands="SKHTKDT/DQJCATJ", trick="0:SQ", rules="soft(pair_lead=king)"),
    ),
    "the card led now is the second of the pair": (
        "66 STKJHQDQ/SQ9HTKDKJ H C9CTCJCADADTHASAD9+H9 - 0:CQ 6.1/0.0 HJCK 7:7",
        "66 STKJHQDQ/SQ9HTKDKJ H C9CTCJCADADTHASAD9+H9 - 0:CQ 26.1/0.0 HJCK 7:7",
    ),
    "a trick is needed first": (ONE_TRICK, changed(ONE_TRICK, rules="soft(pair_needs_trick=true)")),
    "the lead was lost": (
        ONE_TRICK,
        changed(ONE_TRICK, hands="SKJHATCJ/STHKDAKQ", points="34.1/0.0", gone="SAQ"),
    ),
    "the lead was trumped": (
        ONE_TRICK,
        changed(ONE_TRICK, hands="SAKJHAT/STHKDAKQ", points="25.1/0.0", gone="SQCJ"),
    ),
    "the lead was not lost": (
        PENDING,
        changed(PENDING, hands="SAKHATCJ/STHKDAKQ", points="0.0+20/5.1", gone="SQJ"),
    ),
    "pending points are for one pair": (
        changed(TWO_TRICKS, trick="1:", points="0.0+20/19.2"),
        changed(TWO_TRICKS, trick="1:", points="0.0+40/19.2"),
    ),
    "the pending pair is not in trumps": (PENDING, changed(PENDING, points="0.0+40/14.1")),
    "the pending pair is in trumps": (
        "soft SKJHATCJ/HKDAKQCT S DTDJCACKHJHQCQ+ST - 1: 0.0+40/14.1 SAQ 7:7",
        "soft SKJHATCJ/HKDAKQCT S DTDJCACKHJHQCQ+ST - 1: 0.0+20/14.1 SAQ 7:7",
    ),
    "two pairs need two leads": (TWO_TRICKS, changed(TWO_TRICKS, points="45.1/14.1")),
    "who is on lead has not led yet": (
        changed(TWO_TRICKS, trick="1:"),
        changed(TWO_TRICKS, trick="1:", rules="soft(pair_needs_trick=true)", points="14.1/25.1"),
    ),
    "nobody announces after closing under these rules": (
        CLOSED_FIRST,
        changed(CLOSED_FIRST, rules="soft(pair_after_talon=false)"),
    ),
    "nobody announces after closing, nor now": (
        LED,
        changed(LED, rules="soft(pair_after_talon=false)"),
    ),
    "the closer led first": (
        changed(
            CLOSED_FIRST, hands="HKDAKQ/SAKHACJ", closed="1@0.0", trick="1:", points="0.0/25.1"
        ),
        changed(CLOSED_FIRST, hands="HKDAKQ/SAKHACJ", trick="1:", points="0.0/25.1"),
    ),
    "the pair announced now counts": (
        changed(CLOSED, trick="0:mS", points="42.1/5.1"),
        changed(CLOSED, trick="0:mS", points="22.1/5.1"),
    ),
    "the other card is in the own hand": (
        SEEN_BY_0,
        changed(SEEN_BY_0, hands="SAKHATCJ/?5", talon="?7+CQ"),
    ),
    "the other card can only be face down": (
        SEEN_BY_0,
        changed(SEEN_BY_0, hands="SAHATDTCJ/STHKDAKQ"),
    ),
    "only one of two cards can be the unknown one": (
        TWO_PAIRS,
        changed(TWO_PAIRS, hands="SATHTDJCJ/DTKCAT?1"),
    ),
    "own points of a table view": (OPEN_TABLE, changed(OPEN_TABLE, points="?.2/1.1")),
    "own points of a table view, far too many": (
        OPEN_TABLE,
        changed(OPEN_TABLE, points="?.2/999.1"),
    ),
    "other points beside hidden tricks": (OPEN_TABLE, changed(OPEN_TABLE, points="500.2/5.1")),
}


CLOSED_THIRD = "soft SAHKDKCJ/STHTDTCT C SJHADJCACK+CQ 0@14.1 0: {}/14.1 SKQHQJDAQ 7:7"
"""Closed by seat 0 after a trick each; it held both pairs whose queens are gone."""


@pytest.mark.rule("PAIR-5", "CLOSE-4")
def test_only_leads_before_the_close_count_where_pairs_end_with_it() -> None:
    two_pairs, one_pair = CLOSED_THIRD.format("52.2"), CLOSED_THIRD.format("32.2")
    parse_spn(two_pairs)
    parse_spn(changed(one_pair, rules="soft(pair_after_talon=false)"))
    assert_refused(changed(two_pairs, rules="soft(pair_after_talon=false)"), "points", "no split")
    parse_spn(
        "soft(pair_after_talon=false) SATHKDKCJ/SKQHTDTCT C SJHADACACK+CQ 0@0.0 0: 50.2/0.0 "
        "HQJDQJ 7:7"
    )
    # closed before the draw: seat 1 may have led first, and won no trick until then
    parse_spn("hoyle-66 HAKDKCK/SKHTDACA C STSJS9HQHJH9DJD9CTCQCJ+C9 0@0.0 1: 14.1/33.1 SAQDTQ 7:7")


@pytest.mark.rule("PAIR-1", "PAIR-2", "PAIR-3", "PAIR-4", "PAIR-5", "PLAY-6")
@pytest.mark.parametrize(("possible", "impossible"), ANNOUNCED.values(), ids=ANNOUNCED)
def test_pairs_that_cannot_have_been_announced(possible: str, impossible: str) -> None:
    parse_spn(possible)
    a, b = (points.partition(".")[0] for points in impossible.split()[6].split("/"))
    reason = "no split of the finished tricks and possible pairs gives"
    assert_refused(impossible, "points", f"{reason} {a} and {b} card points")


def test_a_led_king_or_queen_may_or_may_not_have_been_announced() -> None:
    parse_spn(LED)
    parse_spn(changed(LED, points="22.1/5.1"))
