"""What somebody wants, and the events it makes.

Nothing here changes a table: events are written to the database first, and then applied.  All is
pure: the moment `at` (milliseconds since 1970) and secrets come from the caller.  A moment before
the table's last event counts as that event's.
"""

from __future__ import annotations

from typing import Final

import msgspec

from bummerl.errors import IllegalMoveError
from bummerl.notation.tokens import MOVE_TOKENS, write_move
from bummerl.rules.moves import RESIGN, TIME, Move, Seat
from bummerl.rules.view import View
from bummerl.server import wire
from bummerl.server.table.events import (
    Cancelled,
    Claimed,
    Events,
    GaveUp,
    Left,
    Moved,
    Paused,
    RematchOffered,
    Resumed,
    Returned,
    Said,
    Seated,
    Sitter,
    TableSpec,
    TakenBack,
)
from bummerl.server.table.preparing import commit, due, reveal
from bummerl.server.table.refusal import Code, Refused
from bummerl.server.table.state import Table
from bummerl.server.table.undo import moves_to_keep
from bummerl.text import Text

__all__ = [
    "Code",
    "Refused",
    "bot_moved",
    "bot_to_move",
    "bot_view",
    "cancelled",
    "decide",
    "due",
    "left",
    "next_moment",
    "paused",
    "rematch_spec",
    "resumed",
    "returned",
    "seated",
    "wants_rematch",
]

MOST_SAID: Final = 5
"""Phrases of one seat within `SAID_IN`: each is kept for ever."""
SAID_IN: Final = 10_000
"""Milliseconds."""
_MOVES: Final = {
    token: move for move, token in enumerate(MOVE_TOKENS) if move not in (RESIGN, TIME)
}


def decide(table: Table, command: wire.AnyCommand, seat: Seat | None, at: int) -> Events:
    """The events that `command` of whoever sits at `seat` (None: a spectator) makes.

    Commands that are no business of the table make none, but are refused where they are not
    allowed: `wire.Hint`, `wire.Words`, `wire.Ping`.

    Raises:
        Refused: it cannot be done; nothing happens.
    """
    if isinstance(command, wire.Words | wire.Ping):
        return ()
    if seat is None:
        raise Refused("not_yours", "only who sits at the table can do that")
    if table.paused:
        raise Refused("not_now", "the server takes a break; it goes on in a moment")
    at = max(at, table.at)
    match command:
        case wire.Play():
            return _play(table, command, seat, at)
        case wire.Commit():
            return commit(table, command, seat, at)
        case wire.Reveal():
            return reveal(table, command, seat, at)
        case wire.GiveUp():
            return _give_up(table, command, seat, at)
        case wire.Claim():
            return _claim(table, command, seat, at)
        case wire.Undo():
            return _undo(table, command, seat, at)
        case wire.Hint():
            return _hint(table, command, seat)
        case wire.Say(phrase=phrase):
            return _say(table, phrase, seat, at)
        case wire.Rematch():
            return _rematch(table, seat, at)


# ---- playing -----------------------------------------------------------------------------


def _play(table: Table, command: wire.Play, seat: Seat, at: int) -> Events:
    match = table.match
    if match is None or match.deal_over:
        raise Refused("not_now", "there is no deal to play in now")
    _check_version(table, command.version)
    position = match.position
    if position.to_move != seat:
        raise Refused("not_now", "it is not your turn")
    move = _MOVES.get(command.move)
    if move is None:
        raise Refused("illegal", "{text!r} is no move", text=command.move)
    # a card that would lose the deal is refused too (PLAY-7): a screen offers only legal moves
    reason = position.why_illegal(move)
    if reason is not None:
        raise Refused("illegal", reason)
    return (Moved(at=at, seat=seat, move=write_move(move)),)


def _check_version(table: Table, version: int) -> None:
    if version != table.version:
        raise Refused("stale", "the table has changed since; look again")


def _give_up(table: Table, command: wire.GiveUp, seat: Seat, at: int) -> Events:
    match, scope = table.match, command.scope
    if match is None:
        if table.cancelled or scope != "match":
            raise Refused("not_now", "there is nothing to give up yet")
        return (Cancelled(at=at, seat=seat),)
    if match.over:
        raise Refused("not_now", "the match is over")
    if scope == "deal" and match.deal_over:
        raise Refused("not_now", "the deal is over")
    if scope == "bummerl" and match.game_over:
        raise Refused("not_now", "the Bummerl is over")
    return (GaveUp(at=at, seat=seat, scope=scope),)


def _claim(table: Table, command: wire.Claim, seat: Seat, at: int) -> Events:
    if command.reason == "flag":
        if not table.may_claim_flag(seat, at):
            raise Refused("not_now", "the other's time is not used up, or yours is")
    elif not table.may_claim_absence(seat, at):
        raise Refused("not_now", "the other has not been away for long enough")
    elif table.match is None:
        return (Cancelled(at=at),)  # there is no Bummerl to claim before the first deal
    return (Claimed(at=at, seat=seat, reason=command.reason),)


def _undo(table: Table, command: wire.Undo, seat: Seat, at: int) -> Events:
    _check_practice(table)
    assert table.match is not None
    _check_version(table, command.version)
    kept = moves_to_keep(table.match, seat)
    if isinstance(kept, Text):
        raise Refused("not_now", kept)
    return (TakenBack(at=at, seat=seat, moves=kept),)


def _hint(table: Table, command: wire.Hint, seat: Seat) -> Events:
    _check_practice(table)
    _check_version(table, command.version)
    if table.to_move != seat:
        raise Refused("not_now", "it is not your turn")
    return ()


