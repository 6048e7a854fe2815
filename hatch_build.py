"""Build hook: compiles the message catalogues (``.po`` to ``.mo``) into the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before wheels and editable installs are built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalogue that lies in the source tree."""
        for source in Path(self.root).glob("src/bummerl/locale/*/LC_MESSAGES/*.po"):
            with source.open("rb") as text:
                catalogue = read_po(text)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)
