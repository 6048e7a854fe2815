"""The top line of the screen."""

from __future__ import annotations

from textual.geometry import Size

from bummerl.rules.variants import PRESETS
from bummerl.tui.session import Session
from bummerl.tui.widgets import art

LEAST = Size(60, 24)
"""What the table needs; from a width of 80 on there is room for the course, too."""


def heading(session: Session, size: Size) -> str:
    """What is played: rules, length of the match, game and deal; in too small a window, that.

    Only the rules give way where the line is too long.
    """
    match, words = session.match, session.wording
    if size.width < LEAST.width or size.height < LEAST.height:
        return words.say(
            "Too small: needs {width} by {height} (or --plain).",
            width=LEAST.width,
            height=LEAST.height,
        )
    length = words.say_n("to {n} Bummerl", "to {n} Bummerls", match.rules.match)
    deal = words.say("game {game}, deal {deal}", game=match.game, deal=match.deal_number)
    rest = f" · {length} · {deal}"
    # the length is told in words
    rules = str(match.rules.with_(match=PRESETS[match.rules.name].match))
    start = "Bummerl · "
    padding = 2
    room = size.width - padding - len(start) - len(rest)
    return start + art.fitted(rules, max(room, len(match.rules.name))) + rest
