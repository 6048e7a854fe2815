"""Waiting for a computer player without holding up the screen."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """The result of `work`, done in a thread of its own; raises what it raises.

    Unlike `asyncio.to_thread` nobody waits for the thread when the program ends: a player that
    thinks for minutes, or hangs, cannot keep a person from leaving.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def finish(set_outcome: Callable[[], None]) -> None:
        if not done.done():
            set_outcome()

    def run() -> None:
        outcome: Callable[[], None]
        try:
            result = work()
        except Exception as error:
            problem = error
            outcome = lambda: done.set_exception(problem)  # noqa: E731
        else:
            outcome = lambda: done.set_result(result)  # noqa: E731
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(finish, outcome)

    threading.Thread(target=run, name="bummerl player", daemon=True).start()
    return await done
