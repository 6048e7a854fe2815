"""Every page, as phone and desktop show it: for everybody, and without faults."""

from __future__ import annotations

import pytest

from browser.conftest import Visit
from browser.guest import DESKTOP, PHONE, SMALL, Guest

PAGES = (
    "/",
    "/new",
    "/lobby",
    "/games",
    "/fair",
    "/statistics",
    "/account",
    "/settings",
    "/rules",
    "/nowhere",
)


def checked(guest: Guest) -> None:
    guest.check_accessible()
    guest.check_fits()
    assert guest.small_targets() == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_everybody(visit: Visit, path: str) -> None:
    for facts in (
        {"size": PHONE, "language": "de"},
        {"size": DESKTOP, "language": "en", "dark": True},
    ):
        guest = visit(**facts)
        guest.enter("Hans", str(facts["language"]), "german")
        guest.open(path)
        guest.settle()
        checked(guest)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_table_is_for_everybody(visit: Visit, size: tuple[int, int], dark: bool) -> None:
    guest = visit(size=size, dark=dark, language="de")
    guest.enter("Ida", "de", "french")
    guest.sit(guest.new_table(practice=True))
    guest.wait_for_moment()
    checked(guest)
    while guest.wait_for_moment() == "playing":
        guest.play(close=True)
    guest.settle()
    checked(guest)


def test_the_bar_of_the_table_fits_a_small_phone(visit: Visit) -> None:
    guest = visit(size=SMALL, language="de")
    guest.enter("Ida", "de")
    guest.sit(guest.new_table(practice=True, match=7))
    guest.wait_for_moment()
    checked(guest)
    bar = guest.page.locator("header:has(button)").first
    for button in bar.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= SMALL.width
    assert bar.get_by_role("button", name="Menü").count() == 1


def test_a_finished_game_its_deals_and_its_players_page(visit: Visit) -> None:
    guest = visit(size=PHONE, language="de")
    guest.enter("Jakob", "de", "german")
    table = guest.new_table(rules="sharp")
    guest.sit(table)
    while guest.wait_for_moment() == "playing":
        guest.play(close=True)
    for path in (f"/game/{table}", f"/game/{table}/1", f"/join/{table}"):
        guest.open(path)
        guest.settle()
        checked(guest)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_first_visit_is_small(visit: Visit, language: str) -> None:
    guest = visit(size=PHONE, language=language)
    # brotli, which browsers take over https, would be smaller still
    guest.context.set_extra_http_headers({"accept-encoding": "gzip"})
    loaded = guest.count_bytes()
    guest.open("/play")
    guest.wait_for_moment()
    guest.settle()
    assert 50_000 < loaded() <= 200_000, f"{loaded()} bytes until the table can be played at"


def test_without_a_session_pages_say_what_to_do(visit: Visit) -> None:
    for path in PAGES:
        guest = visit(path, size=PHONE)
        guest.settle()
        assert guest.page.locator("h1").first.inner_text()
        guest.check_accessible()
