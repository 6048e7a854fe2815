"""Commands that are not carried out."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bummerl.errors import BummerlError
from bummerl.text import Text

Code: TypeAlias = Literal["illegal", "stale", "not_now", "not_yours"]


class Refused(BummerlError):  # noqa: N818 - as the message is called
    """A command that is not carried out; `code` is that of `wire.Refused`."""

    def __init__(self, code: Code, template: str | Text, /, **values: object) -> None:
        self.code: Code = code
        super().__init__(template, **values)
