"""Messages between the processes of one server: topics, and whoever listens to them.

One process alone needs no more than `LocalBus`.  Several share a Redis (`RedisBus`).  While Redis
is away messages wait for it, and what may not have been sent is sent again; messages are numbered,
so nobody hears one twice.  But whoever has lost Redis does not hear what the others say:
`Bus.on_loss` tells him.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

import structlog

from bummerl.server.refusals import SettingsError

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

Callback = Callable[[bytes], None]
"""Takes a message; must not wait."""

PREFIX: Final = "bummerl:"
"""Of all channels in Redis, which others may use too."""
MOST: Final = 20_000
"""Messages that may wait for Redis."""
RETRY: Final = 1.0
"""Seconds until the next attempt to reach Redis."""
PATIENCE: Final = 5.0
"""Seconds that Redis may take for a batch of messages."""
NAME: Final = 8
"""Bytes of a sender's name, with which each message begins; its number follows."""
NUMBER: Final = 8
"""Bytes of a message's number."""

_log = structlog.get_logger(__name__)


class Bus(Protocol):
    """How processes talk to each other, and to themselves."""

    shared: bool
    """Whether other processes may be there."""
    on_loss: list[Callable[[], None]]
    """Called when messages may have been lost, as soon as there is a way again."""

    @property
    def working(self) -> bool:
        """Whether messages get through just now."""

    async def start(self) -> None:
        """Begins to deliver."""

    async def stop(self) -> None:
        """Sends what waits, then ends."""

    def subscribe(self, topic: str, callback: Callback) -> Callable[[], None]:
        """From now on `callback` gets what is said on the topic, each message once.

        Call the answer to end that.
        """

    def post(self, topic: str, data: bytes) -> None:
        """Says something to all processes, this one too, in the order of the calls."""

    async def publish(self, topic: str, data: bytes) -> None:
        """Like `post`, for whoever can wait."""


class _Topics:
    """Who listens to what."""

    def __init__(self) -> None:
        self.callbacks: defaultdict[str, list[Callback]] = defaultdict(list)

    def deliver(self, topic: str, data: bytes) -> None:
        for callback in tuple(self.callbacks.get(topic, ())):
            try:
                callback(data)
            except Exception:  # the others shall get it all the same
                _log.exception("a message was not understood", topic=topic)

    def remove(self, topic: str, callback: Callback) -> bool:
        """Whether nobody listens to the topic any more."""
        with contextlib.suppress(ValueError):
            self.callbacks[topic].remove(callback)
        if self.callbacks[topic]:
            return False
        del self.callbacks[topic]
        return True


class LocalBus:
    """For one process; see `Bus`."""

    shared = False
    working = True

    def __init__(self) -> None:
        self.on_loss: list[Callable[[], None]] = []
        self._topics = _Topics()

    async def start(self) -> None:
        """See `Bus`."""

    async def stop(self) -> None:
        """See `Bus`."""

    def subscribe(self, topic: str, callback: Callback) -> Callable[[], None]:
        """See `Bus`."""
        self._topics.callbacks[topic].append(callback)

        def unsubscribe() -> None:
            self._topics.remove(topic, callback)

        return unsubscribe

    def post(self, topic: str, data: bytes) -> None:
        """See `Bus`."""
        if topic in self._topics.callbacks:
            asyncio.get_running_loop().call_soon(self._topics.deliver, topic, data)

    async def publish(self, topic: str, data: bytes) -> None:
        """See `Bus`."""
        self.post(topic, data)


