"""Backups: the log as text, a line an event, readable in fifty years and on any machine.

The first line says what it is, how many events follow, and their hash, so that a copy that is
incomplete or was changed is noticed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from bummerl.errors import FileError
from bummerl.text import Text
from bummerl.tournament.events import AnyEvent, decode, encode
from bummerl.tournament.standing import Standing
from bummerl.tournament.store import replay

KIND: Final = "bummerl tournament"
VERSION: Final = 1
_PATH: Final = Path("backup")
_DATABASE: Final = b"SQLite format 3\0"
"""How the files of tournaments begin, as all of SQLite."""


def dumps(events: Sequence[AnyEvent]) -> bytes:
    """A log as text."""
    body = b"".join(encode(event) + b"\n" for event in events)
    head = {
        "backup": KIND,
        "version": VERSION,
        "events": len(events),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + body


def loads(data: bytes, path: Path | Text) -> list[AnyEvent]:
    """The log in a backup; `path` is for errors only: of the file, or what else to call it.

    Raises:
        FileError: it is no backup, incomplete, damaged or changed, or of a newer Bummerl.
    """
    name = str(path) if isinstance(path, Path) else path
    head_line, _, body = data.replace(b"\r\n", b"\n").partition(b"\n")
    try:
        head = json.loads(head_line)
        known = head["backup"] == KIND
        version, count, digest = int(head["version"]), int(head["events"]), str(head["sha256"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        known = False
    if not known:
        raise FileError("{path} is no backup of a tournament", path=name)
    if version > VERSION:
        raise FileError("{path} was made by a newer Bummerl; update this one", path=name)
    lines = body.splitlines()
    if len(lines) != count or hashlib.sha256(body).hexdigest() != digest:
        raise FileError(
            "{path} is incomplete, or was changed: it should hold {count} events; take another "
            "backup",
            path=name,
            count=count,
        )
    try:
        events = [decode(line) for line in lines]
    except msgspec.MsgspecError:
        raise FileError("{path} is no backup of a tournament", path=name) from None
    try:
        replay(events, _PATH)
    except FileError:
        raise FileError("{path} is damaged; take another backup", path=name) from None
    return events


def read(path: Path) -> list[AnyEvent]:
    """The log in a backup file; see `loads` for errors."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(
            "{path} cannot be read: {reason}", path=str(path), reason=str(error.strerror)
        ) from None
    return loads(data, path)


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, and never over a database: that may be a tournament.

    Raises:
        FileError: it cannot be written.
    """
    if _is_database(path):
        raise FileError(
            "{path} is a database, perhaps a tournament: take another name", path=str(path)
        )
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            temporary = file.name
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise FileError(
            "{path} cannot be written: {reason}", path=str(path), reason=str(error.strerror)
        ) from None


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return False  # mostly there is no such file; what else is wrong the writer finds out


def after_round(path: Path, t: Standing) -> Path:
    """The backup that is written by itself beside the file `path`, a new one each round."""
    current = t.current
    if current is None:
        part = "sale"
    else:
        part = f"{'danish' if current.stage == 'danish' else 'round'}-{current.number}"
    return path.with_name(f"{path.name}.{part}.backup")
