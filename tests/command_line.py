"""Running the command line in tests, in this process or as a program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

Run = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command in English in this process; state goes to a temporary folder."""
    from bummerl.cli.app import app

    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")

    def invoke(*arguments: str, stdin: str | None = None) -> Result:
        result = CliRunner().invoke(app, list(arguments), input=stdin, prog_name="bummerl")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Runs the command as a program of its own, with the environment's language set."""

    def start(
        *arguments: str, lang: str = "C", stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
        environment |= {"LANG": lang, "XDG_STATE_HOME": str(tmp_path / "state"), "COLUMNS": "100"}
        return subprocess.run(
            [sys.executable, "-m", "bummerl.cli.main", *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env=environment,
            timeout=60,
            check=False,
        )

    return start
