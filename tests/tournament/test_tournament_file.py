"""The file: nothing acknowledged is lost, several programs at once, other files, backups."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from bummerl.errors import FileError, TournamentError
from bummerl.tournament import backup, store
from bummerl.tournament.drawing import draw
from bummerl.tournament.events import Resulted
from bummerl.tournament.sale import Buyer, Stamp, announce, sell
from bummerl.tournament.state import Tournament
from bummerl.tournament.store import TournamentFile
from tournament.hall import AT, SECRET, named, played, settings, sold


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cup ä #1?.db"


def create(path: Path, cards: int = 64) -> TournamentFile:
    return TournamentFile.create(path, announce(settings(cards), SECRET, AT))


def test_what_was_written_is_read(path: Path) -> None:
    t = played(sold(8, named(3, 3, 2)))
    with TournamentFile.create(path, t.history[:5]) as file:
        file.change(lambda _: t.history[5:])
        assert file.read() == t
    with TournamentFile(path) as file:
        assert file.read() == t
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]  # one file, no more


def test_a_refused_change_writes_nothing(path: Path) -> None:
    with create(path) as file:
        with pytest.raises(TournamentError):
            file.change(lambda t: draw(t, "w", AT))
        assert file.read().seq == 1
        file.change(lambda t: sell(t, Buyer("Anna"), AT))
        assert file.read().seq == 3


def test_events_that_cannot_happen_are_never_written(path: Path) -> None:
    with create(path) as file:
        file.change(lambda t: sell(t, Buyer("Anna"), AT))
        wrong = (Resulted(at=0, match="1-1", winner=1, loser=2),)
        for _ in range(2):
            with pytest.raises(AssertionError):
                file.change(lambda t: (*sell(t, Buyer("Bert"), AT), *wrong))
            assert file.read().seq == 3
            assert len(file.read().entries.cards) == 1
    with TournamentFile(path) as file:
        assert file.read().seq == 3


def test_two_programs_see_each_other(path: Path) -> None:
    with create(path) as one, TournamentFile(path) as other:
        one.change(lambda t: sell(t, Buyer("Anna"), AT))
        t, _ = other.change(lambda t: sell(t, Buyer("Bert"), AT))
        assert t.entries.cards_of(2) == (2,)
        assert one.read() == other.read()


def test_many_at_once_lose_nothing(path: Path) -> None:
    create(path).close()

    def seller(name: str) -> None:
        with TournamentFile(path) as file:
            for _ in range(5):
                file.change(lambda t: sell(t, Buyer(name), AT))

    threads = [threading.Thread(target=seller, args=(f"P{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with TournamentFile(path) as file:
        t = file.read()
    assert sorted(t.entries.cards) == list(range(1, 21))
    assert {len(t.entries.cards_of(person)) for person in t.entries.persons} == {5}


def test_a_file_held_by_another_program(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    create(path).close()
    monkeypatch.setattr(store, "PATIENCE", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(FileError, match="is in use by another program; nothing was changed"):
        TournamentFile(path)
    other.execute("ROLLBACK")
    other.execute("BEGIN IMMEDIATE")
    with TournamentFile(path) as file:
        with pytest.raises(FileError, match="try again"):
            file.change(lambda t: sell(t, Buyer("Anna"), AT))
        other.execute("ROLLBACK")
        file.change(lambda t: sell(t, Buyer("Anna"), AT))
    other.close()


# ---- other files ---------------------------------------------------------------------------


def test_files_that_are_none(path: Path) -> None:
    with pytest.raises(FileError, match="there is no such file; a new tournament begins with"):
        TournamentFile(path)
    path.write_text("a text, and not a short one, that is no database " * 99, encoding="utf-8")
    with pytest.raises(FileError, match="is damaged, or no tournament"):
        TournamentFile(path)
    path.unlink()
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE events (seq, data)")
    foreign.commit()
    foreign.close()
    with pytest.raises(FileError, match="is no tournament of Bummerl"):
        TournamentFile(path)
    assert not (path.parent / "missing").exists()


def test_a_file_of_a_newer_bummerl(path: Path) -> None:
    create(path).close()
    with sqlite3.connect(path) as file:
        file.execute(f"PRAGMA user_version = {store.VERSION + 1}")
    file.close()
    with pytest.raises(FileError, match="made by a newer Bummerl"):
        TournamentFile(path)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM events WHERE seq = 2",
        "DELETE FROM events WHERE seq = 1",
        'UPDATE events SET data = \'{"event":"dance"}\' WHERE seq = 3',
        "UPDATE events SET data = replace(data, '\"cards\":[1]', '\"cards\":') WHERE seq = 3",
        "DELETE FROM events",
    ],
)
def test_damage_is_noticed(path: Path, damage: str) -> None:
    with create(path) as file:
        file.change(lambda t: sell(t, Buyer("Anna"), AT))
        file.change(lambda t: sell(t, Buyer("Anna"), AT))
    with sqlite3.connect(path) as database:
        assert database.execute(damage).rowcount
    database.close()
    with pytest.raises(FileError, match="import the latest backup"):
        TournamentFile(path)


def test_nothing_is_overwritten(path: Path) -> None:
    create(path).close()
    with pytest.raises(FileError, match="there is such a file already"):
        create(path)
    with pytest.raises(FileError, match="cannot be written"):
        create(path / "below" / "a file.db")


# ---- killed while writing ------------------------------------------------------------------

SELLER = """
import sys
from pathlib import Path
from bummerl.tournament.events import Resulted
from bummerl.tournament.sale import Buyer, Stamp, sell
from bummerl.tournament.store import TournamentFile

