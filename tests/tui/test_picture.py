"""What stands on the smallest screen, letter by letter, and that it fits on every screen."""

from __future__ import annotations

import pytest
from textual.containers import VerticalScroll

from bummerl.tui.session import Session
from bummerl.tui.widgets.cards import ActionButton, CardView
from bummerl.tui.widgets.slate import Facts
from bummerl.tui.widgets.table import Shown
from bummerl.words.names import Deck, Language
from tui.at_table import (
    dialog,
    forward,
    golden,
    make_session,
    press,
    screen_text,
    sitting,
    table,
)


def moment() -> Session:
    """A reply in strict play with a card that may not be played, after a few deals."""
    return forward(
        make_session("soft", 9),
        lambda s: (
            s.match.deal_number >= 3
            and s.my_turn
            and bool(s.view.trick)
            and s.view.is_strict
            and len(s.view.legal_moves()) < s.view.hand.bit_count()
        ),
    )


async def test_golden_screen() -> None:
    async with sitting(moment()) as pilot:
        golden("table.txt", screen_text(pilot))


async def test_golden_dialogs() -> None:
    async with sitting(moment()) as pilot:
        shots = []
        for key in "?htsr":
            await press(pilot, key)
            shots.append(screen_text(pilot))
            if key != "h":
                await press(pilot, "escape")
        await press(pilot, "r", "d")
        shots.append(screen_text(pilot))
        await press(pilot, "l")
        shots.append(screen_text(pilot))
    golden("dialogs.txt", "\n".join(shots))


async def test_without_colour_the_same_text_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async with sitting(moment()) as pilot:
        coloured = screen_text(pilot)
    monkeypatch.setenv("NO_COLOR", "1")
    async with sitting(moment()) as pilot:
        assert pilot.app.no_color
        assert screen_text(pilot) == coloured


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36), (200, 60)])
@pytest.mark.parametrize(("language", "deck"), [("en", "french"), ("de", "german")])
async def test_everything_fits_with_six_cards(
    size: tuple[int, int], language: Language, deck: Deck
) -> None:
    session = forward(
        make_session("sixtysix", 5, language=language, deck=deck),
        lambda s: s.my_turn and len(s.view.legal_moves()) > 8 and s.view.hand.bit_count() == 6,
    )
    async with sitting(session, size) as pilot:
        seat = table(pilot)
        window = seat.region
        for widget in (*seat.query(CardView), *seat.query(ActionButton), *seat.query(Shown)):
            if widget.display:
                assert widget.region.area > 0
                assert window.contains_region(widget.region), widget
                assert widget.parent is not None
        cards = [card.region for card in seat.query(CardView)]
        assert not any(a.overlaps(b) for a in cards for b in cards if a is not b)
        for part in seat.query(Shown):
            if not isinstance(part, Facts):
                widest = max(len(line) for line in str(part.render()).split("\n"))
                assert widest <= part.size.width, part
        text = screen_text(pilot)
        shown = seat.scene
        assert shown is not None
        assert all(action.label in text for action in shown.actions)


@pytest.mark.parametrize("size", [(60, 24), (80, 18), (40, 8)])
async def test_smaller_windows_do_not_break_anything(size: tuple[int, int]) -> None:
    async with sitting(moment(), size) as pilot:
        told = "Too small: needs 60 by 24" in screen_text(pilot)
        assert told is (size != (60, 24))
        await press(pilot, "h", "?", "escape", "1")


async def test_dialogs_scroll_only_in_their_middle() -> None:
    async with sitting(moment()) as pilot:
        await press(pilot, "?")
        box = dialog(pilot)
        assert box.query_one(VerticalScroll).max_scroll_y > 0
        assert box.region.contains_region(box.query_one(".choices").region)
        assert not any(
            type(w).__name__ == "ScrollBar" for w in table(pilot).query("#room ScrollBar")
        )
