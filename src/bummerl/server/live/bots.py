"""Bots think in threads of their own, a few at a time, so that the event loop is free.

A player is made for each decision and goes after it: its answer follows from seed and view, and a
thousand tables need no memory for their bots between moves.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

import structlog

from bummerl.players.greedy import GreedyPlayer
from bummerl.players.registry import make_player, parse_spec
from bummerl.rules.moves import Move
from bummerl.rules.view import View
from bummerl.server.live import metrics

NICE: Final = 10
"""How far the system lets others go before bots."""
COMPILING: Final = 60.0
"""Seconds that a move may take at the most while machine code is still being made."""
SWITCH: Final = 0.001
"""Seconds after which a thread that computes in Python lets another, as the event loop, go on."""

_T = TypeVar("_T")
_log = structlog.get_logger(__name__)


class BotPool:
    """Threads in which bots think.

    Args:
        threads: how many think at a time; whoever comes later waits.
        deadline: seconds after which a simple player moves in a bot's stead.
        warm_up: whether `start` gets the machine code ready, in the background; until it is,
            bots that need it wait for it, and may take longer.
    """

    def __init__(self, threads: int, deadline: float = 10.0, *, warm_up: bool = True) -> None:
        self._threads = threads
        self._deadline = deadline
        self._warm_up = warm_up
        self._slots = asyncio.Semaphore(threads)
        self._executor: ThreadPoolExecutor | None = None
        self._warming: Future[None] | None = None

    def start(self) -> None:
        """Makes the threads."""
        sys.setswitchinterval(min(SWITCH, sys.getswitchinterval()))
        self._executor = ThreadPoolExecutor(self._threads, "bot", initializer=_step_back)
        if self._warm_up:  # in a thread of its own: it is nobody's turn to think
            warming = ThreadPoolExecutor(1, "warm-up", initializer=_step_back)
            self._warming = warming.submit(_warm_up)
            warming.shutdown(wait=False)

    def stop(self) -> None:
        """Lets the threads go; what is still being thought about is of no use to anybody."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    async def choose(self, spec: str, seed: str, view: View) -> Move:
        """The move of a bot; never fails: a simple player moves for one that does."""
        legal = view.legal_moves()
        if len(legal) == 1:
            return legal[0]
        level = parse_spec(spec).name
        try:
            move = await self._think(level, lambda: make_player(spec, seed).choose(view))
            if move in legal:
                return int(move)
            kind, reason = "illegal", f"{move!r} is none of {legal}"
        except TimeoutError:
            kind, reason = "late", "no answer in time"
        except Exception as error:  # a bot is anybody's code, and no table may wait for ever
            kind, reason = "failed", repr(error)
        metrics.BOT_FAILURES.labels(kind).inc()
        _log.error("bot failed", bot=spec, kind=kind, reason=reason, view=str(view))
        return GreedyPlayer().choose(view)

    async def plan(self, view: View) -> Sequence[Move]:
        """What master would do: calls, then the card.

        Raises:
            TimeoutError: it thought too long.
        """
        legal = view.legal_moves()
        if len(legal) == 1:
            return legal
        return await self._think("hint", lambda: _plan(view))

    async def _think(self, level: str, think: Callable[[], _T]) -> _T:
        if self._executor is None:
            raise RuntimeError("the bots have gone home")
        with metrics.BOT_QUEUE.track_inprogress():
            await self._slots.acquire()
        start = time.perf_counter()
        compiling = self._warming is not None and not self._warming.done()
        try:
            asked = asyncio.get_running_loop().run_in_executor(self._executor, think)
            async with asyncio.timeout(COMPILING if compiling else self._deadline):
                return await asked
        finally:
            self._slots.release()
            metrics.BOT_THINKING.labels(level).observe(time.perf_counter() - start)


def _plan(view: View) -> Sequence[Move]:
    from bummerl.players.master import MasterPlayer

    return MasterPlayer().plan(view)


def _step_back() -> None:
    """The event loop goes first where there are too few processors."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def _warm_up() -> None:
    from bummerl.search.warmup import warm_up

    try:
        seconds = warm_up(everything=True)
        _log.info("bots are ready", seconds=round(seconds, 2))
    except Exception as error:  # each kernel is then compiled when it is first needed
        _log.error("bots could not be made ready", error=repr(error))
