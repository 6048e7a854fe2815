"""What can be announced: settings in canonical form, or an error that says what cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from bummerl.errors import TournamentError
from bummerl.rules.variants import parse_rules
from bummerl.text import N_, Text
from bummerl.tournament.cash import format_money
from bummerl.tournament.draw import LARGEST, SMALLEST, is_power_of_two
from bummerl.tournament.entries import clean_title
from bummerl.tournament.events import Settings

HIGHEST_PRICE: Final = 10_000_00
"""Of a card, in hundredths."""
MOST_BOARDS: Final = 999
ALWAYS_OPEN: Final = frozenset(
    {"name", "boards", "prize_names", "club_prize", "public_names", "date", "place", "currency"}
)
"""What may be changed after the draw, too; all else is fixed then (TOUR-10)."""
LABELS: Final[Mapping[str, str]] = {
    "rules": N_("rules"),
    "cards": N_("cards issued"),
    "max_per_person": N_("cards a person may hold"),
    "price": N_("price of a card"),
    "rebuy_until": N_("last round for cards bought again"),
    "rebuy_price": N_("price of a card bought again"),
    "prizes": N_("number of prizes"),
    "one_prize_each": N_("one prize each"),
    "third_place": N_("matches for places 3 and 4"),
    "places_5_8": N_("matches for places 5 to 8"),
    "lists": N_("lists of their own"),
    "boards": N_("boards"),
    "danish": N_("Danish stage"),
}
"""What people call the settings that errors are about."""
_MONEY: Final = ("price", "rebuy_price")
_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "max_per_person": (1, LARGEST),
    "price": (0, HIGHEST_PRICE),
    "rebuy_price": (0, HIGHEST_PRICE),
    "rebuy_until": (0, 32),
    "prizes": (1, LARGEST),
    "boards": (0, MOST_BOARDS),
}


def checked(settings: Settings) -> Settings:
    """Settings in canonical form.

    Raises:
        TournamentError: a setting cannot be.
        RulesError: there are no such rules.
    """
    name = clean_title(settings.name)
    check_cards(settings.cards)
    for option, (least, most) in _RANGES.items():
        value = getattr(settings, option)
        if value is not None and not least <= value <= most:
            shown = format_money if option in _MONEY else str
            raise TournamentError(
                "{setting}: {value} cannot be; it must be from {least} to {most}",
                setting=Text(LABELS[option]),
                value=shown(value),
                least=shown(least),
                most=shown(most),
            )
    _check_danish(settings)
    groups = [entry.group for entry in settings.lists]
    for entry in settings.lists:
        clean_title(entry.group)
        if groups.count(entry.group) > 1 or not 1 <= entry.prizes <= LARGEST:
            raise TournamentError(
                "the list for {group} needs a number of prizes, and stands there once",
                group=entry.group,
            )
    return msgspec.structs.replace(settings, name=name, rules=str(parse_rules(settings.rules)))


def altered(settings: Settings, **changes: Any) -> Settings:
    """Settings with some of them changed."""
    return msgspec.structs.replace(settings, **changes)


def check_cards(cards: int) -> None:
    """Whether so many cards can be issued (TOUR-1).

    Raises:
        TournamentError: they cannot.
    """
    if not (SMALLEST <= cards <= LARGEST and is_power_of_two(cards)):
        raise TournamentError(
            "{cards} cards cannot be issued: it must be 8, 16, 32, 64, 128, 256, 512 or 1024",
            cards=cards,
        )


def _check_danish(settings: Settings) -> None:
    stage = settings.danish
    if stage is None:
        return
    if not 1 <= stage.rounds <= 32:
        raise TournamentError(
            "the Danish stage has {rounds} rounds, but must have 1 to 32", rounds=stage.rounds
        )
    if not (is_power_of_two(stage.qualifiers) and 2 <= stage.qualifiers <= settings.cards):
        raise TournamentError(
            "so many cards cannot qualify: {qualifiers}; it must be 2, 4, 8, 16 and so on, and not "
            "more than are issued",
            qualifiers=stage.qualifiers,
        )
    if not stage.keys or len(set(stage.keys)) < len(stage.keys):
        raise TournamentError("the ranking needs one key at least, and each only once")


def named(settings: Iterable[str]) -> Text:
    """Several settings as people call them, with commas between.

    >>> str(named(["prizes", "rules"]))
    'number of prizes, rules'
    """
    first, *others = (Text(LABELS[setting]) for setting in settings)
    for other in others:
        first = Text("{first}, {second}", first=first, second=other)
    return first
