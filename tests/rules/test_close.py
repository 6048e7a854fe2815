"""Closing the talon: when, and how the turn goes on (CLOSE-1 … CLOSE-4, CLOSE-9)."""

from __future__ import annotations

import pytest

from support import legal, names, play, position

# Third trick, talon open; seat 0 leads, holds the lowest trump and the pair of diamonds.
SCHNAPSEN = "soft SJHTDKDQCA/SAHADJCTCQ S ?5+SK - 0: 14.1/20.1"
SIXTYSIX = "S9HTDKDQCASJ/SAHADJCTCQC9 S ?7+SK - 0: 14.1/20.1"
# Seat 0 has just won its second trick; nobody has drawn.
DRAW_DUE = "S9HTDKDQCA/SAHADJCTCQ S ?7+SK - 0: 34.2/20.1"


@pytest.mark.rule("CLOSE-1")
@pytest.mark.parametrize("text", [SCHNAPSEN, f"66 {SIXTYSIX}"], ids=["schnapsen", "sixtysix"])
def test_after_closing_nobody_draws_and_play_is_strict(text: str) -> None:
    start = position(text)
    closed = play(start, "c")
    assert closed.is_strict
    assert closed.close == (0, 20, 1)
    assert (closed.talon, closed.hands, closed.to_move) == (start.talon, start.hands, 0)
    led = play(closed, "CA")
    assert legal(led) <= {"CT", "CQ", "C9"}  # clubs must be followed
    after = play(led, "CQ")
    assert after.hand_sizes == tuple(size - 1 for size in start.hand_sizes)
    assert after.talon == start.talon


@pytest.mark.rule("CLOSE-1")
def test_only_on_lead_and_only_once() -> None:
    assert "c" not in legal(position("soft SJHTDKDQCA/SAHADJCT S ?5+SK - 1:CQ 14.1/20.1"))
    closed = play(position(SCHNAPSEN), "c")
    assert "c" not in legal(closed)
    assert "c" not in legal(play(closed, "CA CQ"))
    assert "c" not in legal(play(closed, "HT HA"))  # neither the other
    assert "c" not in legal(position("soft SJHTDK/SAHADJ S - - 0: 34.4/20.3"))


@pytest.mark.rule("CLOSE-2")
@pytest.mark.parametrize(
    ("minimum", "talon", "allowed"),
    [(2, 4, True), (2, 2, True), (4, 6, True), (4, 4, True), (4, 2, False)],
)
@pytest.mark.parametrize("deck", [20, 24])
def test_close_min_talon(deck: int, minimum: int, talon: int, allowed: bool) -> None:
    rules = f"soft(deck={deck},close_min_talon={minimum})"
    hands = "SJHTDKDQCA/SAHADJCTCQ" if deck == 20 else "S9HTDKDQCASJ/SAHADJCTCQC9"
    tricks = ((10 if deck == 20 else 12) - talon) // 2
    start = position(f"{rules} {hands} S ?{talon - 1}+SK - 0: 14.1/20.{tricks - 1}")
    assert ("c" in legal(start)) == allowed


@pytest.mark.rule("CLOSE-3")
@pytest.mark.parametrize("needs_trick", [False, True])
@pytest.mark.parametrize("deck", [20, 24])
def test_close_needs_trick(deck: int, needs_trick: bool) -> None:
    rules = f"soft(deck={deck},close_needs_trick={str(needs_trick).lower()})"
    hands = "SJHTDKDQCA/SAHADJCTCQ" if deck == 20 else "S9HTDKDQCASJ/SAHADJCTCQC9"
    first_lead = position(f"{rules} {hands} S ?+SK - 0: 0.0/0.0")
    assert ("c" in legal(first_lead)) != needs_trick
    assert "c" in legal(position(f"{rules} {hands} S ?+SK - 0: 14.1/0.0"))


@pytest.mark.rule("CLOSE-4")
@pytest.mark.parametrize(
    ("options", "allowed"),
    [("", {"c", "d", "o"}), ("(out=automatic)", {"c", "d"})],
)
def test_before_the_draw_the_winner_closes_draws_or_goes_out(
    options: str, allowed: set[str]
) -> None:
    due = position(f"hoyle-66{options} {DRAW_DUE}")
    assert due.is_draw_due
    assert legal(due) == allowed


@pytest.mark.rule("CLOSE-4")
@pytest.mark.parametrize(
    "text",
    [
        "soft(close_before_draw=true) SAHTDKDQCA/SKHADJCTCQ S ?5+SJ - 0: 14.1/20.1",
        "hoyle-66 SAHTDKDQCAS9/SKHADJCTCQD9 S ?7+SJ - 0: 14.1/20.1",
    ],
    ids=["schnapsen", "sixtysix"],
)
def test_a_won_trick_leads_to_the_choice(text: str) -> None:
    start = position(text)
    after = play(start, "HT SK")
    assert after.is_draw_due
    assert after.to_move == 1
    assert legal(after) == {"c", "d", "o"}
    assert after.talon == start.talon


