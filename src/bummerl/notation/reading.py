"""What all text forms of records have in common: how they are read, and their files."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from bummerl.errors import FileError, SgnError
from bummerl.notation.records import DealRecord, normal_line_breaks
from bummerl.notation.tags import Place


class Entry(NamedTuple):
    """One deal of a text."""

    record: DealRecord | None
    """None if its tags or moves could not be read."""
    errors: tuple[SgnError, ...] = ()
    """What is wrong with it; also of a deal that was read, when it disagrees with itself."""


@dataclass(frozen=True)
class Reading:
    """All that could be read of a text, and all that is wrong with it."""

    records: list[DealRecord]
    errors: list[SgnError]


def in_order(errors: Iterable[SgnError]) -> tuple[SgnError, ...]:
    """The errors by their places."""
    return tuple(sorted(errors, key=lambda error: (error.line, error.column)))


class Format:
    """A text form of records, with the doors that all such forms have in common."""

    def __init__(
        self,
        entries: Callable[[str, str | None], Iterator[Entry]],
        dumps: Callable[[Iterable[DealRecord]], str],
    ) -> None:
        self.entries = entries
        """Every deal of a text in turn; the second argument is the file named in errors."""
        self.dumps = dumps
        """The records as text."""

    def loads(self, text: str, *, file: str | None = None) -> list[DealRecord]:
        """The records of a text; `file` is named in errors.

        Raises:
            SgnError: the first thing that is wrong.
        """
        records: list[DealRecord] = []
        for record, errors in self.entries(text, file):
            if errors:
                raise errors[0]
            assert record is not None
            records.append(record)
        return records

    def read(self, text: str, *, file: str | None = None) -> Reading:
        """The records of a text, and everything that is wrong with it."""
        records: list[DealRecord] = []
        errors: list[SgnError] = []
        for record, wrong in self.entries(text, file):
            if record is not None:
                records.append(record)
            errors += wrong
        return Reading(records, errors)

    def load(self, path: str | PathLike[str]) -> list[DealRecord]:
        """The records of a UTF-8 file.

        Raises:
            SgnError: the first thing that is wrong.
            FileError: the file cannot be read.
        """
        text, wrong = read_text(path)
        if wrong is not None:
            raise wrong
        return self.loads(text, file=str(path))

    def read_file(self, path: str | PathLike[str]) -> Reading:
        """The records of a file, and everything that is wrong with it.

        Raises:
            FileError: the file cannot be read.
        """
        text, wrong = read_text(path)
        reading = self.read(text, file=str(path))
        if wrong is not None:
            reading.errors.insert(0, wrong)
        return reading

    def dump(self, records: Iterable[DealRecord], path: str | PathLike[str]) -> None:
        """Writes the records into a UTF-8 file.

        Raises:
            SgnError: a record lacks a required tag, or has a tag that cannot be.
            FileError: the file cannot be written.
        """
        write_text(self.dumps(records), path)


def read_text(path: str | PathLike[str]) -> tuple[str, SgnError | None]:
    """The text of a UTF-8 file; bytes that are not UTF-8 are replaced, the first one is reported.

    Raises:
        FileError: the file cannot be read.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise FileError(
            "cannot read {file}: {reason}", file=str(path), reason=error.strerror or error
        ) from None
    try:
        return data.decode(), None
    except UnicodeDecodeError as error:
        before = normal_line_breaks(data[: error.start].decode())
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"), str(path))
        wrong = place.sgn_error("the byte {byte:#04x} is not UTF-8", byte=data[error.start])
        return data.decode(errors="replace"), wrong


def write_text(text: str, path: str | PathLike[str]) -> None:
    """Writes a UTF-8 file with LF, whatever the system; see `write_bytes`."""
    # "replace": a lone surrogate in a name must not cost the whole file
    write_bytes(text.encode(errors="replace"), path)


def write_bytes(data: bytes, path: str | PathLike[str]) -> None:
    """Writes a file in one step: it is never half written.

    A file that is there keeps its permissions, and a link its target.

    Raises:
        FileError: the file cannot be written; what was there is untouched.
    """
    with _writing(path) as target:
        if _is_special(target):
            target.write_bytes(data)
            return
        with _beside(target) as beside:
            beside.write_bytes(data)
            if target.exists():
                shutil.copymode(target, beside)
            os.replace(beside, target)


def check_writable(path: str | PathLike[str]) -> None:
    """Finds out before long work whether its result could be written there; nothing is changed.

    Raises:
        FileError: the file could not be written.
    """
    with _writing(path) as target:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not _is_special(target):
            with _beside(target):
                pass


@contextmanager
def _writing(path: str | PathLike[str]) -> Iterator[Path]:
    """Where the path leads; what goes wrong there becomes a FileError."""
    try:
        target = Path(path)
        if not _is_special(target):  # /dev/stdout may be a link whose text leads nowhere
            target = Path(os.path.realpath(path))
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        yield target
    except OSError as error:
        raise FileError(
            "cannot write {file}: {reason}", file=str(path), reason=error.strerror or error
        ) from None


def _is_special(target: Path) -> bool:
    """Whether it is a device or a pipe, which cannot be replaced; or a folder."""
    return target.exists() and not target.is_file()


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A new file beside the target, gone in the end."""
    beside = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        beside.touch(exist_ok=False)
        yield beside
    finally:
        beside.unlink(missing_ok=True)
