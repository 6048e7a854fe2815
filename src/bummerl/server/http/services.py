"""What handlers work with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from litestar.di import NamedDependency
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.rules.moves import Seat
from bummerl.server.security.limits import Limits
from bummerl.server.security.passwords import Passwords
from bummerl.server.settings import Settings
from bummerl.server.table.events import SitAgain, Sitter, TableSpec
from bummerl.server.wire import ByeCode

if TYPE_CHECKING:
    from bummerl.server.http.hub import Hub
    from bummerl.server.http.statistics import StatisticsCache


class TableService(Protocol):
    """What runs the tables: `bummerl.server.live.service.Tables`."""

    on_deal: list[Callable[[str, Any], Awaitable[None]]]
    on_bummerl: list[Callable[[str, Any], Awaitable[None]]]
    sit_again: SitAgain

    async def open(self, spec: TableSpec, sitters: tuple[Sitter | None, Sitter | None]) -> str:
        """Opens a table; its id."""

    async def join(self, table_id: str, sitter: Sitter) -> Seat:
        """Takes the free seat."""

    async def cancel(self, table_id: str, user: str) -> None:
        """Closes a table before its first deal."""

    async def give_up(self, table_id: str, user: str) -> None:
        """Gives up the whole match for a person."""

    def connected(self) -> set[bytes]:
        """Sessions with a table connection here, by the hashes of their tokens."""

    async def drop(self, ended: Collection[bytes], why: ByeCode = "signed_out") -> None:
        """Ends all table connections of sessions that are no more."""

    def reaches_others(self) -> bool | None:
        """Whether Redis gets messages to other processes; None without it."""

    async def start(self) -> None:
        """Gets going."""

    async def stop(self) -> None:
        """Stops gracefully."""


class Services:
    """Everything that handlers work with."""

    # no dataclass: the framework would look into its fields for every request

    def __init__(
        self,
        *,
        settings: Settings,
        engine: AsyncEngine,
        tables: TableService,
        limits: Limits,
        passwords: Passwords,
        hub: Hub,
        statistics: StatisticsCache,
    ) -> None:
        self.settings = settings
        self.engine = engine
        self.tables = tables
        self.limits = limits
        self.passwords = passwords
        self.hub = hub
        self.statistics = statistics


Here: TypeAlias = NamedDependency[Services]
"""The services, as the parameter ``services`` of a handler."""
