"""What history and ratings hear of a table: deals and Bummerls that are over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from bummerl.match.bummerl import MatchDeal
from bummerl.notation.records import DealRecord
from bummerl.rules.moves import Seat
from bummerl.server.store.event_log import Summary
from bummerl.server.table.events import AnyEvent, Claimed, GaveUp, Sitter, TableSpec
from bummerl.server.table.state import Table
from bummerl.server.table.steps import Step
from bummerl.words.tell import Cause


class FinishedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that is over.

    It may be told again with another outcome: whoever gives up between two deals changes that of
    the one on the table.
    """

    number: int
    """From 1, through the match."""
    bummerl: int
    """Number of its Bummerl, from 1."""
    at: int
    """When it ended, in milliseconds since 1970."""
    deal: MatchDeal
    record: DealRecord
    """With the tags that verify it."""
    cause: Cause | None
    """Of a Bummerl or match that was forfeited in it, or behind it; None if none was."""
    spec: TableSpec
    sitters: tuple[Sitter, Sitter]


class FinishedBummerl(msgspec.Struct, frozen=True, kw_only=True):
    """A Bummerl that is over."""

    number: int
    """From 1."""
    at: int
    """When it ended, in milliseconds since 1970."""
    winner_seat: Seat
    winner: str | None
    """User id; None for a bot."""
    loser: str | None
    """User id; None for a bot."""
    spec: TableSpec
    sitters: tuple[Sitter, Sitter]


Finished = FinishedDeal | FinishedBummerl


def finished_by(table: Table, step: Step) -> Iterator[Finished]:
    """What is over by the step that the table has just taken."""
    match = table.match
    if match is None or not (step.deal_ended or step.bummerl_ended):
        return
    first, second = table.sitters
    assert first is not None
    assert second is not None
    last, sitters, at = match.results[-1], (first, second), step.event.at
    if step.deal_ended:
        yield FinishedDeal(
            number=last.deal_number,
            bummerl=last.game,
            at=at,
            deal=last,
            record=match.records()[-1],
            cause=_cause(step.event),
            spec=table.spec,
            sitters=sitters,
        )
    winner = match.game_winner
    if step.bummerl_ended and winner is not None:
        yield FinishedBummerl(
            number=last.game,
            at=at,
            winner_seat=winner,
            winner=sitters[winner].user,
            loser=sitters[1 - winner].user,
            spec=table.spec,
            sitters=sitters,
        )


def _cause(event: AnyEvent) -> Cause | None:
    match event:
        case Claimed(reason="flag"):
            return "time"
        case Claimed():
            return "absence"
        case GaveUp(scope="bummerl" | "match"):
            return "given up"
    return None


def all_finished(table_id: str, events: Iterable[AnyEvent]) -> list[Finished]:
    """Everything that has ended in a table's log, oldest first."""
    table, found = Table(table_id), list[Finished]()
    for event in events:
        found.extend(finished_by(table, table.apply(event)))
    return found


def summary_of(table: Table) -> Summary:
    """What the table's row says."""
    match = table.match
    over = 0 if match is None else match.deal_number - (not match.deal_over)
    names: dict[str, str | None] = {}
    for seat, sitter in enumerate(table.sitters):
        names[str(seat)] = None if sitter is None else sitter.name
        names[f"bot{seat}"] = None if sitter is None else sitter.bot
    users = [None if sitter is None else sitter.user for sitter in table.sitters]
    first, second = (0, 0) if match is None else match.score_after.bummerls
    return Summary(
        phase=table.phase,
        seat0=users[0],
        seat1=users[1],
        names=names,
        bummerls=(first, second),
        winner=None if match is None else match.winner,
        deals=over,
    )
