"""The line protocol between Bummerl and programs that play: one JSON object a line, both ways.

A request is a view and what its text cannot say; an answer is a move.  Everything is described
for authors of programs in docs/bots.md.  `bummerl.players.bot` answers requests with our players,
`bummerl.players.external` asks foreign programs.

>>> from bummerl.notation.spn import parse_spn
>>> view = parse_spn("soft CQJ/?1 H ?7+HA 1@0.0 1:CA 6.1/31.3 SQHTKQJDQJCT 7:7")
>>> line = write_request(view, time=0.15)
>>> print(line)
{"seat": 0, "view": "soft CQJ/?1 H ?7+HA 1@0.0 1:CA 6.1/31.3 SQHTKQJDQJCT 7:7", "time": 0.15}
>>> view, seconds = read_request(line)
>>> write_answer(read_answer('{"move": "CQ"}', view))
'{"move": "CQ"}'
"""

from __future__ import annotations

import json
import math
import reprlib
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bummerl.errors import BummerlError, NotationError, PlayerError, ViewError
from bummerl.notation.spn import parse_spn, write_spn
from bummerl.notation.tokens import MOVE_TOKENS, parse_move, write_move
from bummerl.rules.moves import CLOSE, RESIGN, TIME, Move, Seat, is_card
from bummerl.rules.position import Position
from bummerl.rules.recall import recall
from bummerl.rules.score import Score
from bummerl.rules.view import View
from bummerl.text import Text

_MOVES: Final = {token: move for move, token in enumerate(MOVE_TOKENS)}
_MOST: Final = 1_000_000
"""The most Bummerls, carried points or seconds that are believed."""


class OffenceError(PlayerError):
    """A program did not keep the protocol; `kind` names the offence as `bummerl bot-check` does.

    It is one of ``late``, ``died``, ``not_json``, ``no_move``, ``unknown_move`` and ``illegal``.
    """

    def __init__(self, kind: str, template: str | Text, /, **values: Any) -> None:
        self.kind = kind
        super().__init__(template, **values)


class Request(NamedTuple):
    """What a line asks."""

    view: View
    time: float | None
    """Seconds the answer may take; None if the line does not say."""


def write_request(view: View, time: float | None = None) -> str:
    """The line that asks for the move of a view's owner, without its end.

    The moves are left out where the view does not have all of them.
    """
    request: dict[str, Any] = {"seat": view.seat, "view": write_spn(view)}
    if view.forehand is not None:
        if _has_all_moves(view):
            request["moves"] = [MOVE_TOKENS[played.move] for played in view.history]
        request |= {"first": view.forehand, "dealer": (view.forehand - 1) % view.seats}
        request |= {"carry": view.score.carry, "bummerls": list(view.score.bummerls)}
    if time is not None:
        request["time"] = time
    return json.dumps(request)


def _has_all_moves(view: View) -> bool:
    """Whether the history begins with the deal: not in a table view, or one read from SPN."""
    moves = [played.move for played in view.history]
    cards = sum(map(is_card, moves))
    return (
        cards == view.seats * sum(view.tricks) + len(view.trick)
        and (view.announced is None or bool(moves))
        and (view.close is None or CLOSE in moves)
    )


def read_request(line: str) -> Request:
    """What `line` asks; the view has all that the line tells, its history too.

    Raises:
        BummerlError: the line is malformed, no move of that seat is due, or the moves do not
            lead to the view.
    """
    fields = _read_object(line)
    text = fields.get("view")
    if text is None:
        raise NotationError("the line has no view; only that may not be missing")
    view = _read_view(_expect(fields, "view", isinstance(text, str)), _read_seat(fields, "seat"))
    seconds = fields.get("time")
    if seconds is not None:
        _expect(fields, "time", _is_number(seconds) and seconds > 0)
    return Request(_with_history(fields, _with_score(fields, view)), seconds)


def write_answer(move: Move) -> str:
    """The line that answers with `move`, without its end."""
    return json.dumps({"move": write_move(move)})


