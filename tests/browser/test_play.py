"""Whole matches in a real browser: against bots, against people, by mouse and by keyboard."""

from __future__ import annotations

import pytest

from browser.conftest import Visit
from browser.guest import DESKTOP, PHONE, Guest, who_can_go_on

MOST_MOVES = 400
"""Nobody needs more for a Bummerl."""


def test_the_first_deal_lies_on_the_table_in_seconds_without_an_account(visit: Visit) -> None:
    guest = visit("/")
    guest.page.get_by_role("button", name="Deal the cards").click()
    guest.page.locator("[data-table]").wait_for()
    assert guest.wait_for_moment() == "playing"
    assert len(guest.hand) == 5
    guest.play()


def test_a_bummerl_against_a_bot_by_mouse_on_a_desktop_in_german(visit: Visit) -> None:
    guest = visit(size=DESKTOP, language="de")
    guest.enter("Anna", "de", "german")
    guest.sit(guest.new_table(rules="schnapsen"))
    assert guest.page.locator("html").get_attribute("lang") == "de-AT"
    guest.wait_for_moment()
    guest.check_fits()
    assert guest.play_match(by="mouse", close=True) > 5
    table = guest.scene["table"]
    guest.page.locator("[data-rematch]").click()
    guest.page.wait_for_url(lambda url: "/table/" in url and not url.endswith(table))
    assert guest.wait_for_moment() == "playing"


def test_a_bummerl_of_66_by_keyboard_only_on_a_phone_in_english(visit: Visit) -> None:
    guest = visit(size=PHONE, language="en")
    guest.enter("Bert")
    guest.sit(guest.new_table(rules="66", opponent="bot:regular"))
    assert guest.page.locator("html").get_attribute("lang") == "en"
    guest.wait_for_moment()
    guest.check_fits()
    assert guest.play_match(by="keyboard", close=True) > 5


def test_cards_move_where_motion_is_wanted_and_nothing_waits_for_them(visit: Visit) -> None:
    guest = visit(still=False)
    guest.enter("Clara")
    guest.sit(guest.new_table())
    for _ in range(4):
        if guest.wait_for_moment() == "playing":
            guest.play()


@pytest.fixture
def pair(visit: Visit) -> tuple[Guest, Guest]:
    """Two people at one table, by an invitation."""
    anna, bert = visit(size=DESKTOP, language="de"), visit(size=PHONE, language="en")
    anna.enter("Anna", "de", "german")
    bert.enter("Bert")
    table = anna.new_table(opponent="friend", rules="sharp")
    anna.open(f"/join/{table}")
    bert.open(f"/join/{table}")
    bert.page.locator('main button[type="submit"]').click()
    for person in (anna, bert):
        person.page.locator("[data-table]").wait_for()
    return anna, bert


def test_two_people_play_a_bummerl(pair: tuple[Guest, Guest]) -> None:
    anna, bert = pair
    assert who_can_go_on(pair) is not None
    assert {anna.fact("seat"), bert.fact("seat")} == {"0", "1"}
    assert len(anna.hand) == len(bert.hand) == 5
    assert not set(anna.hand) & set(bert.hand)
    for _ in range(MOST_MOVES):
        person = who_can_go_on(pair)
        if person is None:
            break
        if person.fact("phase") == "deal_over":
            person.go_on()
        else:
            person.play(close=True)
    assert {anna.fact("phase"), bert.fact("phase")} == {"over"}
