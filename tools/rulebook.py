"""Writes the table of presets in docs/rules.md from the data of `bummerl.rules.variants`.

``python -m tools.rulebook`` renews it; with ``--check`` it only looks and fails if it is stale.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bummerl.rules.variants import CHOICES, PRESET_NAMES, PRESETS, Value, format_value
from bummerl.words.rulebook import DEFAULT, OPTIONS, Table

RULES = Path(__file__).resolve().parent.parent / "docs" / "rules.md"
_BEGIN = "<!-- presets: made by python -m tools.rulebook -->\n"
_END = "<!-- /presets -->\n"


def preset_table() -> str:
    """All options by all presets in Markdown; what differs from the default is bold."""
    rows = tuple(
        (
            f"[`{option}`](#{OPTIONS[option].clause})",
            *(_cell(option, getattr(PRESETS[preset], option)) for preset in PRESET_NAMES),
        )
        for option in CHOICES
    )
    return Table(("option", *(f"`{name}`" for name in PRESET_NAMES)), rows).markdown()


def _cell(option: str, value: Value) -> str:
    text = format_value(value)
    return text if value == getattr(DEFAULT, option) else f"**{text}**"


def renewed(text: str) -> str:
    """`text`, a rule book, with the table as it should be."""
    before, rest = text.split(_BEGIN)
    return f"{before}{_BEGIN}{preset_table()}{_END}{rest.split(_END)[1]}"


def main(arguments: list[str]) -> int:
    """Renew the table, or with ``--check`` only look; the exit status."""
    text = RULES.read_text(encoding="utf-8")
    stale = renewed(text) != text
    if stale and "--check" not in arguments:
        RULES.write_text(renewed(text), encoding="utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
