"""Sentences for people as data: a template and its values, worded when and where they are read.

Errors, reasons and results carry a `Text`, never a finished sentence, so that the same object
reads "you must follow hearts" in an English terminal and "Herz bedienen" in a German one.
The English wording needs nothing but this module; `bummerl.words` adds languages and decks.

A template is a format string.  Beside the usual format specifications these name game things;
the suffixes tell the case that languages like German need, and English always says "the":

========================================  ==================  ===================
spec                                      value               English
========================================  ==================  ===================
card                                      card number 0 … 23  ``ten of hearts``
card_nom, card_acc, card_dat              card number         ``the ten of hearts``
rank (accusative), rank_nom, rank_dat     card number         ``the ten``
rank_word                                 card number         ``ten``
short                                     card number         ``♥10``
index                                     card number         ``10``
suit                                      suit number 0 … 3   ``hearts``
symbol                                    suit number         ``♥``
========================================  ==================  ===================

>>> str(Text("you must follow {suit:suit} and can beat {card:rank}", suit=1, card=10))
'you must follow hearts and can beat the ten'
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any, Final, Protocol

from bummerl import cards

RANK_INDICES: Final = ("9", "J", "Q", "K", "10", "A")
"""What stands in the corner of an English card, by rank."""


class Names(Protocol):
    """Words for game things and sentences, in one language and for one deck."""

    def name(self, kind: str, value: int) -> str | None:
        """The word for `value` under format specification `kind`; None if `kind` is not ours."""

    def translated(self, template: str) -> str:
        """The template in this language."""


class EnglishNames:
    """English words, French suits."""

    def name(self, kind: str, value: int) -> str | None:
        """See `Names`."""
        rank_name = cards.RANK_NAMES[value % 6]
        match kind:
            case "card":
                return f"{rank_name} of {cards.SUIT_NAMES[cards.suit(value)]}"
            case "card_nom" | "card_acc" | "card_dat":
                return f"the {self.name('card', value)}"
            case "rank" | "rank_nom" | "rank_dat":
                return f"the {rank_name}"
            case "rank_word":
                return rank_name
            case "short":
                return cards.SUIT_SYMBOLS[cards.suit(value)] + RANK_INDICES[cards.rank(value)]
            case "index":
                return RANK_INDICES[cards.rank(value)]
            case "suit":
                return cards.SUIT_NAMES[value]
            case "symbol":
                return cards.SUIT_SYMBOLS[value]
        return None

    def translated(self, template: str) -> str:
        """See `Names`."""
        return template


class _Formatter(string.Formatter):
    def __init__(self, names: Names) -> None:
        self._names = names

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Text):
            return value.worded(self._names)
        if format_spec and isinstance(value, int):
            word = self._names.name(format_spec, value)
            if word is not None:
                return word
        return str(super().format_field(value, format_spec))


def fill(template: str, values: Mapping[str, Any], names: Names) -> str:
    """A template as it stands, with its values in the words of `names`."""
    return _Formatter(names).vformat(template, (), values)


class Text:
    """A sentence for a person: `template` (English, also the catalogue key) and its `values`.

    A value may be another Text; it is worded in the same language.
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: Any) -> None:
        self.template = template
        self.values: Mapping[str, Any] = values

    def worded(self, names: Names) -> str:
        """The sentence in the words of `names`."""
        return fill(names.translated(self.template), self.values, names)

    def __str__(self) -> str:
        return self.worded(EnglishNames())

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return self.template == other.template and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.template, tuple(sorted(self.values))))


def N_(template: str) -> str:  # noqa: N802 - the name gettext users know
    """`template` itself, marked for the message catalogues where no `Text` is made of it yet."""
    return template
