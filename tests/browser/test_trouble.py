"""What people meet with: reloads, lost networks, servers that go away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser.conftest import Visit
from browser.guest import PHONE, Guest
from serving import Cable, Server


def in_mid_trick(guest: Guest, table: str) -> list[str]:
    """Sit down and play until the other has led, so that a card lies there; the own hand."""
    guest.sit(table)
    for _ in range(40):
        phase = guest.wait_for_moment()
        if phase == "playing" and guest.laid:
            break
        if phase == "playing":
            guest.play()
        else:
            guest.go_on()
    assert guest.laid
    return guest.hand


def test_a_reload_in_mid_trick_shows_the_same_table(visit: Visit) -> None:
    guest = visit(size=PHONE)
    guest.enter("Dora")
    hand = in_mid_trick(guest, guest.new_table())
    laid, deal = guest.laid, guest.fact("deal")
    guest.page.reload()
    assert guest.wait_for_moment() == "playing"
    assert (guest.hand, guest.laid, guest.fact("deal")) == (hand, laid, deal)
    guest.play()


@pytest.fixture
def cable(server: Server) -> Iterator[Cable]:
    """A line to the server that can be cut."""
    line = Cable(server)
    yield line
    line.close()


def test_a_network_cut_in_mid_trick_is_told_and_got_over(visit: Visit, cable: Cable) -> None:
    guest = visit(at=cable)
    guest.enter("Emil")
    hand = in_mid_trick(guest, guest.new_table())
    guest.context.set_offline(True)
    cable.cut()
    guest.page.locator("[data-online=false]").wait_for()
    assert guest.hand == hand
    cable.mend()
    guest.context.set_offline(False)
    assert guest.wait_for_moment() == "playing"
    assert guest.hand == hand
    guest.play()


def test_a_server_that_stops_and_starts_again_goes_on_with_the_deal(
    visit: Visit, own_server: Server
) -> None:
    guest = visit(at=own_server)
    guest.enter("Franz")
    hand = in_mid_trick(guest, guest.new_table())
    assert own_server.stop() == 0
    guest.page.locator("[data-online=false]").wait_for()
    own_server.start()
    assert guest.wait_for_moment() == "playing"
    assert guest.hand == hand
    guest.play()


def test_a_server_that_is_killed_forgets_no_move(visit: Visit, own_server: Server) -> None:
    guest = visit(at=own_server)
    guest.enter("Grete")
    in_mid_trick(guest, guest.new_table())
    guest.play()
    hand = set(guest.hand)
    own_server.kill()
    own_server.start()
    guest.wait_for_moment()
    # a card may have been drawn meanwhile; the one that was played stays played
    assert len(set(guest.hand) - hand) <= 1
    if guest.fact("phase") == "playing":
        guest.play()
