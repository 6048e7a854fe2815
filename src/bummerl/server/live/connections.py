"""One browser at one table: what waits to be sent to it, and how much it may say.

A browser that is slow gets fewer messages, not older ones: scenes that it has not been sent yet
are replaced by newer ones, and what they tell is put together.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

from bummerl.server import wire
from bummerl.server.live import metrics
from bummerl.server.live.bot_seat import BUSY
from bummerl.server.live.listeners import ByeCode, Listener, table_message
from bummerl.server.people import Person
from bummerl.text import Text
from bummerl.words.wording import Wording

MOST: Final = 64
"""Messages that may wait for one browser."""
MOST_TOLD: Final = 64 * 1024
"""Bytes of what is told with one scene."""

BYES: Final[dict[ByeCode, tuple[Text, bool]]] = {
    "stopping": (Text("the server is restarting; the game goes on in a moment"), True),
    "version": (Text("the server has a newer version; load the page again"), False),
    "no_table": (Text("there is no such table"), False),
    "too_fast": (Text("too many messages at once"), True),
    "malformed": (Text("the server did not understand what your browser sent"), False),
    "signed_out": (Text("you are signed out; load the page again"), False),
    "renewed": (Text("you have signed in anew; the game goes on in a moment"), True),
    "slow": (Text("your connection is too slow"), True),
}
"""What is said at the end of a connection, and whether connecting again makes sense."""


class Route(Protocol):
    """The way to a table: its task in this process, or another process."""

    def attach(self, listener: Listener, since: int | None = None) -> None:
        """Somebody listens from now on; `since`: the last event it knows of this deal."""

    def detach(self, connection: str) -> None:
        """Somebody is gone."""

    def command(self, connection: str, command: wire.AnyCommand, received: float) -> None:
        """A command of who listens; `received` by `time.perf_counter`."""


class _Scene:
    """A `wire.TableMessage` that has not been sent yet."""

    __slots__ = ("reply_to", "scene", "told")

    def __init__(self, scene: bytes, told: bytes, reply_to: int | None) -> None:
        self.scene, self.told, self.reply_to = scene, told, reply_to

    def newer(self, scene: bytes, told: bytes, reply_to: int | None) -> bool:
        """Takes over what came later, if that loses nothing."""
        if None not in (self.reply_to, reply_to):
            return False
        self.scene = scene
        self.told = b",".join(filter(None, (self.told, told)))
        self.reply_to = reply_to if self.reply_to is None else self.reply_to
        return True


class Bucket:
    """How fast somebody may be: `burst` at once, `rate` a second in the long run."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, burst: int, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._left = float(burst)
        self._since = time.monotonic()

    def take(self) -> bool:
        """Whether there may be one more now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Connection:
    """One browser at one table; the `Outlet` of its listener.

    Args:
        name: of this connection, unlike all others'.
        table_id: what it looks at.
        person: None if nobody is signed in.
        lost: called when the table has gone elsewhere.
    """

    __slots__ = (
        "_bye",
        "_lost",
        "_waiting",
        "_wake",
        "cut",
        "deck",
        "language",
        "name",
        "person",
        "route",
        "sending",
        "seq",
        "session",
        "table_id",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        table_id: str,
        person: Person | None,
        words: tuple[wire.Language, wire.Deck],
        lost: Callable[[Connection], None],
    ) -> None:
        self.name = name
        self.table_id = table_id
        self.person = person
        self.session: bytes | None = None
        """Hash of the token that tells who it is; the connection lasts no longer than it."""
        self.language, self.deck = words
        self.seq: int | None = None
        """Number of the last event it has been told."""
        self.route: Route | None = None
        self.sending: float | None = None
        """Since when a message is on its way, by `time.monotonic`; None: none is."""
        self.cut: Callable[[], object] = lambda: None
        """Ends it at once."""
        self._lost = lost
        self._waiting: list[_Scene | bytes] = []
        self._wake: asyncio.Future[None] | None = None
        self._bye = False

    @property
    def parting(self) -> bool:
        """Whether goodbye has been said."""
        return self._bye

    @property
    def listener(self) -> Listener:
        """How a table of this process knows it."""
        user = None if self.person is None else self.person.id
        return Listener(self.name, user, self.language, self.deck, self)

    # ---- the outlet ----------------------------------------------------------------------

    def table(self, seq: int, scene: bytes, told: bytes, reply_to: int | None) -> None:
        """See `Outlet`."""
        if self.seq is not None and seq <= self.seq:
            if seq < self.seq:  # of a process that has lost the table since
                return
            told = b""  # on its way already when the table was looked for anew
        self.seq = seq
        last = self._waiting[-1] if self._waiting else None
        if not (isinstance(last, _Scene) and last.newer(scene, told, reply_to)):
            self._put(_Scene(scene, told, reply_to))
        elif len(last.told) > MOST_TOLD:
            self.bye("slow")

    def message(self, reply_to: int | None, data: bytes) -> None:
        """See `Outlet`."""
        self._put(data)

    def bye(self, code: ByeCode) -> None:
        """See `Outlet`."""
        if self._bye:
            return
        metrics.BYES.labels(code).inc()
        text, retry = BYES[code]
        sentence = Wording(self.language, self.deck).sentence(text)
        if code == "slow":
            self._waiting.clear()
        self._put(wire.encode_message(wire.Bye(code=code, text=sentence, retry=retry)))
        self._bye = True

    def adrift(self) -> None:
        """See `Outlet`."""
        self._lost(self)

    def _put(self, message: _Scene | bytes) -> None:
        if self._bye:
            return
        if len(self._waiting) >= MOST:
            self.bye("slow")
            return
        self._waiting.append(message)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    # ---- the socket ----------------------------------------------------------------------

    async def ready(self) -> bool:
        """Waits for a message to be sent; False after the last one."""
        self.sending = None
        while not self._waiting:
            if self._bye:
                return False
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
            self._wake = None
        return True

    def next(self) -> str:
        """The message to be sent next."""
        self.sending = time.monotonic()
        first = self._waiting.pop(0)
        if isinstance(first, _Scene):
            first = table_message(first.scene, first.told, first.reply_to)
        return first.decode()

    def take(self, command: wire.AnyCommand) -> None:
        """Passes on what the browser wants."""
        if isinstance(command, wire.Ping):
            self._put(wire.encode_message(wire.Pong(reply_to=command.id)))
            return
        if isinstance(command, wire.Words):
            self.language, self.deck = command.lang, command.deck
        if self.route is None:
            self.listener.refuse(command.id, "busy", BUSY)
        else:
            self.route.command(self.name, command, time.perf_counter())
