"""The door: what is left on the terminal afterwards, also when something goes wrong."""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bummerl.notation.sgn import load
from bummerl.tui import app
from tui.at_table import make_session, settled

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

# the signal may be ignored where tests run in the background, which programs inherit
PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from pathlib import Path
from tui.at_table import make_session
from bummerl.tui import {door}
sys.exit({door}.run(make_session(path=Path(sys.argv[1]))))
"""


def at_terminal(
    door: str, path: Path, *typed: bytes, signalled: int | None = None
) -> tuple[str, int]:
    """All that a real terminal gets while this is typed, and the exit code."""
    outside, inside = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(door=door), str(path)],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm-256color",
             "COLUMNS": "80", "LINES": "24"},
    )  # fmt: skip
    os.close(inside)
    seen = _read_until(outside, b"You lead" if door == "plain" else b"Resign")
    for keys in typed:
        os.write(outside, keys)
        time.sleep(0.5)
    if signalled is not None:
        program.send_signal(signalled)
    seen += _read_until(outside, None)
    code = program.wait(20)
    os.close(outside)
    return seen.decode("utf-8", "replace"), code


def _read_until(terminal: int, text: bytes | None) -> bytes:
    """Reads until `text` has come, or with None until the program has ended."""
    seen = b""
    end = time.monotonic() + 30
    while (text is None or text not in seen) and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("keys", [(b"1", b"q"), (b"1", b"\x03")], ids=["quit", "ctrl-c"])
def test_real_terminal_is_left_clean(keys: tuple[bytes, ...], tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    seen, code = at_terminal("app", path, *keys)
    assert code == 0
    assert "Traceback" not in seen
    left = seen.rfind("\x1b[?1049l")
    assert left > 0, "the other screen is left"
    last = re.sub(r"\x1b\[[0-9;?<>=]*[a-zA-Z]", "", seen[left:]).strip()
    assert last.replace("\r\n", "") == (
        f"The match is saved. Go on with: bummerl play --resume {path}"
    )
    assert load(path)[0].moves


@pytest.mark.slow
def test_plain_game_on_a_real_terminal_ends_with_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    seen, code = at_terminal("plain", path, b"1\n", signalled=signal.SIGINT)
    assert code == 0
    assert "Traceback" not in seen
    assert "\x1b" not in seen
    assert f"bummerl play --resume {path}" in seen.splitlines()[-1]


def test_failure_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fail(self: app.BummerlApp) -> None:
        self.failure = ValueError("the table broke")

    monkeypatch.setattr(app.BummerlApp, "run", fail)
    session = make_session(path=tmp_path / "match.sgn")
    assert app.run(session) == 1
    out, err = capsys.readouterr()
    assert err == "Something went wrong (ValueError: the table broke). Please report it.\n"
    assert "bummerl play --resume" in out


async def test_guarded_app_leaves_instead_of_printing_a_traceback() -> None:
    guarded = app.BummerlApp(make_session(), guarded=True)
    async with guarded.run_test() as pilot:
        await settled(pilot)
        guarded.screen.call_later(lambda: 1 // 0)
        for _ in range(200):
            await asyncio.sleep(0.01)
            if not guarded.is_running:
                break
        assert not guarded.is_running
    assert isinstance(guarded.failure, ZeroDivisionError)
