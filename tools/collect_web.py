"""Finds the messages in the web client's sources: ``t("…")`` and ``tn("…", "…", n)``.

Works on TypeScript and Svelte alike: it does not read the language but looks for those calls and
reads the strings they begin with.  These may be joined by ``+``; they cannot be put together at
run time, as a message must stand in the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.collect import MessageId, TemplateError

_CALL: Final = re.compile(r"(?<![\w.$#])(tn?)\(\s*(?=[^\s)])")
_DEFINITION: Final = re.compile(r"\bfunction\s+$")
_COMMENT_LINE: Final = re.compile(r"^[ \t]*(?://|/?\*|<!--).*$", re.MULTILINE)
_STRING: Final = re.compile(
    r"""\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)\s*""", re.DOTALL
)
_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|(\r?\n)|(.))", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t"}


def collect_web(folder: Path) -> dict[MessageId, list[str]]:
    """All messages below `folder`, with the files they stand in (relative to its grandparent).

    Tests and what is generated are left out.

    Raises:
        TemplateError: a message is no plain string.
    """
    found: dict[MessageId, list[str]] = {}
    for path in sorted([*folder.rglob("*.ts"), *folder.rglob("*.svelte")]):
        name = path.relative_to(folder.parent.parent).as_posix()
        if path.stem.endswith(".test") or "generated" in path.relative_to(folder).parts:
            continue
        for message in messages(path.read_text(encoding="utf-8"), name):
            files = found.setdefault(message, [])
            if name not in files:
                files.append(name)
    return found


def messages(source: str, name: str = "source") -> Iterator[MessageId]:
    """The messages in one file's text, in order; a pair of strings has singular and plural.

    Raises:
        TemplateError: a message is no plain string.
    """
    # a line of a comment stays as long as it was, for the line numbers
    source = _COMMENT_LINE.sub(lambda line: " " * len(line[0]), source)
    for call in _CALL.finditer(source):
        if _DEFINITION.search(source, 0, call.start()):
            continue
        first, end = _string(source, call.end(), name)
        if call[1] == "t":
            yield first
        elif source[end : end + 1] == ",":
            yield first, _string(source, end + 1, name)[0]
        else:
            raise _error(source, end, name, "tn needs singular and plural")


def _string(source: str, start: int, name: str) -> tuple[str, int]:
    """The string that begins at `start`, parts joined, and where it ends."""
    text = ""
    while True:
        found = _STRING.match(source, start)
        if found is None or "${" in (found[3] or ""):
            raise _error(source, start, name, "a message must be a plain string; give it values")
        text += _ESCAPE.sub(_unescaped, next(part for part in found.groups() if part is not None))
        if source[found.end() : found.end() + 1] != "+":
            break
        start = found.end() + 1
    if source[found.end() : found.end() + 1] not in (",", ")"):
        raise _error(source, found.end(), name, "a message must be a plain string; give it values")
    return text, found.end()


def _unescaped(escape: re.Match[str]) -> str:
    braced, code, newline, other = escape.groups()
    if newline is not None:
        return ""
    return chr(int(braced or code, 16)) if braced or code else _ESCAPED.get(other, other)


def _error(source: str, offset: int, name: str, why: str) -> TemplateError:
    return TemplateError(f"{name}, line {source.count(chr(10), 0, offset) + 1}: {why}")
