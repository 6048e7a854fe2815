"""Errors as answers: one JSON shape, in the language of whoever asked."""

from __future__ import annotations

from typing import Any, Final

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from sqlalchemy.exc import InterfaceError, OperationalError

from bummerl.errors import BummerlError, ServerError
from bummerl.server.http.asking import wording_of
from bummerl.server.http.shapes import ErrorAnswer, Problem
from bummerl.server.refusals import TooOften
from bummerl.text import N_, Text

_log = structlog.get_logger("bummerl.http")

_CSRF: Final = "CSRF token verification failed"
CSRF_COOKIE: Final = "bummerl_csrf"
_CODES: Final = {
    400: ("invalid", N_("this request cannot be understood")),
    401: ("signed_out", N_("please choose a name first")),
    403: ("forbidden", N_("this is not allowed")),
    404: ("unknown", N_("there is nothing here")),
    405: ("method", N_("this address does not take such requests")),
    413: ("too_large", N_("this is too large")),
    415: ("invalid", N_("this request cannot be understood")),
    429: ("too_often", N_("that was too often; please wait a while")),
    503: ("busy", N_("that does not work just now; please try again in a moment")),
    500: ("broken", N_("something went wrong here; the log has more under {request_id}")),
}


def refused(request: Request[Any, Any, Any], error: BummerlError) -> Response[ErrorAnswer]:
    """An error raised on purpose."""
    code, status = "invalid", 400
    headers: dict[str, str] = {}
    if isinstance(error, ServerError):
        code, status = error.code, error.status
    if isinstance(error, TooOften):
        headers["retry-after"] = str(error.retry_after)
    return _answer(request, status, code, error.text, headers)


def not_understood(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorAnswer]:
    """An error of the framework's: no such address, a body of another form, a forged request."""
    status = error.status_code
    if error.detail == _CSRF:
        text = Text(N_("this page is out of date; please load it again"))
        answer = _answer(request, 403, "csrf", text, {})
        # a cookie signed with another key would never be replaced
        answer.delete_cookie(CSRF_COOKIE)
        return answer
    code, template = _CODES.get(status, _CODES[400 if status < 500 else 500])
    text = Text(template, request_id=_request_id(request))
    if isinstance(error, ValidationException) and (reason := _reason(error)):
        text = Text("this request cannot be understood: {reason}", reason=reason)
    return _answer(request, status, code, text, dict(error.headers or {}))


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    """A mistake of ours, or a database that is away."""
    if isinstance(error, OperationalError | InterfaceError | ConnectionError):
        _log.error("no database", path=request.scope["path"], error=repr(error))
        code, template = _CODES[503]
        return _answer(request, 503, code, Text(template), {"retry-after": "5"})
    if isinstance(error, RecursionError) and "deserializing" in str(error):
        code, template = _CODES[400]  # a body of thousands of brackets
        return _answer(request, 400, code, Text(template), {})
    _log.error("request failed", path=request.scope["path"], exc_info=error)
    code, template = _CODES[500]
    return _answer(request, 500, code, Text(template, request_id=_request_id(request)), {})


def _answer(
    request: Request[Any, Any, Any], status: int, code: str, text: Text, headers: dict[str, str]
) -> Response[ErrorAnswer]:
    said = wording_of(request).sentence(text)
    return Response(
        ErrorAnswer(Problem(code, said)),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store", **headers},
    )


def _request_id(request: Request[Any, Any, Any]) -> str:
    return str(request.scope.get("state", {}).get("request_id", "?"))


def _reason(error: ValidationException) -> str | None:
    """What is wrong, as far as the framework tells."""
    for item in error.extra or ():
        if isinstance(item, dict) and item.get("message"):
            where = item.get("key")
            said = str(item["message"])[:200]
            return said if where in (None, "data") else f"{str(where)[:40]}: {said}"
    return None