file = TournamentFile(Path(sys.argv[1]))
while True:
    t, events = file.change(lambda t: sell(t, Buyer(f"P{t.seq}"), Stamp(1)))
    print(t.seq, events[-1].cards[0], flush=True)
"""


def test_killed_while_writing_loses_nothing_acknowledged(path: Path) -> None:
    create(path, 1024).close()
    told = 0
    for attempt in range(8):
        with subprocess.Popen(
            [sys.executable, "-c", SELLER, str(path)], stdout=subprocess.PIPE, text=True
        ) as seller:
            assert seller.stdout is not None
            for _ in range(3):
                seller.stdout.readline()
            time.sleep(0.003 * attempt)
            os.kill(seller.pid, signal.SIGKILL)
            lines = seller.stdout.read().splitlines()
        last = [line for line in lines if len(line.split()) == 2]
        with TournamentFile(path) as file:
            t = file.read()
        assert t.seq % 2 == 1, "half a sale was written"
        if last:
            seq, card = map(int, last[-1].split())
            assert t.seq >= seq
            assert card in t.entries.cards
        assert t.seq >= told + 6
        told = t.seq
    assert len(t.entries.cards) == (t.seq - 1) // 2


# ---- backups -------------------------------------------------------------------------------


def test_a_backup_goes_on_elsewhere(path: Path, tmp_path: Path) -> None:
    t = played(sold(16, named(4, 4, 4, 2), boards=3, price=500))
    half = t.history[: t.seq // 2]
    copy = tmp_path / "backup"
    backup.write(copy, backup.dumps(half))
    elsewhere = tmp_path / "elsewhere.db"
    with TournamentFile.create(elsewhere, backup.read(copy)) as file:
        assert file.read() == Tournament.replay(half)
        file.change(lambda _: t.history[len(half) :])
        assert file.read() == t
        assert file.read().commitment == t.commitment
        assert backup.loads(backup.dumps(file.read().history), copy) == t.history


def test_a_backup_survives_windows_line_ends() -> None:
    t = sold(8, named(3, 3))
    assert backup.loads(backup.dumps(t.history).replace(b"\n", b"\r\n"), Path("x")) == t.history


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data[:-20], "is incomplete, or was changed: it should hold 5 events"),
        (lambda data: data.replace(b"Q1", b"Q9"), "is incomplete, or was changed"),
        (lambda data: data.replace(b'"version": 1', b'"version": 2'), "made by a newer Bummerl"),
        (lambda data: b"", "is no backup"),
        (lambda data: b"\x00\xff" * 50, "is no backup"),
        (lambda data: b"[1]\n", "is no backup"),
        (lambda data: data.partition(b"\n")[2], "is no backup"),
    ],
)
def test_bad_backups_are_refused(change: object, reason: str) -> None:
    t = sold(8, named(3, 3))
    data = change(backup.dumps(t.history))  # type: ignore[operator]
    with pytest.raises(FileError, match=reason):
        backup.loads(data, Path("x"))


def test_a_backup_whose_events_cannot_follow_is_refused() -> None:
    t = sold(8, named(3, 3))
    data = backup.dumps(t.history[1:])
    with pytest.raises(FileError, match="x is damaged; take another backup"):
        backup.loads(data, Path("x"))


@pytest.mark.parametrize("head", ['{"backup":"bummerl tournament","version":1e999}', "[" * 100_000])
def test_backups_that_begin_oddly_are_refused(head: str) -> None:
    with pytest.raises(FileError, match="is no backup of a tournament"):
        backup.loads(head.encode() + b"\n", Path("b"))


@pytest.mark.parametrize("at", [10**18, 10**13, -1])
def test_moments_that_no_calendar_shows_are_refused(at: int) -> None:
    events = announce(settings(8), SECRET, Stamp(at))
    with pytest.raises(FileError, match="is no backup of a tournament"):
        backup.loads(backup.dumps(events), Path("b"))


def test_a_backup_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "b"
    backup.write(target, b"one")
    backup.write(target, b"two")
    assert target.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [target]
    with pytest.raises(FileError, match="cannot be written"):
        backup.write(tmp_path / "none" / "b", b"x")
    with pytest.raises(FileError, match="cannot be read"):
        backup.read(tmp_path / "none")


def test_the_log_is_plain_json(path: Path) -> None:
    with create(path) as file:
        file.change(lambda t: sell(t, Buyer("Žofie Müller"), AT))
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT data FROM events ORDER BY seq").fetchall()
    assert [json.loads(data)["event"] for (data,) in rows] == ["announced", "registered", "sold"]
    assert "Žofie" in rows[1][0]


def test_logs_with_holes_are_refused_or_play_on() -> None:
    """Whatever was left out of a log: it is read, or refused in a sentence."""
    t = played(sold(8, named(3, 3, 2), rebuy_until=2))
    rng = random.Random(1)
    refused = 0
    for _ in range(300):
        events = list(t.history)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(1, len(events))
            if rng.random() < 0.5:
                del events[at]
            else:
                events.insert(rng.randrange(1, len(events)), events.pop(at))
        try:
            backup.loads(backup.dumps(events), Path("x"))
        except FileError:
            refused += 1
    assert refused > 50