def read_answer(line: str, view: View) -> Move:
    """The move that `line` answers to a request about `view`: a legal one, or `RESIGN`.

    Raises:
        OffenceError: it is no such answer.
    """
    try:
        answer = _read_object(line)
    except NotationError:
        raise OffenceError(
            "not_json", "it answered {answer}, which is no JSON object", answer=_short(line)
        ) from None
    token = answer.get("move")
    if not isinstance(token, str):
        raise OffenceError(
            "no_move",
            'it answered {answer}, which has no move; an answer looks like {{"move": "HA"}}',
            answer=_short(line),
        )
    try:
        move = _read_move(token)
    except BummerlError:
        move = TIME
    if move == TIME:
        raise OffenceError("unknown_move", "it answered {move!r}, which is no move", move=token)
    if move != RESIGN and move not in view.legal_moves():
        raise OffenceError(
            "illegal",
            "it answered {move}, which is illegal: {reason}",
            move=write_move(move),
            reason=view.why_illegal(move) or Text("that is not possible"),
        )
    return move


def _short(line: str) -> str:
    line = line.strip()
    return reprlib.repr(line) if len(line) > 200 else repr(line)


def _read_object(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise NotationError("the line {line} is no JSON object", line=_short(line))
    return value


def _read_move(token: str) -> Move:
    move = _MOVES.get(token)
    return parse_move(token) if move is None else move


_EXPECTED: Final = {
    "view": Text("the SPN of a view"),
    "seat": Text("0 or 1"),
    "first": Text("0 or 1"),
    "dealer": Text("0 or 1"),
    "carry": Text("a whole number of game points"),
    "bummerls": Text("two whole numbers"),
    "time": Text("a number of seconds, more than 0 and at most {most}", most=_MOST),
    "moves": Text("a list of moves as text"),
}


def _expect(fields: dict[str, Any], name: str, is_right: bool) -> Any:
    """The value of a field, if it is right."""
    if not is_right:
        raise NotationError(
            "{field} is {value}, but should be {expected}",
            field=name,
            value=reprlib.repr(fields[name]),
            expected=_EXPECTED[name],
        )
    return fields[name]


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= _MOST and math.isfinite(value)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _read_seat(fields: dict[str, Any], name: str) -> Seat | None:
    seat = fields.get(name)
    if seat is None:
        return None
    _expect(fields, name, type(seat) is int and seat in (0, 1))
    return int(seat)


def _read_view(text: str, seat: Seat | None) -> View:
    situation = parse_spn(text)
    owner = situation.to_move if seat is None else seat
    if owner != situation.to_move:
        raise NotationError("it is not the turn of seat {seat} in this view", seat=owner)
    if isinstance(situation, Position):
        view = situation.view(owner)
        if len(situation.talon) == 2:  # counting can have told the one card that lies face down
            view = view._but(hands=situation.hands, talon=situation.talon)
        return view
    if situation.seat not in (None, owner):
        raise NotationError(
            "this is what seat {seat} knows, but it is the turn of seat {other}; "
            "give the view of seat {other}",
            seat=situation.seat,
            other=owner,
        )
    if situation.hands[owner].bit_count() != situation.hand_sizes[owner]:
        raise NotationError("the view does not show the whole hand of seat {seat}", seat=owner)
    return situation._but(seat=owner)


def _with_score(fields: dict[str, Any], view: View) -> View:
    carry, bummerls = fields.get("carry"), fields.get("bummerls")
    if carry is not None:
        _expect(fields, "carry", _is_count(carry))
    if bummerls is not None:
        right = isinstance(bummerls, list) and len(bummerls) == 2
        _expect(fields, "bummerls", right and all(map(_is_count, bummerls)))
    return view._but(score=Score(view.score.needed, tuple(bummerls or (0, 0)), carry or 0))


def _with_history(fields: dict[str, Any], view: View) -> View:
    """The view with who led first and, if the line tells the moves, with its history."""
    first, dealer = _read_seat(fields, "first"), _read_seat(fields, "dealer")
    if first is not None and first == dealer:
        raise NotationError("first and dealer are both {seat}; the other seat leads", seat=first)
    if first is None and dealer is not None:
        first = 1 - dealer
    tokens = fields.get("moves")
    if tokens is None:
        if first is not None and view.forehand not in (None, first):
            raise NotationError("seat {seat} leads first in this view", seat=view.forehand)
        return view if first is None else view._but(forehand=first)
    right = isinstance(tokens, list) and all(isinstance(token, str) for token in tokens)
    moves = [_read_move(token) for token in _expect(fields, "moves", right)]
    if first is not None:
        return recall(view, moves, first)
    return _with_either_first(view, moves)


def _with_either_first(view: View, moves: Sequence[Move]) -> View:
    """The history if nobody says who led first; the moves lead to the view from one seat only."""
    try:
        return recall(view, moves, 0)
    except ViewError:
        return recall(view, moves, 1)
