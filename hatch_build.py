"""Build hook: compiles the message catalogues and builds the web client into the package.

``BUMMERL_SKIP_WEB=1`` builds the package without the client.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PackageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before wheels, editable installs and source distributions are built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalogue; for wheels, editable ones too, build the client."""
        self._compile_catalogues()
        if self.target_name == "wheel":
            self._build_client()

    def _compile_catalogues(self) -> None:
        for source in Path(self.root).glob("src/bummerl/locale/*/LC_MESSAGES/*.po"):
            with source.open("rb") as text:
                catalogue = read_po(text)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)

    def _build_client(self) -> None:
        # a process of its own, so that the source tree is on nobody else's path
        done = subprocess.run(
            [sys.executable, "-m", "tools.client"],
            cwd=self.root,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode != 0:
            self.app.abort(done.stderr.strip())