class RedisBus:
    """For several processes, through Redis' channels; see `Bus`.

    Raises:
        SettingsError: the package redis is not installed.
    """

    shared = True

    def __init__(self, url: str) -> None:
        try:
            from redis.asyncio import Redis  # an extra, and not needed by one process alone
        except ModuleNotFoundError:
            raise SettingsError(
                "several processes need the Python package redis: pip install 'bummerl[redis]'"
            ) from None
        self.on_loss: list[Callable[[], None]] = []
        self._client: Redis = Redis.from_url(url)
        self._pubsub: PubSub | None = None
        self._topics = _Topics()
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST)
        self._name = secrets.token_bytes(NAME)
        """Of this sender; one that starts anew has another."""
        self._numbers = itertools.count(1)
        """Of its messages, in the order in which they are sent."""
        self._heard: dict[bytes, int] = {}
        """Number of the last message of each sender."""
        self._echo = f"echo:{self._name.hex()}"
        """Topic of this process alone: what is heard there proves that all topics are heard."""
        self._topics.callbacks[self._echo].append(self._tell_loss)
        self._wanted: set[str] = {"alive", self._echo}
        self._changed = asyncio.Event()
        self._sends = self._hears = True
        self._lost = False
        """Whether messages may have been lost since `_echo` was heard last."""
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def working(self) -> bool:
        """See `Bus`."""
        return self._sends and self._hears

    async def start(self) -> None:
        """See `Bus`.

        Raises:
            SettingsError: there is no way to Redis.
        """
        from redis.exceptions import RedisError

        try:
            await self._client.ping()
        except (RedisError, OSError) as error:
            await self._client.aclose()
            raise SettingsError(
                "there is no way to Redis, which BUMMERL_REDIS_URL names: {reason}",
                reason=str(error),
            ) from None
        self._pubsub = self._client.pubsub(ignore_subscribe_messages=True)
        await self._pubsub.subscribe(*map(_channel, self._wanted))
        # the package connects and subscribes again without a word, whatever was said meanwhile
        connection: Any = self._pubsub.connection
        connection.register_connect_callback(self._connected_again)
        self._tasks = [
            asyncio.create_task(self._listen(), name="bus listener"),
            asyncio.create_task(self._send(), name="bus sender"),
            asyncio.create_task(self._follow(), name="bus subscriptions"),
        ]

    async def stop(self) -> None:
        """See `Bus`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2.0):
                await self._outgoing.join()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pubsub is not None:
            await self._pubsub.aclose()  # type: ignore[no-untyped-call]
        await self._client.aclose()

    def subscribe(self, topic: str, callback: Callback) -> Callable[[], None]:
        """See `Bus`."""
        self._topics.callbacks[topic].append(callback)
        self._wanted.add(topic)
        self._changed.set()

        def unsubscribe() -> None:
            if self._topics.remove(topic, callback):
                self._wanted.discard(topic)
                self._changed.set()

        return unsubscribe

    def post(self, topic: str, data: bytes) -> None:
        """See `Bus`."""
        try:
            self._outgoing.put_nowait((topic, data))
        except asyncio.QueueFull:
            self._lost = True
            _log.error("a message to other processes was dropped", topic=topic)

    async def publish(self, topic: str, data: bytes) -> None:
        """See `Bus`."""
        await self._outgoing.put((topic, data))

    async def _send(self) -> None:
        while True:
            batch = [await self._outgoing.get()]
            while not self._outgoing.empty() and len(batch) < 200:
                batch.append(self._outgoing.get_nowait())
            taken = len(batch)
            if self._lost and (self._echo, b"") not in batch:
                batch.append((self._echo, b""))
            numbered = [(topic, self._stamp() + data) for topic, data in batch]
            while not await self._sent(numbered):
                await asyncio.sleep(RETRY)
            for _ in range(taken):
                self._outgoing.task_done()

    def _stamp(self) -> bytes:
        """What the next message begins with."""
        return self._name + next(self._numbers).to_bytes(NUMBER, "big")

    async def _sent(self, batch: list[tuple[str, bytes]]) -> bool:
        """Whether all of it has been sent; if not, some of it may have been nevertheless."""
        try:
            async with asyncio.timeout(PATIENCE), self._client.pipeline(transaction=False) as sends:
                for topic, data in batch:
                    sends.publish(_channel(topic), data)
                await sends.execute()
        except Exception as error:  # any of redis' and the system's
            if self._sends:
                _log.error("Redis cannot be reached", error=repr(error))
            self._sends = False
            return False
        self._sends = True
        return True

    async def _connected_again(self, _: object) -> None:
        """Topics are subscribed to again; what was said meanwhile has not been heard."""
        self._hears = self._lost = True
        self.post(self._echo, b"")

    def _tell_loss(self, _: bytes) -> None:
        if self._lost:
            self._lost = False
            for callback in self.on_loss:
                callback()

    async def _follow(self) -> None:
        """Keeps Redis' subscriptions as they are wanted."""
        known = {"alive", self._echo}
        assert self._pubsub is not None
        while True:
            self._changed.clear()
            wanted = set(self._wanted)
            try:
                if wanted - known:
                    await self._pubsub.subscribe(*map(_channel, wanted - known))
                if known - wanted:
                    await self._pubsub.unsubscribe(*map(_channel, known - wanted))
                known = wanted
            except Exception as error:
                _log.error("Redis cannot be reached", error=repr(error))
                await asyncio.sleep(RETRY)
                continue
            await self._changed.wait()

    async def _listen(self) -> None:
        assert self._pubsub is not None
        while True:
            try:
                message: dict[str, Any] | None
                async for message in self._pubsub.listen():
                    self._take(message)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if self._hears:
                    _log.error("Redis has gone", error=repr(error))
                self._hears = False
            await asyncio.sleep(RETRY)

    def _take(self, message: dict[str, Any] | None) -> None:
        if message is not None and message["type"] == "message":
            topic, data = message["channel"].decode().removeprefix(PREFIX), message["data"]
            sender, number = data[:NAME], int.from_bytes(data[NAME : NAME + NUMBER], "big")
            # else its sender was not sure whether it had been sent
            if number > self._heard.get(sender, 0):
                self._heard[sender] = number
                self._topics.deliver(topic, data[NAME + NUMBER :])


def _channel(topic: str) -> str:
    return PREFIX + topic
