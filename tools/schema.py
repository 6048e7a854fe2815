"""``python -m tools.schema`` writes the schemas of the server into ``docs/schema``.

``table-socket-1.json`` is the JSON schema of all messages of the table socket, ``openapi.json``
describes the HTTP part.  The web client's types are made of them; with ``--check`` nothing is
written, and the exit status says whether they are up to date.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from pydantic import SecretStr

from bummerl.server import wire
from bummerl.server.app import create_app, schema
from bummerl.server.settings import Settings

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "schema"


def socket_schema() -> dict[str, Any]:
    """The messages of the table socket: ``AnyCommand`` to the server, ``AnyMessage`` from it."""
    (command, message), definitions = msgspec.json.schema_components(
        [wire.AnyCommand, wire.AnyMessage], ref_template="#/$defs/{name}"
    )
    for name, definition in definitions.items():
        _describe(definition, getattr(wire, name))
        if not issubclass(getattr(wire, name), wire.Command):
            # the server writes every field, those with a default too
            definition["required"] = list(definition["properties"])
    command["description"] = "What a client may send."
    message["description"] = "What the server sends."
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Table socket, version {wire.VERSION}",
        "$defs": {"AnyCommand": command, "AnyMessage": message, **definitions},
    }


def _describe(definition: dict[str, Any], struct: type) -> None:
    """Put the strings that stand below the fields of a struct into its schema."""
    for base in reversed(struct.__mro__):
        if base.__module__ == struct.__module__:
            for field, text in _field_texts(base).items():
                if field in definition["properties"]:
                    said = re.sub(r"\bNone\b", "null", text.replace("``", "`"))
                    definition["properties"][field]["description"] = said


def _field_texts(struct: type) -> dict[str, str]:
    body = ast.parse(textwrap.dedent(inspect.getsource(struct))).body[0]
    assert isinstance(body, ast.ClassDef)
    texts = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str() as text)),
            ):
                texts[name] = inspect.cleandoc(text)
    return texts


def openapi_schema() -> dict[str, Any]:
    """The HTTP part, as Litestar describes it."""
    with tempfile.TemporaryDirectory() as folder:
        return schema(create_app(Settings(data_dir=Path(folder), secret_key=SecretStr("-" * 32))))


SCHEMAS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    f"table-socket-{wire.VERSION}.json": socket_schema,
    "openapi.json": openapi_schema,
}
"""What is written, by name of the file."""


def as_text(schema: dict[str, Any]) -> str:
    """A schema as it stands in its file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the schemas, or with ``--check`` only compare; the exit status."""
    stale = 0
    for name, make in SCHEMAS.items():
        path, text = FOLDER / name, as_text(make())
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if "--check" in arguments:
            print(f"{path.name} is out of date: run python -m tools.schema")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path)
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
