"""What stands twice in a record must agree (SCORE-4, DEAL-1, DEAL-5)."""

from __future__ import annotations

from collections.abc import Iterator

from bummerl.errors import RulesError, SgnError
from bummerl.notation.records import DealRecord, write_points, write_result
from bummerl.notation.tags import check_tags
from bummerl.rules.dealing import Pack, deal
from bummerl.rules.moves import Seat
from bummerl.rules.variants import parse_rules
from bummerl.text import Text


def disagreements(record: DealRecord) -> list[SgnError]:
    """Every tag that disagrees with the cards or the moves, each at its place.

    A tag that cannot be at all is the only thing found then.

    >>> from bummerl.notation.records import record_of
    >>> from bummerl.rules.dealing import shuffled
    >>> start = deal(shuffled(20, seed=3), dealer=0)
    >>> record = record_of(start, start.resign(1), {"Dealer": "0"})
    >>> record.tags["Result"] = "0+1"
    >>> [str(error) for error in disagreements(record)]
    ['line 1, column 1: Result says 0+1, but the moves give 0+3']
    """
    try:
        check_tags(record.tags, record.tag_places, record.place)
    except SgnError as error:
        return [error]
    return [record.place_of(tag).sgn_error(reason) for tag, reason in _found(record)]


def _found(record: DealRecord) -> Iterator[tuple[str, Text]]:
    tags, start = record.tags, record.start
    if parse_rules(tags["Rules"]) != start.rules:
        yield (
            "Rules",
            Text(
                "Rules says {said}, but Start has {found}",
                said=tags["Rules"],
                found=str(start.rules),
            ),
        )
    if not sum(start.tricks) and record.dealer == start.leader:
        yield (
            "Dealer",
            Text(
                "Dealer says {said}, but in Start that seat leads the first trick",
                said=start.leader,
            ),
        )
    if record.pack is not None and (
        reason := _why_not_dealt(record, record.pack, 1 - start.leader)
    ):
        yield "Pack", reason
    yield from _about_the_end(record)


def _why_not_dealt(record: DealRecord, pack: Pack, dealer: Seat) -> Text | None:
    """Why `pack` does not give Start."""
    try:
        dealt = deal(pack, dealer, record.rules)
    except RulesError as error:
        return error.text
    start = record.start
    if (dealt.hands, dealt.talon, dealt.trick) == (start.hands, start.talon, start.trick):
        return None
    return Text("Pack does not deal the hands and the talon of Start")


def _about_the_end(record: DealRecord) -> Iterator[tuple[str, Text]]:
    tags, final = record.tags, record.final
    found = write_result(final.result)
    if tags["Result"] != found:
        yield (
            "Result",
            Text(
                "Result says {said}, but the moves give {found}", said=tags["Result"], found=found
            ),
        )
    reason = tags.get("Reason")
    if final.result is None:
        if reason is not None:
            yield "Reason", Text("an unfinished deal has no Reason")
    elif reason is None:
        yield "Reason", Text("the tag {name} is missing", name="Reason")
    elif reason != final.result.reason:
        yield (
            "Reason",
            Text(
                "Reason says {said}, but the moves give {found}",
                said=reason,
                found=final.result.reason,
            ),
        )
    points = record.points
    if points is not None and final.result is None:
        yield "Points", Text("an unfinished deal has no Points")
    elif points is not None and points != final.points:
        yield (
            "Points",
            Text(
                "Points says {said}, but the moves give {found}",
                said=tags["Points"],
                found=write_points(final),
            ),
        )
