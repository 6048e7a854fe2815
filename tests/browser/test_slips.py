"""What happens to people: twins of a name, a second Enter, a sign-out elsewhere, a lost focus."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.guest import DESKTOP, PHONE, Guest, Size

if TYPE_CHECKING:
    from browser.conftest import Together, Visit

_FOCUSED = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
_SIGNED_OUT = "You are not signed in any more."


def desk(visit: Visit, name: str, size: Size = DESKTOP) -> Guest:
    """The organiser of a new tournament, at the desk."""
    guest = visit(size=size)
    guest.enter("Organiser")
    settings = {"name": name, "rules": "soft", "cards": 16, "price": 500}
    made = guest.call("POST", "/api/tournaments", {"settings": settings})
    guest.open(f"/tournament/{made['id']}")
    guest.page.get_by_role("heading", name="Sell cards").wait_for()
    return guest


def sold(guest: Guest, count: int) -> None:
    """Wait until so many cards are sold."""
    guest.page.locator("[data-sold]", has_text=str(count)).wait_for()


def toast(guest: Guest) -> str:
    """What is said at the edge of the page; there is one thing."""
    guest.page.locator(".toast").first.wait_for()
    (said,) = guest.page.locator(".toast").all_inner_texts()
    return said.strip()


def test_two_of_one_name_have_a_page_of_their_game(visit: Visit) -> None:
    one, other, watcher = visit(), visit(), visit()
    for guest in (one, other):
        guest.enter("Max")
    table = one.new_table(opponent="friend")
    other.call("POST", f"/api/tables/{table}/join")
    for guest in (one, other):
        guest.sit(table)
    one.wait_for_phase("playing")
    watcher.enter("Watcher")
    watcher.open(f"/game/{table}")
    people = watcher.page.locator("dd.people a")
    people.first.wait_for()
    assert people.all_inner_texts() == ["Max", "Max"]


def test_enter_twice_sells_once(visit: Visit) -> None:
    guest = desk(visit, "Twice")
    field = guest.page.get_by_label("Name", exact=True)
    field.fill("Huber")
    field.press("Enter")
    field.press("Enter")
    sold(guest, 1)
    guest.page.wait_for_timeout(1000)
    sold(guest, 1)
    field.fill("Huber")
    field.press("Enter")
    sold(guest, 2)


def test_a_sale_of_which_nobody_heard_is_not_made_again(visit: Visit) -> None:
    guest = desk(visit, "Lost answer")
    # the server sells, but its answer is lost on the way
    guest.page.route("**/sales", lambda route: (route.fetch(), route.abort()))
    guest.page.reload()  # a page that is open hears of it some time later
    field = guest.page.get_by_label("Name", exact=True)
    field.fill("Huber")
    field.press("Enter")
    assert "cannot be reached" in toast(guest)
    guest.page.unroute("**/sales")
    assert field.input_value() == "Huber"
    field.press("Enter")
    guest.page.wait_for_function("() => document.querySelector('input[list=people]').value === ''")
    sold(guest, 1)
    # another sale to the same person is one
    field.fill("Huber")
    field.press("Enter")
    sold(guest, 2)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_what_goes_wrong_in_a_window_is_said_above_it(visit: Visit, size: Size) -> None:
    guest = desk(visit, "Said above", size)
    page = guest.page
    for number, name in enumerate(("Huber", "Maier"), start=1):
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Name", exact=True).press("Enter")
        sold(guest, number)
    person = page.get_by_role("button", name="Huber")
    person.click()
    window = page.get_by_role("dialog")
    window.get_by_label("Name", exact=True).fill("Maier")
    window.get_by_role("button", name="Save").click()
    window.get_by_role("status").get_by_text("Maier").wait_for()
    guest.check_accessible()
    guest.check_fits()
    page.get_by_role("button", name="Close message").click()
    page.locator(".toast").wait_for(state="detached")
    assert window.is_visible(), "closing the message leaves the window open"
    # what is said when it closes stands on the page
    window.get_by_label("Name", exact=True).fill("Huber")
    window.get_by_role("button", name="Save").click()
    window.wait_for(state="detached")
    page.wait_for_function("() => document.activeElement.innerText.startsWith('Huber')")


def test_every_way_out_of_a_window_gives_the_focus_back(together: Together) -> None:
    page = together()[0].page
    for entry, way in (
        ("Give up", "Play on"),
        ("Give up", "Escape"),
        ("Give up", "Close window"),
        ("Report something", "Cancel"),
        ("Report something", "Escape"),
    ):
        page.get_by_role("button", name="Menu of the table").focus()
        page.keyboard.press("Enter")
        page.get_by_role("menuitem", name=entry).focus()
        page.keyboard.press("Enter")
        window = page.get_by_role("dialog")
        window.wait_for()
        if way == "Escape":
            page.keyboard.press(way)
        else:
            window.get_by_role("button", name=way).focus()
            page.keyboard.press("Enter")
        window.wait_for(state="detached")
        assert page.evaluate(_FOCUSED) == "Menu of the table", f"{entry}: {way}"


def test_settings_chosen_before_the_first_game_stay(visit: Visit) -> None:
    guest = visit("/settings")
    page = guest.page
    page.get_by_role("radio", name="dark").check(force=True)
    page.get_by_role("switch", name="Play with a second tap").check(force=True)
    guest.open("/")
    page.get_by_role("button", name="Deal the cards").click()
    guest.wait_for_moment()
    page.reload()
    guest.wait_for_moment()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    kept = guest.call("GET", "/api/me")["user"]["settings"]
    assert (kept["theme"], kept["confirm"]) == ("dark", True)


def test_settings_come_along_on_an_invitation(visit: Visit) -> None:
    host = visit()
    host.enter("Host")
    table = host.new_table(opponent="friend")
    friend = visit("/settings")
    friend.page.get_by_role("radio", name="dark").check(force=True)
    friend.open(f"/join/{table}")
    friend.page.get_by_label("Your name").fill("Friend")
    friend.page.get_by_role("button", name="Sit down and play").click()
    friend.page.locator("[data-table]").wait_for()
    me = friend.call("GET", "/api/me")["user"]
    assert (me["name"], me["settings"]["theme"]) == ("Friend", "dark")


def test_whoever_was_signed_out_elsewhere_hears_it_and_plays_on(visit: Visit) -> None:
    guest = visit()
    guest.enter("Moni")
    guest.open("/")
    guest.call("POST", "/api/logout")
    deal = guest.page.get_by_role("button", name="Deal the cards")
    deal.click()
    assert toast(guest) == _SIGNED_OUT
    deal.click()
    guest.wait_for_moment()


def test_the_language_changes_also_for_whoever_was_signed_out(visit: Visit) -> None:
    guest = visit()
    guest.enter("Nelli")
    guest.open("/")
    guest.call("POST", "/api/logout")
    guest.page.get_by_role("button", name="Deutsch").click()
    guest.page.get_by_role("button", name="English").wait_for()
    guest.page.locator(".toast").first.wait_for()


def test_a_helper_who_was_sent_away_is_told(visit: Visit) -> None:
    organiser, helper = desk(visit, "Helped"), visit()
    base = f"/api/tournaments/{organiser.page.url.rpartition('/')[2]}"
    organiser.call("POST", f"{base}/invitation")
    link = organiser.call("GET", f"{base}/team")["link"]
    helper.enter("Helper")
    helper.call("POST", f"{base}/help", {"token": link.rpartition("/")[2]})
    helper.open(f"/tournament/{base.rpartition('/')[2]}")
    helper.page.get_by_role("heading", name="Sell cards").wait_for()
    (found,) = organiser.call("GET", f"{base}/team")["helpers"]
    organiser.call("DELETE", f"{base}/helpers/{found['id']}")
    helper.page.locator(".lost").wait_for()
    assert "Connection" not in helper.page.locator(".lost").inner_text()
    assert helper.page.locator("[data-sold]").is_visible()


def test_a_name_of_two_words_can_be_looked_for(visit: Visit) -> None:
    guest = visit()
    guest.enter("Karl")
    guest.new_table()
    guest.open("/games")
    field = guest.page.get_by_label("Opponent")
    field.press_sequentially("Frau ", delay=30)
    guest.page.wait_for_url("**opponent=Frau")
    guest.page.wait_for_timeout(100)
    field.press_sequentially("Huber", delay=30)
    guest.page.wait_for_url("**opponent=Frau+Huber")
    assert field.input_value() == "Frau Huber"
    guest.page.get_by_role("button", name="Show all games").click()
    guest.page.wait_for_url("**/games")
    assert field.input_value() == ""


def test_the_log_stays_while_a_newer_one_comes(visit: Visit) -> None:
    guest = desk(visit, "Log")
    id_ = guest.page.url.rpartition("/")[2]
    guest.open(f"/tournament/{id_}?tab=more")
    log = guest.page.get_by_role("region", name="Log")
    lines = log.get_by_role("listitem")
    lines.first.wait_for()
    guest.page.evaluate(
        """(log) => {
          globalThis.gone = false;
          new MutationObserver(() => { globalThis.gone ||= !log.querySelector('li'); })
            .observe(log, { childList: true, subtree: true });
        }""",
        log.element_handle(),
    )
    guest.call("POST", f"/api/tournaments/{id_}/sales", {"name": "Huber", "cards": 2})
    log.get_by_text("Huber").first.wait_for()
    assert not guest.page.evaluate("globalThis.gone")


def test_german_aces_can_have_an_s(visit: Visit) -> None:
    guest = visit("/settings", language="de")
    sample = guest.page.locator(".sample img").first
    sample.wait_for()
    assert "HA-sau" not in (sample.get_attribute("src") or "")
    guest.page.get_by_role("radio", name=re.compile("^S")).check(force=True)
    guest.page.wait_for_function(
        "() => document.querySelector('.sample img').getAttribute('src').includes('HA-sau')"
    )
    guest.check_accessible()
    guest.check_fits()
    guest.page.reload()
    sample.wait_for()
    assert "HA-sau" in (sample.get_attribute("src") or "")
