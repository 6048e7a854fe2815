"""Checking files of records: each deal against itself, and against the one before it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from bummerl.errors import FileError
from bummerl.match.archive import Disagreement, check_file, check_text
from bummerl.match.bummerl import Match
from bummerl.notation import jsonl, sgn
from bummerl.notation.records import DealRecord
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from support import random_move

CASES = Path(__file__).parent.parent / "cases" / "games"
SOFT = (CASES / "soft.sgn").read_text(encoding="utf-8")
GOLDEN = Path(__file__).parent.parent / "golden"


def check(records: list[DealRecord]) -> list[Disagreement]:
    """What is found in the records once they are written."""
    return check_text(sgn.dumps(records)).errors


def complaints(text: str) -> list[tuple[int, str]]:
    report = check_text(text)
    return [(error.line, str(error.message)) for error in report.errors]


def deal_of(text: str, number: int) -> tuple[str, int]:
    """The text of one deal of a file, and the line it begins in."""
    deals = text.split("\n\n[SGN")
    line = 1 + sum(part.count("\n") + 2 for part in deals[: number - 1])
    return "[SGN" * (number > 1) + deals[number - 1], line


def edited(number: int, old: str, new: str, text: str = SOFT) -> str:
    """The file with something replaced in one of its deals."""
    deal, _ = deal_of(text, number)
    assert deal.count(old) == 1
    return text.replace(deal, deal.replace(old, new))


def line_of(number: int, begin: str, text: str = SOFT) -> int:
    """The line in which a deal has a line that begins so."""
    deal, first = deal_of(text, number)
    lines = deal.split("\n")
    return first + next(i for i, line in enumerate(lines) if line.startswith(begin))


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_games_of_an_independent_program_have_no_disagreement(preset: str) -> None:
    report = check_file(CASES / f"{preset}.sgn")
    assert report.as_json() == {"deals": 16, "errors": []}
    assert check(sgn.load(CASES / f"{preset}.sgn")) == []


@pytest.mark.parametrize("preset", PRESET_NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_matches_played_here_have_no_disagreement(preset: str, seed: int) -> None:
    rng = random.Random(seed)
    match = Match(PRESETS[preset].with_(match=3), ("Anna", "Bert"), seed=seed)
    while not match.over and match.deal_number < 40:
        if match.deal_over:
            match.next_deal()
        elif rng.random() < 0.003:
            match.forfeit(rng.randrange(2))
        else:
            match.play(random_move(rng, match.position))
    records = match.records()
    assert check(records) == []
    assert check_text(sgn.dumps(records)).errors == []
    assert check_text(jsonl.dumps(records), jsonl.JSONL).errors == []


@pytest.mark.rule("DEAL-1", "SCORE-1", "SCORE-2", "SCORE-4")
@pytest.mark.parametrize(
    ("number", "old", "new", "expected"),
    [
        (2, '"0+1"', '"0+2"', ["[Result", "Result says 0+2, but the moves give 0+1"]),
        (2, '"out"', '"last trick"', ["[Reason", "Reason says last trick, but the moves give out"]),
        (2, '"70-33"', '"70-34"', ["[Points", "Points says 70-34, but the moves give 70-33"]),
        (2, "\n0+1", "\n1+1", ["0+1", "the result line is 1+1, but the moves give 0+1"]),
        (2, "9.0 o", "9.0 HQ", ["9.0", "HQ is not possible: you do not hold the queen of hearts"]),
        (1, '[Match "1"]', '[Match "x"]', ["[Match", "the tag Match is 'x', but must be a whole"]),
        (16, " 1:1", " 1:2", ["[Start", "needed is 1:2, but after the deal before it must be 1:1"]),
        (16, '[Game "3"]', '[Game "4"]', ["[Game", "Game is 4, but after the deal before it must"]),
        (10, '[Game "3"]', '[Game "2"]', ["[Game", "Game is 2, but after the deal before it must"]),
        (
            16,
            '[Deal "16"]',
            '[Deal "17"]',
            ["[Deal ", "Deal is 17, but after the deal before it m"],
        ),
        (6, "[Dealer", '[Bummerls "1:0"]\n[Dealer', []),
        (
            6,
            "[Dealer",
            '[Bummerls "0:1"]\n[Dealer',
            ["[Dealer", "Bummerls is 0:1, but after the de"],
        ),
        (
            6,
            "[Dealer",
            '[Carry "1"]\n[Dealer',
            ["[Dealer", "Carry is 1, but after the deal before"],
        ),
        (16, '[Rules "soft"]', '[Rules "app"]', ["[Rules", "Rules says app, but Start has soft"]),
    ],
)
def test_one_change_is_found_where_it_is(
    number: int, old: str, new: str, expected: list[str]
) -> None:
    found = complaints(edited(number, old, new))
    if not expected:
        assert found == []
        return
    begin, message = expected
    assert len([line for line, _ in found if line <= line_of(number, begin) + 3]) == 1
    assert found[0][0] == line_of(number, begin)
    assert message in found[0][1]


@pytest.mark.rule("DEAL-1")
def test_the_dealer_alternates_across_games() -> None:
    # game 1 ends with deal 5; without deal 6 the same seat would deal again
    deal, _ = deal_of(SOFT, 6)
    text = SOFT.replace(deal + "\n\n", "")
    for number in range(7, 17):
        text = text.replace(f'[Deal "{number}"]', f'[Deal "{number - 1}"]')
    [dealer, needed] = complaints(text)
    assert dealer == (
        line_of(6, "[Dealer", text),
        "seat 0 dealt before too, but the dealer alternates",
    )
    assert needed[1] == "needed is 7:4, but after the deal before it must be 7:7"


def test_every_disagreement_is_reported_and_checking_goes_on() -> None:
    text = edited(2, '"0+1"', '"0+2"')
    text = edited(2, '"70-33"', '"70-34"', text)
    text = edited(4, "\n1+3", "\n1+2", text)
    text = edited(7, "1.1", "1.0", text)
    text = edited(12, '[Reason "last trick"]\n', "", text)
    assert [line for line, _ in complaints(text)] == [
        line_of(2, "[Result", text),
        line_of(2, "[Points", text),
        line_of(4, "1+2", text),
        line_of(7, "1.0", text),
        line_of(12, "[SGN", text),
    ]
    assert check_text(text).deals == 16


def test_nothing_is_said_about_the_deal_after_one_that_cannot_be_read() -> None:
    text = edited(5, "1.1 ", "1.1 xyz ")
    text = edited(6, " 7:7", " 6:7", text)
    assert [line for line, _ in complaints(text)] == [
        line_of(5, "1.1", text),
        line_of(7, "[Start", text),
    ]


def test_missing_deals_are_found() -> None:
    deal, _ = deal_of(SOFT, 9)
    text = SOFT.replace(deal + "\n\n", "")
    assert complaints(text) == [
        (line_of(9, "[Deal ", text), "Deal is 10, but after the deal before it must be 9")
    ]


@pytest.mark.rule("LAST-3")
def test_drawn_deals_carry_over() -> None:
    text = (GOLDEN / "sixtysix.sgn").read_text(encoding="utf-8")
    assert complaints(text) == []
    assert complaints(edited(3, '[Carry "2"]\n', "", text)) == []  # it follows all the same
    [wrong, after] = complaints(edited(3, '"2"]\n[Start', '"1"]\n[Start', text))
    assert wrong[1] == "Carry is 1, but after the deal before it must be 2"
    assert after[1] == "needed is 4:7, but after the deal before it must be 5:7"


@pytest.mark.parametrize(
    ("tag", "other"), [('[Match "1"]', '[Match "2"]'), ('[Event "Golden"]', '[Event "Probe"]')]
)
def test_other_matches_and_events_begin_anew(tag: str, other: str) -> None:
    text = (GOLDEN / "app.sgn").read_text(encoding="utf-8")
    assert complaints(text.replace(tag, "") + "\n" + text) == []
    assert complaints(text + "\n" + text.replace(tag, other)) == []


def test_files_of_several_matches_can_be_joined() -> None:
    """Each may call its match 1; a first deal with a fresh score begins another one."""
    text = (GOLDEN / "app.sgn").read_text(encoding="utf-8")
    assert complaints(text + "\n" + text) == []
    assert complaints(text + "\n" + SOFT.replace('"random"', '"Golden"')) == []
    assert complaints(edited(2, '[Deal "2"]', '[Deal "1"]'))[0] == (
        line_of(2, "[Deal "),
        "Deal is 1, but after the deal before it must be 2",
    )


def test_deals_without_a_match_are_on_their_own() -> None:
    text = (GOLDEN / "app.sgn").read_text(encoding="utf-8").replace('[Match "1"]\n', "")
    text = text.replace('[Game "1"]\n', "")
    deals = sgn.loads(text)
    assert check(list(reversed(deals))) == []


def test_a_game_without_a_match_is_followed_too() -> None:
    text = SOFT.replace('[Match "1"]\n', "")
    assert complaints(text) == []
    assert len(complaints(edited(16, " 1:1", " 1:2", text))) == 1


def test_a_wrong_dealer_is_one_disagreement() -> None:
    assert complaints(edited(3, '[Dealer "0"]', '[Dealer "1"]')) == [
        (
            line_of(3, "[Dealer"),
            "Dealer says 1, but in Start that seat leads the first trick",
        )
    ]


def test_the_rules_stay_the_same_in_a_match() -> None:
    text = edited(16, 'Rules "soft"', 'Rules "schnapsen(match=1)"')
    text = edited(16, 'Start "soft ', 'Start "schnapsen(match=1) ', text)
    assert complaints(text) == [
        (
            line_of(16, "[Rules", text),
            "Rules is schnapsen(match=1), but after the deal before it must be soft",
        )
    ]


def resigned(*seats: int, reason: str = "resign") -> list[DealRecord]:
    """A match in which the given seats give up deal after deal, three points each."""
    match = Match(PRESETS["soft"], ("Anna", "Bert"), seed=1)
    for seat in seats:
        if match.deal_over:
            match.next_deal()
        if reason == "time":
            match.lose_on_time(seat)
        else:
            match.resign(seat)
    match.next_deal()
    return match.records()


@pytest.mark.rule("SCORE-5")
def test_a_flag_may_cost_the_game_too() -> None:
    match = Match(PRESETS["soft"], ("Anna", "Bert"), seed=1)
    match.lose_on_time(0)
    match.forfeit(0)
    match.next_deal()
    records = match.records()
    assert check(records) == []
    del records[0].tags["Forfeit"]  # whoever wrote it did not say so
    assert check(records) == []
    assert check(resigned(0, reason="time")) == []


def test_a_game_given_up_needs_a_reason() -> None:
    match = Match(PRESETS["soft"], ("Anna", "Bert"), seed=1)
    match.resign(0)
    match.forfeit(1)
    match.next_deal()
    records = match.records()
    assert check(records) == []
    del records[0].tags["Forfeit"]
    assert {str(error.message).split()[0] for error in check(records)} == {
        *("Game", "needed", "Bummerls"),
    }


def test_nothing_follows_from_an_unfinished_deal() -> None:
    records = resigned(0, 1)
    first = sgn.record_of(records[0].start, records[0].start, records[0].tags)
    assert check([first, records[2]]) == []


def test_files_of_both_formats(tmp_path: Path) -> None:
    path = tmp_path / "soft.JSONL"
    jsonl.dump(sgn.loads(SOFT), path)
    assert check_file(path).as_json() == {"deals": 16, "errors": []}
    lines = path.read_text(encoding="utf-8").split("\n")
    lines[3] = lines[3].replace('"points": 3', '"points": 2')
    path.write_text("\n".join(lines), encoding="utf-8")
    report = check_file(path)
    assert report.as_json(lambda text: text.template[:11])["errors"] == [
        {"line": 4, "message": "Result says"}
    ]
    assert json.loads(json.dumps(report.as_json()))["deals"] == 16


def test_bytes_that_are_not_utf8_are_reported_and_the_rest_checked(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    text = edited(2, '"0+1"', '"0+2"').replace('[Event "random"]', '[Event "Café"]', 1)
    path.write_bytes(text.encode("latin-1"))
    report = check_file(path)
    assert [error.line for error in report.errors] == [3, line_of(2, "[Result", text)]
    with pytest.raises(FileError):
        check_file(tmp_path / "nowhere.sgn")
