"""Who is spoken of, and who is spoken to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bummerl.rules.moves import Seat
from bummerl.words.wording import Wording


class Voice:
    """Tells about seats by their names, and speaks to the reader where it is their own seat."""

    def __init__(self, names: Sequence[str], wording: Wording, you: Seat | None) -> None:
        self.names = names
        self.wording = wording
        self.you = you

    def about(self, seat: Seat, template: str, template_you: str, **values: Any) -> str:
        """A sentence about `seat`: `template` names it as ``who``, `template_you` says you."""
        if seat == self.you:
            return self.wording.say(template_you, **values)
        return self.wording.say(template, who=self.names[seat], **values)
