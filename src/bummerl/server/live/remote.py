"""Tables that another process runs: what processes say to each other about them.

A *gateway* has the browser's socket, the *owner* has the table.  The gateway forwards commands to
the owner's inbox; the owner sends scenes, as it wrote them, to the gateway's.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from bummerl.rules.moves import Seat
from bummerl.server import wire
from bummerl.server.live.bot_seat import BUSY
from bummerl.server.live.bus import Bus
from bummerl.server.live.connections import Connection
from bummerl.server.live.listeners import ByeCode, Listener
from bummerl.server.table.events import Sitter

ALIVE: Final = "alive"
"""Topic on which each process says its name from time to time."""
ANEW: Final = "anew"
"""Topic of `Anew`."""


class _Letter(msgspec.Struct, frozen=True, array_like=True):
    """Something for another process."""


class Attach(_Letter, frozen=True, tag=1):
    """To the owner: a browser listens."""

    table: str
    connection: str
    gateway: str
    user: str | None
    language: wire.Language
    deck: wire.Deck
    since: int | None


class Detach(_Letter, frozen=True, tag=2):
    """To the owner: a browser is gone."""

    table: str
    connection: str


class Forward(_Letter, frozen=True, tag=3):
    """To the owner: what a browser wants."""

    table: str
    connection: str
    gateway: str
    command: wire.AnyCommand


class Show(_Letter, frozen=True, tag=4):
    """To the gateway: a scene, and what is told with it, both encoded."""

    connection: str
    seq: int
    scene: bytes
    told: bytes
    reply_to: int | None


class Pass(_Letter, frozen=True, tag=5):
    """To the gateway: any other message, encoded."""

    connection: str
    reply_to: int | None
    data: bytes


class Farewell(_Letter, frozen=True, tag=6):
    """To the gateway: the end of a connection."""

    connection: str
    code: ByeCode


class Adrift(_Letter, frozen=True, tag=7):
    """To the gateway: this process does not run the browser's table."""

    connection: str


class Ask(_Letter, frozen=True, tag=8):
    """To the owner: give somebody a seat, or do something for the person at one."""

    table: str
    gateway: str
    number: int
    wanted: Sitter | tuple[Literal["cancel", "give_up"], str]


class Answer(_Letter, frozen=True, tag=9):
    """To who asked: the seat, or why not."""

    number: int
    seat: Seat | None = None
    kind: str | None = None
    """Name of the class of refusal; None if there is none."""
    template: str = ""
    values: dict[str, str | int] = {}


class Anew(_Letter, frozen=True, tag=10):
    """To all: letters to this process may have been lost, or it stops and has no table any more.

    Its browsers have left the tables of others, and its tables are looked for again.
    """

    process: str


Letter: TypeAlias = (
    Attach | Detach | Forward | Show | Pass | Farewell | Adrift | Ask | Answer | Anew
)

_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Letter)


def inbox(process: str) -> str:
    """Topic of what is for one process."""
    return f"process:{process}"


def send(bus: Bus, process: str, letter: Letter) -> None:
    """Sends it."""
    bus.post(inbox(process), _ENCODER.encode(letter))


def send_all(bus: Bus, letter: Anew) -> None:
    """Sends it to all processes, this one too."""
    bus.post(ANEW, _ENCODER.encode(letter))


def read(data: bytes) -> Letter:
    """A letter that came.

    Raises:
        msgspec.MsgspecError: it is none, perhaps one of another version of this program.
    """
    return _DECODER.decode(data)


class RemoteOutlet:
    """The way from the owner to a browser at another process; an `Outlet`."""

    __slots__ = ("_bus", "connection", "gateway")

    def __init__(self, bus: Bus, gateway: str, connection: str) -> None:
        self._bus = bus
        self.gateway, self.connection = gateway, connection

    def table(self, seq: int, scene: bytes, told: bytes, reply_to: int | None) -> None:
        """See `Outlet`."""
        send(self._bus, self.gateway, Show(self.connection, seq, scene, told, reply_to))

    def message(self, reply_to: int | None, data: bytes) -> None:
        """See `Outlet`."""
        send(self._bus, self.gateway, Pass(self.connection, reply_to, data))

    def bye(self, code: ByeCode) -> None:
        """See `Outlet`."""
        send(self._bus, self.gateway, Farewell(self.connection, code))

    def adrift(self) -> None:
        """See `Outlet`."""
        send(self._bus, self.gateway, Adrift(self.connection))


class RemoteTable:
    """The way from a gateway to a table of another process; a `Route`."""

    def __init__(self, table_id: str, owner: str, bus: Bus, process: str) -> None:
        self.id = table_id
        self.owner = owner
        self.connections: dict[str, Connection] = {}
        self._bus, self._process = bus, process
        self._unanswered: dict[str, set[int]] = {}

    def attach(self, listener: Listener, since: int | None = None) -> None:
        """See `Route`."""
        assert isinstance(listener.outlet, Connection)
        self.connections[listener.id] = listener.outlet
        words = (listener.language, listener.deck)
        letter = Attach(self.id, listener.id, self._process, listener.user, *words, since)
        send(self._bus, self.owner, letter)

    def detach(self, connection: str) -> None:
        """See `Route`."""
        if self.connections.pop(connection, None) is not None:
            self._unanswered.pop(connection, None)
            send(self._bus, self.owner, Detach(self.id, connection))

    def command(self, connection: str, command: wire.AnyCommand, received: float) -> None:
        """See `Route`."""
        self._unanswered.setdefault(connection, set()).add(command.id)
        send(self._bus, self.owner, Forward(self.id, connection, self._process, command))

    def answered(self, connection: str, reply_to: int | None) -> None:
        """A command has been answered."""
        if reply_to is not None and connection in self._unanswered:
            self._unanswered[connection].discard(reply_to)

    def abandon(self, connection: str) -> None:
        """Nobody will answer what is still open; the browser may try again."""
        gone = self.connections.pop(connection, None)
        for number in self._unanswered.pop(connection, ()):
            if gone is not None:
                gone.listener.refuse(number, "busy", BUSY)
