"""Reloads, the back button, second tabs, links that stay; motion and sound as one likes them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from browser.conftest import Together, Visit
from browser.guest import DESKTOP, PHONE, Guest, who_can_go_on
from serving import Server


def reloaded(guest: Guest) -> None:
    guest.page.reload()
    guest.page.locator("[data-table][data-online=true]").wait_for()


def test_a_reload_loses_nothing_whatever_the_moment(together: Together) -> None:
    anna, bert = pair = together(match=1)
    # while it is my turn, and while it is not
    for person in pair:
        hand = person.hand
        reloaded(person)
        assert person.hand == hand
    mover = who_can_go_on(pair)
    assert mover is not None
    mover.play()
    # a deal is over: the result is there again, and it goes on
    anna.call("GET", "/api/me")
    for _ in range(40):
        mover = who_can_go_on(pair)
        assert mover is not None
        if mover.fact("phase") == "deal_over":
            break
        mover.play(close=True)
    result = anna.page.get_by_label("Result").locator("h2").inner_text()
    for person in pair:
        reloaded(person)
        person.page.locator("[data-next]").wait_for()
    assert anna.page.get_by_label("Result").locator("h2").inner_text() == result
    # one is ready already, and its browser forgets what it knew
    bert.page.locator("[data-next]").click()
    bert.page.get_by_text("Waiting for the other").wait_for()
    reloaded(bert)
    bert.page.get_by_text("Waiting for the other").wait_for()
    anna.page.locator("[data-next]").click()
    for person in pair:
        person.wait_for_phase("playing")
    assert anna.fact("deal") == "2"
    anna.page.get_by_role("button", name="Menu of the table").click()
    anna.page.get_by_role("menuitem", name="Give up").click()
    anna.page.get_by_role("radio", name="the match").check()
    anna.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    for person in pair:
        person.wait_for_phase("over")
    bert.page.locator("[data-rematch]").click()
    for person in pair:
        reloaded(person)
        assert person.fact("phase") == "over"
    anna.page.get_by_label("Result").get_by_text("Bert wants a rematch").wait_for()
    anna.page.locator("[data-rematch]").click()
    for person in pair:
        person.wait_for_phase("playing")


def test_the_back_button_leaves_the_table_and_comes_back_to_it(visit: Visit) -> None:
    guest = visit("/", size=PHONE)
    guest.page.get_by_role("button", name="Deal the cards").click()
    guest.wait_for_moment()
    hand, table = guest.hand, guest.page.url
    guest.page.go_back()
    guest.page.get_by_role("button", name="Deal the cards").wait_for()
    assert guest.page.url == f"{guest.url}/"
    guest.page.go_forward()
    guest.wait_for_moment()
    assert (guest.page.url, guest.hand) == (table, hand)
    # and whoever has left finds the table on the first page
    guest.open("/")
    guest.page.locator(f'a[href="/table/{table.rpartition("/")[2]}"]').first.click()
    guest.wait_for_moment()
    assert guest.hand == hand


def test_two_tabs_of_one_person_show_one_table(visit: Visit, hurried_server: Server) -> None:
    guest = visit(at=hurried_server)
    guest.enter("Zwilling")
    table = guest.new_table(match=3)
    guest.sit(table)
    guest.wait_for_moment()
    first = guest.page
    second = guest.context.new_page()
    second.goto(f"/table/{table}")
    second.locator('[data-table][data-online="true"]').wait_for()

    def hand(page: object) -> list[str]:
        cards = page.locator('[data-zone="hand"] [data-card]')  # type: ignore[attr-defined]
        return [str(card.get_attribute("data-card")) for card in cards.all()]

    assert hand(second) == hand(first)
    while guest.wait_for_moment() == "playing":
        version = guest.fact("version")
        guest.play(close=True)
        second.locator(f'[data-table]:not([data-version="{version}"])').wait_for()
    # both take part in the next shuffle; neither spoils it for the other
    second.locator("[data-next]").first.click()
    first.locator('[data-table][data-deal="2"]').wait_for()
    second.locator('[data-table][data-deal="2"]').wait_for()
    second.close()
    first.wait_for_timeout(400)
    assert guest.fact("online") == "true"
    guest.wait_for_moment()
    if guest.fact("phase") == "playing":
        guest.play()


def test_links_to_games_and_deals_stay_and_prove_themselves(
    visit: Visit, hurried_server: Server, tmp_path: Path
) -> None:
    guest = visit(at=hurried_server)
    guest.enter("Resi")
    table = guest.new_table(match=2)
    guest.sit(table)
    for _ in range(2):
        while guest.wait_for_moment() == "playing":
            guest.play(close=True)
        guest.go_on()
    guest.wait_for_phase("playing")
    # somebody else follows the link, without a name and while the match still runs
    other = visit(f"/game/{table}", at=hurried_server, size=PHONE)
    other.page.locator(f'a[href="/game/{table}/2"]').first.click()
    other.page.locator("ol button").first.wait_for()
    assert re.search(rf"/game/{table}/2(#\d+)?$", other.page.url)
    other.open(f"/game/{table}/3")
    other.page.get_by_role("heading", level=1).wait_for()
    assert other.page.locator("ol button").count() == 0, "a deal in play shows no cards"
    other.open(f"/game/{table}/2")
    for path, link in ((f"/game/{table}", "all.sgn"), (f"/game/{table}/2", "two.sgn")):
        other.open(path)
        with other.page.expect_download() as download:
            other.page.get_by_role("link", name=re.compile("SGN")).first.click()
        download.value.save_as(tmp_path / link)
        verified = subprocess.run(
            [sys.executable, "-m", "bummerl", "verify", str(tmp_path / link)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert verified.returncode == 0, verified.stdout + verified.stderr
    assert (tmp_path / "all.sgn").read_text().count("[Secret ") == 2
    assert (tmp_path / "two.sgn").read_text().count("[Secret ") == 1
    replayed = subprocess.run(
        [sys.executable, "-m", "bummerl", "replay", "--check", str(tmp_path / "all.sgn")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr


# without motion cards still fade in
_MOVING = """() => document.getAnimations().filter((one) => one.effect.getTiming().duration > 1 &&
  one.effect.getKeyframes().some((frame) => 'transform' in frame || 'translate' in frame)).length"""


def test_cards_move_unless_motion_is_off_or_unwanted(visit: Visit) -> None:
    for still, speed, moves in (
        (False, "normal", True),
        (False, "off", False),
        (True, "normal", False),
    ):
        guest = visit(size=DESKTOP, still=still)
        guest.enter("Moritz")
        guest.call("PATCH", "/api/me", {"settings": {"speed": speed}})
        guest.sit(guest.new_table())
        guest.wait_for_moment()
        guest.page.wait_for_timeout(2500)
        guest.page.locator('[data-zone="hand"] button:not([aria-disabled="true"])').first.click()
        seen = 0
        for _ in range(12):
            seen = max(seen, int(guest.page.evaluate(_MOVING)))
            guest.page.wait_for_timeout(25)
        assert (seen > 0) == moves, (still, speed, seen)


def test_sounds_are_off_until_wanted_and_switched_at_the_table(visit: Visit) -> None:
    guest = visit()
    guest.enter("Toni")
    guest.page.add_init_script(
        """window.played = 0;
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...all) {
          window.played += 1;
          return start.apply(this, all);
        };
        for (const Node of [OscillatorNode, AudioBufferSourceNode]) {
          const own = Node.prototype.start;
          if (own !== AudioScheduledSourceNode.prototype.start)
            Node.prototype.start = function (...all) {
              window.played += 1;
              return own.apply(this, all);
            };
        }"""
    )
    guest.sit(guest.new_table())
    guest.wait_for_moment()
    guest.play()
    assert guest.page.evaluate("window.played") == 0
    guest.page.get_by_role("button", name="Menu of the table").click()
    guest.page.get_by_role("menuitem", name="Sounds on").click()
    if guest.wait_for_moment() == "playing":
        guest.play()
    guest.page.wait_for_function("() => window.played > 0")
    reloaded(guest)
    guest.page.get_by_role("button", name="Menu of the table").click()
    guest.page.get_by_role("menuitem", name="Sounds off").click()
    settings = guest.call("GET", "/api/me")["user"]["settings"]
    assert settings["sound"] is False
