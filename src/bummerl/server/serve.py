"""Running the server in this process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any, Final, TextIO, cast

import structlog
import uvicorn
from litestar import Litestar

from bummerl.server.app import create_app
from bummerl.server.live import garbage
from bummerl.server.refusals import SettingsError
from bummerl.server.settings import Settings

_GRACE: Final = 5
"""Seconds for requests that are under way when the server stops."""
_LARGEST_MESSAGE: Final = 16 * 1024


def run(settings: Settings, told: Callable[[str], None], *, browser: bool) -> None:
    """Serves until it is told to stop (SIGINT, SIGTERM).

    Args:
        settings: what is set.
        told: gets the address as soon as the server answers.
        browser: whether to open a browser then.

    Raises:
        SettingsError: the address cannot be listened on, or the database not be reached.
    """
    prepare_logs(settings.log_level)
    listening = _listen(settings.host, settings.port)
    try:
        port = int(listening.getsockname()[1])
        app = create_app(settings)
        server = _Server(server_config(app, settings), app, _then(settings, port, told, browser))
        server.run(sockets=[listening])
    finally:
        listening.close()


def address_of(settings: Settings, port: int) -> str:
    """Where a browser finds the server."""
    if settings.public_url is not None:
        return settings.public_url
    host = settings.host
    if host in ("0.0.0.0", "::", ""):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def prepare_logs(level: str) -> None:
    """Logs to stderr: for people on a terminal, else a line of JSON each."""
    people = sys.stderr.isatty()
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="%H:%M:%S" if people else "iso", utc=not people),
    ]
    # nothing but the lines: values on the stack may be passwords or cards
    plain = structlog.dev.plain_traceback
    last: list[Any] = [_printable, structlog.dev.ConsoleRenderer(exception_formatter=plain)]
    if not people:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", _Tolerant())),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[_bare, *last])
    )
    root = logging.getLogger()
    root.handlers, root.level = [handler], max(number, logging.WARNING)


class _Tolerant:
    """Standard error, which may be on a full disk: then a line is lost, and nothing else."""

    def write(self, text: str) -> int:
        """Writes what can be written."""
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        """Passes it on."""
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()


def _printable(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> dict[str, Any]:
    """Addresses and the like come from strangers, and terminals obey some characters."""
    return {
        name: value.encode("unicode_escape").decode()
        if isinstance(value, str) and not value.isprintable()
        else value
        for name, value in event.items()
    }


def _bare(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if not name.startswith("_")}


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise SettingsError(
            "{host}:{port} cannot be listened on: {reason}; --port chooses another port",
            host=host,
            port=port,
            reason=error.strerror or str(error),
        ) from None
    return listening


def server_config(app: Litestar, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="on",
        proxy_headers=True,
        forwarded_allow_ips=[one.strip() for one in settings.trusted_proxies.split(",")],
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
        ws_max_size=_LARGEST_MESSAGE,
        # compression's windows are most of what a connection would take
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
    )


def _then(
    settings: Settings, port: int, told: Callable[[str], None], browser: bool
) -> Callable[[], None]:
    def then() -> None:
        address = address_of(settings, port)
        told(address)
        if browser:
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, f"{address}/play")

    return then


class _Server(uvicorn.Server):
    """Tells when it answers, and pauses the tables before it closes their sockets."""

    def __init__(self, config: uvicorn.Config, app: Litestar, then: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._then = app, then

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals end the server, and nothing more: that is how it is meant to end."""
        caught = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in caught}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin."""
        chatter = logging.getLogger("uvicorn.error")
        chatter.disabled = True  # a failure is told once, as a sentence
        try:
            await super().startup(sockets)
        except SystemExit:
            raise self._app.state.get("failure") or RuntimeError("no start") from None
        finally:
            chatter.disabled = False
        if self.started and not self.should_exit:
            garbage.calm()
            self._then()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: clocks pause, clients are told."""
        if self.started:
            await self._app.state.tables.stop()
        await super().shutdown(sockets)
