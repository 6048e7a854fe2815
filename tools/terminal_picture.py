"""Draws docs/terminal.svg: the terminal game in the middle of a deal.

``python -m tools.terminal_picture [FILE]`` plays matches until one of them comes to a moment
worth showing, and writes what the program shows then.  The picture names no outside address: the
fonts are the reader's own.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import sys
from pathlib import Path

from bummerl.match.bummerl import Match
from bummerl.players.registry import make_player
from bummerl.rules.moves import is_pair
from bummerl.rules.variants import PRESETS
from bummerl.tui.app import BummerlApp
from bummerl.tui.session import Session
from bummerl.words.wording import Wording

FILE = Path(__file__).resolve().parent.parent / "docs" / "terminal.svg"
SIZE = (80, 24)
CELL = 12.2
"""Width of a character in the picture, as Rich draws it."""
FONT = "Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_INDENTED = re.compile(
    r'(?P<before><text [^>]*? x=")(?P<x>[\d.]+)(?P<between>"[^>]*? textLength=")'
    r'(?P<length>[\d.]+)(?P<after>"[^>]*>)(?P<blanks>(?:&#160;)+)'
)


def picture(app: BummerlApp) -> str:
    """What the app shows, as an SVG picture that needs nothing from outside."""
    svg = app.export_screenshot(title="Bummerl")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;]*;", f"font-family: {FONT};", svg)
    return _INDENTED.sub(_moved, svg)


def _moved(text: re.Match[str]) -> str:
    """A text that stands further right instead of beginning with blanks.

    Some viewers drop blanks at the beginning.
    """
    margin = text["blanks"].count(";") * CELL
    x, length = float(text["x"]) + margin, float(text["length"]) - margin
    return f"{text['before']}{x:.1f}{text['between']}{length:.1f}{text['after']}"


def moment() -> Session:
    """A match at a moment with something of everything to see."""
    for seed in itertools.count(1):
        match = Match(PRESETS["soft"], ("human", "greedy"), seed=seed)
        session = Session(match, make_player("greedy"), Wording(), pause=0)
        while not match.over:
            if worth_showing(session):
                return session
            if match.deal_over:
                session.next_deal()
            else:
                session.play(session.hint() if session.my_turn else session.choose())
    raise AssertionError("unreachable")


def worth_showing(session: Session) -> bool:
    """A reply with free choice; a pair announced, a card known, a Bummerl on the slate."""
    view = session.view
    return (
        session.my_turn
        and bool(view.trick)
        and not view.is_strict
        and sum(view.tricks) >= 2
        and any(is_pair(move) for _, move in view.history)
        and view.hands[session.other] > 0
        and sum(view.score.bummerls) > 0
        and sum(view.needed) < 10
    )


async def draw(path: Path) -> None:
    """Draws the moment into a file."""
    app = BummerlApp(moment())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("right", "h")
        await app.workers.wait_for_complete()
        await pilot.pause()
        path.write_text(picture(app), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(draw(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE))