def _say(table: Table, phrase: str, seat: Seat, at: int) -> Events:
    if table.cancelled:
        raise Refused("not_now", "the table was closed before the first deal")
    lately = [
        step
        for step in table.steps
        if isinstance(step.event, Said) and step.event.seat == seat and at - step.event.at < SAID_IN
    ]
    if len(lately) >= MOST_SAID:
        raise Refused("not_now", "that was too often; please wait a while")
    return (Said(at=at, seat=seat, phrase=phrase),)


def _check_practice(table: Table) -> None:
    if not table.spec.practice:
        raise Refused("not_now", "that is possible only in practice games")
    if table.match is None:
        raise Refused("not_now", "there is no deal to play in now")


# ---- coming and going --------------------------------------------------------------------


def seated(table: Table, seat: Seat, sitter: Sitter, at: int) -> Events:
    """Somebody takes a seat.

    Raises:
        Refused: it is taken, the person has the other one, or the table is closed.
    """
    if table.cancelled:
        raise Refused("not_now", "the table was closed before the first deal")
    if sitter.user is not None and table.seat_of(sitter.user) is not None:
        raise Refused("not_now", "you sit at this table already")
    if table.sitters[seat] is not None:
        raise Refused("not_now", "the seat is taken")
    return (Seated(at=max(at, table.at), seat=seat, sitter=sitter),)


def left(table: Table, seat: Seat, at: int) -> Events:
    """The last connection of a person is lost; nothing new if it was."""
    if not table.here[seat] or table.is_bot(seat):
        return ()
    return (Left(at=max(at, table.at), seat=seat),)


def returned(table: Table, seat: Seat, at: int) -> Events:
    """A person is connected; nothing new if it was."""
    if table.here[seat] or table.sitters[seat] is None:
        return ()
    return (Returned(at=max(at, table.at), seat=seat),)


def paused(table: Table, at: int) -> Events:
    """The server stops; nothing new where nothing goes on any more."""
    if table.paused or table.phase in ("waiting", "over", "cancelled"):
        return ()
    return (Paused(at=max(at, table.at)),)


def resumed(table: Table, at: int) -> Events:
    """Play goes on, after a pause or a crash; nothing new where nothing does."""
    if table.phase in ("waiting", "over", "cancelled") and not table.paused:
        return ()
    return (Resumed(at=max(at, table.at)),)


def cancelled(table: Table, at: int) -> Events:
    """The table is closed; nothing new if it was.

    Raises:
        Refused: cards have been dealt.
    """
    if table.cancelled:
        return ()
    if table.match is not None:
        raise Refused("not_now", "the match has begun; it can only be given up")
    return (Cancelled(at=max(at, table.at)),)


# ---- bots --------------------------------------------------------------------------------


def bot_to_move(table: Table) -> Seat | None:
    """The seat of the bot whose turn it is; None if it is nobody's or a person's."""
    seat = table.to_move
    return seat if seat is not None and table.is_bot(seat) and not table.paused else None


def bot_view(table: Table) -> View:
    """What the bot to move knows, with a perfect memory."""
    seat = bot_to_move(table)
    assert seat is not None
    assert table.match is not None
    return table.match.position.view(seat)


def bot_moved(table: Table, seat: Seat, move: Move, at: int, version: int | None = None) -> Events:
    """The bot at `seat` has made up its mind; a Renonce costs it the deal (PLAY-7).

    `version` is that of the table when its view was taken, so that a thought which an undo has
    overtaken is not played.

    Raises:
        IllegalMoveError: the rules do not allow the move.
        Refused: it is not its turn any more.
    """
    if bot_to_move(table) != seat or version not in (None, table.version):
        raise Refused("stale", "the table has changed since; look again")
    assert table.match is not None
    if move == TIME:
        raise IllegalMoveError("that is not possible")
    table.match.position.play(move)
    return (Moved(at=max(at, table.at), seat=seat, move=write_move(move)),)


# ---- what comes of time ------------------------------------------------------------------


def next_moment(table: Table, after: int = 0) -> int | None:
    """The next moment later than `after` when what may be claimed changes by time alone.

    That is when the time of whoever is to move is used up, or a grace or patience ends.
    """
    if table.paused or table.phase in ("waiting", "over", "cancelled"):
        return None
    moments = []
    clock = table.clock
    if clock is not None and clock.since is not None and clock.turn is not None:
        moments.append(clock.since + clock.remaining[clock.turn])
    for grace in (table.grace, table.patience):
        if grace.since is not None:
            moments += [grace.since + left for left in grace.remaining if left]
    return min((moment for moment in moments if moment > after), default=None)


# ---- once more ---------------------------------------------------------------------------


def _rematch(table: Table, seat: Seat, at: int) -> Events:
    if table.phase != "over":
        raise Refused("not_now", "the match is not over")
    if seat in table.rematch:
        return ()
    return (RematchOffered(at=at, seat=seat),)


def wants_rematch(table: Table) -> bool:
    """Whether another table is to be opened now: everybody wants it, a bot always does."""
    return (
        table.phase == "over"
        and table.rematch_table is None
        and bool(table.rematch)
        and all(seat in table.rematch or table.is_bot(seat) for seat in (0, 1))
    )


def rematch_spec(
    table: Table, date: str | None = None
) -> tuple[TableSpec, tuple[Sitter | None, Sitter | None]]:
    """How the table of a rematch is opened on `date`, and who sits where: as at this one.

    It is no match of a tournament any more.
    """
    spec = msgspec.structs.replace(table.spec, date=date, rematch_of=table.id, tournament=None)
    first, second = table.sitters
    return spec, (first, second)
