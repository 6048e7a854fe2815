"""Text from files and other people, made fit for a terminal."""

from __future__ import annotations


def printable(text: str, keep: str = "") -> str:
    r"""`text` without what could steer a terminal or turn its letters round.

    That is every character that shows nothing (`str.isprintable`), but for blanks and those in
    `keep`.

    >>> printable("\x1b[31mred\x07\n", keep="\n")
    '[31mred\n'
    """
    return "".join(c for c in text if c.isprintable() or c in keep)
