"""Which pages may open sockets: browsers let every page try, and send our cookies along."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from typing import Any

    from litestar.connection import ASGIConnection


def is_allowed(connection: ASGIConnection[Any, Any, Any, Any], public_url: str | None) -> bool:
    """Whether the page behind this connection is ours.

    Programs that are no browsers send no ``Origin`` and carry nobody's cookies; they may.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    host = connection.headers.get("host", "")
    return origin_fits(origin, host, public_url)


def origin_fits(origin: str, host: str, public_url: str | None) -> bool:
    """Whether `origin` is the public URL, or else the host that was asked.

    >>> origin_fits("https://cards.example", "10.0.0.1:80", "https://cards.example")
    True
    >>> origin_fits("http://evil.example", "localhost:8000", None)
    False
    """
    if public_url is not None and origin.lower() == public_url.lower():
        return True
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not host:
        return False
    if public_url is not None and public_url.startswith("https:") and parts.scheme != "https":
        return False
    return parts.netloc.lower() == host.lower()
