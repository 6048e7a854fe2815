"""Output that nobody reads to its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden"
SPN = "pagat SAHQDACAJ/HATDKCTQ C - - 0: 31.2/33.3 STKQJHKJDTQJCK 3:3"


def ended(*arguments: str, stdin: str = "", errors_too: bool = False) -> tuple[int, str]:
    """The exit code, and what stands on stderr, where stdout leads to nobody."""
    reads, writes = os.pipe()
    os.close(reads)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "bummerl", *arguments],
            input=stdin,
            stdout=writes,
            stderr=writes if errors_too else subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "LANGUAGE": "en"},
            timeout=60,
            check=False,
        )
    finally:
        os.close(writes)
    return done.returncode, done.stderr or ""


@pytest.mark.parametrize(
    ("command", "stdin"),
    [
        ("--help", ""),
        ("--version", ""),
        ("rules", ""),
        ("tournament --help", ""),
        ("solve -", f"{SPN}\n" * 3),
        ("bot greedy", "{}\n" * 3),
        ("play --plain --seed 1", "\n" * 3),
        (f"replay {GOLDEN / 'soft.sgn'}", ""),
        (f"verify {GOLDEN / 'soft.sgn'}", ""),
    ],
)
def test_a_closed_pipe_is_neither_an_error_nor_a_finding(command: str, stdin: str) -> None:
    assert ended(*command.split(), stdin=stdin) == (141, "")


@pytest.mark.parametrize("command", ["nonsense", "show nonsense"])
def test_also_where_a_complaint_would_stand(command: str) -> None:
    assert ended(*command.split(), errors_too=True) == (141, "")
