"""Names of suits and ranks in English and German, for the French and the German deck (CARD-3).

In tight places a suit is one sign and a rank one index.  Unicode has no symbols for the German
suits but the heart, so the others are marked by their first letter.  The highest card is called
Sau with German cards, but keeps the index ``A`` as in records: those of Sau and Daus would look
like Schelle and Dame.  (Pictures of cards may have an S: there the suit is a picture, too.)
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from bummerl.cards import RANK_NAMES, SUIT_NAMES, SUIT_SYMBOLS
from bummerl.text import RANK_INDICES

Language: TypeAlias = Literal["en", "de"]
Deck: TypeAlias = Literal["french", "german"]

LANGUAGES: Final[tuple[Language, ...]] = ("en", "de")
DECKS: Final[tuple[Deck, ...]] = ("french", "german")

_CASES: Final = ("nom", "acc", "dat")


class RankName(NamedTuple):
    """A rank's word with its definite article."""

    word: str
    articles: tuple[str, str, str]
    """Nominative, accusative, dative."""
    oblique: str
    """The word in accusative and dative."""

    def form(self, case: str) -> str:
        """The word without article in that case."""
        return self.word if case == "nom" else self.oblique

    def article(self, case: str) -> str:
        """The article in that case."""
        return self.articles[_CASES.index(case)]


class DeckNames(NamedTuple):
    """All names of one deck in one language, suits and ranks in the order of their numbers."""

    suits: tuple[str, ...]
    suits_in_cards: tuple[str, ...]
    """Suits as part of a card's name."""
    symbols: tuple[str, ...]
    """One sign a suit."""
    ranks: tuple[RankName, ...]
    indices: tuple[str, ...]
    """Short forms of the ranks."""
    card: str
    """How suit and rank make the name of a card: a format of ``suit`` and ``rank``."""

    def name(self, kind: str, value: int) -> str | None:
        """The word for `value`; kinds are the format specifications of `bummerl.text`."""
        what, _, case = kind.partition("_")
        match what:
            case "card" if case in _CASES:
                return f"{self._rank(value).article(case)} {self._card(value, case)}"
            case "card" if not case:
                return self._card(value, "nom")
            case "rank" if not case or case in _CASES:
                rank = self._rank(value)
                return f"{rank.article(case or 'acc')} {rank.form(case or 'acc')}"
            case "rank" if case == "word":
                return self._rank(value).word
            case "short":
                return self.symbols[value // 6] + self.indices[value % 6]
            case "index":
                return self.indices[value % 6]
            case "suit":
                return self.suits[value]
            case "symbol":
                return self.symbols[value]
        return None

    def _rank(self, card: int) -> RankName:
        return self.ranks[card % 6]

    def _card(self, card: int, case: str) -> str:
        suit = self.suits_in_cards[card // 6]
        return self.card.format(suit=suit, rank=self._rank(card).form(case))


def _the(word: str) -> RankName:
    return RankName(word, ("the", "the", "the"), word)


def _der(word: str, oblique: str | None = None) -> RankName:
    return RankName(word, ("der", "den", "dem"), oblique or word)


def _die(word: str) -> RankName:
    return RankName(word, ("die", "die", "der"), word)


def _das(word: str) -> RankName:
    return RankName(word, ("das", "das", "dem"), word)


_GERMAN_SUITS: Final = ("Laub", "Herz", "Schelle", "Eichel")
_FRENCH_SUITS: Final = ("Pik", "Herz", "Karo", "Kreuz")

DECK_NAMES: Final[dict[tuple[Language, Deck], DeckNames]] = {
    ("en", "french"): DeckNames(
        suits=SUIT_NAMES,
        suits_in_cards=SUIT_NAMES,
        symbols=tuple(SUIT_SYMBOLS),
        ranks=tuple(_the(name) for name in RANK_NAMES),
        indices=RANK_INDICES,
        card="{rank} of {suit}",
    ),
    ("en", "german"): DeckNames(
        suits=("leaves", "hearts", "bells", "acorns"),
        suits_in_cards=("leaves", "hearts", "bells", "acorns"),
        symbols=("L", "♥", "B", "A"),
        ranks=tuple(_the(name) for name in ("nine", "Unter", "Ober", "king", "ten", "ace")),
        indices=("9", "U", "O", "K", "10", "A"),
        card="{rank} of {suit}",
    ),
    ("de", "french"): DeckNames(
        suits=_FRENCH_SUITS,
        suits_in_cards=_FRENCH_SUITS,
        symbols=tuple(SUIT_SYMBOLS),
        ranks=(
            _der("Neuner"),
            _der("Bub", "Buben"),
            _die("Dame"),
            _der("König"),
            _der("Zehner"),
            _das("Ass"),
        ),
        indices=("9", "B", "D", "K", "10", "A"),
        card="{suit}-{rank}",
    ),
    ("de", "german"): DeckNames(
        suits=_GERMAN_SUITS,
        suits_in_cards=("Laub", "Herz", "Schellen", "Eichel"),
        symbols=("L", "♥", "S", "E"),
        ranks=(
            _der("Neuner"),
            _der("Unter"),
            _der("Ober"),
            _der("König"),
            _der("Zehner"),
            _die("Sau"),
        ),
        indices=("9", "U", "O", "K", "10", "A"),
        card="{suit}-{rank}",
    ),
}
"""Names by language and deck."""
