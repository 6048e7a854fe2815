"""The one file of a tournament: an SQLite database that holds its log.

What `change` has returned is on the disk, even if the machine loses power right after.  Several
programs can use one file: each change takes the file for itself, and sees what others have written
before it decides.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final

import msgspec

from bummerl.errors import BummerlError, FileError
from bummerl.tournament.events import AnyEvent, decode, encode
from bummerl.tournament.state import Tournament

APPLICATION: Final = int.from_bytes(b"BUMT", "big")
"""Marks the file as ours."""
VERSION: Final = 1
"""Of the tables."""
PATIENCE: Final = 5.0
"""Seconds to wait while another program writes."""

_TABLES: Final = "CREATE TABLE events (seq INTEGER PRIMARY KEY, data TEXT NOT NULL)"


class TournamentFile:
    """A tournament on disk; usable from several threads.

    >>> import tempfile
    >>> from bummerl.tournament.events import Announced, Settings
    >>> first = Announced(at=0, settings=Settings(name="Cup", rules="sharp"), secret="00" * 32)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with TournamentFile.create(Path(folder, "cup.db"), [first]) as file:
    ...         file.read().settings.name
    'Cup'
    """

    def __init__(self, path: Path) -> None:
        """Open an existing file.

        Raises:
            FileError: there is none, or it is no tournament, or of a newer Bummerl.
        """
        self.path = path
        self._lock = threading.RLock()
        self._tournament: Tournament | None = None
        if not path.is_file():
            raise FileError(
                "{path}: there is no such file; a new tournament begins with "
                "'bummerl tournament new'",
                path=str(path),
            )
        self._connection = self._connect()
        try:
            with self._complaints():
                self._check()
            self.read()
        except BaseException:
            self._connection.close()
            raise

    @classmethod
    def create(cls, path: Path, events: Sequence[AnyEvent]) -> TournamentFile:
        """A new file that begins with these events.

        Raises:
            FileError: there is such a file already, or it cannot be written.
        """
        replay(events, path)
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            raise FileError(
                "{path}: there is such a file already; take another name", path=str(path)
            ) from None
        except OSError as error:
            raise FileError(
                "{path} cannot be written: {reason}", path=str(path), reason=str(error.strerror)
            ) from None
        try:
            cls._fill(path, events)
            return cls(path)
        except BaseException:
            path.unlink(missing_ok=True)
            raise

    @classmethod
    def _fill(cls, path: Path, events: Sequence[AnyEvent]) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = EXTRA")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute(_TABLES)
            _insert(connection, 0, events)
            connection.execute("COMMIT")
        finally:
            connection.close()

    def read(self) -> Tournament:
        """The tournament as it stands now.  It is shared: look, but do not touch."""
        with self._lock, self._complaints():
            return self._refreshed()

    def change(
        self, decide: Callable[[Tournament], Sequence[AnyEvent]]
    ) -> tuple[Tournament, Sequence[AnyEvent]]:
        """Let `decide` say what happens, write it, and then let it happen.

        `decide` sees the newest state and may raise; then nothing happens.

        Raises:
            FileError: another program holds the file, or it cannot be written.
        """
        with self._lock, self._complaints():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                tournament = self._refreshed()
                events = decide(tournament)
                _insert(self._connection, tournament.seq, events)
                # before it is written, so that nothing is ever written that cannot be replayed
                for event in events:
                    tournament.apply(event)
                self._connection.execute("COMMIT")
            except BaseException as error:
                if not isinstance(error, BummerlError):
                    self._tournament = None  # perhaps half changed: read it again
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            return tournament, events

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def __enter__(self) -> TournamentFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _connect(self) -> sqlite3.Connection:
        with self._complaints():
            # mode=rw: never make an empty database of a file that has gone
            connection = sqlite3.connect(
                f"{self.path.resolve().as_uri()}?mode=rw",
                uri=True,
                timeout=PATIENCE,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                # a commit is on the disk, the folder's entry too
                connection.execute("PRAGMA synchronous = EXTRA")
            except BaseException:
                connection.close()
                raise
            return connection

    def _check(self) -> None:
        """Raises FileError for other databases, and those of a newer Bummerl."""
        [application] = self._connection.execute("PRAGMA application_id").fetchone()
        [version] = self._connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise FileError("{path} is no tournament of Bummerl", path=str(self.path))
        if version > VERSION:
            raise FileError(
                "{path} was made by a newer Bummerl; update this one", path=str(self.path)
            )

    def _refreshed(self) -> Tournament:
        """The state, with what others have written since."""
        seen = self._tournament.seq if self._tournament else 0
        rows = self._connection.execute(
            "SELECT seq, data FROM events WHERE seq > ? ORDER BY seq", (seen,)
        ).fetchall()
        if [seq for seq, _ in rows] != list(range(seen + 1, seen + len(rows) + 1)):
            raise self._damaged()
        try:
            events = [decode(data) for _, data in rows]
        except msgspec.MsgspecError:
            raise self._damaged() from None
        if self._tournament is None:
            self._tournament = replay(events, self.path)
        else:
            for event in events:
                self._tournament.apply(event)
        return self._tournament

    def _damaged(self) -> FileError:
        return _damaged(self.path)

    @contextmanager
    def _complaints(self) -> Iterator[None]:
        """Turns SQLite's errors into sentences."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise FileError(
                    "{path} is in use by another program; nothing was changed, try again",
                    path=str(self.path),
                ) from None
            raise FileError(
                "{path} cannot be used: {reason}", path=str(self.path), reason=str(error)
            ) from None
        except sqlite3.DatabaseError:
            raise self._damaged() from None


def replay(events: Sequence[AnyEvent], path: Path) -> Tournament:
    """The tournament of a log from a file.

    Raises:
        FileError: the events do not follow from each other.
    """
    try:
        return Tournament.replay(events)
    except (ArithmeticError, AssertionError, AttributeError, BummerlError, LookupError):
        raise _damaged(path) from None
    except (StopIteration, TypeError, ValueError):
        raise _damaged(path) from None


def _damaged(path: Path) -> FileError:
    return FileError(
        "{path} is damaged, or no tournament; import the latest backup into a new file",
        path=str(path),
    )


def _insert(connection: sqlite3.Connection, seen: int, events: Sequence[AnyEvent]) -> None:
    connection.executemany(
        "INSERT INTO events (seq, data) VALUES (?, ?)",
        [(seen + n, encode(event).decode()) for n, event in enumerate(events, start=1)],
    )
