"""What ``/metrics`` tells about tables in play."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

LAG_TICK: Final = 0.05
"""Seconds between two looks at how late the event loop is."""
_FAST: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0)

TABLES: Final = Gauge("bummerl_tables", "Tables in memory.")
CONNECTIONS: Final = Gauge("bummerl_connections", "Table sockets open at this process.")
COMMANDS: Final = Counter("bummerl_commands", "Commands from browsers.", ["kind", "outcome"])
BYES: Final = Counter("bummerl_byes", "Connections that the server ended.", ["code"])
TOLD: Final = Histogram(
    "bummerl_told_seconds", "From a command's arrival to its telling.", buckets=_FAST
)
COMMIT: Final = Histogram("bummerl_commit_seconds", "Until events were durable.", buckets=_FAST)
BATCH: Final = Histogram(
    "bummerl_batch_tables", "Tables in one transaction.", buckets=(1, 2, 5, 10, 20, 50, 100, 200)
)
FAILURES: Final = Counter("bummerl_table_failures", "Tables read again from the log.", ["kind"])
BOT_QUEUE: Final = Gauge("bummerl_bot_queue", "Bots that wait for a thread to think in.")
BOT_THINKING: Final = Histogram(
    "bummerl_bot_seconds", "How long bots thought for a move.", ["level"], buckets=_FAST
)
BOT_FAILURES: Final = Counter("bummerl_bot_failures", "Moves of a simple player instead.", ["kind"])
LAG: Final = Histogram("bummerl_loop_lag_seconds", "How late the event loop was.", buckets=_FAST)
LONGEST_LAG: Final = Gauge(
    "bummerl_loop_lag_longest_seconds", "The latest that the event loop was since the last look."
)


class Probe:
    """Measures how late the event loop is."""

    def __init__(self) -> None:
        self.longest = 0.0
        """Seconds, since somebody set it to 0."""
        self._task: asyncio.Task[None] | None = None
        LONGEST_LAG.set_function(self._taken)

    def start(self) -> None:
        """Begins to measure."""
        self._task = asyncio.create_task(self._run(), name="loop lag")

    async def stop(self) -> None:
        """Ends it."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def _taken(self) -> float:
        longest, self.longest = self.longest, 0.0
        return longest

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_TICK
            await asyncio.sleep(LAG_TICK)
            late = max(0.0, loop.time() - due)
            LAG.observe(late)
            self.longest = max(self.longest, late)
