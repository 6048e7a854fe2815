"""In company: what people say, hear, report and watch; and whether they play again."""

from __future__ import annotations

import re

from browser.conftest import Together, Visit
from browser.guest import PHONE, Guest, who_can_go_on


def menu(guest: Guest, entry: str) -> None:
    """Choose an entry of the table's menu."""
    guest.page.get_by_role("button", name="Menu of the table").click()
    guest.page.get_by_role("menuitem", name=entry).click()


def say(guest: Guest, phrase: str) -> None:
    guest.page.get_by_role("button", name="Say something").click()
    guest.page.get_by_role("menuitem", name=phrase).click()


def give_up(guest: Guest, what: str) -> None:
    menu(guest, "Give up")
    guest.page.get_by_role("radio", name=what).check()
    guest.page.get_by_role("dialog").get_by_role("button", name="Give up").click()


def heard(guest: Guest) -> str:
    """All that a screen reader was told lately."""
    return guest.page.get_by_role("log").inner_text()


def test_one_is_heard_and_can_be_muted(together: Together) -> None:
    anna, bert = together()
    bert.page.get_by_role("button", name="Say something").click()
    phrases = bert.page.get_by_role("menuitem").all_inner_texts()
    assert len(phrases) == 7
    bert.page.keyboard.press("Escape")
    say(bert, phrases[0])
    anna.page.locator(".speech", has_text=phrases[0]).wait_for()
    assert f"Bert: {phrases[0]}" in heard(anna)
    menu(anna, "Mute the other")
    anna.page.get_by_text("muted", exact=True).wait_for()
    say(bert, phrases[1])
    bert.page.locator(".speech", has_text=phrases[1]).wait_for()
    say(anna, phrases[2])
    anna.page.locator(".speech", has_text=phrases[2]).wait_for()
    assert phrases[1] not in heard(anna)
    # who is muted stays so
    anna.page.reload()
    anna.page.get_by_text("muted", exact=True).wait_for()
    menu(anna, "Hear the other again")
    say(bert, phrases[3])
    anna.page.locator(".speech", has_text=phrases[3]).wait_for()


def test_the_other_is_reported_from_the_table(together: Together) -> None:
    _, bert = together()
    menu(bert, "Report something")
    dialog = bert.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="The other player").check()
    dialog.get_by_label("What happened?").fill("He looks into my cards.")
    bert.check_accessible()
    dialog.get_by_role("button", name="Send the report").click()
    bert.page.get_by_text("It will be looked at").wait_for()


def test_nobody_talks_to_a_bot(visit: Visit) -> None:
    guest = visit()
    guest.enter("Anna")
    guest.sit(guest.new_table())
    guest.wait_for_moment()
    guest.page.get_by_role("button", name="Menu of the table").wait_for()
    assert guest.page.get_by_role("button", name="Say something").count() == 0


def test_nobody_can_complain_about_a_bot(visit: Visit) -> None:
    guest = visit(size=PHONE)
    guest.enter("Nepomuk")
    guest.sit(guest.new_table())
    guest.wait_for_moment()
    menu(guest, "Report something")
    dialog = guest.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="This deal").wait_for()
    assert dialog.get_by_role("radio", name="The other player").count() == 0


def test_whoever_watches_is_counted_looks_back_and_comes_back_to_what_is_live(
    together: Together, visit: Visit
) -> None:
    anna, bert = together()
    watcher = visit(size=PHONE)
    watcher.sit(anna.scene["table"])
    watcher.page.get_by_text("You are watching").wait_for()
    watcher.page.get_by_role("button", name="Score: Anna needs 7, Bert 7").wait_for()
    anna.page.get_by_text("1 spectator").wait_for()
    assert watcher.page.locator('[data-zone="hand"] [data-card]').count() == 0
    for _ in range(3):
        mover = who_can_go_on((anna, bert))
        assert mover is not None
        before = mover.fact("version")
        mover.play()
        watcher.page.locator(f'[data-table]:not([data-version="{before}"])').wait_for()
    watcher.page.wait_for_timeout(200)
    now = int(watcher.fact("seq"))
    back = watcher.page.get_by_role("button", name="Back", exact=True)
    versions = [int(watcher.fact("version"))]
    for _ in range(2):
        back.click()
        versions.append(int(watcher.fact("version")))
    # each step shows another position
    assert versions[0] > versions[1] > versions[2], versions
    watcher.check_accessible()
    watcher.check_fits()
    mover = who_can_go_on((anna, bert))
    assert mover is not None
    mover.play()
    mover.page.wait_for_timeout(300)
    # what is new does not pull away from what is looked at
    assert int(watcher.fact("version")) == versions[-1]
    watcher.page.get_by_role("button", name="Forward").click()
    assert int(watcher.fact("version")) == versions[1]
    watcher.page.get_by_role("button", name="Back to live").click()
    assert int(watcher.fact("seq")) > now
    # by keys as well
    watcher.page.keyboard.press("ArrowLeft")
    watcher.page.keyboard.press("ArrowLeft")
    assert int(watcher.fact("version")) < int(mover.fact("version"))
    watcher.page.keyboard.press("End")
    assert watcher.fact("version") == mover.fact("version")
    assert watcher.page.get_by_role("button", name="Back to live").count() == 0
    watcher.close()
    anna.page.get_by_text("1 spectator").wait_for(state="detached")


