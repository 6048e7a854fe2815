"""Exchanging the lowest trump for the turned-up card (XCHG-1 … XCHG-4)."""

from __future__ import annotations

import pytest

from support import legal, names, play, position, read_cards, why

# Third trick, talon open; seat 0 leads and holds the lowest trump.
SCHNAPSEN = "soft SJHTDKDQCA/SAHADJCTCQ S ?5+SK - 0: 14.1/20.1"
SIXTYSIX = "66 S9HTDKDQCASJ/SAHADJCTCQC9 S ?7+SK - 0: 14.1/20.1"


@pytest.mark.rule("XCHG-1")
@pytest.mark.parametrize(
    ("text", "lowest"), [(SCHNAPSEN, "SJ"), (SIXTYSIX, "S9")], ids=["schnapsen", "sixtysix"]
)
def test_the_lowest_trump_is_exchanged_for_the_turned_card(text: str, lowest: str) -> None:
    start = position(text)
    after = play(start, "x")
    assert names(after.hands[0]) == names(start.hands[0]) - {lowest} | {"SK"}
    assert after.turn_up == read_cards(lowest)[0]
    assert after.talon[:-1] == start.talon[:-1]
    assert after.to_move == 0
    assert after.trump == start.trump


@pytest.mark.rule("XCHG-1")
def test_in_sixtysix_the_jack_does_not_exchange() -> None:
    assert "x" not in legal(position("66 SJHTDKDQCAD9/S9HADJCTCQC9 S ?+SK - 0: 14.1/20.1"))


@pytest.mark.rule("XCHG-1")
def test_the_low_trump_is_drawn_last() -> None:
    start = position("soft SJHTDKDQCA/SAHADJCTCQ S ?1+SK - 0: 30.2/30.2")
    after = play(start, "x CA CQ")
    assert "SJ" in names(after.hands[1])
    assert "SK" in names(after.hands[0])


@pytest.mark.rule("XCHG-1")
@pytest.mark.parametrize("viewer", [1, None])
def test_both_cards_are_known_to_the_others(viewer: int | None) -> None:
    view = play(position(SCHNAPSEN), "x").view(viewer)
    assert names(view.hands[0] & ~names_mask("SAHADJCTCQ")) == {"SK"}
    assert view.turn_up == read_cards("SJ")[0]
    assert names(view.table().hands[0]) == {"SK"}


def names_mask(text: str) -> int:
    return sum(1 << card for card in read_cards(text))


@pytest.mark.rule("XCHG-1")
def test_a_drawn_lowest_trump_exchanges_too() -> None:
    start = position("soft STHTDKDQCA/SAHADJCTCQ S SJ?+SK - 0: 14.1/20.1")
    assert "x" not in legal(start)
    assert "x" in legal(play(start, "CA CQ"))


@pytest.mark.rule("XCHG-1")
@pytest.mark.parametrize(
    "text",
    [
        "soft STHTDKDQCA/SJHADJCTCQ S ?5+SK - 0: 14.1/20.1",  # the other holds it
        "soft STHTDKDQCA/SAHADJCTCQ S ?5+SJ - 0: 14.1/20.1",  # it lies turned up
        "66 STHTDKDQCASJ/SAHADJCTCQC9 S ?7+S9 - 0: 14.1/20.1",
        "soft SJHTDK/SAHADJ S ?+SK 0@20.1 0: 34.2/20.2",  # closed
        "soft SJHTDK/SAHADJ S ?+SK 1@34.2 0: 34.2/20.2",
        "soft SJHTDK/SAHADJ S - - 0: 34.4/20.3",  # exhausted
    ],
)
def test_no_exchange_without_lowest_trump_or_open_talon(text: str) -> None:
    assert "x" not in legal(position(text))


@pytest.mark.rule("XCHG-1")
def test_one_exchange_a_deal() -> None:
    assert "x" not in legal(play(position(SCHNAPSEN), "x"))


@pytest.mark.rule("XCHG-2")
@pytest.mark.parametrize("needs_trick", [False, True])
@pytest.mark.parametrize("deck", [20, 24])
def test_exchange_needs_trick(deck: int, needs_trick: bool) -> None:
    rules = f"soft(deck={deck},exchange_needs_trick={str(needs_trick).lower()})"
    hands = "SJHTDKDQCA/SAHADJCTCQ" if deck == 20 else "S9HTDKDQCASJ/SAHADJCTCQC9"
    first_lead = position(f"{rules} {hands} S ?+SK - 0: 0.0/0.0")
    assert ("x" in legal(first_lead)) != needs_trick
    later = position(f"{rules} {hands} S ?+SK - 0: 14.1/20.1")
    assert "x" in legal(later)


@pytest.mark.rule("XCHG-3")
@pytest.mark.parametrize(
    ("minimum", "talon", "allowed"),
    [(2, 4, True), (2, 2, True), (4, 6, True), (4, 4, True), (4, 2, False)],
)
@pytest.mark.parametrize("deck", [20, 24])
def test_exchange_min_talon_counts_the_turned_card(
    deck: int, minimum: int, talon: int, allowed: bool
) -> None:
    rules = f"soft(deck={deck},exchange_min_talon={minimum})"
    hands = "SJHTDKDQCA/SAHADJCTCQ" if deck == 20 else "S9HTDKDQCASJ/SAHADJCTCQC9"
    tricks = ((10 if deck == 20 else 12) - talon) // 2
    start = position(f"{rules} {hands} S ?{talon - 1}+SK - 0: 14.1/20.{tricks - 1}")
    assert len(start.talon) == talon
    assert ("x" in legal(start)) == allowed


@pytest.mark.rule("XCHG-4")
def test_never_in_the_middle_of_a_trick() -> None:
    assert "x" not in legal(position("soft SJHTDKDQCA/SAHADJCT S ?5+SK - 1:CQ 14.1/20.1"))
    announced = play(position(SCHNAPSEN), "mD")
    assert "x" not in legal(announced)
    assert why(play(announced, "DK"), "x") is not None
