"""The whole server as one ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

import structlog
from litestar import Litestar
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.stores.base import Store
from litestar.stores.memory import MemoryStore
from litestar.types import ControllerRouterHandler
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl import __version__
from bummerl.errors import BummerlError
from bummerl.server.http import (
    accounts,
    client,
    errors,
    games,
    health,
    lobby,
    me,
    own_data,
    players,
    reports,
    rules,
    statistics,
    tables,
    tournament_desk,
    tournament_office,
    tournaments,
)
from bummerl.server.http.description import Description, with_errors
from bummerl.server.http.hub import Hub
from bummerl.server.http.recording import Recorder
from bummerl.server.http.requests import Requests
from bummerl.server.http.services import Services, TableService
from bummerl.server.refusals import SettingsError
from bummerl.server.security.headers import SecurityHeaders
from bummerl.server.security.hosts import Hosts
from bummerl.server.security.limits import Limits
from bummerl.server.security.passwords import Passwords
from bummerl.server.security.sessions import Sessions
from bummerl.server.settings import Settings
from bummerl.server.store import people, sessions
from bummerl.server.store.engine import make_engine, now, read, upgrade, write
from bummerl.server.tournaments.service import Tournaments

_log = structlog.get_logger("bummerl.server")

_LARGEST: Final = 64 * 1024
"""Bytes of a request's body."""
_SWEEP: Final = 600.0
"""Seconds between two times of tidying up."""
_SEE_OFF: Final = 2.0
"""Seconds between two looks for table connections of sessions that have ended; one takes some
milliseconds for a thousand of them."""


def create_app(settings: Settings, tables_service: TableService | None = None) -> Litestar:
    """The server; `tables_service` instead of the real one for tests.

    Its ``state`` has ``services``, ``settings``, ``engine``, ``tables`` and ``tournaments``.
    """
    store = _store(settings)
    services = _services(settings, store, tables_service)
    halls = _hooked(services)
    static = client.StaticFiles()
    app = Litestar(
        route_handlers=_handlers(),
        dependencies={
            "services": Provide(lambda: services, sync_to_thread=False),
            "static": Provide(lambda: static, sync_to_thread=False),
            "tournaments": Provide(lambda: halls, sync_to_thread=False),
        },
        csrf_config=_against_forgery(settings),
        exception_handlers={
            BummerlError: errors.refused,
            HTTPException: errors.not_understood,
            Exception: errors.broken,
        },
        openapi_config=_described(),
        lifespan=[_running],
        middleware=[
            DefineMiddleware(Hosts, settings=settings),
            DefineMiddleware(Sessions, settings=settings, engine=services.engine),
        ],
        stores={"limits": store},
        request_max_body_size=_LARGEST,
        logging_config=None,
        signature_types=[Services, client.StaticFiles, Tournaments],
        state=_state(services, halls),
    )
    app.asgi_handler = Requests(SecurityHeaders(app.asgi_handler, settings))
    return app


def _services(settings: Settings, store: Store, tables_service: TableService | None) -> Services:
    engine = make_engine(settings.database)
    return Services(
        settings=settings,
        engine=engine,
        tables=tables_service or _tables(settings, engine),
        limits=Limits(store, enabled=settings.rate_limits),
        passwords=Passwords(settings),
        hub=Hub(engine),
        statistics=statistics.StatisticsCache(engine),
    )


def _hooked(services: Services) -> Tournaments:
    """The tournaments; they and the recorder hear from now on what happens at tables."""
    tables = services.tables
    recorder = Recorder(services.engine, services.hub, services.limits)
    halls = Tournaments(services.engine, tables, services.settings.data_dir / "tournaments")
    tables.on_deal.append(recorder.deal)
    tables.on_bummerl.append(recorder.bummerl)
    tables.on_bummerl.append(halls.bummerl_over)
    tables.sit_again = recorder.sit_again
    return halls


