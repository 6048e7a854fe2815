"""Words for scenes, remembered: the same few sentences are said again and again."""

from __future__ import annotations

import functools

from bummerl.cards import CARD_NAMES, Card, Mask, Suit
from bummerl.rules.moves import Seat
from bummerl.rules.variants import parse_rules
from bummerl.text import Text
from bummerl.words.moment import sorted_hand
from bummerl.words.names import Deck, Language
from bummerl.words.rulebook import name_of
from bummerl.words.wording import Wording


@functools.cache
def wording(language: Language, deck: Deck) -> Wording:
    """The one `Wording` of a language and a deck, so that it can be a key."""
    return Wording(language, deck)


@functools.lru_cache(maxsize=1 << 12)
def sentence(text: Text, words: Wording) -> str:
    """A reason as a sentence."""
    return words.sentence(text)


@functools.lru_cache(maxsize=1 << 10)
def said(template: str, words: Wording) -> str:
    """A text without values."""
    return words.say(template)


@functools.lru_cache(maxsize=1 << 10)
def about(template: str, template_you: str, who: str | None, words: Wording) -> str:
    """A sentence about somebody by name, or to the reader (None)."""
    return words.say(template_you) if who is None else words.say(template, who=who)


@functools.lru_cache(maxsize=1 << 10)
def rules_name(rules: str, words: Wording) -> str:
    """What people call the rules with this canonical text."""
    return name_of(parse_rules(rules), words)


@functools.lru_cache(maxsize=1 << 12)
def hand_tokens(hand: Mask, trump: Suit) -> tuple[str, ...]:
    """The cards of a hand from left to right, trumps first."""
    return tuple(CARD_NAMES[card] for card in sorted_hand(hand, trump, True))


def tokens(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Cards as they go over the wire."""
    return tuple([CARD_NAMES[card] for card in cards])


def name_for(seat: Seat, names: tuple[str, str], you: Seat | None) -> str | None:
    """How `about` speaks of a seat."""
    return None if seat == you else names[seat]
