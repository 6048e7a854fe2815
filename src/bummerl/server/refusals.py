"""What the server refuses, by kind: each has a code for programs and the status of HTTP."""

# ruff: noqa: N818 - they are refusals, and read like it

from __future__ import annotations

from typing import Any

from bummerl.errors import ServerError
from bummerl.text import Text


class BadRequest(ServerError):
    """What was asked for cannot be."""

    code = "invalid"


class WrongPassword(ServerError):
    """Name and password do not belong together."""

    code = "wrong_password"
    status = 403


class SignedOut(ServerError):
    """Only somebody with a name can do this."""

    code = "signed_out"
    status = 401


class Forbidden(ServerError):
    """This person cannot do this."""

    code = "forbidden"
    status = 403


class Unknown(ServerError):
    """There is no such thing, or none that this person may see."""

    code = "unknown"
    status = 404


class Conflict(ServerError):
    """It cannot be done as things stand."""

    code = "conflict"
    status = 409


class TooOften(ServerError):
    """Too many attempts; `retry_after` seconds later there may be another."""

    code = "too_often"
    status = 429

    def __init__(self, template: str | Text, /, retry_after: int = 60, **values: Any) -> None:
        self.retry_after = retry_after
        super().__init__(template, **values)


class SettingsError(ServerError):
    """A setting that cannot be, or one that is missing; the server does not start."""

    code = "settings"
    status = 500


class Busy(ServerError):
    """The server cannot do it just now; trying again in a moment makes sense."""

    code = "busy"
    status = 503
