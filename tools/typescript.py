"""TypeScript types from JSON schemas, for the web client.

Only what our schemas use is known: objects, arrays and tuples, enumerations, unions, maps and
references.  Anything else is an error and not silently ``any``.  Needs nothing but Python, as the
package build runs it.

>>> print(types({"Seat": {"enum": [0, 1]}, "Hand": {"type": "array", "items": {"type": "string"}}}))
export type Seat = 0 | 1;
<BLANKLINE>
export type Hand = string[];
<BLANKLINE>
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

Schema: TypeAlias = Mapping[str, Any]

_SIMPLE: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
_TELLS_NOTHING: Final = {"title", "description", "default", "examples", "example", "deprecated"}
_IDENTIFIER: Final = re.compile(r"[A-Za-z_$][\w$]*")


class UnknownSchemaError(Exception):
    """A schema says something that this module does not know."""


def types(definitions: Mapping[str, Schema]) -> str:
    """One exported type for each definition, in their order.

    Raises:
        UnknownSchemaError: a definition uses what is not known here.
    """
    return "\n".join("".join(_definition(name, schema)) for name, schema in definitions.items())


def _definition(name: str, schema: Schema) -> Iterator[str]:
    yield _comment(schema, "")
    if schema.get("type") == "object" and "properties" in schema:
        yield f"export interface {_name(name)} {_object(schema, '')}\n"
    else:
        yield f"export type {_name(name)} = {_type(schema, '')};\n"


def _type(schema: Schema, indent: str) -> str:
    """The type as an expression; `indent` is that of the line it stands on."""
    match schema:
        case {"$ref": str() as reference}:
            return _name(reference.rpartition("/")[2])
        case {"const": value}:
            return json.dumps(value, ensure_ascii=False)
        case {"enum": list() as values}:
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in values)
        case {"anyOf": list() as choices} | {"oneOf": list() as choices}:
            return _union(_type(choice, indent) for choice in choices)
        case {"allOf": [only]}:
            return _type(only, indent)
        case {"type": list() as kinds}:
            return _union(_type({**schema, "type": kind}, indent) for kind in kinds)
        case {"type": "array"}:
            return _array(schema, indent)
        case {"type": "object"}:
            return _object(schema, indent)
        case {"type": str() as kind} if kind in _SIMPLE:
            return _SIMPLE[kind]
        case _ if set(schema) <= _TELLS_NOTHING:
            return "unknown"
    raise UnknownSchemaError(f"not known in a schema: {json.dumps(schema)[:200]}")


def _union(choices: Iterator[str]) -> str:
    return " | ".join(dict.fromkeys(choices))


def _array(schema: Schema, indent: str) -> str:
    if "prefixItems" in schema:
        places = ", ".join(_type(item, indent) for item in schema["prefixItems"])
        return f"[{places}]"
    item = _type(schema.get("items") or {}, indent)
    return f"({item})[]" if " | " in item and not item.startswith("{") else f"{item}[]"


def _object(schema: Schema, indent: str) -> str:
    properties: Mapping[str, Schema] = schema.get("properties", {})
    if not properties:
        others = schema.get("additionalProperties")
        value = _type(others, indent) if isinstance(others, Mapping) else "unknown"
        return f"Record<string, {value}>"
    required = schema.get("required", ())
    inner = indent + "  "
    lines = ["{\n"]
    for name, property_schema in properties.items():
        mark = "" if name in required else "?"
        key = name if _IDENTIFIER.fullmatch(name) else json.dumps(name)
        lines.append(_comment(property_schema, inner))
        lines.append(f"{inner}{key}{mark}: {_type(property_schema, inner)};\n")
    return "".join([*lines, indent, "}"])


def _comment(schema: Schema, indent: str) -> str:
    text = schema.get("description", "").strip().replace("*/", "* /")
    if not text:
        return ""
    if "\n" not in text:
        return f"{indent}/** {text} */\n"
    lines = "".join(f"{indent} * {line.strip()}".rstrip() + "\n" for line in text.splitlines())
    return f"{indent}/**\n{lines}{indent} */\n"


def _name(name: str) -> str:
    """A definition's name as an identifier: OpenAPI's may be dotted or have brackets."""
    return re.sub(r"\W+", "_", name.rpartition(".")[2] if "[" not in name else name).strip("_")