def test_giving_up_deal_bummerl_and_match_then_a_rematch(together: Together) -> None:
    anna, bert = together(match=2)
    first = anna.scene["table"]
    give_up(anna, "the deal")
    for person in (anna, bert):
        person.wait_for_phase("deal_over")
    seat = int(anna.fact("seat"))
    assert anna.scene["slate"]["needed"][seat] == 7
    assert anna.scene["slate"]["needed"][1 - seat] < 7
    for person in (anna, bert):
        person.page.locator("[data-next]").click()
    for person in (anna, bert):
        person.wait_for_phase("playing")
    give_up(bert, "the Bummerl")
    anna.wait_for_phase("deal_over")
    assert anna.scene["slate"]["bummerls"][seat] == 1
    give_up(anna, "the match")
    for person in (anna, bert):
        person.wait_for_phase("over")
    bert.page.locator("[data-rematch]").click()
    anna.page.get_by_label("Result").get_by_text("Bert wants a rematch").wait_for()
    anna.check_accessible()
    anna.check_fits()
    anna.page.locator("[data-rematch]").click()
    for person in (anna, bert):
        person.page.wait_for_url(lambda url: "/table/" in url and not url.endswith(first))
    assert anna.page.url == bert.page.url
    assert who_can_go_on((anna, bert)) is not None


def test_who_does_not_want_a_rematch_just_goes(together: Together) -> None:
    anna, bert = together()
    give_up(anna, "the match")
    bert.wait_for_phase("over")
    bert.page.locator("[data-rematch]").click()
    bert.page.get_by_role("button", name="Waiting for the other").wait_for()
    anna.page.get_by_label("Result").get_by_text("Bert wants a rematch").wait_for()
    anna.page.get_by_role("link", name="To the start").click()
    anna.page.wait_for_url(f"{anna.url}/")
    bert.page.get_by_text(re.compile("has left|is gone|away")).first.wait_for()
    bert.page.get_by_role("link", name="To the start").click()
    bert.page.wait_for_url(f"{bert.url}/")


def test_language_and_deck_are_changed_without_leaving_the_table(together: Together) -> None:
    anna, bert = together()
    table = anna.scene["table"]
    hand = anna.hand
    menu(anna, "Settings")
    anna.page.get_by_role("radio", name="Deutsch").check()
    anna.page.get_by_role("radio", name=re.compile("Doppeldeutsch|Deutsch .*")).check()
    anna.page.go_back()
    anna.page.locator(f'[data-table="{table}"] [data-zone="hand"] button').first.wait_for()
    assert anna.hand == hand
    assert anna.page.locator("html").get_attribute("lang") == "de-AT"
    first = anna.page.locator('[data-zone="hand"] button').first.get_attribute("aria-label")
    assert re.match("(Herz|Schellen|Laub|Eichel)-", str(first)), first
    anna.check_accessible()
    # the other keeps his
    first = bert.page.locator('[data-zone="hand"] button').first.get_attribute("aria-label")
    assert re.search(" of (hearts|diamonds|clubs|spades)", str(first)), first


def test_a_rated_bummerl_changes_ratings_which_are_provisional(visit: Visit) -> None:
    anna, bert = visit(), visit(size=PHONE)
    for person, name in ((anna, "Agnes"), (bert, "Benno")):
        person.call("POST", "/api/register", {"name": name, "password": "ein langes Kennwort"})
    anna.open("/new?opponent=open")
    assert anna.page.get_by_role("switch", name=re.compile("^Rated")).is_checked()
    anna.page.get_by_role("radio", name=re.compile("^Soft")).check()
    anna.page.get_by_role("radio", name="1", exact=True).check()
    anna.page.get_by_role("button", name="Put it in the lobby").click()
    bert.open("/lobby")
    bert.page.get_by_role("button", name="Play with Agnes").click()
    for person in (anna, bert):
        person.page.wait_for_url(re.compile("/table/"))
        person.wait_for_phase("playing")
    give_up(anna, "the match")
    bert.wait_for_phase("over")
    for name, pattern in (("Agnes", "1[0-4]\\d\\d"), ("Benno", "1[5-9]\\d\\d")):
        while not bert.call("GET", f"/api/players/{name}")["ratings"]:
            bert.page.wait_for_timeout(50)  # it is reckoned behind the result
        bert.open(f"/player/{name}")
        bert.page.get_by_text(re.compile(pattern)).first.wait_for()
        bert.page.get_by_text("provisional").first.wait_for()
        bert.check_accessible()
    # from then on it stands at the table
    bert.page.go_back()
    bert.page.go_back()
    for person in (bert, anna):
        person.page.locator("[data-rematch]").click()
    anna.wait_for_phase("playing")
    plate = anna.page.get_by_role("region", name="Benno")
    assert re.search(r"rating\s+1[5-9]\d\d\?\s*, provisional", plate.inner_text())
