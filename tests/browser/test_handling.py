"""What the table makes of hands that hold, drag and go back, and of browsers that keep nothing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from browser.conftest import Visit
from browser.guest import DESKTOP, PHONE, Guest, Size
from browser.test_moves import action, at_a_table, button, changed, held, until
from serving import Server


def announcing(guest: Guest, after: str) -> dict[str, Any]:
    """Play on until a pair can be announced and the move `after` may follow; its button."""

    def wanted(scene: dict[str, Any]) -> bool:
        return any(one["enabled"] and after in one["after"] for one in scene["actions"])

    scene = until(guest, wanted)
    return next(one for one in scene["actions"] if one["enabled"] and after in one["after"])


def test_only_the_king_is_led_after_an_announcement_where_the_rules_say_so(
    visit: Visit, hurried_server: Server
) -> None:
    guest = at_a_table(visit, hurried_server, rules="sharp")
    scene = until(guest, lambda scene: action(scene, "m."))
    pair = next(one["move"] for one in scene["actions"] if one["move"][0] == "m" and one["enabled"])
    king, queen, version = f"{pair[1]}K", f"{pair[1]}Q", guest.fact("version")
    held(guest, queen).click()  # also from the queen, which may be led without announcing
    button(guest, f"{pair} {king}").wait_for()
    assert button(guest, f"{pair} {queen}").count() == 0
    assert button(guest, queen).count() == 1
    guest.page.keyboard.press("Escape")
    button(guest, pair).click()
    assert button(guest, queen).count() == 0
    button(guest, f"{pair} {king}").click()
    changed(guest, version)
    held(guest, king).wait_for(state="detached")
    assert guest.refusals == []


def test_a_pair_that_makes_66_is_announced_to_go_out(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server)
    pair = announcing(guest, "o")
    seat, deal = int(guest.fact("seat")), guest.fact("deal")
    button(guest, pair["move"]).click()
    guest.check_fits()
    button(guest, f"{pair['move']} o").click()
    guest.page.locator('[data-table]:not([data-phase="playing"])').wait_for()
    assert guest.fact("deal") == deal
    assert guest.scene["result"]["winner"] == seat


def test_whoever_plays_by_keys_begins_every_deal_in_the_hand(
    visit: Visit, hurried_server: Server
) -> None:
    guest = visit(at=hurried_server)
    guest.enter("Yvonne")
    guest.sit(guest.new_table(match=9))
    in_hand = guest.page.locator('[role="listbox"] [role="option"]:focus')
    in_hand.wait_for()
    assert in_hand.get_attribute("data-card") == guest.hand[0]
    deal = guest.fact("deal")
    while guest.wait_for_moment() == "playing":
        guest.play(by="keyboard")
    next_deal = guest.page.locator("[data-next]:focus-visible")
    next_deal.wait_for()
    guest.page.keyboard.press("Enter")
    guest.page.locator(f'[data-table][data-phase="playing"]:not([data-deal="{deal}"])').wait_for()
    in_hand.wait_for()


# whether the ring of the focus is seen, and lies around the picture of its card
_RINGED = """() => {
  const button = document.querySelector('[role="option"]:focus-visible');
  const ring = button.nextElementSibling;
  const picture = document.querySelector(`[data-sprite="${button.dataset.card}"]`);
  const [one, other] = [ring, picture].map((node) => node.getBoundingClientRect());
  const near = (side) => Math.abs(one[side] - other[side]) < 1;
  return getComputedStyle(ring).outlineStyle === 'solid' &&
    ['left', 'top', 'right', 'bottom'].every(near);
}"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_ring_of_the_focus_is_around_the_card_as_it_is_drawn(
    visit: Visit, hurried_server: Server, size: Size
) -> None:
    guest = at_a_table(visit, hurried_server, size=size)
    guest.wait_for_moment()
    mouse = guest.page.mouse

    def ringed() -> None:
        guest.page.wait_for_function(_RINGED)

    def raised(card: str) -> bool:
        boxes = [
            guest.page.locator(selector.format(card)).bounding_box()
            for selector in ('[data-zone="hand"] [data-card="{}"]', '[data-sprite="{}"]')
        ]
        assert boxes[0] is not None
        assert boxes[1] is not None
        return bool(boxes[0]["y"] - boxes[1]["y"] > 5)

    guest.page.keyboard.press("End")
    guest.page.keyboard.press("Home")
    first, second = guest.hand[:2]
    ringed()
    assert raised(first)
    held(guest, second).hover()  # which raises that one instead
    ringed()
    assert not raised(first)
    mouse.move(5, 5)
    ringed()
    assert raised(first)
    box = held(guest, first).bounding_box()
    assert box is not None
    x, y = box["x"] + 12, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 40, y - 60, steps=4)
    ringed()
    mouse.move(x, y)
    mouse.up()
    ringed()