@pytest.mark.rule("CLOSE-4")
def test_the_draw_leads_to_the_ordinary_turn() -> None:
    due = position("hoyle-66 STHTDKDQCA/SAHADJCTCQ S S9CK?+SK - 0: 34.2/20.1")
    drawn = play(due, "d")
    assert not drawn.is_draw_due
    assert names(drawn.hands[0]) == names(due.hands[0]) | {"S9"}  # the winner first
    assert names(drawn.hands[1]) == names(due.hands[1]) | {"CK"}
    assert drawn.to_move == 0
    assert legal(drawn) == names(drawn.hands[0]) | {"mD", "x", "c", "o"}


@pytest.mark.rule("CLOSE-4")
def test_exchange_and_pair_come_only_after_the_draw() -> None:
    assert not {"x", "mD"} & legal(position(f"hoyle-66 {DRAW_DUE}"))
    assert {"x", "mD"} <= legal(play(position(f"hoyle-66 {DRAW_DUE}"), "d"))


@pytest.mark.rule("CLOSE-4")
@pytest.mark.parametrize(
    ("options", "allowed"),
    [("", {"o"}), ("(pair_after_talon=true)", {"o", "mD"}), ("(out=automatic)", set())],
)
def test_closed_before_the_draw_both_play_one_card_fewer(options: str, allowed: set[str]) -> None:
    due = position(f"hoyle-66{options} {DRAW_DUE}")
    closed = play(due, "c")
    assert closed.hand_sizes == (5, 5)
    assert closed.talon == due.talon
    assert closed.close == (0, 20, 1)
    assert not closed.is_draw_due
    assert legal(closed) == names(closed.hands[0]) | allowed
    assert play(closed, "CA CQ").hand_sizes == (4, 4)


@pytest.mark.rule("CLOSE-4", "CLOSE-2")
@pytest.mark.parametrize(("minimum", "talon", "due"), [(2, 2, True), (4, 4, True), (4, 2, False)])
def test_where_closing_is_not_allowed_the_cards_are_drawn_at_once(
    minimum: int, talon: int, due: bool
) -> None:
    start = position(
        f"hoyle-66(close_min_talon={minimum}) SAHTDKDQCAS9/SKHADJCTCQD9 S ?{talon - 1}+SJ"
        f" - 0: 20.2/20.{4 - talon // 2}"
    )
    after = play(start, "HT SK")
    assert after.is_draw_due == due
    assert len(after.talon) == (talon if due else talon - 2)


@pytest.mark.rule("CLOSE-4")
def test_no_choice_before_the_draw_without_the_option() -> None:
    after = play(position("66 SAHTDKDQCAS9/SKHADJCTCQD9 S ?7+SJ - 0: 14.1/20.1"), "HT SK")
    assert not after.is_draw_due
    assert after.hand_sizes == (6, 6)
    assert "d" not in legal(after)


@pytest.mark.rule("CLOSE-4", "OUT-2", "OUT-4")
@pytest.mark.parametrize(("points", "result"), [(66, (0, 2, "out")), (65, (1, 2, "false out"))])
def test_going_out_before_the_draw(points: int, result: tuple[int, int, str]) -> None:
    due = position(f"hoyle-66 ?5/?5 S ?7+SK - 0: {points}.2/20.1")
    after = play(due, "o")
    assert after.result == result
    assert after.talon == due.talon


@pytest.mark.rule("CLOSE-4")
def test_a_closed_talon_asks_no_more() -> None:
    closed = play(position(f"hoyle-66 {SIXTYSIX}"), "c CA CQ")
    assert not closed.is_draw_due
    assert not {"c", "d"} & legal(closed)


@pytest.mark.rule("CLOSE-4", "OUT-1")
def test_with_automatic_outs_the_deal_ends_before_the_choice() -> None:
    start = position("hoyle-66(out=automatic) SAHTDKDQCAS9/SKHADJCTCQD9 S ?7+SJ - 0: 14.1/60.1")
    assert play(start, "HT SK").result == (1, 2, "out")


@pytest.mark.rule("CLOSE-9")
@pytest.mark.parametrize(
    ("tokens", "calls"),
    [
        ("", {"x", "c", "mD", "o"}),
        ("x", {"c", "mD", "o"}),
        ("c", {"mD", "o"}),
        ("x c", {"mD", "o"}),
    ],
)
def test_exchange_then_close_then_announce_then_lead(tokens: str, calls: set[str]) -> None:
    turn = play(position(SCHNAPSEN), tokens)
    assert legal(turn) == names(turn.hands[0]) | calls


@pytest.mark.rule("CLOSE-9")
@pytest.mark.parametrize("tokens", ["mD", "x mD", "c mD", "x c mD"])
def test_after_an_announcement_only_its_cards_or_out(tokens: str) -> None:
    assert legal(play(position(SCHNAPSEN), tokens)) == {"DK", "DQ", "o"}


@pytest.mark.rule("CLOSE-9")
def test_a_pair_made_by_the_exchange() -> None:
    start = position("soft SJSQHTDKCA/SAHADJCTCQ S ?5+SK - 0: 14.1/20.1")
    assert "mS" not in legal(start)
    assert "mS" in legal(play(start, "x"))
    assert play(start, "x c mS").points == (54, 20)
