"""Rule options and presets: a rule set is data (rules.md section 10).

`Rules` holds one value for each option; every combination is allowed and plays.  A preset is a
named row of values.  Its defaults are the preset ``soft``.  Nothing in Bummerl ever asks for the
name of a preset, only for options.

>>> rules = PRESETS["sharp"].with_(pair_lead="either", deck=24)
>>> str(rules)
'sharp(deck=24,pair_lead=either)'
>>> rules == parse_rules("sharp(pair_lead=either, deck=24)")
True
>>> rules.hand_size, rules.talon_size
(6, 12)
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from bummerl import cards
from bummerl.errors import RulesError, hint

Value = bool | int | str
"""What an option can be."""


def _option(default: Value, *others: Value) -> Any:
    """A field of `Rules`: its default, which is the preset ``soft``'s, and its other values."""
    return field(default=default, metadata={"choices": (default, *others)})


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One value for every rule option; immutable, hashable, printed as in SPN.

    Two rule sets are equal if all their options are, whatever preset they were made from.
    The clause ids point into docs/rules.md.

    Raises:
        RulesError: an option has a value it cannot take.
    """

    name: str = field(default="soft", compare=False)
    """Preset or alias these rules were made from; as given, for printing."""
    deck: int = _option(20, 24)
    """Cards in the pack: 20 (Schnapsen) or 24 (66). CARD-2"""
    pair_needs_trick: bool = _option(False, True)
    """A pair may be announced only after having won a trick. PAIR-4"""
    pair_lead: str = _option("either", "king")
    """Card of an announced pair that must be led: ``either`` or ``king``. PAIR-2"""
    pair_after_talon: bool = _option(True, False)
    """Pairs may be announced in strict play too. PAIR-5"""
    exchange_needs_trick: bool = _option(False, True)
    """The turned-up card may be exchanged only after having won a trick. XCHG-2"""
    exchange_min_talon: int = _option(2, 4)
    """Talon cards, the turned-up one included, needed to exchange: 2 or 4. XCHG-3"""
    close_needs_trick: bool = _option(False, True)
    """The talon may be closed only after having won a trick. CLOSE-3"""
    close_min_talon: int = _option(2, 4)
    """Talon cards needed to close: 2 or 4. CLOSE-2"""
    close_before_draw: bool = _option(False, True)
    """The winner of a trick may also close before anybody draws. CLOSE-4"""
    closed_counts: str = _option("at_close", "at_end")
    """Opponent's standing that counts when the closer wins: ``at_close``, ``at_end``. CLOSE-6"""
    failed_close_tricks: str = _option("at_close", "at_end")
    """When a failed close looks for an opponent's trick: ``at_close``, ``at_end``. CLOSE-7"""
    closed_defender: str = _option("penalty", "regular")
    """What a defender who goes out scores: ``penalty`` or ``regular``. CLOSE-8"""
    out: str = _option("declared", "automatic")
    """Reaching 66 must be ``declared`` or ends the deal (``automatic``). OUT-1"""
    false_out: str = _option("mirror", "two_or_three")
    """Cost of a false call: ``mirror`` or ``two_or_three``. OUT-4"""
    last_trick: str = _option("wins", "ten")
    """The last trick ``wins`` the deal or brings ``ten`` card points. LAST-1, LAST-2"""
    illegal_card: str = _option("lose_three", "refuse")
    """An illegal card is a Renonce (``lose_three``) or not accepted (``refuse``). PLAY-7"""
    tricks_visible: str = _option("own_and_first", "none", "last")
    """Tricks one may look back at: ``none``, ``last``, ``own_and_first``. PLAY-8"""
    points_visible: bool = _option(True, False)
    """A running count of one's own card points is shown. PLAY-9"""
    schneider_bummerls: int = _option(2, 1)
    """Bummerls for a game lost at seven: 1 or 2. SCORE-2"""
    match: int = field(default=2, metadata={"choices": ()})
    """Bummerls that win the match. SCORE-3"""
    drawn_deal_carries: bool = _option(True, False)
    """A drawn deal makes the next one worth a game point more. LAST-3"""

    hand_size: int = field(init=False, repr=False, compare=False)
    """Cards in a full hand: 5, or 6 with 24 cards. DEAL-2, DEAL-3"""
    lowest_rank: int = field(init=False, repr=False, compare=False)
    """Rank that exchanges: jack, or nine with 24 cards. XCHG-1"""

    def __post_init__(self) -> None:
        if self.name not in _BY_TEXT and self.name not in ALIASES:
            raise _unknown("there is no rule preset {name!r}; {hint}", self.name, PRESETS)
        for option in CHOICES:
            object.__setattr__(self, option, check_value(option, getattr(self, option)))
        schnapsen = self.deck == 20
        object.__setattr__(self, "hand_size", 5 if schnapsen else 6)
        object.__setattr__(self, "lowest_rank", cards.JACK if schnapsen else cards.NINE)

    @property
    def pack_mask(self) -> cards.Mask:
        """All cards of the pack."""
        return cards.PACK_MASKS[self.deck]

    @property
    def talon_size(self) -> int:
        """Talon cards after the deal, the turned-up one included: 10 or 12."""
        return self.deck - 2 * self.hand_size

    def with_(self, **changes: Value) -> Rules:
        """These rules with some options changed.

        Raises:
            RulesError: unknown option, or a value it cannot take.
        """
        for option in changes:
            _known_option(option)
        return dataclasses.replace(self, **changes)  # type: ignore[arg-type]

    def options(self) -> dict[str, Value]:
        """All options with their values, in rule-book order."""
        return {option: getattr(self, option) for option in CHOICES}

    def differences(self, other: Rules) -> dict[str, Value]:
        """The options, with these rules' values, in which they differ from `other`."""
        theirs = other.options()
        return {option: v for option, v in self.options().items() if v != theirs[option]}

    def __str__(self) -> str:
        changed = self.differences(PRESETS[self.name])
        if not changed:
            return self.name
        return f"{self.name}({','.join(f'{o}={format_value(v)}' for o, v in changed.items())})"


