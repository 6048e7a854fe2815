"""`bummerl serve` in a world where time passes faster: nobody waits minutes for a flag to fall.

The server is the real one, with all its waiting as it is; only its clock and the timers of its
event loop run `BUMMERL_TEST_HURRY` times as fast as those of the browsers that play there.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import time

import uvicorn

RATE = int(os.environ.get("BUMMERL_TEST_HURRY", "1"))

_FROM = time.time_ns()
_time_ns = time.time_ns


def _hurried() -> int:
    """Nanoseconds since 1970, which have passed faster since the start."""
    return _FROM + (_time_ns() - _FROM) * RATE


class _Selector(selectors.DefaultSelector):
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """As always; `timeout` is in hurried seconds."""
        return super().select(timeout / RATE if timeout and timeout > 0 else timeout)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        super().__init__(_Selector())

    def time(self) -> float:
        """Hurried seconds."""
        return super().time() * RATE


def _patient(config: uvicorn.Config) -> type[_Loop]:
    """The loop to run; browsers, which are not hurried, keep their time to answer and to ask on."""
    config.ws_ping_interval, config.ws_ping_timeout = 20.0 * RATE, 20.0 * RATE
    config.timeout_keep_alive *= RATE
    return _Loop


if __name__ == "__main__":
    time.time_ns = _hurried
    uvicorn.Config.get_loop_factory = _patient  # type: ignore[method-assign, assignment]
    from bummerl.cli.main import main

    main()
