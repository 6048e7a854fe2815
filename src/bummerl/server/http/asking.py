"""What a request asks for: language and deck, and links that lead back here."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

from bummerl.server.people import person_of
from bummerl.server.settings import Settings
from bummerl.words.names import DECKS, LANGUAGES, Deck, Language
from bummerl.words.wording import Wording

Connection = ASGIConnection[Any, Any, Any, Any]


def language_of(connection: Connection) -> Language:
    """``?lang=``, else the person's language, else the browser's."""
    asked = connection.query_params.get("lang")
    if asked in LANGUAGES:
        return "de" if asked == "de" else "en"
    person = person_of(connection)
    if person is not None:
        return person.language
    return preferred(connection.headers.get("accept-language", ""))


def preferred(header: str) -> Language:
    """The language that a browser likes best of ours; English if it likes neither.

    >>> preferred("fr, de-AT;q=0.9, en;q=0.3"), preferred("en-GB,de;q=0.5"), preferred("")
    ('de', 'en', 'en')
    """
    weights: dict[Language, float] = {}
    for part in header.split(","):
        tag, _, quality = part.partition(";")
        for language in LANGUAGES:
            if tag.strip().lower().split("-")[0] == language:
                weight = _quality(quality)
                weights[language] = max(weight, weights.get(language, 0.0))
    return max(weights, key=lambda one: weights[one], default="en")


def _quality(text: str) -> float:
    try:
        return float(text.strip().removeprefix("q=")) if text.strip() else 1.0
    except ValueError:
        return 0.0


def deck_of(connection: Connection) -> Deck:
    """``?deck=``, else the person's deck, else French cards."""
    asked = connection.query_params.get("deck")
    if asked in DECKS:
        return "german" if asked == "german" else "french"
    person = person_of(connection)
    return person.deck if person is not None else "french"


def wording_of(connection: Connection) -> Wording:
    """Words for whoever asks."""
    return Wording(language_of(connection), deck_of(connection))


def base_url(connection: Connection, settings: Settings) -> str:
    """Where browsers reach this server, without a slash at the end."""
    if settings.public_url is not None:
        return settings.public_url
    base = str(connection.base_url).rstrip("/")
    return f"http{base.removeprefix('ws')}" if base.startswith("ws") else base
