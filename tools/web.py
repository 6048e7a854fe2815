"""``python -m tools.web`` writes what the web client is built from besides its own sources.

Into ``web/src/generated``: TypeScript types of the server's messages, texts and names of cards in
both languages, and the German cards.  The package build runs it too, in an environment that has
only Babel; so nothing here may import more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog

from bummerl.cards import ACE, CARD_NAMES, RANKS, SUITS
from bummerl.words.names import DECK_NAMES, DeckNames
from tools.collect import MessageId
from tools.collect_web import collect_web
from tools.german_cards.__main__ import write_all
from tools.german_cards.card import face, suit_sign
from tools.messages import WEB, catalogue_files, read
from tools.typescript import types

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "web" / "src" / "generated"
SCHEMAS: Final = ROOT / "docs" / "schema"

_MADE: Final = "// Made by `python -m tools.web`; do not edit.\n\n"


def write_types(folder: Path = FOLDER) -> None:
    """``socket.ts``: the messages of the table socket; ``api.ts``: what the HTTP API speaks of."""
    socket = json.loads((SCHEMAS / "table-socket-1.json").read_text(encoding="utf-8"))
    _write(folder / "socket.ts", _MADE + types(socket["$defs"]))
    openapi = SCHEMAS / "openapi.json"
    if openapi.is_file():
        api = json.loads(openapi.read_text(encoding="utf-8"))
        _write(folder / "api.ts", _MADE + types(api["components"]["schemas"]))


def write_texts(folder: Path = FOLDER) -> None:
    """``i18n/de.json``: the client's messages in German; English ones are the keys."""
    messages = collect_web(WEB)
    for path in catalogue_files():
        catalogue = read(path)
        _write_json(folder / "i18n" / f"{path.parts[-3]}.json", texts(catalogue, messages))


def texts(catalogue: Catalog, messages: Iterable[MessageId]) -> dict[str, dict[str, Any]]:
    """What a catalogue says for those messages; what is not translated is left out."""
    single: dict[str, str] = {}
    plural: dict[str, list[str]] = {}
    for message in messages:
        singular = message if isinstance(message, str) else message[0]
        entry = catalogue.get(singular)
        said = (entry.string if entry is not None else "") or ""
        forms = [said] if isinstance(said, str) else list(said)
        if not all(forms):
            continue
        if isinstance(message, str):
            single[singular] = forms[0]
        elif len(forms) > 1:
            plural[singular] = forms
    return {"texts": single, "plurals": plural}


def write_names(folder: Path = FOLDER) -> None:
    """``names.json``: by language and deck the words for cards and suits, signs and indices."""
    words: dict[str, dict[str, Any]] = {}
    for (language, deck), names in DECK_NAMES.items():
        words.setdefault(language, {})[deck] = _names(names)
    _write_json(folder / "names.json", words)


def _names(names: DeckNames) -> dict[str, dict[str, str]]:
    return {
        "cards": {token: names.name("card", card) or "" for card, token in enumerate(CARD_NAMES)},
        "suits": dict(zip(SUITS, names.suits, strict=True)),
        "symbols": dict(zip(SUITS, names.symbols, strict=True)),
        "ranks": {letter: rank.word for letter, rank in zip(RANKS, names.ranks, strict=True)},
        "indices": dict(zip(RANKS, names.indices, strict=True)),
    }


def write_cards(folder: Path = FOLDER) -> None:
    """``cards/german/*.svg``: the double German faces, the back, and ``suit-S`` … ``suit-C``.

    Aces are there with an S for Sau, too: ``SA-sau`` … ``CA-sau``.
    """
    place = folder / "cards" / "german"
    write_all(place)
    for suit, letter in enumerate(SUITS):
        _write(place / f"suit-{letter}.svg", suit_sign(suit))
        token = f"{letter}{RANKS[ACE]}"
        _write(place / f"{token}-sau.svg", face(CARD_NAMES.index(token), "S"))


def write_everything(folder: Path = FOLDER) -> None:
    """All that the client's build needs."""
    write_types(folder)
    write_texts(folder)
    write_names(folder)
    write_cards(folder)


def _write_json(path: Path, value: object) -> None:
    _write(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def _write(path: Path, text: str) -> None:
    """Write a file, but leave it untouched if it says the same already: vite looks at dates."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_everything()
