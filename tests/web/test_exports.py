"""What is exported for the web client: texts, names, cards, types."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from tools.collect import MessageId
from tools.german_cards.letters import LETTERS
from tools.typescript import UnknownSchemaError, types
from tools.web import texts, write_everything

from bummerl.cards import CARD_NAMES
from bummerl.words.wording import Wording


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("generated")
    write_everything(path)
    return path


def test_texts_are_those_asked_for_and_translated() -> None:
    german = Catalog(locale="de")
    german.add("hello", "servus")
    german.add("other", "anderes")
    german.add("new", "")
    german.add(("{n} card", "{n} cards"), ("{n} Karte", "{n} Karten"))
    german.add(("{n} trick", "{n} tricks"), ("{n} Stich", ""))
    asked: list[MessageId] = [
        "hello",
        "new",
        "unknown",
        "{n} card",
        ("{n} card", "{n} cards"),
        ("{n} trick", "…"),
    ]
    assert texts(german, asked) == {
        "texts": {"hello": "servus", "{n} card": "{n} Karte"},
        "plurals": {"{n} card": ["{n} Karte", "{n} Karten"]},
    }


def test_german_texts_are_written(folder: Path) -> None:
    written = json.loads((folder / "i18n" / "de.json").read_text(encoding="utf-8"))
    assert written["texts"]["Closing"] == "Zudrehen"


def test_names_are_those_of_the_server(folder: Path) -> None:
    names = json.loads((folder / "names.json").read_text(encoding="utf-8"))
    for language in ("en", "de"):
        for deck in ("french", "german"):
            wording, written = Wording(language, deck), names[language][deck]
            assert written["cards"] == {
                name: wording.card(card) for card, name in enumerate(CARD_NAMES)
            }
            assert written["suits"] == {"SHDC"[suit]: wording.suit(suit) for suit in range(4)}
            assert written["symbols"] == {"SHDC"[suit]: wording.symbol(suit) for suit in range(4)}
            assert written["indices"] == {
                "9JQKTA"[rank]: wording.name("index", rank) for rank in range(6)
            }
    assert names["de"]["german"]["ranks"]["J"] == "Unter"


def test_the_german_cards_are_all_there(folder: Path) -> None:
    cards = {path.stem for path in (folder / "cards" / "german").glob("*.svg")}
    suits = {f"suit-{letter}" for letter in "SHDC"}
    assert cards == {*CARD_NAMES, "back", *suits, *(f"{letter}A-sau" for letter in "SHDC")}
    for name, letter in (("HA", "A"), ("HA-sau", "S")):
        picture = (folder / "cards" / "german" / f"{name}.svg").read_text(encoding="utf-8")
        (path,) = re.findall(r'id="ha-i"><g[^>]*><g[^>]*><path d="([^"]*)"', picture)
        assert path == LETTERS[letter][1]


def test_socket_types(folder: Path) -> None:
    written = (folder / "socket.ts").read_text(encoding="utf-8")
    assert 'export interface Play {\n  type: "play";\n' in written
    assert "\n  seats: [SeatScene, SeatScene];\n" in written
    assert "\n  /** Number of the last event. */\n  seq: number;\n" in written
    assert "export type AnyMessage = TableMessage | Refused |" in written
    # the server writes all fields, so none is optional
    assert "?:" not in written


def test_writing_again_changes_no_date(folder: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in folder.glob("*.*")}
    write_everything(folder)
    assert before == {path: path.stat().st_mtime_ns for path in folder.glob("*.*")}
    assert len(before) >= 2


# ---- types -------------------------------------------------------------------------------


def test_every_kind_of_schema_has_its_type() -> None:
    schemas: dict[str, dict[str, Any]] = {
        "Person": {
            "type": "object",
            "description": "Somebody.",
            "properties": {
                "name": {"type": "string", "description": "In one line\nor two */ lines."},
                "deck": {"enum": ["french", "german", None]},
                "always": {"const": 1},
                "rating": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
                "old": {"type": ["number", "null"], "default": None},
                "hands": {"type": "array", "items": {"type": "array", "items": {"$ref": "#/a/B"}}},
                "mixed": {"type": "array", "items": {"enum": [0, 1]}},
                "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"$ref": "#/a/B"}]},
                "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
                "odd name": {"description": "Anything."},
                "inner": {"type": "object", "properties": {"ok": {"type": "boolean"}}},
            },
            "required": ["name", "deck", "pair"],
        },
        "pkg.B": {"type": "string"},
        "Either": {"oneOf": [{"$ref": "#/a/Person"}, {"$ref": "#/a/pkg.B"}]},
    }
    assert types(schemas) == EXPECTED


EXPECTED = """\
/** Somebody. */
export interface Person {
  /**
   * In one line
   * or two * / lines.
   */
  name: string;
  deck: "french" | "german" | null;
  always?: 1;
  rating?: number | null;
  old?: number | null;
  hands?: B[][];
  mixed?: (0 | 1)[];
  pair: [string, B];
  counts?: Record<string, number>;
  /** Anything. */
  "odd name"?: unknown;
  inner?: {
    ok?: boolean;
  };
}

export type B = string;

export type Either = Person | B;
"""


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(UnknownSchemaError, match="not known in a schema"):
        types({"X": {"not": {"type": "string"}}})