MOST_BUMMERLS: Final = 999_999_999
"""Any number of Bummerls can win a match; this one is far enough."""

CHOICES: Final[Mapping[str, tuple[Value, ...]]] = MappingProxyType(
    {f.name: f.metadata["choices"] for f in dataclasses.fields(Rules) if f.metadata}
)
"""Every option in the order of the rule book with the values it can take, the default first.

``match`` takes any whole number from 1 on and has no list.
"""


def check_value(option: str, value: Any) -> Value:
    """`value` if `option` can take it.

    Raises:
        RulesError: it cannot; the sentence names what it can.
    """
    choices = CHOICES[option]
    if not choices:
        if type(value) is int and 1 <= value <= MOST_BUMMERLS:
            return value
        raise RulesError(
            "rule option {option} is {value}, but must be a whole number from 1 to {most}",
            option=option,
            value=format_value(value),
            most=MOST_BUMMERLS,
        )
    if any(value == choice and type(value) is type(choice) for choice in choices):
        return value  # type: ignore[no-any-return]
    raise RulesError(
        "rule option {option} is {value}, but must be one of: {choices}",
        option=option,
        value=format_value(value),
        choices=", ".join(format_value(choice) for choice in choices),
    )


def format_value(value: Any) -> str:
    """An option's value as text: ``true``, ``2``, ``at_close``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_value(option: str, text: str) -> Value:
    """The value of `option` written as `text`.

    Raises:
        RulesError: unknown option or no such value.
    """
    _known_option(option)
    for choice in CHOICES[option]:
        if format_value(choice) == text.lower():
            return choice
    return check_value(option, int(text) if re.fullmatch("[0-9]{1,18}", text) else text)


def _known_option(option: str) -> None:
    if option not in CHOICES:
        raise _unknown("there is no rule option {name!r}; {hint}", option, CHOICES)


def _unknown(template: str, name: str, known: Iterable[str]) -> RulesError:
    return RulesError(template, name=name, hint=hint(name, known))


# Each row lists what differs from `soft`, whose values are the defaults above.
_BY_TEXT: Final[dict[str, dict[str, Value]]] = {
    "soft": {},
    "sharp": {
        "pair_needs_trick": True,
        "pair_lead": "king",
        "exchange_needs_trick": True,
        "exchange_min_talon": 4,
        "close_min_talon": 4,
        "tricks_visible": "none",
        "points_visible": False,
    },
    "tournament": {
        "closed_counts": "at_end",
        "tricks_visible": "none",
        "points_visible": False,
        "schneider_bummerls": 1,
    },
    "duel-schnapsen": {
        "pair_lead": "king",
        "exchange_needs_trick": True,
        "exchange_min_talon": 4,
        "closed_counts": "at_end",
        "closed_defender": "regular",
        "illegal_card": "refuse",
        "tricks_visible": "last",
        "schneider_bummerls": 1,
        "match": 1,
    },
    "app": {
        "out": "automatic",
        "illegal_card": "refuse",
        "tricks_visible": "last",
        "schneider_bummerls": 1,
        "match": 1,
    },
    "tavern": {
        "close_needs_trick": True,
        "closed_counts": "at_end",
        "illegal_card": "refuse",
        "tricks_visible": "last",
        "schneider_bummerls": 1,
        "match": 1,
    },
    "pagat": {
        "out": "automatic",
        "illegal_card": "refuse",
        "schneider_bummerls": 1,
    },
    "sixtysix": {
        "deck": 24,
        "last_trick": "ten",
    },
    "duel-66": {
        "deck": 24,
        "pair_needs_trick": True,
        "exchange_needs_trick": True,
        "exchange_min_talon": 4,
        "closed_counts": "at_end",
        "closed_defender": "regular",
        "illegal_card": "refuse",
        "tricks_visible": "last",
        "schneider_bummerls": 1,
        "match": 1,
    },
    "hoyle-66": {
        "deck": 24,
        "pair_after_talon": False,
        "exchange_needs_trick": True,
        "close_before_draw": True,
        "closed_counts": "at_end",
        "failed_close_tricks": "at_end",
        "false_out": "two_or_three",
        "last_trick": "ten",
        "illegal_card": "refuse",
        "tricks_visible": "none",
        "points_visible": False,
        "schneider_bummerls": 1,
        "match": 1,
    },
}

ALIASES: Final[Mapping[str, str]] = MappingProxyType({"schnapsen": "soft", "66": "sixtysix"})
"""Other names for presets."""

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {name: Rules(name=name, **changes) for name, changes in _BY_TEXT.items()}  # type: ignore[arg-type]
    | {alias: Rules(name=alias, **_BY_TEXT[name]) for alias, name in ALIASES.items()}  # type: ignore[arg-type]
)
"""Rules by preset name, aliases included; ``soft`` is the default everywhere."""

PRESET_NAMES: Final = tuple(_BY_TEXT)
"""The presets without aliases, in the order of the rule book."""

_RULES_TEXT: Final = re.compile(r"\s*(?P<name>[^()\s]+)\s*(?:\((?P<changes>[^()]*)\))?\s*")


@functools.lru_cache(maxsize=256)
def parse_rules(text: str) -> Rules:
    """Rules from text as in SPN: a preset or alias, changed options in brackets.

    >>> parse_rules("66").deck
    24

    Raises:
        RulesError: unknown preset or option, bad value, or malformed brackets.
    """
    found = _RULES_TEXT.fullmatch(text)
    if not found:
        raise RulesError(
            "rules are {text!r}, but should look like soft or sharp(pair_lead=either)", text=text
        )
    name = found["name"].lower()
    if name not in PRESETS:
        raise _unknown("there is no rule preset {name!r}; {hint}", name, PRESETS)
    changes: dict[str, Value] = {}
    for part in filter(None, map(str.strip, (found["changes"] or "").split(","))):
        option, equals, value = map(str.strip, part.partition("="))
        if not equals or option in changes:
            raise RulesError(
                "rules are {text!r}, but a changed option is written once as name=value", text=text
            )
        changes[option] = parse_value(option, value)
    return PRESETS[name].with_(**changes)
