"""What all tests share: hypothesis runs the same examples every time.

The modules beside this file (`support`, `oracle`, `rules_report`) can be imported by their bare
names, because pytest puts the folder of a conftest on ``sys.path``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from command_line import program, run

__all__ = ["program", "run"]

settings.register_profile("bummerl", derandomize=True, database=None, deadline=None)
settings.load_profile("bummerl")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the browser's tests unless they are asked for: they need their own process."""
    browser = Path(__file__).parent / "browser"
    asked = any("browser" in argument for argument in config.args)
    return True if collection_path == browser and not asked else None
