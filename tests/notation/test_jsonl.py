"""JSON lines hold the same deals as SGN, and what is wrong with them is said with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bummerl.errors import SgnError
from bummerl.notation import sgn
from bummerl.notation.jsonl import dump, dumps, load, loads, read, read_file

GAMES = sorted(
    path
    for folder in ("golden", "cases/games")
    for path in (Path(__file__).parent.parent / folder).glob("*.sgn")
)
GOOD: dict[str, Any] = {
    "tags": {"SGN": "1", "Rules": "soft", "Event": "Jörgs Stüberl", "Deal": "1", "Dealer": "1"},
    "start": "soft SKQDTJCJ/SAHTDAKCA C SJHJCTCQHKDQHAHQST+CK - 0: 0.0/0.0 - 7:7",
    "moves": [[0, "SK"], [1, "SA"], [1, "DA"], [0, "DJ"], [0, "r"]],
    "comments": [[0, "before"], [2, "one"], [2, "two"]],
    "result": {"winner": 1, "points": 3, "reason": "resigned"},
}


def line(**changes: Any) -> str:
    """The good deal as a line, with changed keys; None of `...` leaves one out."""
    data = {key: value for key, value in (GOOD | changes).items() if value is not ...}
    return json.dumps(data, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_sgn_to_json_lines_and_back_changes_nothing(path: Path) -> None:
    records = sgn.load(path)
    text = dumps(records)
    assert text.count("\n") == len(records)
    assert loads(text) == records
    assert dumps(loads(text)) == text
    assert sgn.dumps(loads(text)) == path.read_text(encoding="utf-8")


def test_the_form_of_a_line() -> None:
    [record] = loads(line())
    assert dumps([record]) == line()
    assert record.comments == {0: ("before",), 2: ("one", "two")}
    assert record.final.result == (1, 3, "resigned")
    assert record.tags["Result"] == "1+3"
    assert record.tags["Reason"] == "resigned"


@pytest.mark.parametrize(
    ("moves", "result", "told"),
    [
        (GOOD["moves"][:3], None, "*"),
        ([], None, "*"),
        ([[0, "SK"], [0, "t"]], {"winner": 1, "points": 3, "reason": "time"}, "1+3"),
    ],
)
def test_unfinished_deals_and_the_other_seats_moves(
    moves: list[Any], result: dict[str, Any] | None, told: str
) -> None:
    text = line(moves=moves, result=result, comments=[])
    [record] = loads(text)
    assert record.tags["Result"] == told
    assert dumps([record]) == text


def test_a_drawn_deal_has_no_winner() -> None:
    [record] = [r for r in sgn.load(GAMES_BY_NAME["golden/sixtysix"]) if r.carry == 1]
    data = json.loads(dumps([record]))
    assert data["result"] == {"winner": None, "points": 0, "reason": "drawn"}
    assert data["tags"]["Carry"] == "1"
    assert data["tags"]["Points"] == "65-65"
    assert not {"Start", "Result", "Reason"} & data["tags"].keys()


GAMES_BY_NAME = {f"{path.parent.name}/{path.stem}": path for path in GAMES}


def test_blank_lines_byte_order_mark_and_crlf_are_read() -> None:
    text = "\ufeff" + ("\n" + line() + "  \n" + line()).replace("\n", "\r\n")
    assert len(loads(text)) == 2
    assert loads("") == []


def test_comments_may_be_left_out() -> None:
    [record] = loads(line(comments=...))
    assert record.comments == {}


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("{", 2, "this is no JSON: Expecting property name"),
        ("SGN", 1, "this is no JSON: Expecting value"),
        ("[" * 100_000, 1, "this is no JSON: "),
        ("9" * 10_000, 1, "this is no JSON: "),
        ("[]", 1, "a deal must be a JSON object: {…}"),
        ("null", 1, "a deal must be a JSON object"),
        ('{"tags": {}, "tags": {}}', 1, "the key 'tags' stands twice"),
        (line(tags={"SGN": "1", "Deal": 1}), 1, "the key 'tags' must be"),
        (line(tags=[]), 1, "the key 'tags' must be"),
        (line(tags={"SGN": "1"}), 1, "the tag Rules is missing"),
        (line(tags=GOOD["tags"] | {"Result": "1+3"}), 1, "what the tag Result says has a key"),
        (line(tags=GOOD["tags"] | {"": "1+3"}), 1, "'' is no tag name"),
        (line(tags=GOOD["tags"] | {"Carry": "x"}), 1, "the tag Carry is 'x', but must be"),
        (line(start=...), 1, "the key 'start' is missing"),
        (line(start=7), 1, "the key 'start' must be"),
        (line(start="soft"), 1, "SPN, text: there are 1 fields"),
        (line(extra=7), 1, "there is no key 'extra'; the keys are tags, start, moves, comments"),
        (line(moves={}), 1, "the key 'moves' must be a list of pairs"),
        (line(moves=[["0", "SK"]]), 1, "the key 'moves' must be a list of pairs"),
        (line(moves=[[True, "SK"]]), 1, "the key 'moves' must be a list of pairs"),
        (line(moves=[[2, "SK"]]), 1, "pairs of a number from 0 to 1 and a text"),
        (line(moves=[[0, "SK", 1]]), 1, "the key 'moves' must be a list of pairs"),
        (line(moves=[[0, "r1"]]), 1, "'r1' is no move"),
        (line(moves=[[1, "SA"]]), 1, "move 1, SA, is not possible: it is the turn of seat 0"),
        (line(moves=[[0, "SK"], [1, "SJ"]]), 1, "move 2, SJ, is not possible: you do not hold"),
        (line(comments=[[6, "late"]]), 1, "the key 'comments' must be a list of pairs of a number"),
        (line(comments=["x"]), 1, "the key 'comments' must be"),
        (line(result={}), 1, "the key 'result' must be"),
        (line(result=[1, 3, "resigned"]), 1, "the key 'result' must be"),
        (line(result=GOOD["result"] | {"carry": 1}), 1, "the key 'result' must be"),
        (line(result=GOOD["result"] | {"winner": None}), 1, "the key 'result' must be"),
        (line(result=GOOD["result"] | {"points": 9}), 1, "the tag Result is '1+9', but must be"),
        (line(result=GOOD["result"] | {"winner": True}), 1, "the tag Result is 'True+3'"),
        (line(result=GOOD["result"] | {"points": 2}), 1, "Result says 1+2, but the moves give 1+3"),
        (line(result=None), 1, "Result says *, but the moves give 1+3"),
        (line(result=GOOD["result"] | {"reason": "time"}), 1, "Reason says time, but the moves"),
    ],
)
def test_errors_stand_at_their_line(text: str, column: int, reason: str) -> None:
    whole = f"{line()}\n{text.strip()}\n{line()}"
    with pytest.raises(SgnError) as raised:
        loads(whole, file="deals.jsonl")
    error = raised.value
    assert (error.line, error.column, error.file) == (3, column, "deals.jsonl")
    assert reason in str(error.reason)
    reading = read(whole)
    assert str(reading.errors[0].reason) == str(error.reason)
    assert len(reading.records) >= 2


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    records = loads(line() * 2)
    dump(records, path)
    assert path.read_text(encoding="utf-8") == line() * 2
    assert load(path) == read_file(path).records == records
    path.write_bytes(path.read_bytes()[:-30])
    assert [error.line for error in read_file(path).errors] == [2]
