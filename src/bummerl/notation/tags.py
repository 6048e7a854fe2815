"""The tags of a record: which there are, in which order and form, and the start they describe."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from bummerl.errors import BummerlError, SgnError
from bummerl.notation.spn import parse_spn
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.scoring import REASONS
from bummerl.rules.variants import parse_rules
from bummerl.text import Text

TAG_ORDER: Final = (
    "SGN",
    "Rules",
    "Event",
    "Date",
    "Match",
    "Game",
    "Deal",
    "Dealer",
    "Seat0",
    "Seat1",
    "Pack",
    "Bummerls",
    "Carry",
    "Start",
    "Result",
    "Reason",
    "Points",
)
"""The known tags in canonical order; others follow by name."""
REQUIRED_TAGS: Final = ("SGN", "Rules", "Deal", "Dealer", "Start", "Result")
"""Tags no record can do without; a finished deal needs ``Reason`` too."""

_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9_]*")
_NUMBER: Final = (re.compile("[0-9]{1,9}"), Text("a whole number"))
_FORMS: Final[dict[str, tuple[re.Pattern[str], Text]]] = {
    "SGN": (re.compile("1"), Text("1, the version of the format")),
    "Match": _NUMBER,
    "Game": _NUMBER,
    "Deal": _NUMBER,
    "Dealer": (re.compile("[01]"), Text("the seat 0 or 1")),
    "Pack": (
        re.compile(r"(?:\s*[SHDC][ATKQJ9]){20,24}\s*", re.IGNORECASE | re.ASCII),
        Text("the cards from the top of the pack, two letters each"),
    ),
    "Bummerls": (
        re.compile("[0-9]{1,4}:[0-9]{1,4}"),
        Text("the Bummerls each seat has hung on the other, as in 1:0"),
    ),
    "Carry": (re.compile("[0-9]{1,4}"), Text("a whole number")),
    "Result": (
        re.compile(r"[01]\+[1-3]|=|\*"),
        Text("winner + game points as in 0+2, or = when drawn, or * when unfinished"),
    ),
    "Reason": (
        re.compile("|".join(REASONS)),
        Text("one of: {choices}", choices=", ".join(REASONS)),
    ),
    "Points": (
        re.compile("[0-9]{1,3}-[0-9]{1,3}"),
        Text("the card points at the end by seat, as in 77-5"),
    ),
}
"""What the values of known tags look like, for the program and for people."""
_NUMERIC: Final = {"Match", "Game", "Deal", "Bummerls", "Carry", "Points"}


class Place(NamedTuple):
    """Where something stands in a text; line and column count from 1."""

    line: int = 1
    column: int = 1
    file: str | None = None

    def sgn_error(self, template: str | Text, /, **values: Any) -> SgnError:
        """The error that something is wrong here."""
        reason = template if isinstance(template, Text) else Text(template, **values)
        return SgnError(reason, line=self.line, column=self.column, file=self.file)


def check_tags(tags: Mapping[str, str], places: Mapping[str, Place], place: Place) -> None:
    """Refuses tags of which one cannot be, or is missing: an error at its place, or at `place`.

    Raises:
        SgnError: the first of them.
    """
    for name, value in tags.items():
        if not _NAME.fullmatch(name):
            raise places.get(name, place).sgn_error(
                "{name!r} is no tag name; it must be a letter, then letters, digits or _", name=name
            )
        pattern, expected = _FORMS.get(name, (None, None))
        if pattern is not None and not pattern.fullmatch(value):
            raise places.get(name, place).sgn_error(
                "the tag {name} is {value!r}, but must be {expected}",
                name=name,
                value=value,
                expected=expected,
            )
    for name in REQUIRED_TAGS:
        if name not in tags:
            raise place.sgn_error("the tag {name} is missing", name=name)
    try:
        parse_rules(tags["Rules"])
    except BummerlError as error:
        raise places.get("Rules", place).sgn_error(error.text) from None


def start_position(tags: Mapping[str, str], places: Mapping[str, Place], place: Place) -> Position:
    """The first position that the tags describe, with score and forehand; checks all tags.

    Raises:
        SgnError: as `check_tags`, or Start cannot be read or does not show all cards.
    """
    check_tags(tags, places, place)
    try:
        start = parse_spn(tags["Start"])
    except BummerlError as error:
        raise places.get("Start", place).sgn_error(error.text) from None
    if not isinstance(start, Position):
        raise places.get("Start", place).sgn_error(
            "Start leaves cards unknown with ?, but a record needs every card"
        )
    first, second = map(int, tags.get("Bummerls", "0:0").split(":"))
    score = Score(start.needed, (first, second), int(tags.get("Carry", 0)))
    forehand = 1 - int(tags["Dealer"]) if start.forehand is None else start.forehand
    return dataclasses.replace(start, score=score, forehand=forehand)


def in_tag_order(names: Iterable[str]) -> list[str]:
    """Tag names in canonical order."""
    given = set(names)
    return [*(n for n in TAG_ORDER if n in given), *sorted(given.difference(TAG_ORDER))]


def canonical_value(name: str, value: str) -> str:
    """The value of a checked tag in its one form: on one line, numbers without leading zeros.

    >>> canonical_value("Bummerls", "01:00"), canonical_value("Event", "Open" + chr(10) + "2026")
    ('1:0', 'Open 2026')
    """
    if name in _NUMERIC:
        return re.sub(r"\b0+(?=[0-9])", "", value)
    if name == "Rules":
        return str(parse_rules(value))
    if name == "Pack":
        return "".join(value.split()).upper()
    return re.sub("\r\n|\r|\n", " ", value)
