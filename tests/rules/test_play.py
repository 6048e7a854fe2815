"""Playing tricks: who leads, who wins, what may be played (PLAY-1 … PLAY-7)."""

from __future__ import annotations

from itertools import permutations

import pytest

from bummerl.cards import CARD_NAMES
from bummerl.errors import IllegalMoveError
from bummerl.rules.trick import Trick, beats, winning_index
from support import MOVES, legal, names, play, position, read_cards

# Third trick, talon open: 0 leads.
OPEN = "soft SAHTDKDQCJ/SKHAHJDTCQ S ?5+SJ - 0: 13.1/14.1"


@pytest.mark.rule("PLAY-1")
@pytest.mark.parametrize("forehand", [0, 1])
def test_forehand_leads_first_then_the_winner_of_the_last_trick(forehand: int) -> None:
    hands = "HAHTDKDQCJ/SAHKHJDTCQ" if forehand == 0 else "SAHKHJDTCQ/HAHTDKDQCJ"
    first = position(f"soft {hands} S ?9+SJ - {forehand}: 0.0/0.0")
    assert first.to_move == forehand
    assert play(first, "HA").to_move == 1 - forehand
    assert play(first, "HA HJ").to_move == forehand
    assert play(first, "HT SA").to_move == 1 - forehand


@pytest.mark.rule("PLAY-2")
@pytest.mark.parametrize(
    ("led", "reply", "winner"),
    [
        ("HK", "HT", "reply"),  # higher card of the suit led
        ("HT", "HK", "leader"),
        ("HT", "HA", "reply"),  # ace above ten
        ("HQ", "HJ", "leader"),
        ("HA", "SJ", "reply"),  # the lowest trump takes a plain ace
        ("SJ", "HA", "leader"),
        ("SJ", "SQ", "reply"),  # higher trump
        ("SA", "SK", "leader"),
        ("HJ", "DA", "leader"),  # another plain suit never wins
    ],
)
def test_who_wins_a_trick(led: str, reply: str, winner: str) -> None:
    after = play(position(f"soft {led}?4/{reply}?4 S ?+ST - 0: 3.1/5.1"), f"{led} {reply}")
    seat = 0 if winner == "leader" else 1
    assert after.tricks == ((2, 1) if seat == 0 else (1, 2))
    assert after.leader == seat
    assert after.finished == (Trick(0, read_cards(led + reply), seat),)


@pytest.mark.rule("PLAY-2")
@pytest.mark.parametrize("trump", range(4))
def test_every_pair_of_cards_has_the_winner_of_the_rule(trump: int) -> None:
    strength = "9JQKTA"
    for led, reply in permutations(CARD_NAMES, 2):
        if reply[0] == led[0]:
            reply_wins = strength.index(reply[1]) > strength.index(led[1])
        else:
            reply_wins = reply[0] == "SHDC"[trump]
        cards = (*read_cards(led), *read_cards(reply))
        assert winning_index(cards, trump) == int(reply_wins), (led, reply)
        assert beats(cards[1], cards[0], trump) == reply_wins


@pytest.mark.rule("PLAY-3")
@pytest.mark.parametrize(
    "text",
    [
        OPEN,
        "66 SAHTDKDQCJH9/SKHAHJDTCQD9 S ?7+SJ - 0: 13.1/14.1",
        "soft SAHTDKDQCJ/SKHAHJDTCQ S ?1+SJ - 0: 50.2/34.2",
    ],
    ids=["schnapsen", "sixtysix", "the last two talon cards"],
)
def test_any_card_may_be_played_while_the_talon_is_open(text: str) -> None:
    start = position(text)
    assert names(start.hands[0]) <= legal(start)
    for led in names(start.hands[0]):
        assert legal(play(start, led)) == names(start.hands[1])


@pytest.mark.rule("PLAY-4")
@pytest.mark.parametrize(
    "text",
    [
        "soft SAHTDKDQCJ/SKHKHJDTCQ S STCA?+SJ - 0: 13.1/14.1",
        "66 SAHTDKDQCJH9/SKHKHJDTCQD9 S STCA?+SJ - 0: 13.1/14.1",
    ],
    ids=["schnapsen", "sixtysix"],
)
def test_winner_draws_first_then_the_loser(text: str) -> None:
    start = position(text)
    assert play(start, "HT").hands[1] == start.hands[1]  # nobody draws before the trick is full
    won = play(start, "HT HJ")
    assert names(won.hands[0]) == names(start.hands[0]) - {"HT"} | {"ST"}
    assert names(won.hands[1]) == names(start.hands[1]) - {"HJ"} | {"CA"}
    lost = play(start, "HT SK")
    assert names(lost.hands[1]) == names(start.hands[1]) - {"SK"} | {"ST"}
    assert names(lost.hands[0]) == names(start.hands[0]) - {"HT"} | {"CA"}
    assert won.talon == lost.talon == start.talon[2:]


