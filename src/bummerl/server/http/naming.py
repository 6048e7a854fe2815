"""Names of people: what they may look like, and friendly ones for guests who have none."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

from bummerl.server.refusals import BadRequest
from bummerl.words.names import Language

SHORTEST: Final = 2
LONGEST: Final = 24
_MOST_MARKS: Final = 2
"""Accents on one letter."""
_LONGEST_KEY: Final = 48

_WORDS: Final[dict[Language, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "en": (
        ("Merry", "Quick", "Calm", "Clever", "Brave", "Jolly", "Lucky", "Quiet", "Sunny", "Wise"),
        ("Badger", "Fox", "Hare", "Heron", "Lynx", "Marmot", "Otter", "Owl", "Raven", "Stag"),
    ),
    "de": (
        ("Flinker", "Froher", "Kluger", "Kühner", "Lustiger", "Munterer", "Ruhiger", "Schlauer"),
        ("Biber", "Dachs", "Fuchs", "Hase", "Hirsch", "Igel", "Luchs", "Rabe", "Reiher", "Uhu"),
    ),
}


def clean_name(text: str) -> str:
    """A name as it is kept: in the one normal form, blanks tidied.

    >>> clean_name("  Ａnna   B. ")
    'Anna B.'

    Raises:
        BadRequest: it is too short or too long, or has characters that show nothing or turn
            letters round.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadRequest(
            "a name must have {least} to {most} characters", least=SHORTEST, most=LONGEST
        )
    if not name.isprintable() or _piled(name) or not any(c.isalnum() for c in name):
        raise BadRequest("a name may only have letters, digits and other characters that show")
    if len(name_key(name)) > _LONGEST_KEY:
        raise BadRequest("this name is too long")
    return name


def name_key(name: str) -> str:
    """What two names have in common that are the same but for capitals and the like.

    >>> name_key("STRASSE") == name_key("Straße")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def friendly_name(language: Language) -> str:
    """A name for somebody who did not choose one."""
    first, second = _WORDS[language]
    return f"{secrets.choice(first)} {secrets.choice(second)}"


def _piled(name: str) -> bool:
    """Whether marks are piled up that would run into other lines."""
    marks = 0
    for character in name:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > _MOST_MARKS:
            return True
    return False
