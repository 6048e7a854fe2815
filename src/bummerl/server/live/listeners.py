"""Who is told what happens at a table, and what they are told: each view is written once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from bummerl.rules.moves import Seat
from bummerl.server import wire
from bummerl.server.table.scene import Viewer, scene, told
from bummerl.server.table.state import Table
from bummerl.server.table.steps import Step
from bummerl.text import Text
from bummerl.words.wording import Wording

ByeCode = wire.ByeCode
RefusalCode = Literal["illegal", "stale", "not_now", "not_yours", "busy"]

_ENCODER = msgspec.json.Encoder()


class Outlet(Protocol):
    """Where a listener's messages go: to a socket of this process, or to another process."""

    def table(self, seq: int, scene: bytes, told: bytes, reply_to: int | None) -> None:
        """A `wire.TableMessage` in parts: its scene, and the inside of the list of what is told."""

    def message(self, reply_to: int | None, data: bytes) -> None:
        """Any other message, encoded."""

    def bye(self, code: ByeCode) -> None:
        """The end of the connection."""

    def adrift(self) -> None:
        """The table has gone elsewhere; look for it, and listen again."""


class Listener:
    """A connection, as its table knows it."""

    __slots__ = ("deck", "id", "language", "outlet", "seat", "user")

    def __init__(
        self,
        connection: str,
        user: str | None,
        language: wire.Language,
        deck: wire.Deck,
        outlet: Outlet,
    ) -> None:
        self.id = connection
        self.user = user
        self.language: wire.Language = language
        self.deck: wire.Deck = deck
        self.seat: Seat | None = None
        """None for a spectator."""
        self.outlet = outlet

    @property
    def viewer(self) -> Viewer:
        """Whose scene it gets."""
        return Viewer(self.seat, self.language, self.deck)

    def refuse(self, reply_to: int, code: RefusalCode, text: Text | str) -> None:
        """Tells that a command was not carried out, and why."""
        sentence = Wording(self.language, self.deck).sentence(text)
        refused = wire.Refused(reply_to=reply_to, code=code, text=sentence)
        self.outlet.message(reply_to, wire.encode_message(refused))


class Painter:
    """Scenes of a table as it stands at one moment, each written once for all who see the same.

    Args:
        table: as it stands; the painter is of no use after the next event.
        at: the moment, in milliseconds since 1970.
        spectators: how many there are.
        steps: what has happened, for those who were there.
    """

    def __init__(self, table: Table, at: int, spectators: int, steps: Sequence[Step] = ()) -> None:
        self.at = at
        self._table, self._spectators, self._steps = table, spectators, steps
        self._scenes: dict[Viewer, bytes] = {}
        self._told: dict[Viewer, bytes] = {}

    def send(
        self, listener: Listener, reply_to: int | None = None, *, since: int | None = None
    ) -> None:
        """Tells one listener; `since`: the last event it knows, if it comes back."""
        viewer = listener.viewer
        seen = self._scenes.get(viewer)
        if seen is None:
            made = scene(self._table, viewer, self.at, self._spectators)
            seen = self._scenes[viewer] = _ENCODER.encode(made)
        if since is None:
            heard = self._told.get(viewer)
            if heard is None:
                heard = self._told[viewer] = self._heard(self._steps, viewer)
        else:
            missed = [step for step in self._table.steps if step.seq > since]
            heard = self._heard(missed, viewer)
        listener.outlet.table(self._table.seq, seen, heard, reply_to)

    def _heard(self, steps: Sequence[Step], viewer: Viewer) -> bytes:
        return _ENCODER.encode(told(self._table, steps, viewer))[1:-1] if steps else b""


def table_message(scene: bytes, told: bytes, reply_to: int | None) -> bytes:
    """A `wire.TableMessage` from its parts.

    >>> table_message(b"{}", b"", 7)
    b'{"type":"table","scene":{},"told":[],"reply_to":7}'
    """
    reply = b"null" if reply_to is None else b"%d" % reply_to
    return b'{"type":"table","scene":%b,"told":[%b],"reply_to":%b}' % (scene, told, reply)
