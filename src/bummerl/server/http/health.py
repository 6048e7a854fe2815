"""Whether the server works, and numbers for Prometheus."""

from __future__ import annotations

import hmac
from typing import Any, Literal

from litestar import Request, Response, route
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from bummerl import __version__
from bummerl.server.http import shapes
from bummerl.server.http.services import Here, Services
from bummerl.server.refusals import Forbidden
from bummerl.server.settings import is_loopback
from bummerl.server.store.engine import read


@route("/health", http_method=["GET", "HEAD"], tags=["server"], exclude_from_csrf=True)
async def health(services: Here) -> Response[shapes.Health]:
    """Whether the server works; 503 if it does not.

    Without Redis it does, but for what processes have to tell each other.
    """
    redis = services.tables.reaches_others()
    status: Literal["ok", "limited", "broken"] = "limited" if redis is False else "ok"
    try:
        async with read(services.engine) as session:
            await session.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError):
        status = "broken"
    works = status != "broken"
    answer = shapes.Health(status=status, version=__version__, database=works, redis=redis)
    return Response(
        answer, status_code=200 if works else 503, headers={"cache-control": "no-store"}
    )


@route("/metrics", http_method=["GET"], include_in_schema=False, exclude_from_csrf=True)
async def metrics(request: Request[Any, Any, Any], services: Here) -> Response[bytes]:
    """Numbers, for this machine or whoever has the token."""
    from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

    if not _may_see(request, services):
        raise Forbidden("only this machine, or who has the token, may see the numbers")
    return Response(generate_latest(), headers={"content-type": CONTENT_TYPE_LATEST})


def _may_see(request: Request[Any, Any, Any], services: Services) -> bool:
    token = services.settings.metrics_token
    if token is not None:
        given = request.headers.get("authorization", "")
        wanted = f"Bearer {token.get_secret_value()}"
        return hmac.compare_digest(given.encode(), wanted.encode())
    # behind a proxy on this machine everybody seems to be here
    proxied = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    return not proxied and request.client is not None and is_loopback(request.client.host)
