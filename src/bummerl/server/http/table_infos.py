"""Rows of tables as answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bummerl.rules.variants import Rules, parse_rules
from bummerl.server.http import game_shapes, shapes
from bummerl.server.levels import level_name
from bummerl.server.people import Person
from bummerl.server.store.models import DealRow, TableRow
from bummerl.server.wire import Phase
from bummerl.words.rulebook import name_of
from bummerl.words.wording import Wording


def table_info(
    row: TableRow, person: Person | None, wording: Wording, base: str
) -> shapes.TableInfo:
    """A table as `person` sees it."""
    rules = rules_of(row)
    names, bots = names_of(row, wording), bots_of(row)
    free = [seat for seat in (0, 1) if row.phase == "waiting" and names[seat] is None]
    return shapes.TableInfo(
        id=row.id,
        phase=cast("Phase", row.phase),
        names=names,
        bots=bots,
        rules=row.rules,
        rules_name=name_of(rules, wording),
        match=rules.match,
        control=row.control,
        rated=row.rated,
        practice=row.practice,
        private=row.private,
        open_seat=free[0] if free else None,
        mine=seat_of(row, person),
        bummerls=[row.bummerls0, row.bummerls1],
        opened=row.opened,
        url=f"{base}/{'join' if free else 'table'}/{row.id}",
    )


def game_info(
    row: TableRow, deals: Sequence[DealRow], person: Person | None, wording: Wording
) -> game_shapes.Game:
    """A game of the history."""
    rules = rules_of(row)
    return game_shapes.Game(
        id=row.id,
        opened=row.opened,
        names=names_of(row, wording),
        bots=bots_of(row),
        rules=row.rules,
        rules_name=name_of(rules, wording),
        match=rules.match,
        control=row.control,
        rated=row.rated,
        practice=row.practice,
        private=row.private,
        bummerls=[row.bummerls0, row.bummerls1],
        winner=row.winner,
        my_seat=seat_of(row, person),
        phase=cast("Phase", row.phase),
        deals=[
            game_shapes.DealInfo(
                number=deal.number,
                winner=deal.winner,
                game_points=deal.game_points,
                reason=deal.reason,
                bummerl=deal.facts["bummerl"],
                needed=deal.facts["needed"],
                bummerls=deal.facts["bummerls"],
            )
            for deal in deals
        ],
    )


def rules_of(row: TableRow) -> Rules:
    """The rules of a table."""
    return parse_rules(row.rules)


def names_of(row: TableRow, wording: Wording) -> list[str | None]:
    """Who sits there by seat, bots by their level; None: nobody."""
    bots = bots_of(row)
    names: list[str | None] = []
    for seat, user in enumerate((row.seat0, row.seat1)):
        bot, name = bots[seat], row.names.get(str(seat))
        if bot is not None:
            name = level_name(bot, wording)
        elif not name:
            name = wording.say("Somebody") if user is not None else None
        names.append(name)
    return names


def bots_of(row: TableRow) -> list[str | None]:
    """Levels of the bots by seat."""
    return [row.names.get(f"bot{seat}") for seat in (0, 1)]


def seat_of(row: TableRow, person: Person | None) -> int | None:
    """Where `person` sits."""
    if person is not None:
        for seat, user in enumerate((row.seat0, row.seat1)):
            if user == person.id:
                return seat
    return None
