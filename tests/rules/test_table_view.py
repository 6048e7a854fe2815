"""What a human eye may see: tricks (PLAY-8) and points (PLAY-9)."""

from __future__ import annotations

import pytest

from bummerl.rules.dealing import deal
from bummerl.rules.moves import is_card
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS
from bummerl.rules.view import View
from support import TOKENS, names, play, position, read_cards

# Seat 1 is forehand.  Seat 1 wins tricks 1 and 4, seat 0 tricks 2 and 3, and again seat 1 leads.
PACK = read_cards("SATKQJHATKQJDATKQJCATKQJ")
TRICKS = ("SA SQ", "ST HJ", "DA DJ", "SJ SK")


def after_tricks(count: int, tricks_visible: str, points_visible: bool = True) -> Position:
    rules = PRESETS["soft"].with_(tricks_visible=tricks_visible, points_visible=points_visible)
    return play(deal(PACK, 0, rules), " ".join(TRICKS[:count]))


def tricks_seen(view: View) -> list[int]:
    """Numbers of the tricks, from 1, that a table view shows; all its fields must agree."""
    seen = [
        number for number, trick in enumerate(TRICKS, 1) if set(trick.split()) <= names(view.gone)
    ]
    cards = {card for number in seen for card in TRICKS[number - 1].split()}
    assert names(view.gone) == cards
    assert [" ".join(TOKENS[card] for card in trick.cards) for trick in view.finished] == [
        TRICKS[number - 1] for number in seen
    ]
    on_table = {TOKENS[card] for card in view.trick}
    played = {TOKENS[entry.move] for entry in view.history if is_card(entry.move)}
    assert played == cards | on_table
    return seen


@pytest.mark.rule("PLAY-8")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_none_shows_no_trick(seat: int | None) -> None:
    for count in range(5):
        assert tricks_seen(after_tricks(count, "none").view(seat).table()) == []


@pytest.mark.rule("PLAY-8")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_last_shows_the_last_trick_until_the_next_card_is_led(seat: int | None) -> None:
    assert tricks_seen(after_tricks(0, "last").view(seat).table()) == []
    for count in range(1, 5):
        position = after_tricks(count, "last")
        assert tricks_seen(position.view(seat).table()) == [count]
    announced = play(position, "mH")  # an announcement leads no card
    assert tricks_seen(announced.view(seat).table()) == [4]
    assert tricks_seen(play(announced, "HK").view(seat).table()) == []


@pytest.mark.rule("PLAY-8")
@pytest.mark.parametrize(
    ("seat", "seen"),
    [
        (0, [[], [1], [1, 2], [1, 2, 3], [1, 2, 3]]),
        (1, [[], [1], [1, 2], [1, 2], [1, 2, 4]]),
        (None, [[], [1], [1, 2], [1, 2], [1, 2]]),
    ],
)
def test_own_and_first_shows_own_tricks_and_the_others_first(
    seat: int | None, seen: list[list[int]]
) -> None:
    for count, expected in enumerate(seen):
        after = after_tricks(count, "own_and_first")
        assert tricks_seen(after.view(seat).table()) == expected
    led = play(after, "mH HK")
    assert tricks_seen(led.view(seat).table()) == seen[-1]


@pytest.mark.rule("PLAY-8")
def test_a_first_trick_before_the_position_was_read_is_not_taken_for_a_later_one() -> None:
    start = position("soft SAHTDKDQCJ/SKHAHJDTCQ S ?5+SJ - 0: 13.1/14.1")
    after = play(start, "HT HA")  # seat 1's second trick, its first one is not known here
    assert after.view(0).table().finished == ()
    assert after.view(1).table().finished == after.finished


@pytest.mark.rule("PLAY-8")
@pytest.mark.parametrize("tricks_visible", ["none", "last", "own_and_first"])
def test_calls_stay_on_record_and_counts_are_open(tricks_visible: str) -> None:
    after = play(after_tricks(4, tricks_visible), "c mH HQ HA")
    view = after.view(0).table()
    calls = [TOKENS[entry.move] for entry in view.history if not is_card(entry.move)]
    assert calls == ["c", "mH"]
    assert view.tricks == (3, 2)
    assert view.hand_sizes == after.hand_sizes


@pytest.mark.rule("PLAY-8", "PLAY-9")
def test_the_view_of_a_perfect_memory_hides_neither_tricks_nor_points() -> None:
    after = after_tricks(4, "none", points_visible=False)
    view = after.view(0)
    assert (view.gone, view.finished, view.points) == (after.gone, after.finished, after.points)


@pytest.mark.rule("PLAY-9")
@pytest.mark.parametrize(
    ("seat", "visible", "points"),
    [
        (0, True, (25, None)),
        (1, True, (None, 20)),
        (None, True, (None, None)),
        (0, False, (None, None)),
        (1, False, (None, None)),
        (None, False, (None, None)),
    ],
)
def test_only_ones_own_points_and_only_where_they_are_shown(
    seat: int | None, visible: bool, points: tuple[int | None, int | None]
) -> None:
    after = after_tricks(4, "last", visible)
    assert after.points == (12 + 13, 14 + 6)
    view = after.view(seat).table()
    assert view.points == points
    assert view.tricks == (2, 2)


@pytest.mark.rule("PLAY-9")
@pytest.mark.parametrize(
    ("seat", "visible", "at_close"),
    [(0, True, 14), (1, True, None), (None, True, None), (0, False, None), (1, False, None)],
)
def test_the_standing_at_a_close_is_the_others_count(
    seat: int | None, visible: bool, at_close: int | None
) -> None:
    rules = f"soft(points_visible={str(visible).lower()})"
    closed = play(position(f"{rules} ?5/?5 S ?+SK - 1: 14.1/20.1"), "c")
    assert closed.close == (1, 14, 1)
    assert closed.view(seat).close == (1, 14, 1)
    assert closed.view(seat).table().close == (1, at_close, 1)


@pytest.mark.rule("PLAY-9", "PAIR-3")
def test_pending_points_are_heard_by_all() -> None:
    start = position("soft(points_visible=false) SKSQ?3/?5 H ?9+HJ - 0: 0.0/0.0")
    assert play(start, "mS").view(1).table().pending == (20, 0)


def test_the_table_shows_of_other_hands_only_what_everybody_saw() -> None:
    end = position("soft SKSQHT/?3 S - - 0: 30.4/40.3")
    counted = end.view(1)
    assert counted.hands == end.hands
    assert counted.table().hands == (0, end.hands[1])
    announced = play(end, "mS").view(1).table()
    assert names(announced.hands[0]) == {"SK", "SQ"}


def test_the_table_view_of_the_seat_to_move_knows_its_moves() -> None:
    after = after_tricks(4, "none", points_visible=False)
    assert after.view(1).table().legal_moves() == after.legal_moves()
    assert after.view(0).table().legal_moves() == ()
    due = position("hoyle-66 ?5/?5 S ?+SK - 0: 20.1/0.0")
    assert due.view(0).table().legal_moves() == due.legal_moves()


def test_a_finished_deal_hides_no_more_than_the_hands() -> None:
    over = play(after_tricks(4, "none", points_visible=False), "o")
    for seat in (0, 1, None):
        view = over.view(seat)
        assert view.table() == view
        assert view.points == (25, 20)
