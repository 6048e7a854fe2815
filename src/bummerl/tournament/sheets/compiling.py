"""Data and a template become a PDF: the one place that knows Typst."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import typst

TEMPLATES: Final = Path(__file__).parent / "templates"
"""The templates; they can read nothing outside this folder."""

_LAST_COVERED: Final = 0x052F
"""The built-in fonts have Latin, Greek and Cyrillic up to here, …"""
_SIGNS: Final = range(0x1E00, 0x2800)
"""… and these: more Latin and Greek, punctuation, arrows, suits."""


def pdf_of(template: str, data: Mapping[str, Any], at: int, *, tagged: bool) -> bytes:
    """The PDF of a template with its data, dated `at` (milliseconds since 1970).

    Tags help screen readers; without them a thousand cards are a fifth in size.
    """
    text = msgspec.json.encode(data).decode()
    made = typst.compile(
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        font_paths=_fonts(_needs_system_fonts(text)),
        sys_inputs={"data": text},
        format="pdf",
        timestamp=at // 1000,
        pdf_tags=tagged,
    )
    assert isinstance(made, bytes)
    return made


def _needs_system_fonts(text: str) -> bool:
    """Whether something is written in letters that the built-in fonts lack.

    Only then this machine's fonts are asked, so that else every machine prints the same.
    """
    return not text.isascii() and any(
        ord(sign) > _LAST_COVERED and ord(sign) not in _SIGNS for sign in set(text)
    )


@functools.cache
def _fonts(system: bool) -> typst.Fonts:
    return typst.Fonts(include_system_fonts=system)
