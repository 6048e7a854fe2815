"""Servers in this process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from litestar import Litestar

from bummerl.server.settings import Settings, load

CHEAP: dict[str, Any] = {"argon2_time": 1, "argon2_memory": 8, "warm_up": False}


def settings_in(folder: Path, **more: Any) -> Settings:
    return load(**{"data_dir": folder, "rate_limits": False, **CHEAP, **more})


@contextlib.asynccontextmanager
async def running(app: Litestar) -> AsyncIterator[Litestar]:
    """The application's life, in a task of its own: fixtures end in another than they begin in."""
    ready, done = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        async with app.lifespan():
            ready.set()
            await done.wait()

    life = asyncio.create_task(live())
    begun = asyncio.create_task(ready.wait())
    await asyncio.wait([life, begun], return_when=asyncio.FIRST_COMPLETED)
    begun.cancel()
    if life.done():
        life.result()
    try:
        yield app
    finally:
        done.set()
        await life
