"""The table on a headless screen: what a person can do with keys and mouse."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from bummerl.rules.moves import CLOSE, OUT, PAIR, RESIGN, Move, is_pair
from bummerl.rules.view import View
from bummerl.text import Text
from bummerl.tui.session import Session
from bummerl.tui.widgets.cards import ActionButton, CardView, CommandLink
from tui.at_table import (
    app_of,
    dialog,
    forward,
    legal_cards,
    make_session,
    press,
    screen_text,
    settled,
    sitting,
    table,
)


def lead_with_a_pair(session: Session) -> bool:
    return (
        session.my_turn
        and not session.view.trick
        and any(is_pair(move) for move in session.view.legal_moves())
        and CLOSE in session.view.legal_moves()
    )


class GivesUp:
    """A program that gives up, and why: with signs that could mean something to a screen."""

    def __init__(self) -> None:
        self.incidents: list[Text] = []

    def choose(self, view: View) -> Move:
        self.incidents.append(Text("it answered {answer}", answer="[/b]\x1b[2J"))
        return RESIGN


def forced_reply(session: Session) -> bool:
    return (
        session.my_turn
        and bool(session.view.trick)
        and len(legal_cards(session)) < session.view.hand.bit_count()
    )


def free_lead(session: Session) -> bool:
    return session.my_turn and not session.view.trick and session.view.announced is None


async def test_number_plays_that_card() -> None:
    session = forward(make_session(), free_lead)
    async with sitting(session) as pilot:
        shown = table(pilot).scene
        assert shown is not None
        second = shown.hand[1].card
        await press(pilot, "2")
        assert (0, second) in session.match.position.history


async def test_why_a_program_gave_up_is_told() -> None:
    session = make_session(opponent=GivesUp())
    async with sitting(session) as pilot:
        if session.my_turn:
            await press(pilot, "1")
        assert session.match.deal_over
        [toast] = app_of(pilot)._notifications
        assert (toast.message, toast.markup) == ("It answered [/b][2J.", False)
        assert session.incidents() == []


async def test_click_plays_a_card() -> None:
    session = forward(make_session(), free_lead)
    async with sitting(session) as pilot:
        card = table(pilot).query(CardView)[2]
        assert card.face is not None
        chosen = card.face.card
        await pilot.click(card)
        await settled(pilot)
        assert (0, chosen) in session.match.position.history


async def test_arrows_and_enter_play_the_chosen_card() -> None:
    session = forward(make_session(), free_lead)
    async with sitting(session) as pilot:
        shown = table(pilot).scene
        assert shown is not None
        await pilot.press("right", "right", "left")
        assert shown.hand[1].name in screen_text(pilot)
        assert "┏━━━━━┓" in screen_text(pilot)
        await press(pilot, "enter")
        assert (0, shown.hand[1].card) in session.match.position.history


@pytest.mark.parametrize("rules", ["soft", "pagat"])
async def test_illegal_card_is_explained_and_not_played(rules: str) -> None:
    session = forward(make_session(rules, 5), forced_reply)
    async with sitting(session) as pilot:
        position = session.match.position
        shown = table(pilot).scene
        assert shown is not None
        number, illegal = next((n, f) for n, f in enumerate(shown.hand, 1) if not f.legal)
        await press(pilot, str(number))
        assert session.match.position is position
        prompt = str(table(pilot).query_one("#prompt", Static).render())
        assert prompt == illegal.reason
        assert " must " in prompt
        await pilot.press("left")
        await pilot.click(table(pilot).query(CardView)[number - 1])
        await pilot.pause()
        assert session.match.position is position
        assert str(table(pilot).query_one("#prompt", Static).render()) == illegal.reason


async def test_illegal_cards_differ_in_shape_and_place() -> None:
    session = forward(make_session("soft", 5), forced_reply)
    async with sitting(session) as pilot:
        lines = screen_text(pilot).splitlines()
        tops = [n for n, line in enumerate(lines) if "┌┄┄┄┄┄┐" in line]
        raised = [n for n, line in enumerate(lines) if "╭─────╮" in line or "┏━━━━━┓" in line]
        assert len(tops) == 1
        assert tops[0] - 1 in raised


async def test_letter_and_click_do_actions() -> None:
    session = forward(make_session(), lead_with_a_pair)
    async with sitting(session) as pilot:
        close = next(
            b for b in table(pilot).query(ActionButton) if b.action and b.action.does == CLOSE
        )
        await pilot.click(close)
        await settled(pilot)
        assert session.match.position.close is not None
        assert "You have" in screen_text(pilot)
        assert "Talon closed" in screen_text(pilot)
        await press(pilot, "a")
        suit = session.view.announced
        assert suit is not None
        assert set(session.view.legal_moves()) >= {6 * suit + 2, 6 * suit + 3}
        shown = table(pilot).scene
        assert shown is not None
        lit = [face.card for face in shown.hand if face.legal]
        assert lit == [6 * suit + 3, 6 * suit + 2]
        assert (0, PAIR + suit) in session.match.position.history


async def test_actions_are_there_only_when_possible() -> None:
    session = forward(make_session(), lambda s: s.my_turn and bool(s.view.trick))
    async with sitting(session) as pilot:
        assert not any(button.display for button in table(pilot).query(ActionButton))
        position = session.match.position
        for key in "cxagd":
            await pilot.press(key)
            assert "only" in screen_text(pilot).split("Enter: ")[0]
        assert session.match.position is position


async def test_up_arrow_reaches_the_buttons() -> None:
    session = forward(make_session(), lead_with_a_pair)
    async with sitting(session) as pilot:
        await pilot.press("up")
        assert isinstance(table(pilot).focused, ActionButton)
        assert "▶" in screen_text(pilot).split("You lead.")[-1]
        await pilot.press("down")
        assert isinstance(table(pilot).focused, CardView)


@pytest.mark.parametrize("rules", ["soft", "sharp", "sixtysix"])
async def test_enter_never_slides_from_one_action_to_the_next(rules: str) -> None:
    session = forward(make_session(rules), lead_with_a_pair)
    async with sitting(session) as pilot:
        for button in table(pilot).query(ActionButton):
            if button.action is not None and button.action.does == CLOSE:
                button.focus()
        await press(pilot, "enter")
        assert session.match.position.close is not None
        assert isinstance(table(pilot).focused, CardView)
        for _ in range(2):
            await pilot.press("enter")
        assert not any(is_pair(move) or move == OUT for _, move in session.match.position.history)


async def test_hint_is_told_and_lit() -> None:
    session = forward(make_session(), free_lead)
    async with sitting(session) as pilot:
        position = session.match.position
        hint = session.hint()
        await press(pilot, "h")
        assert "★" in screen_text(pilot)
        assert "Hint: " in screen_text(pilot)
        assert session.match.position is position
        shown = table(pilot).scene
        assert shown is not None
        marked = [f.card for f in shown.hand if f.hinted]
        marked += [a.does for a in shown.actions if a.hinted and isinstance(a.does, int)]
        assert marked == [hint]
        await press(pilot, "1")
        assert "★" not in screen_text(pilot)


async def test_sorting_changes_order_and_numbers() -> None:
    session = forward(make_session(), lambda s: free_lead(s) and s.view.trump != 0)
    async with sitting(session) as pilot:
        before = table(pilot).scene
        await press(pilot, "o")
        after = table(pilot).scene
        assert before is not None
        assert after is not None
        assert {f.card for f in before.hand} == {f.card for f in after.hand}
        suits = [face.suit for face in after.hand]
        assert suits == sorted(suits)
        await press(pilot, "o")
        assert table(pilot).scene == before


async def test_commands_can_be_clicked() -> None:
    async with sitting(make_session()) as pilot:
        await pilot.click(table(pilot).query(CommandLink)[0])
        await settled(pilot)
        assert "Help" in screen_text(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert app_of(pilot).screen is table(pilot)


async def test_help_has_keys_and_rules() -> None:
    async with sitting(make_session("sharp")) as pilot:
        await press(pilot, "?")
        body = " ".join(str(part.render()) for part in dialog(pilot).query(Static))
        assert "is refused here" in body
        assert "drawn deal" not in body
        assert "After announcing a pair you lead the king." in body
        assert "Arrows, then Enter" in body
        await pilot.press("pagedown", "pagedown", "pagedown", "pagedown")
        assert "lead the king" not in screen_text(pilot)
        assert "Back" in screen_text(pilot), "the way out stays in view"


async def test_score_is_shown_on_request() -> None:
    async with sitting(make_session()) as pilot:
        await press(pilot, "s")
        assert "Score" in screen_text(pilot)
        assert "○○" in screen_text(pilot)


async def test_finished_trick_lies_until_a_key_is_pressed() -> None:
    session = forward(make_session("sharp"), lambda s: s.my_turn and bool(s.view.trick))
    async with sitting(session) as pilot:
        while not (session.my_turn and not session.view.trick and any(session.view.tricks)):
            await press(pilot, str(_first_legal(pilot)))
        shown = table(pilot).scene
        assert shown is not None
        assert len(shown.table) == 2
        await press(pilot, "right")
        shown = table(pilot).scene
        assert shown is not None
        assert shown.table == ()


def _first_legal(pilot: Pilot[None]) -> int:
    shown = table(pilot).scene
    assert shown is not None
    return next(n for n, face in enumerate(shown.hand, 1) if face.legal)


@pytest.mark.parametrize("size", [(60, 24), (80, 24)])
async def test_what_the_other_side_did_is_told_where_the_course_is_hidden(
    size: tuple[int, int],
) -> None:
    session = forward(
        make_session(seed=2),
        lambda s: not s.my_turn and not s.match.deal_over and _will_announce(s),
    )
    async with sitting(session, size) as pilot:
        told = next(e.text for e in reversed(session.course.entries) if "announces" in e.text)
        about = str(table(pilot).query_one("#prompt", Static).render())
        assert (told in about) is (size[0] < 80)
        await press(pilot, "right")
        assert told not in str(table(pilot).query_one("#prompt", Static).render())


def _will_announce(session: Session) -> bool:
    return any(is_pair(move) for move in session.match.position.legal_moves())


@pytest.mark.parametrize("size", [(60, 24), (80, 24)])
async def test_the_way_out_is_in_view_in_german(size: tuple[int, int]) -> None:
    async with sitting(make_session(language="de"), size) as pilot:
        assert "b Beenden" in screen_text(pilot)
        assert ("o Sortieren" in screen_text(pilot)) is (size[0] == 80)


async def test_heading_keeps_the_deal_in_view() -> None:
    session = make_session("sharp(pair_lead=either,tricks_visible=last,match=3)")
    async with sitting(session, (60, 24)) as pilot:
        first = screen_text(pilot).split("\n")[0]
        assert "match=" not in first
        assert first.endswith("to 3 Bummerls · game 1, deal 1")


async def test_letter_that_goes_back_does_nothing_at_the_table() -> None:
    session = forward(make_session(language="de"), lead_with_a_pair)
    async with sitting(session) as pilot:
        await press(pilot, "n")
        assert "[Esc] Zurück" in screen_text(pilot)
        await press(pilot, "z")
        assert dialog(pilot)
        assert session.match.position.close is None


@pytest.mark.rule("PLAY-8")
@pytest.mark.parametrize(("rules", "there"), [("soft", True), ("sharp", False)])
async def test_tricks_are_shown_as_far_as_the_rules_allow(rules: str, there: bool) -> None:
    session = forward(
        make_session(rules), lambda s: s.my_turn and not s.view.trick and s.view.tricks[0] == 2
    )
    async with sitting(session) as pilot:
        await press(pilot, "t")
        assert ("Trick 1" in screen_text(pilot)) is there
        assert ("no trick that you may look" in screen_text(pilot)) is not there


async def test_known_card_of_the_other_side_lies_open() -> None:
    session = forward(make_session(), lambda s: s.my_turn and s.view.hands[1].bit_count() == 1)
    async with sitting(session) as pilot:
        shown = table(pilot).scene
        assert shown is not None
        assert len(shown.other.known) == 1
        assert f"│{shown.other.known[0].short:^3}│" in screen_text(pilot)


async def test_only_the_false_66_in_view_is_asked_back() -> None:
    session = forward(
        make_session(), lambda s: free_lead(s) and 0 < s.match.position.points[0] < 66
    )
    async with sitting(session) as pilot:
        await press(pilot, "g")
        assert "66 are needed" in screen_text(pilot)
        await press(pilot, "escape")
        assert not session.match.deal_over
        await press(pilot, "g", "y")
        assert session.match.deal_over


async def test_66_that_nobody_counts_is_called_at_once() -> None:
    session = forward(
        make_session("sharp"), lambda s: free_lead(s) and 0 < s.match.position.points[0] < 66
    )
    async with sitting(session) as pilot:
        await press(pilot, "g")
        assert session.match.deal_over
