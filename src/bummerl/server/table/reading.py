"""Logs that may be damaged."""

from __future__ import annotations

from collections.abc import Sequence

from bummerl.server.table.events import decode
from bummerl.server.table.state import Table


def table_of(table_id: str, log: Sequence[bytes]) -> Table | None:
    """The table that a log in the database makes; None if it cannot be read.

    >>> table_of("t", []), table_of("t", [b'{"event":"cut sh'])
    (None, None)
    """
    try:
        return Table.replay(table_id, map(decode, log)) if log else None
    except Exception:  # nothing but the log goes in, so whatever it is, it is the log's fault
        return None
