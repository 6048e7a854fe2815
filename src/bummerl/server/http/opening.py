"""Opening tables: what was asked for, as the specification of a table."""

from __future__ import annotations

import secrets
import time
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.errors import BummerlError
from bummerl.match.clock import CONTROLS, parse_control
from bummerl.match.ratings import family_of
from bummerl.rules.variants import ALIASES, PRESETS, Rules, parse_rules
from bummerl.server.people import Person
from bummerl.server.refusals import BadRequest, Conflict
from bummerl.server.store import games, ratings
from bummerl.server.store.engine import now
from bummerl.server.table.events import Sitter, TableSpec

MOST_MATCH: Final = 9
"""Bummerls that a match may go to."""
_LONGEST_RULES: Final = 400
MOST_AT_ONCE: Final = 30
"""Tables of one person that something has happened at lately."""
_LATELY: Final = 15 * 60_000
"""Milliseconds."""


async def check_room(session: AsyncSession, person: Person) -> None:
    """Whether somebody may open one table more.

    Raises:
        Conflict: there are too many already.
    """
    if await games.count_of(session, person.id, now() - _LATELY) >= MOST_AT_ONCE:
        raise Conflict("you sit at {count} tables already; finish some first", count=MOST_AT_ONCE)


def checked_rules(text: str, match: int | None) -> Rules:
    """The rules asked for, with the Bummerls that win the match.

    Raises:
        BadRequest: there are no such rules; or not to so many Bummerls.
    """
    try:
        rules = parse_rules(text)
    except BummerlError as error:
        raise BadRequest(error.text) from None
    if rules.name in ALIASES:  # one name for the same rules, so that lists can be filtered
        plain = PRESETS[ALIASES[rules.name]]
        rules = plain.with_(**rules.differences(plain))
    rules = rules.with_(match=match) if match is not None else rules
    if rules.match > MOST_MATCH:
        raise BadRequest("a match goes to {most} Bummerls at most", most=MOST_MATCH)
    return rules


def checked_control(text: str) -> str:
    """The time control asked for.

    Raises:
        BadRequest: it is none that is offered.
    """
    offered = [str(control) if control else "none" for control in CONTROLS]
    try:
        control = parse_control(text)
    except BummerlError as error:
        raise BadRequest(error.text) from None
    if control not in CONTROLS:
        raise BadRequest("choose one of these time controls: {offered}", offered=", ".join(offered))
    return text


def spec_of(
    rules: Rules,
    control: str,
    *,
    practice: bool = False,
    rated: bool = False,
    private: bool = False,
) -> TableSpec:
    """How a table is opened today."""
    return TableSpec(
        rules=str(rules),
        control=control,
        practice=practice,
        rated=rated,
        private=private,
        date=time.strftime("%Y.%m.%d", time.gmtime()),
    )


async def sitter_of(session: AsyncSession, person: Person, rules: Rules) -> Sitter:
    """A person as they sit down, with their rating for these rules."""
    family = family_of(rules)
    kept = (await ratings.of_person(session, person.id)).get(family)
    if kept is None:
        return Sitter(name=person.name, user=person.id)
    rating = kept.now(now() / 1000)
    return Sitter(
        name=person.name,
        user=person.id,
        rating=round(rating.value),
        provisional=rating.provisional,
    )


def seated(mine: Sitter, other: Sitter | None, seat: str) -> tuple[Sitter | None, Sitter | None]:
    """Both by seat; `seat` is the first one's: ``first``, ``second`` or ``random``."""
    first = seat == "first" or (seat == "random" and bool(secrets.randbits(1)))
    return (mine, other) if first else (other, mine)
