"""Files are written in one step, whatever stands in them and wherever they lie."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from bummerl.errors import FileError
from bummerl.notation import jsonl, sgn
from bummerl.notation.reading import check_writable, write_text
from bummerl.rules.dealing import deal, shuffled

posix = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")


def test_replaced_without_litter_and_with_line_feeds(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    write_text("old and longer\n", path)
    write_text("new\n", str(path))
    assert path.read_bytes() == b"new\n"
    assert os.listdir(tmp_path) == ["match.sgn"]


@pytest.mark.parametrize("form", [sgn, jsonl], ids=["sgn", "jsonl"])
def test_lone_surrogates_cost_only_themselves(form: object, tmp_path: Path) -> None:
    start = deal(shuffled(20, seed=1), dealer=0)
    record = sgn.record_of(start, start.resign(0), {"Seat0": "An\ud800na"})
    path = tmp_path / "deals"
    form.dump([record], path)  # type: ignore[attr-defined]
    [again] = form.load(path)  # type: ignore[attr-defined]
    assert again.players[0].startswith("An")
    assert again.players[0].endswith("na")


@pytest.mark.parametrize("step", ["replace", "access"])
def test_failure_leaves_the_old_file_and_no_litter(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.sgn"
    write_text("old\n", path)

    def full(*args: object) -> bool:
        if step == "access":
            return False
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(FileError, match=r"cannot write .*match\.sgn: (No space|Permission)"):
        write_text("new\n", path)
    assert path.read_text(encoding="utf-8") == "old\n"
    assert os.listdir(tmp_path) == ["match.sgn"]


def test_what_cannot_be_a_file_is_told(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "match.sgn"):
        with pytest.raises(FileError, match="cannot write"):
            write_text("new\n", path)
        with pytest.raises(FileError, match="cannot write"):
            check_writable(path)
    assert os.listdir(tmp_path) == []


def test_looking_ahead_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.sgn"
    check_writable(path)
    assert os.listdir(tmp_path) == []
    write_text("old\n", path)
    check_writable(path)
    assert path.read_text(encoding="utf-8") == "old\n"
    monkeypatch.setattr(os, "access", lambda *args: False)
    with pytest.raises(FileError, match=r"cannot write .*match\.sgn: Permission"):
        check_writable(path)
    assert os.listdir(tmp_path) == ["match.sgn"]


@posix
def test_an_open_pipe_is_written_into() -> None:
    reads, writes = os.pipe()
    with open(reads, encoding="utf-8") as pipe, open(writes, "wb"):
        check_writable(f"/dev/fd/{writes}")
        write_text("new\n", f"/dev/fd/{writes}")
        assert pipe.readline() == "new\n"


@posix
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "match.sgn", tmp_path / "link.sgn"
    (tmp_path / "plain").write_text("", encoding="utf-8")
    write_text("new\n", path)
    assert _mode(path) == _mode(tmp_path / "plain")
    path.chmod(0o640)
    link.symlink_to(path)
    write_text("newer\n", link)
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "newer\n"
    assert _mode(path) == 0o640


@posix
def test_a_device_is_written_to_and_stays_one() -> None:
    write_text("new\n", os.devnull)
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
