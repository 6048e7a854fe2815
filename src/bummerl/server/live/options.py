"""How tables are run."""

from __future__ import annotations

import os
from typing import Final

import msgspec

THREADS: Final = max(1, (os.cpu_count() or 2) - 1)
"""One processor is left to the event loop."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about running tables that can be set; times in seconds."""

    redis_url: str | None = None
    """For several processes on one database; None: this one is alone."""
    public_url: str | None = None
    """Where browsers reach the server, if under another address than the request's."""
    bot_threads: int = min(THREADS, 2)
    """In how many threads bots think."""
    warm_up: bool = True
    """Get the bots' machine code ready in the background at the start."""
    bot_delay: tuple[float, float] = (0.6, 0.9)
    """How soon a bot moves at the earliest after what happened last: anything between."""
    bot_deadline: float = 10.0
    """How long a bot may think; then a simple player moves in its stead."""
    debounce: float = 3.0
    """How long a connection may be lost before it is told: a page that is loaded anew."""
    expected: float = 20.0
    """How soon somebody must connect who has just sat down, or whose table was loaded."""
    idle: float = 300.0
    """How long a table with nobody there stays in memory."""
    burst: int = 20
    """Messages that a connection may send at once."""
    rate: float = 5.0
    """And a second, in the long run."""
    patience: float = 20.0
    """How long a connection may take no messages."""
    lease: int = 10_000
    """Milliseconds after which other processes take over the tables of one that is gone."""
    heartbeat: float = 3.0
    """How often leases are renewed, and other processes' are looked at."""