@pytest.mark.rule("PLAY-4")
@pytest.mark.parametrize(
    "text",
    [
        "soft SAHTDKDQCJ/SKHKHJDTCQ S HA+SJ - 0: 30.2/30.2",
        "66 SAHTDKDQCJH9/SKHKHJDTCQD9 S HA+SJ - 0: 30.2/30.3",
    ],
    ids=["schnapsen", "sixtysix"],
)
def test_the_loser_of_the_last_talon_trick_gets_the_turned_card(text: str) -> None:
    start = position(text)
    for reply, winner in (("HJ", 0), ("SK", 1)):
        after = play(start, f"HT {reply}")
        assert "HA" in names(after.hands[winner])
        assert "SJ" in names(after.hands[1 - winner])
        assert after.talon == ()
        assert after.is_strict
        assert names(after.shown[1 - winner]) == {"SJ"}


@pytest.mark.rule("PLAY-4")
def test_nobody_draws_once_the_talon_is_closed() -> None:
    after = play(position(OPEN), "c HT HJ")
    assert after.hand_sizes == (4, 4)
    assert after.talon == position(OPEN).talon


STRICT = {
    "exhausted": "soft {hand}/?2 S - - 1:{led} 30.4/40.3",
    "closed by the leader": "soft {hand}/?2 S ?1+{turned} 1@10.2 1:{led} 30.4/40.2",
    "closed by the other": "soft {hand}/?2 S ?1+{turned} 0@10.2 1:{led} 30.4/40.2",
    "24 cards": "sixtysix {hand}/?2 S - - 1:{led} 30.4/40.5",
}


@pytest.mark.rule("PLAY-5")
@pytest.mark.parametrize("phase", STRICT)
@pytest.mark.parametrize(
    ("hand", "led", "allowed"),
    [
        ("HAHTSA", "HK", "HA HT"),  # (a) beat, though a trump would win too
        ("HAHQSA", "HK", "HA"),  # (a) before (b)
        ("HQHJSA", "HK", "HQ HJ"),  # (b) follow before trumping
        ("HTSASK", "HA", "HT"),
        ("SASKDA", "HK", "SA SK"),  # (c) trump, any of them
        ("SKDADT", "HA", "SK"),
        ("DADTCJ", "HK", "DA DT CJ"),  # (d)
        ("SASKHA", "SQ", "SA SK"),  # (a) in trump
        ("SKSQHA", "SA", "SK SQ"),  # (b) in trump
        ("HADADT", "SQ", "HA DA DT"),  # (d) in trump
    ],
)
def test_strict_play(phase: str, hand: str, led: str, allowed: str) -> None:
    turned = "ST" if "ST" not in hand + led else "SJ"
    reply = position(STRICT[phase].format(hand=hand, led=led, turned=turned))
    assert legal(reply) == set(allowed.split())


@pytest.mark.rule("PLAY-5")
def test_a_nine_follows_suit() -> None:
    assert legal(position("66 H9SAD9/?2 S - - 1:HJ 30.4/40.5")) == {"H9"}
    assert legal(position("66 S9HAD9/?2 S - - 1:DJ 30.4/40.5")) == {"D9"}
    assert legal(position("66 S9HAHJ/?2 S - - 1:DJ 30.4/40.5")) == {"S9"}


@pytest.mark.rule("PLAY-5")
def test_strict_play_leaves_the_lead_free() -> None:
    assert legal(position("soft SAHTDK/?3 S - - 0: 30.4/40.3")) == {"SA", "HT", "DK", "o"}


@pytest.mark.rule("PLAY-6")
@pytest.mark.parametrize(
    ("led", "reply", "points"),
    [("HT", "HJ", (13 + 12, 14)), ("HT", "HA", (13, 14 + 21)), ("CJ", "SK", (13, 14 + 6))],
)
def test_the_winner_gets_the_points_of_both_cards(
    led: str, reply: str, points: tuple[int, int]
) -> None:
    after = play(position(OPEN), f"{led} {reply}")
    assert after.points == points
    assert names(after.gone) == names(position(OPEN).gone) | {led, reply}
    assert after.trick == ()


# Seat 0 must follow hearts; the ace of spades would be a Renonce.
FOLLOW = "soft({options}) SAHQDA/?2 S ?1+SJ {closed} 1:HK 30.4/40.2"


@pytest.mark.rule("PLAY-7")
def test_an_illegal_card_is_refused_naming_the_duty() -> None:
    reply = position(FOLLOW.format(options="illegal_card=refuse", closed="0@10.2"))
    assert legal(reply) == {"HQ"}
    with pytest.raises(IllegalMoveError, match=r"^you must follow hearts$"):
        reply.play(MOVES["SA"])


