"""The language of this process: ``--lang``, else the environment."""

from __future__ import annotations

from collections.abc import Sequence

from bummerl.words import catalogue
from bummerl.words.names import LANGUAGES, Language


def speak(arguments: Sequence[str]) -> None:
    """Set the language of help and messages for this process from its arguments.

    A ``--lang`` that does not exist is left for the command to refuse.
    """
    requested = _requested(arguments)
    catalogue.speak(catalogue.pick_language(requested if requested in LANGUAGES else None))


def spoken() -> Language:
    """The language chosen by `speak`; the environment's if it never ran."""
    return catalogue.pick_language(None)


def _requested(arguments: Sequence[str]) -> str | None:
    for index, word in enumerate(arguments):
        if word == "--":
            return None
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1]
    return None
