"""How people find each other: by link, in the lobby; and what a link says that leads nowhere."""

from __future__ import annotations

import re

from browser.conftest import Visit
from browser.guest import PHONE, Guest


def at_a_table(guest: Guest) -> str:
    guest.page.wait_for_url(re.compile("/table/"))
    return guest.page.url


def invitation(host: Guest) -> str:
    """Orders a game with a friend; the path of the link."""
    host.open("/new?opponent=friend")
    host.page.get_by_role("button", name="Invite a friend").click()
    link = host.page.get_by_label("Link to the table").input_value()
    assert link.startswith(f"{host.url}/join/")
    return link.removeprefix(host.url)


def test_a_friend_comes_by_link_and_both_are_at_the_table(visit: Visit) -> None:
    host, friend = visit(), visit(size=PHONE)
    host.enter("Anna")
    link = invitation(host)
    code = host.page.get_by_role("img", name="QR code")
    code.wait_for()
    assert code.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    host.check_accessible()
    friend.open(link)
    friend.page.get_by_text("Anna would like to play cards with you").wait_for()
    friend.check_accessible()
    friend.page.get_by_label("Your name").fill("Bert")
    friend.page.get_by_role("button", name="Sit down and play").click()
    assert at_a_table(friend) == at_a_table(host)
    host.page.get_by_text("Bert").first.wait_for()


def test_a_third_may_only_watch(visit: Visit) -> None:
    host, friend, third = visit(), visit(), visit()
    host.enter("Carla")
    link = invitation(host)
    friend.enter("Dora")
    friend.open(link)
    friend.page.get_by_role("button", name="Sit down and play").click()
    at_a_table(friend)
    third.open(link)
    third.page.get_by_role("heading", name="This table is full").wait_for()


def test_a_withdrawn_invitation_says_so(visit: Visit) -> None:
    host, friend = visit(), visit()
    host.enter("Emil")
    link = invitation(host)
    host.page.get_by_role("button", name="Withdraw the invitation").click()
    host.page.wait_for_url("**/new")
    friend.open(link)
    friend.page.get_by_role("heading", name="withdrawn").wait_for()
    friend.open("/join/nowhere")
    friend.page.get_by_role("heading", name="No such table").wait_for()


def test_an_offer_in_the_lobby_is_taken_and_both_are_at_the_table(visit: Visit) -> None:
    host, guest = visit(), visit(size=PHONE)
    host.enter("Fritz")
    guest.open("/lobby")
    host.open("/new?opponent=open")
    host.page.get_by_role("button", name="Put it in the lobby").click()
    host.page.get_by_text("Your offer").wait_for()
    host.check_accessible()
    # it appears without loading the page again
    guest.page.get_by_role("button", name="Play with Fritz").wait_for()
    guest.check_accessible()
    guest.page.get_by_role("button", name="Play with Fritz").click()
    assert at_a_table(guest) == at_a_table(host)


def test_an_offer_can_be_withdrawn(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.enter("Gretl")
    host.open("/new?opponent=open")
    host.page.get_by_role("button", name="Put it in the lobby").click()
    guest.open("/lobby")
    offer = guest.page.get_by_role("button", name="Play with Gretl")
    offer.wait_for()
    host.page.get_by_role("button", name="Withdraw").click()
    offer.wait_for(state="detached")


def test_what_was_ordered_last_is_offered_again(visit: Visit) -> None:
    guest = visit()
    guest.open("/new")
    chosen = [re.compile("^Master"), re.compile("^Sharp"), re.compile("^6")]
    for name in chosen:
        guest.page.get_by_role("radio", name=name).check()
    guest.page.get_by_role("button", name="Deal the cards").click()
    at_a_table(guest)
    guest.open("/new")
    guest.page.get_by_role("radio", name=chosen[0]).wait_for()
    for name in chosen:
        assert guest.page.get_by_role("radio", name=name).is_checked()
