"""Under which names the server answers.

A page of a stranger whose name suddenly leads to this machine counts as ours for the browser: it
could look at everything a server for this machine alone shows.  It cannot hide the name it was
opened under.  Numeric addresses are nobody's to choose, and may always be used.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Final
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.types import ASGIApp, Receive, Scope, Send

from bummerl.server.refusals import BadRequest
from bummerl.server.settings import Settings

_LONGEST: Final = 80
"""Characters of a name that are said again."""


def host_name(host: str) -> str:
    """The name in a ``Host`` header.

    >>> host_name("Cards.Example:8000"), host_name("[::1]:8000"), host_name("localhost.")
    ('cards.example', '::1', 'localhost')
    """
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def own_names(settings: Settings) -> frozenset[str]:
    """What the server is called: as its public URL says, and as this machine is."""
    machine = socket.gethostname().lower()
    short = machine.partition(".")[0]
    public = urlsplit(settings.public_url).hostname if settings.public_url else None
    names = {settings.host.lower(), machine, short, f"{short}.local", public or ""}
    return frozenset(names - {"", ".local"})


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether the server may be asked under this ``Host``.

    >>> [is_ours(host, frozenset({"cards.example"})) for host in
    ...  ("cards.example", "localhost:8000", "192.168.1.20:8000", "evil.example:8000")]
    [True, True, True, False]
    """
    name = host_name(host)
    if name in names or name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Hosts:
    """Middleware: refuses what is asked under the name of another.

    Programs may leave the name out, browsers never do.  ``/health`` tells nothing, and is asked
    by whatever name a machine has inside its data centre; so are the numbers, with their token.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._names = own_names(settings)
        self._open = {"/health"} if settings.metrics_token is None else {"/health", "/metrics"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the connection on.

        Raises:
            BadRequest: the server is not called so.
            PermissionDeniedException: the same, for a socket.
        """
        if scope["type"] in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            for key, value in scope["headers"]:
                host = value.decode("latin-1")
                if key == b"host" and host and not is_ours(host, self._names):
                    self._refuse(scope, host)
        await self._app(scope, receive, send)

    def _refuse(self, scope: Scope, host: str) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            raise PermissionDeniedException("this server is not called so")
        if scope["path"] not in self._open:
            raise BadRequest(
                "this server does not go by the name {host}; "
                "BUMMERL_PUBLIC_URL sets the name it goes by",
                host=host_name(host)[:_LONGEST],
            )
