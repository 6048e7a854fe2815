"""`Wording`: any text of Bummerl in one language and for one deck.

>>> Wording("de", "german").say("{card:card_nom} is in {suit:suit}", card=11, suit=1)
'die Herz-Sau is in Herz'
>>> Wording("en", "german").card(11)
'ace of hearts'
"""

from __future__ import annotations

from typing import Any

from bummerl.cards import Card, Suit
from bummerl.text import Text, fill
from bummerl.words.catalogue import catalogue
from bummerl.words.names import DECK_NAMES, Deck, Language


class Wording:
    """Words texts in a language, with the names that cards have in it on a deck.

    Implements `bummerl.text.Names`.
    """

    def __init__(self, language: Language = "en", deck: Deck = "french") -> None:
        self.language = language
        self.deck = deck
        self._names = DECK_NAMES[language, deck]
        self._catalogue = catalogue(language)

    def __repr__(self) -> str:
        return f"Wording({self.language!r}, {self.deck!r})"

    def say(self, template: Text | str, /, **values: Any) -> str:
        """A text, or an English template with its `values`, in words."""
        text = template if isinstance(template, Text) else Text(template, **values)
        return text.worded(self)

    def say_n(self, singular: str, plural: str, n: int, /, **values: Any) -> str:
        """The template that fits the number `n`, which is its value ``n`` too."""
        template = self._for_deck(self._catalogue.ngettext(singular, plural, n))
        return fill(template, {"n": n, **values}, self)

    def sentence(self, template: Text | str, /, **values: Any) -> str:
        """Like `say`, but with a capital letter and a full stop, as error texts have neither."""
        said = self.say(template, **values)
        end = "" if said.endswith((".", "!", "?", ":")) else "."
        return said[:1].upper() + said[1:] + end

    def number(self, value: float, digits: int = 0) -> str:
        """A number with `digits` decimals, the language's decimal sign and a real minus sign.

        >>> Wording("de").number(0.614, 2), Wording().number(-1.5, 1), Wording().number(-0.01, 1)
        ('0,61', '−1.5', '0.0')
        """
        text = f"{value:z.{digits}f}".replace("-", "−")
        return text.replace(".", ",") if self.language == "de" else text

    def card(self, card: Card) -> str:
        """A card's name: ``ten of hearts``, ``Herz-Zehner``."""
        return str(self.name("card", card))

    def short(self, card: Card) -> str:
        """A card in tight places: ``♥10``, ``♠D``, ``LO``."""
        return str(self.name("short", card))

    def suit(self, suit: Suit) -> str:
        """A suit's name."""
        return self._names.suits[suit]

    def symbol(self, suit: Suit) -> str:
        """A suit's sign: its symbol, or a letter where the deck has no symbol in Unicode."""
        return self._names.symbols[suit]

    def name(self, kind: str, value: int) -> str | None:
        """See `bummerl.text.Names`."""
        return self._names.name(kind, value)

    def translated(self, template: str) -> str:
        """See `bummerl.text.Names`."""
        return self._for_deck(self._catalogue.gettext(template)) if template else ""

    def _for_deck(self, template: str) -> str:
        # with German cards trump is called Atout; the catalogue keeps articles off the word
        german = self.language == "de" and self.deck == "german"
        return template.replace("Trumpf", "Atout") if german else template
