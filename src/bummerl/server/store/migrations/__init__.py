"""How the database came to look as it does: one module of ``versions`` a step, run by Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

HEAD: Final = "0003"
"""The newest step."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, to work on `connection` and its running transaction."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made
