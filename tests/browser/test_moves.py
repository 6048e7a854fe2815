"""Every kind of move, by the taps and keys that people make it with; and moves that are none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from browser.conftest import Together, Visit
from browser.guest import PHONE, Guest, who_can_go_on
from serving import Server

Scene = dict[str, Any]
MOST_DEALS = 40


def action(scene: Scene, move: str) -> bool:
    """Whether a call can be made now."""
    return any(found["enabled"] and re.fullmatch(move, found["move"]) for found in scene["actions"])


def until(guest: Guest, wanted: Callable[[Scene], bool]) -> Scene:
    """Play on until it is the guest's turn and the table stands as wanted."""
    for _ in range(MOST_DEALS * 24):
        phase = guest.wait_for_moment()
        if phase == "over":
            guest.page.locator("[data-rematch]").click()
            old = guest.fact("table")
            guest.page.locator(f'[data-table]:not([data-table="{old}"])').wait_for()
        elif phase == "deal_over":
            guest.go_on()
        elif wanted(guest.scene):
            return guest.scene
        else:
            guest.play()
    raise AssertionError("it never came to that")


def at_a_table(visit: Visit, server: Server, **facts: Any) -> Guest:
    guest = visit(at=server, size=facts.pop("size", PHONE))
    guest.enter("Xaver")
    guest.sit(guest.new_table(match=9, **facts))
    return guest


def button(guest: Guest, move: str) -> Any:
    return guest.page.locator(f'button[data-action="{move}"]')


def changed(guest: Guest, version: str) -> None:
    guest.page.locator(f'[data-table]:not([data-version="{version}"])').wait_for()


def test_a_pair_is_announced_by_a_tap_on_one_of_it(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server)
    scene = until(guest, lambda scene: any(move[0] == "m" for move in scene["moves"]))
    suit = next(move[1] for move in scene["moves"] if move[0] == "m")
    queen = guest.page.locator(f'[data-zone="hand"] button[data-card="{suit}Q"]')
    queen.click()
    # announce and lead one of both, or not announce
    button(guest, f"m{suit} {suit}K").wait_for()
    assert button(guest, f"m{suit} {suit}Q").count() == 1
    guest.check_fits()
    guest.check_accessible()
    version = guest.fact("version")
    guest.page.keyboard.press("Escape")
    button(guest, f"m{suit} {suit}K").wait_for(state="detached")
    assert guest.fact("version") == version
    queen.click()
    button(guest, f"m{suit} {suit}Q").click()
    changed(guest, version)
    seat = int(guest.fact("seat"))
    guest.page.get_by_text(re.compile(r"announced (20|40) in")).first.wait_for(state="attached")
    assert f"{suit}Q" not in guest.hand
    assert [pair["suit"] for pair in guest.scene["seats"][seat]["pairs"]][-1:] == [suit]


def test_the_turned_up_card_is_exchanged(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server)
    scene = until(guest, lambda scene: action(scene, "x"))
    turned = scene["turn_up"]
    version = guest.fact("version")
    button(guest, "x").click()
    changed(guest, version)
    guest.page.locator(f'[data-zone="hand"] button[data-card="{turned}"]').wait_for()
    assert guest.scene["turn_up"] == f"{turned[0]}J"
    assert turned in guest.hand


def test_the_talon_is_closed_by_a_key(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server)
    until(guest, lambda scene: action(scene, "c"))
    version = guest.fact("version")
    guest.page.keyboard.press("c")
    changed(guest, version)
    guest.page.get_by_text("Talon closed").wait_for()
    guest.page.get_by_text("Follow suit").first.wait_for()


def test_cards_are_drawn_by_hand_where_the_rules_want_it(
    visit: Visit, hurried_server: Server
) -> None:
    guest = at_a_table(visit, hurried_server, rules="hoyle-66")
    until(guest, lambda scene: action(scene, "d"))
    cards, version = len(guest.hand), guest.fact("version")
    guest.check_accessible()
    guest.page.keyboard.press("d")
    changed(guest, version)
    guest.page.wait_for_function(
        "(count) => document.querySelectorAll('[data-zone=hand] [data-card]').length > count",
        arg=cards,
    )


def test_going_out_too_early_is_asked_for_twice(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server, practice=True)
    until(guest, lambda scene: action(scene, "o"))
    assert guest.points < 66
    deal = guest.fact("deal")
    button(guest, "o").click()
    guest.page.get_by_text("press again to go out all the same").first.wait_for()
    assert guest.fact("phase") == "playing"
    guest.page.keyboard.press("Escape")
    button(guest, "o").click()
    button(guest, "o").click()
    guest.wait_for_phase("deal_over")
    seat = int(guest.fact("seat"))
    assert guest.fact("deal") == deal
    assert guest.scene["result"]["winner"] == 1 - seat
    assert "You called 66 with only" in guest.page.get_by_label("Result").inner_text()


def test_an_illegal_card_says_why_and_stays(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server)
    scene = until(guest, lambda scene: bool(scene["reasons"]))
    card, reason = next(iter(scene["reasons"].items()))
    held = guest.page.locator(f'[data-zone="hand"] button[data-card="{card}"]')
    assert held.get_attribute("aria-disabled") == "true"
    assert reason in str(held.get_attribute("aria-label"))
    version = guest.fact("version")
    held.click(force=True)  # Playwright does not press what is disabled; people do
    guest.page.locator(".prompt.note", has_text=reason).wait_for()
    assert (guest.fact("version"), card in guest.hand) == (version, True)


