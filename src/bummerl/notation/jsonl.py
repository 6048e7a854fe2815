r"""Records as JSON lines: one object per deal and line, the same deals as in SGN.

==========  ====================================================================================
key         value
==========  ====================================================================================
tags        all tags of the record as strings, except Start, Result and Reason
start       the first position as SPN
moves       ``[seat, token]`` for each move; ``r`` and ``t`` may be of the seat not to move
comments    ``[n, text]`` for each comment: n moves have been made before it; may be left out
result      ``{"winner": 0, "points": 2, "reason": "out"}``, winner null when drawn; null when
            unfinished
==========  ====================================================================================

Reading checks as much as reading SGN does, and stops or goes on in the same two ways.  Blank lines
are skipped.  An error stands at the line of its deal.

>>> text = '''{"tags": {"SGN": "1", "Rules": "app", "Deal": "1", "Dealer": "0"},
...  "start": "app SATDTKQ/SKHTKCAK C SQDAHAHJHQCTDJCQSJ+CJ - 1: 0.0/0.0 - 7:7",
...  "moves": [[1, "HK"], [0, "r"]], "comments": [],
...  "result": {"winner": 1, "points": 3, "reason": "resigned"}}'''.replace("\n", "") + "\n"
>>> [record] = loads(text)
>>> record.moves[0], record.result.points, dumps([record]) == text
(Played(seat=1, move=9), 3, True)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from bummerl.errors import IllegalMoveError, NotationError, SgnError, TokenError
from bummerl.notation.as_json import result_json
from bummerl.notation.reading import Entry, Format
from bummerl.notation.records import (
    DealRecord,
    canonical_comments,
    canonical_tags,
    normal_line_breaks,
    write_result,
)
from bummerl.notation.sgn_check import disagreements
from bummerl.notation.tags import Place, start_position
from bummerl.notation.tokens import parse_move, write_move
from bummerl.rules.moves import Played
from bummerl.rules.position import Position
from bummerl.rules.scoring import Result

_KEYS: Final = ("tags", "start", "moves", "comments", "result")
_OWN_KEYS: Final = ("Start", "Result", "Reason")
"""Tags that have a key of their own."""


# Writing ----------------------------------------------------------------------------------------


def dumps(records: Iterable[DealRecord]) -> str:
    """The records as JSON lines; reading and writing it again changes nothing.

    Raises:
        SgnError: a record lacks a required tag, or has a tag that cannot be.
    """
    return "".join(json.dumps(_as_json(r), ensure_ascii=False) + "\n" for r in records)


def _as_json(record: DealRecord) -> dict[str, Any]:
    tags = canonical_tags(record)
    comments = canonical_comments(record)
    return {
        "tags": {name: value for name, value in tags.items() if name not in _OWN_KEYS},
        "start": tags["Start"],
        "moves": [[seat, write_move(move)] for seat, move in record.moves],
        "comments": [[made, text] for made, texts in comments.items() for text in texts],
        "result": result_json(record.result),
    }


# Reading ----------------------------------------------------------------------------------------


def entries(text: str, file: str | None = None) -> Iterator[Entry]:
    """Every deal of a text in turn, with its errors."""
    lines = normal_line_breaks(text.removeprefix("\ufeff")).split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield _deal(line, Place(number, 1, file))
            except SgnError as error:
                yield Entry(None, (error,))


def _deal(line: str, place: Place) -> Entry:
    data = _parsed(line, place)
    tags = _tags(data, place)
    start = start_position(tags, {}, place)
    final = _played(data, start, place)
    record = DealRecord(
        tags=tags, start=start, final=final, comments=_comments(data, place), place=place
    )
    return Entry(record, tuple(disagreements(record)))


def _parsed(line: str, place: Place) -> dict[str, Any]:
    """The object on a line, with the right keys."""
    try:
        data = json.loads(line, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        place = place._replace(column=error.colno)
        raise place.sgn_error("this is no JSON: {reason}", reason=error.msg) from None
    except NotationError as error:
        raise place.sgn_error(error.text) from None
    except (ValueError, RecursionError) as error:  # numbers too long, brackets too deep
        raise place.sgn_error("this is no JSON: {reason}", reason=str(error)) from None
    if not isinstance(data, dict):
        raise place.sgn_error("a deal must be a JSON object: {{…}}")
    for key in data:
        if key not in _KEYS:
            raise place.sgn_error(
                "there is no key {key!r}; the keys are {keys}", key=key, keys=", ".join(_KEYS)
            )
    data.setdefault("comments", [])
    for key in _KEYS:
        if key not in data:
            raise place.sgn_error("the key {key!r} is missing", key=key)
    return data


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise NotationError("the key {key!r} stands twice", key=key)
        found[key] = value
    return found


def _tags(data: dict[str, Any], place: Place) -> dict[str, str]:
    """The tags, those with a key of their own included."""
    tags, start = data["tags"], data["start"]
    if not (isinstance(tags, dict) and all(isinstance(value, str) for value in tags.values())):
        raise place.sgn_error(
            "the key {key!r} must be {form}", key="tags", form='{"Event": "…", …}'
        )
    if not isinstance(start, str):
        raise place.sgn_error("the key {key!r} must be {form}", key="start", form='"…"')
    for name in _OWN_KEYS:
        if name in tags:
            raise place.sgn_error(
                "what the tag {name} says has a key of its own, so leave it out", name=name
            )
    result = _result(data, place)
    tags = tags | {"Start": start, "Result": write_result(result)}
    if result is not None:
        tags["Reason"] = result.reason
    return tags


def _result(data: dict[str, Any], place: Place) -> Result | None:
    match data["result"]:
        case None:
            return None
        case {"winner": None, "points": 0, "reason": str(reason), **rest} if not rest:
            return Result(None, 0, reason)
        case {"winner": 0 | 1 as winner, "points": int(points), "reason": str(reason), **rest} if (
            not rest
        ):
            return Result(winner, points, reason)
    raise place.sgn_error(
        "the key {key!r} must be {form}",
        key="result",
        form='{"winner": 0, "points": 2, "reason": "out"}',
    )


def _played(data: dict[str, Any], start: Position, place: Place) -> Position:
    """The position after the moves."""
    position = start
    for seat, token in _pairs(data, "moves", 2, place):
        try:
            position = position.apply(Played(seat, parse_move(token)))
        except TokenError as error:
            raise place.sgn_error(error.text) from None
        except IllegalMoveError as error:
            raise place.sgn_error(
                "move {number}, {move}, is not possible: {reason}",
                number=len(position.history) + 1,
                move=token,
                reason=error.text,
            ) from None
    return position


def _comments(data: dict[str, Any], place: Place) -> dict[int, tuple[str, ...]]:
    found: dict[int, list[str]] = {}
    for made, text in _pairs(data, "comments", len(data["moves"]) + 1, place):
        found.setdefault(made, []).append(text)
    return {made: tuple(texts) for made, texts in found.items()}


def _pairs(data: dict[str, Any], key: str, limit: int, place: Place) -> list[tuple[int, str]]:
    """The value of a key that must be a list of pairs: a number below `limit`, and a text."""
    value = data[key]
    if isinstance(value, list):
        pairs = [pair for pair in value if isinstance(pair, list) and len(pair) == 2]
        if len(pairs) == len(value) and all(
            type(number) is int and 0 <= number < limit and isinstance(text, str)
            for number, text in pairs
        ):
            return [(number, text) for number, text in pairs]
    raise place.sgn_error(
        "the key {key!r} must be a list of pairs of a number from 0 to {last} and a text",
        key=key,
        last=limit - 1,
    )


JSONL: Final = Format(entries, dumps)
"""The format with all its doors; those below are its own."""
loads = JSONL.loads
load = JSONL.load
read = JSONL.read
read_file = JSONL.read_file
dump = JSONL.dump
