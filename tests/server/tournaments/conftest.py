"""The server of the HTTP tests, once more."""

from __future__ import annotations

from server.http.conftest import app, browser, engine, port, quiet

__all__ = ["app", "browser", "engine", "port", "quiet"]