def test_practice_gives_hints_and_takes_back(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server, practice=True)
    # before the last trick of a closed talon nothing hidden is drawn
    until(guest, lambda scene: action(scene, "c"))
    version = guest.fact("version")
    guest.page.keyboard.press("h")
    guest.page.locator(".hinted").first.wait_for()
    guest.page.get_by_role("log").get_by_text(re.compile("^Hint: ")).wait_for(state="attached")
    assert guest.fact("version") == version
    seat = int(guest.fact("seat"))
    hand = guest.scene["seats"][seat]["hand"]
    button(guest, "c").click()
    guest.page.get_by_text("Talon closed").wait_for()
    undo = guest.page.get_by_role("button", name="Undo")
    undo.click()
    guest.page.get_by_text("Talon closed").wait_for(state="detached")
    assert guest.scene["seats"][seat]["hand"] == hand
    assert action(guest.scene, "c")


def turn(pair: tuple[Guest, Guest]) -> tuple[Guest, Guest]:
    """Who may go on and who waits, when both see the same."""
    mover = who_can_go_on(pair)
    assert mover is not None
    waiting = pair[1] if mover is pair[0] else pair[0]
    waiting.page.locator(f'[data-table][data-version="{mover.fact("version")}"]').wait_for()
    return mover, waiting


def held(guest: Guest, card: str) -> Any:
    return guest.page.locator(f'[data-zone="hand"] button[data-card="{card}"]')


def chosen_card(guest: Guest) -> Any:
    return guest.page.locator('[data-zone="hand"] button[aria-selected="true"]')


def test_a_card_chosen_beforehand_is_let_go_or_played(together: Together) -> None:
    mover, waiting = turn(together(match=9))
    # chosen and let go with Esc
    first = waiting.page.locator('[data-zone="hand"] button').first
    first.click()
    chosen = chosen_card(waiting)
    chosen.wait_for()
    waiting.page.keyboard.press("Escape")
    chosen.wait_for(state="detached")
    # chosen, and played as soon as it can be
    card = first.get_attribute("data-card")
    first.click()
    chosen.wait_for()
    mover.play()
    waiting.page.locator(f'[data-zone="hand"] button[data-card="{card}"]').wait_for(
        state="detached"
    )


def clash(mover: Guest, waiting: Guest) -> tuple[str, str] | None:
    """A lead, and a card of the other that may not be played to it."""
    if not mover.scene["strict"] or mover.scene["trick"]:
        return None
    hand = waiting.hand
    leads = [card for card in mover.scene["moves"] if card[1:] in tuple("ATJ9")]
    for lead in leads:
        others = [card for card in hand if card[0] != lead[0]]
        if others and len(others) < len(hand):
            return lead, others[0]
    return None


def test_a_card_chosen_beforehand_that_may_not_be_played_is_let_go(together: Together) -> None:
    pair = together(match=9)
    for _ in range(MOST_DEALS * 6):
        mover, waiting = turn(pair)
        found = None if mover.fact("phase") == "deal_over" else clash(mover, waiting)
        if found is not None:
            break
        if mover.fact("phase") == "deal_over":
            mover.go_on()
        else:
            mover.play(close=True)
    else:
        raise AssertionError("it never came to that")
    lead, card = found
    held(waiting, card).click()
    chosen_card(waiting).wait_for()
    held(mover, lead).click()
    assert waiting.wait_for_moment() == "playing"
    reason = waiting.scene["reasons"][card]
    waiting.page.locator(".prompt.note", has_text=reason).wait_for()
    assert (chosen_card(waiting).count(), card in waiting.hand) == (0, True)
    assert waiting.laid == [lead]


def test_a_card_is_chosen_while_the_one_before_is_on_its_way(together: Together) -> None:
    mover, _ = turn(together())
    suits = Counter(card[0] for card in mover.hand if card[1] in "KQ")
    # a king or queen of a pair would ask first whether to announce
    card = next(one for one in mover.hand if one[1] not in "KQ" or suits[one[0]] == 1)
    later = next(one for one in mover.hand if one != card)
    mover.page.evaluate(
        """(cards) => cards.forEach((card) =>
          document.querySelector(`[data-zone=hand] button[data-card=${card}]`).click())""",
        [card, later],
    )
    held(mover, card).wait_for(state="detached")
    assert chosen_card(mover).get_attribute("data-card") == later


def test_a_card_is_dragged_to_the_middle(visit: Visit, hurried_server: Server) -> None:
    guest = at_a_table(visit, hurried_server)
    until(guest, lambda scene: len(scene["moves"]) > 0)
    card = guest.page.locator('[data-zone="hand"] button:not([aria-disabled="true"])').first
    token, box, version = (
        card.get_attribute("data-card"),
        card.bounding_box(),
        guest.fact("version"),
    )
    assert box is not None
    x, y = box["x"] + 12, box["y"] + box["height"] / 2
    mouse = guest.page.mouse
    # let go where it was: nothing
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 30, y - 12, steps=4)
    mouse.up()
    assert guest.fact("version") == version
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 20, y - 260, steps=6)
    mouse.up()
    if button(guest, f"m{str(token)[0]} {token}").count():
        button(guest, f"m{str(token)[0]} {token}").click()
    changed(guest, version)
    assert token not in guest.hand
