"""The API's own description, tried out: nothing makes the server fail, and answers are as told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeAlias

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from litestar import Litestar
from schemathesis import Case
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from bummerl.server.app import schema
from server.http.planted import Planted, sitter, two
from server.http.visitors import Browser, unique

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]
Plant = Callable[..., Planted]

AnyCase: TypeAlias = "Case[Any]"

EXAMPLES = 6
"""Of each operation."""


def cases_of(description: dict[str, Any]) -> list[AnyCase]:
    """Requests as the description allows them, and some as it does not."""
    found: list[AnyCase] = []
    for result in schemathesis.openapi.from_dict(description).get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def collect(case: AnyCase) -> None:
            found.append(case)

        collect()
    return found


async def test_nothing_makes_the_server_fail(
    browser: Browsers, plant: Plant, app: Litestar
) -> None:
    description = schema(app)
    operations = sum(len(path) for path in description["paths"].values())
    cases = cases_of(description)
    assert len({case.operation.label for case in cases}) == operations
    visitor, other = await two(browser)
    game = await plant(await sitter(visitor), await sitter(other)).play(2)
    statuses: set[int] = set()
    for number, case in enumerate(cases):
        if number % 3 == 0 and "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = game.id
        if case.operation.label in ("POST /api/login", "POST /api/register") and number % 2:
            case.body = {"name": unique("Fuzz"), "password": "correct horse"}
        statuses.add(await tried(visitor, case))
        if await visitor.me() is None:
            await visitor.guest()
    assert {200, 201, 400, 404} <= statuses


async def test_the_check_notices_other_answers(app: Litestar) -> None:
    operation = schemathesis.openapi.from_dict(schema(app))["/api/me"]["GET"]
    request = httpx.Request("GET", "http://cards.localhost/api/me")
    for wrong in (httpx.Response(200, json={"me": 1}), httpx.Response(302)):
        wrong.request, wrong.elapsed = request, timedelta(0)
        with pytest.raises(FailureGroup):
            operation.Case().validate_response(
                wrong, checks=[response_schema_conformance, status_code_conformance]
            )


async def tried(visitor: Browser, case: AnyCase) -> int:
    """Sends a request, and checks the answer against the description."""
    wanted = case.as_transport_kwargs(base_url="http://cards.localhost")
    wanted.pop("cookies", None)
    headers = {
        name: value
        for name, value in wanted.pop("headers").items()
        if name.lower() in ("content-type", "accept")
    }
    body = {key: wanted[key] for key in ("data", "json", "content") if wanted.get(key) is not None}
    if isinstance(body.get("data"), bytes | str):
        body["content"] = body.pop("data")
    await visitor.get("/api/me")
    headers["x-csrf-token"] = visitor.http.cookies["bummerl_csrf"]
    answer = await visitor.http.request(
        wanted["method"], wanted["url"], params=wanted.get("params"), headers=headers, **body
    )
    assert answer.status_code < 500, f"{case!r}: {answer.text}"
    if case.operation.method != "head":
        case.validate_response(
            answer, checks=[response_schema_conformance, status_code_conformance]
        )
    return answer.status_code
