"""What people call the bots.

>>> level_name("regular", Wording())
'Regular'
"""

from __future__ import annotations

from typing import Final

from bummerl.text import N_
from bummerl.words.wording import Wording

LEVELS: Final = {
    "beginner": N_("Beginner"),
    "regular": N_("Regular"),
    "expert": N_("Expert"),
    "master": N_("Master"),
}
"""Names by level, weakest first."""


def level_name(level: str, wording: Wording) -> str:
    """A bot's name; other players are called as they are written."""
    return wording.say(LEVELS[level]) if level in LEVELS else level
