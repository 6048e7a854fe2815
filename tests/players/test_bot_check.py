"""The check of foreign programs: every kind of violation is found and named."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bummerl.errors import PlayerError
from bummerl.players.bot_check import KINDS, Report, check_program
from bummerl.players.program import Program
from bummerl.players.protocol import read_request
from bummerl.rules.variants import PRESET_NAMES
from players.programs import CHATTY, DEAD, DYING, GOOD, SLOW, command, says


def kinds(report: Report) -> set[str]:
    return {violation.kind for violation in report.violations}


def test_a_good_program_has_none(tmp_path: Path) -> None:
    told: list[int] = []
    report = check_program(command(tmp_path, GOOD), deals=40, progress=told.append)
    assert report.violations == []
    assert (report.deals, report.presets, report.stopped) == (40, 10, False)
    assert report.unusual > 40
    assert report.asked > 200
    assert 0 < report.mean_ms <= report.slowest_ms
    assert told == list(range(1, 41))


@pytest.mark.parametrize(
    ("source", "kind", "reason"),
    [
        (says("hello"), "not_json", "it answered 'hello', which is no JSON object"),
        (says('{"card": "SA"}'), "no_move", "which has no move"),
        (says('{"move": "ace"}'), "unknown_move", "it answered 'ace', which is no move"),
        (says('{"move": "SA"}'), "illegal", "it answered SA, which is illegal: "),
        # what it says beside may pass for the next answer, and that one then is not asked for
        (CHATTY, "unasked", "' without being asked"),
        (DYING, "died", "it has ended with exit code 3, saying: no aces left"),
        (DEAD, "died", "it has ended with exit code 1, saying: never started"),
        (SLOW, "late", "it did not answer within 0.05 s"),
    ],
    ids=lambda text: text if text in KINDS else "",
)
def test_a_violation_is_named(source: str, kind: str, reason: str, tmp_path: Path) -> None:
    late = kind == "late"
    report = check_program(
        command(tmp_path, source), deals=1 if late else 5, seconds=0.05 if late else 9, grace=0.0
    )
    assert kind in kinds(report)
    first = next(violation for violation in report.violations if violation.kind == kind)
    assert reason in str(first.reason)
    assert first.preset == PRESET_NAMES[first.deal - 1]
    assert read_request(first.line).view.rules.name == first.preset
    if source != CHATTY:
        assert kinds(report) == {kind}


def test_it_stops_when_a_program_dies_again_and_again(tmp_path: Path) -> None:
    report = check_program(command(tmp_path, DEAD), deals=200)
    assert report.stopped
    assert len(report.violations) == 10
    assert report.deals < 10


def test_after_a_violation_the_deal_goes_on(tmp_path: Path) -> None:
    report = check_program(command(tmp_path, says("hello")), deals=10)
    assert report.deals == 10
    assert len(report.violations) == report.asked > 50


def test_unusual_requests_are_made_in_every_form(tmp_path: Path) -> None:
    log = tmp_path / "log"
    source = f"""
log = open({str(log)!r}, "w")
for number, request, move in asked():
    log.write(json.dumps(request) + chr(10))
    log.flush()
    answer(move)
"""
    report = check_program(command(tmp_path, source), deals=30, seconds=2)
    requests = [json.loads(text) for text in log.read_text().splitlines()]
    assert len(requests) == report.asked
    usual = ["seat", "view", "moves", "first", "dealer", "carry", "bummerls", "time"]
    odd = [request for request in requests if list(request) != usual]
    assert len(odd) == report.unusual
    forms = {tuple(request) for request in odd}
    assert ("view",) in forms
    for name in usual:
        assert name == "view" or any(name not in form for form in forms)
    assert any(set(form) - set(usual) for form in forms)
    views = [read_request(json.dumps(request)).view for request in requests]
    assert {view.rules.name for view in views} == set(PRESET_NAMES)
    assert {view.seat for view in views} == {0, 1}
    assert len({view.score.needed for view in views}) > 10
    assert any(view.score.carry for view in views)
    assert any(view.close for view in views)
    assert any(view.is_draw_due for view in views)


@pytest.mark.parametrize("seconds", [0.04, 2.0])
def test_a_request_states_the_time_its_answer_is_judged_by(
    seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, float]] = []
    ask = Program.ask

    def noting(self: Program, line: str, limit: float) -> str:
        if self.has_answered:
            asked.append((line, limit))
        return ask(self, line, limit)

    monkeypatch.setattr(Program, "ask", noting)
    check_program(command(tmp_path, GOOD), deals=20, seconds=seconds, grace=0.5, start=30)
    for line, limit in asked:
        stated = json.loads(line).get("time")
        assert stated in (None, seconds)
        assert limit == (30.5 if stated is None else seconds + 0.5)
    limits = {(json.loads(line).get("time"), len(json.loads(line))) for line, _ in asked}
    assert {(None, 1), (seconds, 3), (seconds, 8)} <= limits


def test_a_program_that_takes_most_of_its_time_is_not_late(tmp_path: Path) -> None:
    source = """
for number, request, move in asked():
    time.sleep(0.8 * request.get("time", 0.8))
    answer(move)
"""
    report = check_program(command(tmp_path, source), deals=4, seconds=0.03, grace=0.5)
    assert report.violations == []


def test_a_program_that_chokes_on_fewer_fields_is_found(tmp_path: Path) -> None:
    source = """
for number, request, move in asked():
    answer(move) if "moves" in request else say("KeyError")
"""
    report = check_program(command(tmp_path, source), deals=5)
    assert kinds(report) == {"not_json"}
    assert all("moves" not in json.loads(v.line) for v in report.violations)


def test_the_seed_decides_what_is_played(tmp_path: Path) -> None:
    cmd = command(tmp_path, says("hello"))
    lines = [
        [violation.line for violation in check_program(cmd, deals=3, seed=seed).violations]
        for seed in ("a", "a", "b")
    ]
    assert lines[0] == lines[1] != lines[2]


def test_what_it_writes_to_stderr_is_heard(tmp_path: Path) -> None:
    heard: list[str] = []
    check_program(command(tmp_path, DYING), deals=1, hear=heard.append)
    assert "no aces left" in heard


def test_the_report_as_json(tmp_path: Path) -> None:
    data = check_program(command(tmp_path, says("hello")), deals=1, seed=7).as_dict()
    assert json.loads(json.dumps(data)) == data
    assert list(data) == [
        *["ok", "program", "seed", "deals", "presets", "asked", "unusual"],
        *["mean_ms", "slowest_ms", "stopped", "violations"],
    ]
    assert (data["ok"], data["seed"], data["deals"]) == (False, 7, 1)
    assert list(data["violations"][0]) == ["kind", "deal", "preset", "line", "reason"]


def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(PlayerError, match="there is no program"):
        check_program("no-such-program")


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_our_own_players_pass(name: str) -> None:
    report = check_program(f"{sys.executable} -m bummerl.cli.main bot {name}", deals=20)
    assert report.violations == []
