"""What can be asked for when a sheet is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Paper: TypeAlias = Literal["a4", "a3"]
NameKind: TypeAlias = Literal["full", "public"]

PAPERS: Final[tuple[Paper, ...]] = ("a4", "a3")
NAME_KINDS: Final[tuple[NameKind, ...]] = ("full", "public")


@dataclass(frozen=True)
class Order:
    """Which part of a sheet, and how; nothing set: all of it, as is usual."""

    paper: Paper | None = None
    """Sheets that are cut up are always A4."""
    names: NameKind | None = None
    """Full names, or those of the public pages; usual: public on what hangs on a wall."""
    round: int | None = None
    """Of the knock-out, from 1; usual: the running one."""
    only: tuple[int, ...] = ()
    """Cards, boards, matches or prizes by number; usual: all."""
    blank: bool = False
    """A form to be filled in by hand, without names."""
    copies: int | None = None
    """How many blank forms or boards."""
    all_languages: bool = False
    """The rule sheet in every language, beginning with that of the wording."""
    url: str | None = None
    """Address of the tournament's public page, for QR codes; usual: codes say it in words."""


USUAL: Final = Order()
"""All of a sheet, as is usual."""
