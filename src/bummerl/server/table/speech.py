"""Words for scenes, remembered: the same few sentences are said again and again."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from bummerl.cards import CARD_NAMES, Card, Mask, Suit
from bummerl.players.registry import parse_spec
from bummerl.rules.moves import Seat
from bummerl.rules.variants import parse_rules
from bummerl.server.levels import level_name
from bummerl.server.table.events import Sitter
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


@functools.lru_cache(maxsize=256)
def level_of(bot: str) -> str:
    """The level of a bot by its player spec."""
    return parse_spec(bot).name


def names_in(sitters: Sequence[Sitter | None], words: Wording) -> tuple[str, str]:
    """By seat, bots by what their level is called in this language; empty where nobody sits."""
    first, second = [_name(sitter, words) for sitter in sitters]
    return first, second


def _name(sitter: Sitter | None, words: Wording) -> str:
    if sitter is None:
        return ""
    return sitter.name if sitter.bot is None else level_name(level_of(sitter.bot), words)


def name_for(seat: Seat, names: tuple[str, str], you: Seat | None) -> str | None:
    """How `about` speaks of a seat."""
    return None if seat == you else names[seat]
