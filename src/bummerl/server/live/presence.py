"""Who listens at a table, and when somebody who does not is told to have left."""

from __future__ import annotations

from collections.abc import Iterator

from bummerl.rules.moves import Seat
from bummerl.server.live.listeners import Listener
from bummerl.server.table.state import Table

SEATS: tuple[Seat, Seat] = (0, 1)


class Presence:
    """All listeners of a table, by connection, and the seats whose people are waited for.

    Moments are those of the event loop, in seconds.
    """

    def __init__(self) -> None:
        self.listeners: dict[str, Listener] = {}
        self._leaving: dict[Seat, float] = {}

    def __bool__(self) -> bool:
        return bool(self.listeners)

    @property
    def spectators(self) -> int:
        """How many listen without a seat."""
        return sum(listener.seat is None for listener in self.listeners.values())

    def sees(self, seat: Seat) -> bool:
        """Whether somebody listens from the seat."""
        return any(listener.seat == seat for listener in self.listeners.values())

    @property
    def complete(self) -> bool:
        """Whether somebody listens from a seat, and nobody else is waited for."""
        return not self._leaving and any(map(self.sees, SEATS))

    def of_user(self, user: str) -> Iterator[Listener]:
        """All connections of a person."""
        return (other for other in tuple(self.listeners.values()) if other.user == user)

    def add(self, listener: Listener, table: Table) -> None:
        """Somebody listens."""
        self.listeners[listener.id] = listener
        self.seat(listener, table)

    def seat(self, listener: Listener, table: Table) -> None:
        """Puts a listener where its person sits."""
        listener.seat = None if listener.user is None else table.seat_of(listener.user)
        if listener.seat is not None:
            self._leaving.pop(listener.seat, None)

    def remove(self, connection: str, now: float, debounce: float) -> Listener | None:
        """A connection is lost; who it was, if it was known."""
        listener = self.listeners.pop(connection, None)
        if listener is not None and listener.seat is not None and not self.sees(listener.seat):
            self._leaving[listener.seat] = now + debounce
        return listener

    def expect(self, table: Table, until: float) -> None:
        """Those who are at the table and do not listen have left it unless they come until then."""
        for seat in SEATS:
            if table.here[seat] and not table.is_bot(seat) and not self.sees(seat):
                self._leaving.setdefault(seat, until)

    @property
    def next_leave(self) -> float | None:
        """When the next of them will have left."""
        return min(self._leaving.values(), default=None)

    def gone(self, now: float) -> list[Seat]:
        """Those who have left now; each is named once."""
        gone = [seat for seat, until in self._leaving.items() if until <= now]
        for seat in gone:
            del self._leaving[seat]
        return gone
