"""The bots of one table: asked when it is their turn, and what master would do as a hint."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from bummerl.notation.tokens import write_move
from bummerl.rules.moves import Move, Seat
from bummerl.rules.view import View
from bummerl.server import wire
from bummerl.server.live.bots import BotPool
from bummerl.server.live.listeners import Listener
from bummerl.server.table import commands
from bummerl.server.table.state import Table
from bummerl.text import Text
from bummerl.words.wording import Wording

Answer = Callable[[int, Seat, Move], None]
"""Told the version that was answered, the seat and its move."""

BUSY = Text("the server is busy just now; try again in a moment")

_log = structlog.get_logger(__name__)


class BotSeat:
    """Asks the bots of a table.

    Args:
        pool: where they think.
        delay: seconds from one thing that happens to the bot's move, at the least.
        answer: gets the moves.
    """

    def __init__(self, pool: BotPool, delay: tuple[float, float], answer: Answer) -> None:
        self._pool = pool
        self._delay = delay
        self._answer = answer
        self._seed = ""
        self._asked: int | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._hinting: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether somebody is thinking."""
        return any(task is not None for task in (self._thinking, self._hinting))

    def ask(self, table: Table) -> None:
        """Lets the bot to move think, if there is one and it does not already."""
        seat = commands.bot_to_move(table)
        if seat is None or self._asked == table.version:
            return
        sitter = table.sitters[seat]
        assert sitter is not None
        assert sitter.bot is not None
        self._asked = table.version
        # equal seeds remember and forget equally through a deal; nobody can know this one
        self._seed = self._seed or secrets.token_hex(8)
        view, seed = commands.bot_view(table), f"{self._seed}/{seat}"
        self._thinking = self._start(self._think(table.version, seat, sitter.bot, seed, view))

    def forget(self) -> None:
        """What was asked may be asked again."""
        self._asked = None

    def hint(self, table: Table, listener: Listener, command: wire.Hint) -> bool:
        """Sends a hint to who is to move; False if somebody waits for one already."""
        if self._hinting is not None:
            return False
        assert table.match is not None
        assert listener.seat is not None
        view = table.match.position.view(listener.seat)
        self._hinting = self._start(self._advise(view, listener, command))
        return True

    def stop(self) -> None:
        """Nobody waits for answers any more."""
        for task in (self._thinking, self._hinting):
            if task is not None:
                task.cancel()

    def _start(self, thinking: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(thinking)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        if task is self._thinking:
            self._thinking = None
        if task is self._hinting:
            self._hinting = None
        if not task.cancelled() and (error := task.exception()) is not None:
            self._asked = None
            _log.error("thinking failed", error=repr(error))

    async def _think(self, version: int, seat: Seat, spec: str, seed: str, view: View) -> None:
        loop = asyncio.get_running_loop()
        ready = loop.time() + random.uniform(*self._delay)
        move = await self._pool.choose(spec, seed, view)
        await asyncio.sleep(max(0.0, ready - loop.time()))
        self._answer(version, seat, move)

    async def _advise(self, view: View, listener: Listener, command: wire.Hint) -> None:
        from bummerl.words.verdict import tell_plan  # brings the analysis, which not all need

        try:
            plan = await self._pool.plan(view)
        except (TimeoutError, RuntimeError):
            listener.refuse(command.id, "busy", BUSY)
            return
        wording = Wording(listener.language, listener.deck)
        told = wire.HintMessage(
            reply_to=command.id,
            version=command.version,
            moves=tuple(write_move(move) for move in plan),
            text=wording.sentence("hint: {what}", what=tell_plan(plan, view.trump, wording)),
        )
        listener.outlet.message(command.id, wire.encode_message(told))