def test_after_a_question_reading_goes_on_in_the_hand(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server)
    scene = until(guest, lambda scene: action(scene, "m."))
    pair = next(one for one in scene["actions"] if one["move"][0] == "m" and one["enabled"])
    in_hand = guest.page.locator('[role="option"]:focus')
    held_cards = scene["seats"][scene["seat"]]["hand"]
    guest.page.wait_for_function(  # the card just drawn lies there too
        "(count) => document.querySelectorAll('[data-zone=hand] button').length === count",
        arg=len(held_cards),
    )
    key = str(guest.hand.index(f"{pair['move'][1]}K") + 1)
    guest.page.keyboard.press(key)
    guest.page.get_by_role("group", name=pair["label"]).locator("button:focus").wait_for()
    guest.page.keyboard.press("Escape")
    in_hand.wait_for()
    guest.page.keyboard.press(key)
    guest.page.locator('[data-zone="actions"] button:focus').press("Enter")
    guest.page.get_by_role("log").get_by_text(re.compile("You announce")).wait_for(state="attached")
    in_hand.wait_for()


def test_a_key_that_is_held_is_pressed_once(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server)
    until(guest, lambda scene: action(scene, "o") and not guest.points >= 66)
    version = guest.fact("version")
    for key in ("o", "Enter"):
        if key == "Enter":
            button(guest, "o").focus()
        guest.page.keyboard.down(key)
        guest.page.get_by_text("press again to go out all the same").first.wait_for()
        for _ in range(3):
            guest.page.keyboard.down(key)  # as keyboards do by themselves
        guest.page.keyboard.up(key)
        guest.page.keyboard.press("Escape")
    assert (guest.fact("version"), guest.fact("phase")) == (version, "playing")


def test_a_key_after_a_drag_is_heard(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server, size=DESKTOP)
    until(guest, lambda scene: any(move[1:] == "J" for move in scene["moves"]))
    jack = next(move for move in guest.scene["moves"] if move[1:] == "J")
    box, version, mouse = held(guest, jack).bounding_box(), guest.fact("version"), guest.page.mouse
    assert box is not None
    x, y = box["x"] + 12, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 20, y - 260, steps=6)
    mouse.up()
    changed(guest, version)
    until(guest, lambda scene: bool(scene["moves"]))
    guest.play(by="keyboard")


def test_back_after_a_rematch_leads_away_from_the_table(
    visit: Visit, hurried_server: Server
) -> None:
    guest = visit("/lobby", at=hurried_server)
    guest.enter("Zeno")
    guest.sit(guest.new_table())
    first = guest.fact("table")
    guest.wait_for_moment()
    _give_up(guest, "Give up", "the match")
    guest.wait_for_phase("over")
    guest.page.locator("[data-rematch]").click()
    guest.page.locator(f'[data-table]:not([data-table="{first}"])').wait_for()
    guest.page.go_back()
    guest.page.wait_for_url("**/lobby")
    guest.page.locator("h1").first.wait_for()


def _give_up(guest: Guest, how: str, scope: str) -> None:
    """Open the window from the menu by keys, choose there, and press a button."""
    menu = guest.page.get_by_role("button", name="Menu of the table")
    menu.focus()
    guest.page.keyboard.press("Enter")
    guest.page.get_by_role("menuitem", name="Give up").focus()
    guest.page.keyboard.press("Enter")
    window = guest.page.get_by_role("dialog")
    window.get_by_label(scope).check()
    window.get_by_role("button", name=how).focus()
    guest.page.keyboard.press("Enter")
    window.wait_for(state="detached")


