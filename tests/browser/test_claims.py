"""Time that runs out, and people who stay away: what the other sees, and may claim."""

from __future__ import annotations

from browser.conftest import Together
from browser.guest import Guest, who_can_go_on
from serving import Server


def whose_turn(pair: tuple[Guest, Guest]) -> tuple[Guest, Guest]:
    """Who is to move, and the other."""
    mover = who_can_go_on(pair)
    assert mover is not None
    return mover, pair[1] if mover is pair[0] else pair[0]


def test_a_flag_that_has_fallen_is_claimed(together: Together, hurried_server: Server) -> None:
    slow, other = whose_turn(together(hurried_server, control="3+2"))
    clock = slow.page.locator('section[aria-label="You"] [role=timer]')
    assert clock.inner_text().startswith(("3:", "2:"))
    claim = other.page.locator('[data-claim="flag"]')
    claim.wait_for()
    assert slow.page.locator("[data-claim]").count() == 0
    # nothing is over before it is claimed: one may still play
    slow.play()
    assert other.fact("phase") == "playing"
    other.check_accessible()
    claim.click()
    for person in (slow, other):
        person.wait_for_phase("over")
    assert "time" in other.page.get_by_label("Result").inner_text()
    other.page.locator("[data-rematch]").wait_for()


def test_who_stays_away_is_counted_down_and_the_bummerl_claimed(
    together: Together, hurried_server: Server
) -> None:
    anna, bert = together(hurried_server, match=2)
    anna.check_accessible()
    bert.page.goto("about:blank")
    away = anna.page.locator(".away")
    away.wait_for()
    assert away.inner_text().startswith("away")
    assert anna.page.locator("[data-claim]").count() == 0
    claim = anna.page.locator('[data-claim="absence"]')
    claim.wait_for()
    # who comes back in time has lost nothing
    bert.sit(anna.scene["table"])
    claim.wait_for(state="detached")
    away.wait_for(state="detached")
    bert.page.goto("about:blank")
    claim.click()
    anna.page.get_by_label("Result").wait_for()
    assert anna.scene["slate"]["bummerls"][int(anna.fact("seat"))] == 1
    # the match goes on when both are there again
    assert anna.fact("phase") == "deal_over"
    bert.sit(anna.scene["table"])
    for person in (anna, bert):
        person.page.locator("[data-next]").click()
    assert who_can_go_on((anna, bert)) is not None
