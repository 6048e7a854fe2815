"""Sessions, headless screens and a person made of keys: the vocabulary of these tests."""

from __future__ import annotations

import html
import os
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from bummerl.match.bummerl import Match
from bummerl.players.base import Player
from bummerl.rules.moves import DRAW, EXCHANGE, OUT, Move, is_card, is_pair
from bummerl.rules.variants import Rules, parse_rules
from bummerl.rules.view import View
from bummerl.tui.app import BummerlApp
from bummerl.tui.screens.dialogs import Dialog
from bummerl.tui.screens.table import TableScreen
from bummerl.tui.session import Session
from bummerl.words.names import Deck, Language
from bummerl.words.wording import Wording


class Simple:
    """Announces, exchanges and goes out when it can, never closes; its cards follow no sense.

    It always plays the same, whatever becomes of the players of the package.
    """

    def choose(self, view: View) -> Move:
        """The move."""
        moves = view.legal_moves()
        points = view.points[view.seat or 0]
        if OUT in moves and points is not None and points >= 66:
            return OUT
        for move in moves:
            if is_pair(move) or move in (EXCHANGE, DRAW):
                return move
        cards = [move for move in moves if is_card(move)]
        return cards[len(view.history) % len(cards)]


GOLDEN = Path(__file__).parent / "golden"
SIZE = (80, 24)


def make_session(
    rules: str | Rules = "soft",
    seed: int = 7,
    *,
    language: Language = "en",
    deck: Deck = "french",
    path: Path | None = None,
    opponent: Player | None = None,
    pause: float = 0,
) -> Session:
    """A new match of seat 0, the person, against Franz, who is `Simple` if nobody else."""
    rules = parse_rules(rules) if isinstance(rules, str) else rules
    return Session(
        Match(rules, ("Anna", "Franz"), seed=seed),
        opponent or Simple(),
        Wording(language, deck),
        path=path,
        adviser=Simple(),
        pause=pause,
    )


def forward(session: Session, until: Callable[[Session], bool], moves: int = 2000) -> Session:
    """Lets both sides play simply until the moment wanted."""
    for _ in range(moves):
        if until(session):
            return session
        if session.match.over:
            break
        if session.match.deal_over:
            session.next_deal()
        else:
            position = session.match.position
            session.play(Simple().choose(position.view(position.to_move)))
    raise AssertionError("the moment wanted does not come in this match")


def golden(name: str, text: str) -> None:
    """Compares with a file of ``golden/``; BUMMERL_WRITE_GOLDEN=1 writes it anew for review."""
    path = GOLDEN / name
    if os.environ.get("BUMMERL_WRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def legal_cards(session: Session) -> list[int]:
    """The cards the person may play now."""
    return [move for move in session.view.legal_moves() if move < 24]


@asynccontextmanager
async def sitting(session: Session, size: tuple[int, int] = SIZE) -> AsyncIterator[Pilot[None]]:
    """The session on a headless screen, once there is something for the person to do."""
    app = BummerlApp(session)
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        yield pilot


def app_of(pilot: Pilot[None]) -> BummerlApp:
    """The app a pilot flies."""
    assert isinstance(pilot.app, BummerlApp)
    return pilot.app


def table(pilot: Pilot[None]) -> TableScreen:
    """The table, below any dialog."""
    for screen in pilot.app.screen_stack:
        if isinstance(screen, TableScreen):
            return screen
    raise AssertionError("nobody sits at a table")


def dialog(pilot: Pilot[None]) -> Dialog:
    """The dialog on top."""
    screen = pilot.app.screen
    assert isinstance(screen, Dialog), f"no dialog, but {screen}"
    return screen


async def settled(pilot: Pilot[None]) -> None:
    """Waits until it is the person's turn, a dialog is up, or the app has ended."""
    for _ in range(500):
        await pilot.pause()
        if not pilot.app.is_running or isinstance(pilot.app.screen, Dialog):
            return
        if any(isinstance(screen, TableScreen) for screen in pilot.app.screen_stack):
            seat = table(pilot)
            shown = seat.scene
            if shown is not None and shown.my_turn and seat.session.my_turn:
                return
    raise AssertionError("the screen does not settle")


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Presses keys, and waits after each until the screen has settled."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


async def play_at_random(pilot: Pilot[None], rng: random.Random, moves: int = 10_000) -> None:
    """Plays by keys, anything the screen offers, until so many moves are made or the match is over.

    "66" is called when it is true, and rarely otherwise.
    """
    for _ in range(moves):
        if not pilot.app.is_running:
            break
        if isinstance(pilot.app.screen, Dialog):
            await press(pilot, "enter")
            continue
        await press(pilot, _some_key(table(pilot), rng))


def _some_key(seat: TableScreen, rng: random.Random) -> str:
    shown = seat.scene
    assert shown is not None
    position = seat.session.match.position
    out = {action.key for action in shown.actions if action.does == OUT}
    keys = [str(n) for n, face in enumerate(shown.hand, 1) if face.legal]
    keys += [action.key for action in shown.actions if action.key not in out]
    if out and (position.points[seat.session.seat] >= 66 or rng.random() < 0.02 or not keys):
        return out.pop()
    return rng.choice(keys)


def screen_text(pilot: Pilot[None]) -> str:
    """What is on the screen, as lines of text without colours."""
    width, height = pilot.app.size
    cells = [[" "] * width for _ in range(height)]
    svg = pilot.app.export_screenshot()
    found = re.findall(
        r'<text class="[^"]*-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>', svg, re.DOTALL
    )
    for x, y, text in found:
        row, column = round((float(y) - 20) / 24.4), round(float(x) / 12.2)
        for place, character in enumerate(html.unescape(text).replace("\xa0", " "), column):
            if place < width:
                cells[row][place] = character
    return "\n".join("".join(row).rstrip() for row in cells) + "\n"