def _against_forgery(settings: Settings) -> CSRFConfig:
    return CSRFConfig(
        secret=settings.derived_key("csrf"),
        cookie_name=errors.CSRF_COOKIE,
        header_name="x-csrf-token",
        cookie_secure=settings.secure,
        cookie_samesite="lax",
    )


def _described() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Bummerl",
        version=__version__,
        path="/schema",
        render_plugins=[Description()],
        use_handler_docstrings=True,
    )


def _state(services: Services, halls: Tournaments) -> State:
    return State(
        {
            "services": services,
            "settings": services.settings,
            "engine": services.engine,
            "tables": services.tables,
            "tournaments": halls,
        }
    )


def _handlers() -> list[ControllerRouterHandler]:
    return [
        health.health,
        health.metrics,
        me.MeController,
        accounts.AccountController,
        tables.TablesController,
        lobby.LobbyController,
        lobby.lobby_socket,
        games.GamesController,
        games.my_records,
        statistics.statistics,
        players.player,
        rules.presets,
        rules.rule_book,
        reports.report,
        tournaments.TournamentsController,
        tournament_desk.DeskController,
        tournament_office.OfficeController,
        client.no_such_address,
        client.client,
        *_table_socket(),
    ]


def _table_socket() -> list[ControllerRouterHandler]:
    from bummerl.server.live.socket import table_socket

    return [table_socket]


def _tables(settings: Settings, engine: AsyncEngine) -> TableService:
    from bummerl.server.live.options import Options
    from bummerl.server.live.service import Tables

    options = Options(
        redis_url=settings.redis_url,
        public_url=settings.public_url,
        bot_threads=settings.bot_threads,
        warm_up=settings.warm_up,
        burst=Options().burst if settings.rate_limits else 10**9,
    )
    return Tables(engine, options)


def _store(settings: Settings) -> Store:
    if settings.redis_url is None:
        return MemoryStore()
    from litestar.stores.redis import RedisStore

    return RedisStore.with_client(url=settings.redis_url, namespace="bummerl")


@contextlib.asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    """From the start to the end of the server; ``state.failure`` is why it could not start."""
    services: Services = app.state.services
    try:
        await upgrade(services.engine)
        await _start_tables(services)
    except Exception as error:
        app.state.failure = error
        await services.engine.dispose()
        raise
    services.hub.start()
    app.state.tournaments.start()
    chores = [
        asyncio.create_task(_tidy(services, app.state.tournaments), name="tidying"),
        asyncio.create_task(_watch(services), name="seeing off"),
    ]
    try:
        yield
    finally:
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await services.hub.stop()
        await services.tables.stop()
        await app.state.tournaments.stop()
        await services.engine.dispose()


async def _start_tables(services: Services) -> None:
    try:
        await services.tables.start()
    except Exception as error:
        if services.settings.redis_url is None or not type(error).__module__.startswith("redis."):
            raise
        raise SettingsError("there is no way to Redis: {reason}", reason=str(error)) from error


async def _tidy(services: Services, tournaments: Tournaments) -> None:
    while True:
        try:
            async with write(services.engine) as session:
                await sessions.sweep(session, now())
                kept = services.settings.session_days * sessions.DAY
                await people.sweep(session, now() - kept)
            await services.limits.forget()
            await own_data.finish_all(services, tournaments)
        except Exception as error:
            _log.warning("tidying failed", error=repr(error))
        await asyncio.sleep(_SWEEP)


async def _watch(services: Services) -> None:
    while True:
        await asyncio.sleep(_SEE_OFF)
        try:
            await see_off(services)
        except Exception as error:
            _log.warning("nobody could be seen off", error=repr(error))


async def see_off(services: Services) -> None:
    """Ends table connections of sessions that nobody told of: ``bummerl admin`` ended them."""
    if here := services.tables.connected():
        async with read(services.engine) as session:
            gone = await sessions.ended(session, here, now())
        await services.tables.drop(gone)


def schema(app: Litestar) -> dict[str, Any]:
    """The OpenAPI description of an application that need not run."""
    return with_errors(app.openapi_schema.to_schema())