@pytest.mark.rule("PLAY-7")
@pytest.mark.parametrize("closed", ["0@40.0", "1@30.4"])
@pytest.mark.parametrize("option", ["closed_counts=at_end", "failed_close_tricks=at_end"])
def test_a_renonce_costs_three_whoever_closed(closed: str, option: str) -> None:
    reply = position(FOLLOW.format(options=option, closed=closed))
    assert legal(reply) == {"HQ"}
    lost = play(reply, "SA")
    assert lost.result == (1, 3, "renonce")
    assert lost.trick == read_cards("HKSA")  # the card stays on the table
    assert (lost.points, lost.tricks) == (reply.points, reply.tricks)
    assert names(lost.hands[0]) == {"HQ", "DA"}
    assert lost.history[-1] == (0, MOVES["SA"])


@pytest.mark.rule("PLAY-7")
def test_a_renonce_in_strict_play_without_a_close() -> None:
    assert play(position("66 SAHQDA/?2 S - - 1:HK 30.4/40.5"), "DA").result == (1, 3, "renonce")
    assert play(position("66 ?2/SAHQDA S - - 0:HK 30.4/40.5"), "DA").result == (0, 3, "renonce")


@pytest.mark.rule("PLAY-7", "PAIR-2")
@pytest.mark.parametrize(
    ("rules", "card", "ends"),
    [
        ("soft", "HA", True),
        ("soft", "DJ", True),
        ("soft", "SQ", False),
        ("soft(pair_lead=king)", "SQ", True),
        ("soft(pair_lead=king)", "SK", False),
    ],
)
def test_another_card_after_an_announcement_is_a_renonce(rules: str, card: str, ends: bool) -> None:
    announced = position(f"{rules} SKSQHADJCJ/?5 H ?5+HJ - 0:mS 34.1/14.1")
    after = play(announced, card)
    assert after.over == ends
    if ends:
        assert after.result == (1, 3, "renonce")
        assert after.trick == read_cards(card)
        assert after.points == (34, 14)


@pytest.mark.rule("PLAY-7")
@pytest.mark.parametrize("illegal_card", ["refuse", "lose_three"])
@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("SAHTDKDQCJ/SKHAHJDTCQ S ?5+SJ - 0: 13.1/14.1", "HA"),  # not held, on lead
        ("SAHQDA/SKDT S - - 1:HK 30.4/40.3", "HT"),  # not held, in reply
        ("SAHQDA/SKDT S - - 1:HK 30.4/40.3", "DT"),  # held by the other
        ("SAHTDKDQCJ/SKHAHJDTCQ S ?5+SJ - 0: 13.1/14.1", "d"),
        ("SAHTDKDQCJ/SKHAHJDTCQ S ?5+SJ - 0: 13.1/14.1", "mH"),
        ("SAHTDK/SKHAHJ S - - 0: 30.4/40.3", "c"),
        ("SAHTDK/SKHAHJ S - - 0: 30.4/40.3", "x"),
        ("HKHQDA/SKDT S - - 1:HJ 30.4/40.3", "mH"),  # a call in reply
        ("HKHQDA/SKDT S - - 1:HJ 30.4/40.3", "o"),
    ],
)
def test_everything_else_out_of_order_is_refused(illegal_card: str, text: str, token: str) -> None:
    start = position(f"soft(illegal_card={illegal_card}) {text}")
    assert token not in legal(start)
    with pytest.raises(IllegalMoveError):
        start.play(MOVES[token])


@pytest.mark.rule("PLAY-7", "CLOSE-4")
def test_a_card_before_the_draw_is_refused_not_a_renonce() -> None:
    due = position("hoyle-66(illegal_card=lose_three) SAHTDKDQC9/?5 S ?+SJ - 0: 20.3/0.0")
    assert due.is_draw_due
    with pytest.raises(IllegalMoveError, match=r"^first draw, or close the talon$"):
        due.play(MOVES["SA"])


@pytest.mark.rule("PLAY-7")
@pytest.mark.parametrize(
    "text",
    [
        "soft SAHTDKDQCJ/?4 S ?5+SJ - 1:HA 13.1/14.1",
        "soft DADTCJ/?2 S - - 1:HK 30.4/40.3",
        "soft DADTCJ/?3 S - - 0: 30.4/40.3",
    ],
    ids=["talon open", "neither suit nor trump", "on lead"],
)
def test_free_play_knows_no_renonce(text: str) -> None:
    start = position(text)
    for card in names(start.hands[0]):
        assert not play(start, card).over