def test_whoever_closes_a_window_is_where_he_was(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server, size=DESKTOP)
    guest.wait_for_moment()
    for how in ("Play on", "Give up"):
        _give_up(guest, how, "the deal")
        menu = guest.page.get_by_role("button", name="Menu of the table")
        guest.page.wait_for_function(
            "(e) => e === document.activeElement", arg=menu.element_handle()
        )


def test_the_course_of_the_deal_is_shown_by_a_key_on_every_screen(
    visit: Visit, hurried_server: Server
) -> None:
    guest = at_a_table(visit, hurried_server, size=DESKTOP)
    guest.wait_for_moment()
    guest.page.keyboard.press("v")
    window = guest.page.get_by_role("dialog", name="Deal 1")
    window.wait_for()
    guest.page.keyboard.press("Escape")
    window.wait_for(state="detached")


def test_a_window_that_cannot_be_loaded_leaves_the_table_alone(
    visit: Visit, hurried_server: Server
) -> None:
    guest = visit(at=hurried_server)
    guest.enter("Xaver")
    lost = "**/assets/Help-*"
    # before the page is there: one that is open hears of it some time later
    guest.page.route(lost, lambda route: route.abort())
    guest.sit(guest.new_table(match=9))
    guest.wait_for_moment()
    guest.page.keyboard.press("?")
    guest.page.get_by_text("This could not be loaded").wait_for()
    assert guest.fact("online") == "true"
    guest.page.unroute(lost)
    guest.page.keyboard.press("?")
    guest.page.get_by_role("dialog", name="Keys").wait_for()


def test_a_page_that_cannot_be_loaded_says_so_and_keeps_still(
    visit: Visit, hurried_server: Server
) -> None:
    guest = visit("/", at=hurried_server)
    guest.settle()
    guest.page.evaluate("window.mark = 'the same page'")
    guest.context.set_offline(True)
    guest.page.get_by_role("link", name="Rules").first.click()
    guest.page.get_by_text("This page could not be loaded").wait_for()
    assert guest.page.evaluate("window.mark") == "the same page"
    guest.context.set_offline(False)
    guest.page.get_by_role("button", name="Load again").click()
    guest.page.get_by_role("heading", name="Rules").first.wait_for()


def test_cards_are_dealt_to_a_browser_that_keeps_nothing(
    visit: Visit, hurried_server: Server
) -> None:
    for broken in (
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }",
        """Object.defineProperty(window, 'localStorage',
             { get() { throw new DOMException('', 'SecurityError') } })""",
    ):
        guest = visit(at=hurried_server)
        guest.enter("Xenia")
        guest.page.add_init_script(broken)
        guest.sit(guest.new_table())
        assert guest.wait_for_moment() == "playing"


def test_a_board_that_cannot_be_drawn_says_so_and_comes_back(
    visit: Visit, hurried_server: Server
) -> None:
    guest = at_a_table(visit, hurried_server, size=DESKTOP)
    guest.wait_for_moment()
    scene = guest.scene
    sockets: list[Any] = []
    guest.page.route_web_socket("**/ws/tables/**", lambda socket: sockets.append(socket))
    guest.page.reload()
    guest.page.locator("[data-table]").wait_for()

    def show(version: int, trick: list[dict[str, Any]]) -> None:
        shown = {**scene, "version": version, "seq": version, "trick": trick, "fair": None}
        message = {"type": "table", "scene": {**shown, "next_fair": None}, "told": []}
        sockets[-1].send(json.dumps(message))

    while not sockets:
        guest.page.wait_for_timeout(20)
    show(100, [])
    held(guest, guest.scene["seats"][scene["seat"]]["hand"][0]).wait_for()
    laid = {"seat": 1 - scene["seat"], "card": "XX"}
    show(101, [laid, laid])  # no server says so
    guest.page.get_by_text("The cards cannot be shown").wait_for()
    assert len(guest.faults) > 0
    guest.faults.clear()
    show(102, [])
    guest.page.get_by_role("button", name="Show them again").click()
    held(guest, scene["seats"][scene["seat"]]["hand"][0]).wait_for()
