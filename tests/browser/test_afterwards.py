"""What remains of a game, and of a person: history, replay, proof; account and farewell."""

from __future__ import annotations

import re

from browser.conftest import Visit
from browser.guest import PHONE, Guest


def played(guest: Guest, **facts: str) -> str:
    """Plays the first deal of a match; its id."""
    table = guest.new_table(**facts)
    guest.sit(table)
    while guest.wait_for_moment() == "playing":
        guest.play(close=True)
    return table


def test_games_are_found_again_and_filtered(visit: Visit) -> None:
    guest = visit()
    guest.enter("Hanna")
    guest.open("/games")
    guest.page.get_by_text("You have not played here yet").wait_for()
    table = played(guest)
    guest.open("/games")
    link = guest.page.locator(f'a[href="/game/{table}"]')
    link.wait_for()
    guest.page.get_by_label("Rules").select_option("sharp")
    guest.page.get_by_text("No game of yours is like that").wait_for()
    assert "rules=sharp" in guest.page.url
    guest.page.get_by_role("button", name="Show all games").click()
    link.click()
    guest.page.get_by_role("heading", name="Beginner").wait_for()
    guest.check_accessible()


def test_a_replay_is_walked_through_by_keys_and_proved(visit: Visit) -> None:
    guest = visit()
    guest.enter("Ilse")
    guest.open(f"/game/{played(guest)}/1")
    page = guest.page
    steps = page.locator("ol button")
    steps.first.wait_for()
    assert steps.nth(0).get_attribute("aria-current") == "step"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#2")
    assert steps.nth(2).get_attribute("aria-current") == "step"
    page.keyboard.press("End")
    assert page.url.endswith(f"#{steps.count() - 1}")
    page.reload()
    steps.last.wait_for()
    assert steps.last.get_attribute("aria-current") == "step"
    page.keyboard.press("Home")
    assert page.url.endswith("#0")
    page.get_by_role("slider", name="Step").fill("3")
    assert steps.nth(3).get_attribute("aria-current") == "step"
    page.get_by_role("button", name="Verify the shuffle").click()
    page.get_by_text("Fair: nobody rigged this deal.").wait_for()
    assert page.locator(".verdict li:not(.failed)").count() == 5
    guest.check_accessible()


def test_a_tampered_record_is_found_out_in_the_browser(visit: Visit) -> None:
    guest = visit()
    guest.enter("Jana")
    table = played(guest)
    record = guest.context.request.get(f"/api/games/{table}/deals/1/sgn").text()
    guest.open("/fair")
    page = guest.page
    page.get_by_label("Or paste a record").fill(record)
    page.get_by_role("button", name="Verify", exact=True).click()
    page.get_by_text("Fair: nobody rigged this deal.").wait_for()
    secret = re.search(r'\[Secret "(\w)', record)
    assert secret is not None
    other = "1" if secret[1] == "0" else "0"
    forged = record.replace(secret[0], f'[Secret "{other}')
    page.get_by_label("Or paste a record").fill(forged)
    page.get_by_role("button", name="Verify", exact=True).click()
    page.get_by_text("Wrong: something does not agree.").wait_for()
    page.get_by_text("The secret is not the one").wait_for()
    guest.check_accessible()


def test_a_guest_becomes_an_account_and_says_farewell(visit: Visit) -> None:
    guest = visit(size=PHONE)
    guest.enter("Konrad")
    table = played(guest)
    page = guest.page
    guest.open("/account")
    register = page.locator("section", has=page.get_by_role("heading", name="Create an account"))
    register.get_by_label("Password").fill("ein langes Kennwort")
    register.get_by_role("button", name="Create an account").click()
    page.get_by_text("All your games came with you").wait_for()
    guest.check_accessible()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("heading", name="Account", exact=True).wait_for()
    login = page.locator("section", has=page.get_by_role("heading", name="Sign in"))
    login.get_by_label("Name").fill("konrad")
    login.get_by_label("Password").fill("ein anderes Kennwort")
    login.get_by_role("button", name="Sign in").click()
    login.get_by_role("alert").wait_for()
    login.get_by_label("Password").fill("ein langes Kennwort")
    login.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Konrad").wait_for()
    guest.open("/games")
    page.locator(f'a[href="/game/{table}"]').wait_for()
    guest.open("/player/Konrad")
    page.get_by_role("heading", name="Konrad").wait_for()
    guest.check_accessible()
    guest.open("/account")
    with page.expect_download() as export:
        page.get_by_role("link", name="Take everything with you").click()
    assert export.value.suggested_filename.endswith(".zip")
    page.get_by_role("button", name="Delete everything").click()
    dialog = page.get_by_role("dialog")
    guest.check_accessible()
    dialog.get_by_label("Password").fill("ein langes Kennwort")
    dialog.get_by_role("checkbox").check()
    dialog.get_by_role("button", name="Delete everything").click()
    page.get_by_text("Everything about you is deleted").wait_for()
    guest.open("/player/Konrad")
    page.get_by_role("heading", name="Nobody of that name").wait_for()
    guest.open(f"/game/{table}")
    page.get_by_role("heading", name="Beginner").wait_for()
    assert page.get_by_text("Konrad").count() == 0


def test_settings_hold_and_are_kept(visit: Visit) -> None:
    guest = visit()
    guest.enter("Lisl")
    page = guest.page
    guest.open("/settings")
    page.get_by_role("radio", name="dark").check()
    page.get_by_role("switch", name=re.compile("^Play with a second tap")).check()
    page.get_by_role("radio", name="fast").check()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.wait_for_load_state("networkidle")
    settings = guest.call("GET", "/api/me")["user"]["settings"]
    assert (settings["theme"], settings["confirm"], settings["speed"]) == ("dark", True, "fast")
    page.reload()
    page.get_by_role("radio", name="dark").wait_for()
    assert page.get_by_role("radio", name="dark").is_checked()
    assert page.locator("html").get_attribute("data-speed") == "fast"


def test_a_deal_is_reported_from_its_replay(visit: Visit) -> None:
    guest = visit()
    guest.enter("Mitzi")
    guest.open(f"/game/{played(guest)}/1#2")
    page = guest.page
    page.get_by_role("button", name="Report something").click()
    page.get_by_label("What happened?").fill("A strange card.")
    guest.check_accessible()
    page.get_by_role("button", name="Send the report").click()
    page.get_by_text("It will be looked at").wait_for()
