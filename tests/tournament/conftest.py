"""A desk for the tests of the tournament's commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from command_line import Run
from tournament.evening import Desk


@pytest.fixture
def cup(run: Run, tmp_path: Path) -> Desk:
    """Runs a command on the file of a tournament: ``cup("sell", "Anna")``."""
    path = tmp_path / "cup.db"

    def desk(command: str, *arguments: str, **more: str) -> Result:
        return run("tournament", command, str(path), *arguments, **more)

    return desk
