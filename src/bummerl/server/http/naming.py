"""Names of people: what they may look like, and friendly ones for guests who have none."""

from __future__ import annotations

import functools
import secrets
import unicodedata
from typing import Final

from bummerl.server.levels import LEVELS, level_name
from bummerl.server.refusals import BadRequest
from bummerl.words.names import DECKS, LANGUAGES, Language
from bummerl.words.wording import Wording

SHORTEST: Final = 2
LONGEST: Final = 24
_MOST_MARKS: Final = 2
"""Accents on one letter."""
_LONGEST_KEY: Final = 48
_SHOW_NOTHING: Final = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, *range(0x180B, 0x1810)))
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Characters that count as letters, marks or signs, and cannot be seen."""
_ALIKE: Final = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458\u04bb\u04cf\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0131",
    "abekmhopctyxsijhldqw" + "abezhikmnoptyxi",
)
"""Small Cyrillic and Greek letters that look like Latin ones, small or large."""
_MIXED: Final = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
"""Scripts that are written together."""

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
        BadRequest: it is too short or too long, has characters that turn letters round, mixes
            letters that only look alike, or is a bot's.
    """
    shown = unicodedata.normalize("NFKC", text).translate(dict.fromkeys(map(ord, _SHOW_NOTHING)))
    name = unicodedata.normalize("NFKC", " ".join(shown.split()))
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadRequest(
            "a name must have {least} to {most} characters", least=SHORTEST, most=LONGEST
        )
    if not name.isprintable() or _piled(name) or not any(c.isalnum() for c in name):
        raise BadRequest("a name may only have letters, digits and other characters that show")
    if len(_scripts(name)) > 1:
        raise BadRequest("the letters of a name must be of one alphabet")
    key = name_key(name)
    if len(key) > _LONGEST_KEY:
        raise BadRequest("this name is too long")
    if key in _names_of_bots():
        raise BadRequest("somebody else has this name already")
    return name


def name_key(name: str) -> str:
    """What two names have in common that are the same but for capitals and the like.

    >>> name_key("STRASSE") == name_key("Straße"), name_key("Tom") == name_key("Тоm")
    (True, True)
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return plain.translate(_ALIKE)


@functools.cache
def _names_of_bots() -> frozenset[str]:
    words = [Wording(language, deck) for language in LANGUAGES for deck in DECKS]
    return frozenset(name_key(level_name(level, one)) for level in LEVELS for one in words)


def _scripts(name: str) -> set[str]:
    """The alphabets that the letters of a name are from."""
    found = {unicodedata.name(c, "?").split()[0] for c in name if c.isalpha()}
    return {"CJK" if script in _MIXED else script for script in found} - {"MODIFIER"}


def friendly_name(language: Language) -> str:
    """A name for somebody who did not choose one."""
    first, second = _WORDS[language]
    return f"{secrets.choice(first)} {secrets.choice(second)}"


def _piled(name: str) -> bool:
    """Whether marks are piled up that would run into other lines."""
    marks = 0
    for character in name:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return True
    return False
