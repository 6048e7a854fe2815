"""Headers that tell browsers what our pages may do: next to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

if TYPE_CHECKING:
    from bummerl.server.settings import Settings

_FIXED: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
)


def content_policy(sockets: str) -> str:
    """The content security policy: only what this server sends, no inline scripts or styles."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            # the client puts French cards together itself and shows them from blobs
            "img-src 'self' data: blob:",
            "font-src 'self'",
            "media-src 'self'",
            "manifest-src 'self'",
            f"connect-src 'self' {sockets}".rstrip(),
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


class SecurityHeaders:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._public = urlsplit(settings.public_url) if settings.public_url else None
        self._fixed = [*_FIXED]
        if settings.secure:
            self._fixed.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the connection on."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        private = scope["path"].startswith("/api/")
        policy = content_policy(self._sockets(scope)).encode("latin-1", "replace")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ())]
                if private and not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                policies = (*self._fixed, (b"content-security-policy", policy))
                message["headers"] = [*headers, *policies]
            await send(message)

        await self._app(scope, receive, with_headers)

    def _sockets(self, scope: Scope) -> str:
        """Where sockets may lead; not every browser takes them for ``'self'``."""
        if self._public is not None:
            return f"{'wss' if self._public.scheme == 'https' else 'ws'}://{self._public.netloc}"
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        safe = host and all(c.isascii() and (c.isalnum() or c in "-.:[]") for c in host)
        return f"ws://{host}" if safe else ""
