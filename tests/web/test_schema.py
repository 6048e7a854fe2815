"""The committed schemas are those of the code, and of what really goes over the wire."""

from __future__ import annotations

import json
from typing import get_args

import jsonschema_rs
import pytest
from tools.schema import FOLDER, SCHEMAS, as_text, socket_schema

from bummerl.server import wire
from bummerl.server.table.told import PHRASE_TEXTS


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_file_is_up_to_date(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text == as_text(SCHEMAS[name]()), "run: python -m tools.schema"


def test_all_phrases_have_words() -> None:
    assert set(PHRASE_TEXTS) == set(get_args(wire.Phrase))


def valid(kind: str, message: object) -> bool:
    schema = {**socket_schema(), "$ref": f"#/$defs/{kind}"}
    return jsonschema_rs.validator_for(schema).is_valid(message)


def test_messages_fit_the_schema() -> None:
    for message in (
        wire.Refused(reply_to=1, code="stale", text="too late"),
        wire.Bye(code="stopping", text="", retry=True),
        wire.HintMessage(reply_to=2, version=3, moves=("c", "SA"), text=""),
    ):
        written = json.loads(wire.encode_message(message))
        assert valid("AnyMessage", written)
        for field in written:
            rest = {key: value for key, value in written.items() if key != field}
            assert not valid("AnyMessage", rest), f"{field} may be missing"


def test_commands_fit_the_schema_and_the_decoder() -> None:
    good = {"type": "play", "id": 1, "version": 2, "move": "SA"}
    assert valid("AnyCommand", good)
    assert wire.decode_command(json.dumps(good)) == wire.Play(id=1, version=2, move="SA")
    for bad in ({**good, "more": 1}, {**good, "type": "plai"}, {**good, "id": -1}):
        assert not valid("AnyCommand", bad)


def test_fields_are_explained() -> None:
    scene = socket_schema()["$defs"]["Scene"]["properties"]
    assert scene["seat"]["description"] == "The viewer's; null for a spectator."
