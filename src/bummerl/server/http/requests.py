"""Every request has an id, a line in the log, and a place in the numbers."""

from __future__ import annotations

import re
import secrets
import time
from typing import Final

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from prometheus_client import Counter, Histogram

_log = structlog.get_logger("bummerl.http")
_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")

REQUESTS: Final = Counter("bummerl_requests", "HTTP requests.", ["method", "place", "status"])
SECONDS: Final = Histogram(
    "bummerl_request_seconds",
    "Until the answer to a request was sent.",
    ["place"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
)
_METHODS: Final = {"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"}


class Requests:
    """Gives requests their ids, notes and counts them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the connection on."""
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
            return
        request_id = _id_of(scope)
        scope.setdefault("state", {})["request_id"] = request_id
        status, begun = 0, time.perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                header = (b"x-request-id", request_id.encode())
                message["headers"] = [*message.get("headers", ()), header]
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self._app(scope, receive, noting)
            finally:
                if scope["type"] == ScopeType.HTTP:
                    _note(scope, status, time.perf_counter() - begun)


def _note(scope: HTTPScope, status: int, seconds: float) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "?"
    place = _place(scope)
    REQUESTS.labels(method, place, str(status)).inc()
    SECONDS.labels(place).observe(seconds)
    level = "debug" if place == "static" and status < 400 else "info"
    getattr(_log, level)(
        "request",
        method=method,
        path=scope["path"],
        status=status,
        ms=round(seconds * 1000, 1),
    )


def _place(scope: Scope) -> str:
    """The address without what is different in each request."""
    template = scope.get("path_template", "")
    if template.startswith(("/api", "/health", "/metrics", "/schema")):
        return "unknown" if template.startswith("/api/{") else template
    return "static"


def _id_of(scope: Scope) -> str:
    """The caller's id if it is harmless, else a new one."""
    for name, value in scope["headers"]:
        if name == b"x-request-id" and _ID.fullmatch(value):
            return value.decode()
    return secrets.token_hex(8)
