"""The OpenAPI description: what the framework finds out, with our own shape of errors."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from bummerl.server.http.shapes import ErrorAnswer

_REFERENCE: Final = "#/components/schemas/{name}"


class Description(JsonRenderPlugin):
    """Serves it; only as JSON, as pages to click at would be loaded from elsewhere."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description of the application that was asked."""
        return self.render_json(request, with_errors(openapi_schema))


def with_errors(description: dict[str, Any]) -> dict[str, Any]:
    """The description in which every operation says what its errors look like."""
    schemas, components = msgspec.json.schema_components([ErrorAnswer], ref_template=_REFERENCE)
    refused = {
        "description": "It cannot be done; `text` is a sentence in the reader's language.",
        "content": {"application/json": {"schema": schemas[0]}},
    }
    paths = {
        path: {method: _with(refused, operation) for method, operation in operations.items()}
        for path, operations in description["paths"].items()
    }
    kept = description["components"]
    all_schemas = dict(sorted({**kept["schemas"], **components}.items()))
    return {**description, "paths": paths, "components": {**kept, "schemas": all_schemas}}


def _with(refused: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    responses = {
        status: answer for status, answer in operation["responses"].items() if status < "400"
    }
    return {**operation, "responses": {**responses, "4XX": refused, "5XX": refused}}
