"""Message catalogues: which language to speak, and what a message is in it.

The catalogues are gettext's: English messages are the keys, German ones stand in
``locale/de/LC_MESSAGES/messages.po`` and are compiled to ``.mo`` when the package is built.  What
has no translation is said in English.
"""

from __future__ import annotations

import functools
import gettext
import os
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Final

from bummerl.errors import LanguageError
from bummerl.words.names import LANGUAGES, Language

DOMAIN: Final = "messages"
"""gettext's default domain, so that Click speaks the language too."""
LOCALE_FOLDER: Final = Path(__file__).parent.parent / "locale"

_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where the language stands, in gettext's order."""


@functools.cache
def catalogue(language: Language) -> gettext.NullTranslations:
    """The messages of a language; English, or a catalogue not compiled, gives the keys back."""
    return gettext.translation(DOMAIN, LOCALE_FOLDER, [language], fallback=True)


def pick_language(option: str | None, environ: Mapping[str, str] = os.environ) -> Language:
    """The language to speak: `option` (``--lang``) if given, else what the environment prefers.

    >>> pick_language(None, {"LANG": "de_AT.UTF-8"}), pick_language(None, {"LC_ALL": "C"})
    ('de', 'en')

    Raises:
        LanguageError: `option` is no language Bummerl speaks.
    """
    if option is not None:
        for language in LANGUAGES:
            if language == option.strip().lower():
                return language
        raise LanguageError(
            "the language is {option!r}, but can only be one of: {languages}",
            option=option,
            languages=", ".join(LANGUAGES),
        )
    wanted = next(filter(None, map(environ.get, _VARIABLES)), "")
    for code in wanted.split(":"):
        for language in LANGUAGES:
            if code.lower().replace("-", "_").split("_")[0].split(".")[0] == language:
                return language
    return "en"


def speak(language: Language, environ: MutableMapping[str, str] = os.environ) -> None:
    """Make gettext's own functions, and with them Click's output, speak `language`."""
    environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(LOCALE_FOLDER))
    gettext.textdomain(DOMAIN)
