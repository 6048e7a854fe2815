"""What all tests share: hypothesis runs the same examples every time.

The modules beside this file (`support`, `oracle`, `rules_report`) can be imported by their bare
names, because pytest puts the folder of a conftest on ``sys.path``.
"""

from __future__ import annotations

from hypothesis import settings

from command_line import program, run

__all__ = ["program", "run"]

settings.register_profile("bummerl", derandomize=True, database=None, deadline=None)
settings.load_profile("bummerl")
