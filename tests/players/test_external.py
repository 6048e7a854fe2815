"""Foreign programs as players: real processes, good and bad ones."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bummerl.errors import PlayerError
from bummerl.match.arena import run_arena
from bummerl.notation.sgn import load
from bummerl.notation.spn import parse_spn
from bummerl.players import program
from bummerl.players.conformance import check_player
from bummerl.players.external import MOST_DEATHS, ExternalPlayer
from bummerl.players.program import Program, split_command, stable
from bummerl.players.protocol import OffenceError, write_request
from bummerl.players.registry import make_player
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import RESIGN, Move
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS
from bummerl.rules.view import View
from players.programs import CHATTY, DEAD, DYING, GOOD, SLOW, command, says

START = deal(shuffled(20, seed=1), dealer=0)
VIEW = START.view(1)


class First:
    """The first legal move."""

    def choose(self, view: View) -> Move:
        return view.legal_moves()[0]


@pytest.fixture(autouse=True)
def _no_process_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(program, "_IDLE_SECONDS", 0.05)
    started: list[int] = []
    popen = subprocess.Popen.__init__

    def noting(self: Any, *arguments: Any, **options: Any) -> None:
        popen(self, *arguments, **options)
        started.append(self.pid)

    monkeypatch.setattr(subprocess.Popen, "__init__", noting)
    yield
    gc.collect()
    for pid in started:
        assert wait_until_gone(pid), f"process {pid} is left"


def wait_until_gone(pid: int, seconds: float = 3.0) -> bool:
    """Whether there is no such process within that time, not even a dead one."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def play_deals(player: ExternalPlayer, count: int) -> list[list[Move]]:
    """The moves of whole deals of a program against the first legal move."""
    played = []
    for number in range(count):
        position = deal(shuffled(20, seed=number), dealer=number % 2)
        while not position.over:
            mover = player if position.to_move == 0 else First()
            position = position.play(mover.choose(position.view(position.to_move)))
        played.append([entry.move for entry in position.history])
    return played


def test_a_good_program_plays_as_it_would_here(tmp_path: Path) -> None:
    player = ExternalPlayer(command(tmp_path, GOOD))
    here = []
    for number in range(6):
        position = deal(shuffled(20, seed=number), dealer=number % 2)
        while not position.over:
            position = position.play(position.legal_moves()[0])
        here.append([entry.move for entry in position.history])
    assert play_deals(player, 6) == here
    assert player.incidents == []


def test_it_keeps_the_contract_under_all_rules(tmp_path: Path) -> None:
    cmd = command(tmp_path, GOOD)
    assert check_player(lambda seed: ExternalPlayer(cmd), deals=1) > 50


def test_a_late_answer_forfeits_the_deal_and_is_never_taken_for_the_next(tmp_path: Path) -> None:
    cmd = command(tmp_path, SLOW)
    player = ExternalPlayer(cmd, time=0.1, grace=0.0)
    assert player.choose(VIEW) == VIEW.legal_moves()[0]  # the first may take as long as a start
    first = player._taken[0].pid
    assert player.choose(VIEW) == RESIGN
    assert wait_until_gone(first)
    [incident] = player.incidents
    assert str(incident) == (
        f"program {cmd!r} forfeits the deal at {VIEW}: it did not answer within 0.1 s"
    )
    assert player.choose(VIEW) == VIEW.legal_moves()[0]
    assert player._taken[0].pid != first


def test_a_program_that_dies_forfeits_the_deal_and_is_started_again(tmp_path: Path) -> None:
    player = ExternalPlayer(command(tmp_path, DYING))
    answers = [player.choose(VIEW) for _ in range(9)]
    first = VIEW.legal_moves()[0]
    assert answers == [first, first, RESIGN] * 3
    assert len(player.incidents) == 3
    assert str(player.incidents[0]).endswith("it has ended with exit code 3, saying: no aces left")


def test_a_program_that_only_dies_is_given_up(tmp_path: Path) -> None:
    cmd = command(tmp_path, DEAD)
    # whoever plays next counts on: an arena makes a player for each deal
    for _ in range(MOST_DEATHS - 1):
        assert ExternalPlayer(cmd).choose(VIEW) == RESIGN
    with pytest.raises(PlayerError) as caught:
        ExternalPlayer(cmd).choose(VIEW)
    assert "failed 3 times in a row without a valid answer" in str(caught.value)
    assert "exit code 1, saying: never started" in str(caught.value)
    assert ExternalPlayer(cmd).choose(VIEW) == RESIGN  # and somebody may try again


def test_signals_and_closed_outputs_are_deaths(tmp_path: Path) -> None:
    killed = ExternalPlayer(command(tmp_path, "os.kill(os.getpid(), 9)"))
    assert killed.choose(VIEW) == RESIGN
    assert "it was ended by signal 9" in str(killed.incidents[0])
    mute = ExternalPlayer(command(tmp_path, "os.close(1); sys.stdin.read(); time.sleep(9)"))
    assert mute.choose(VIEW) == RESIGN
    assert "it has closed its output" in str(mute.incidents[0])


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("garbage", "it answered 'garbage', which is no JSON object"),
        ("", "it answered '', which is no JSON object"),
        ('{"card": "HA"}', "has no move"),
        ('{"move": "Z9"}', "it answered 'Z9', which is no move"),
        ('{"move": "SA"}', "it answered SA, which is illegal: you do not hold the ace of spades"),
        ('{"move": "d"}', "it answered d, which is illegal: there is nothing to draw now"),
        ('{"move": "t"}', "it answered 't', which is no move"),
        ("\\xff\\xfe", "which is no JSON object"),
        ("x" * 200_000, "which is no JSON object"),
    ],
    ids=lambda text: text[:20],
)
def test_any_other_answer_forfeits_the_deal(said: str, reason: str, tmp_path: Path) -> None:
    player = ExternalPlayer(command(tmp_path, says(said, '{"move": "HK"}')))
    assert player.choose(VIEW) == RESIGN
    assert reason in str(player.incidents[0])
    assert len(str(player.incidents[0])) < 600


def test_resigning_is_an_answer_like_others(tmp_path: Path) -> None:
    player = ExternalPlayer(command(tmp_path, says('{"move": "r"}')))
    assert player.choose(VIEW) == RESIGN
    assert player.incidents == []


def test_lines_that_answer_nothing_are_passed_over_and_told_once(tmp_path: Path) -> None:
    player = ExternalPlayer(command(tmp_path, CHATTY))
    for _ in range(4):
        assert player.choose(VIEW) == VIEW.legal_moves()[0]
        time.sleep(0.05)
    [incident] = player.incidents
    assert "wrote 'info: that was easy' without being asked" in str(incident)


def test_a_flood_does_not_fill_the_memory(tmp_path: Path) -> None:
    cmd = command(tmp_path, "while True: say('x' * 1000)")
    player = ExternalPlayer(cmd)
    assert player.choose(VIEW) == RESIGN
    time.sleep(0.3)
    assert player._taken[0]._lines.qsize() <= program._MOST_UNREAD + 1
    assert player.choose(VIEW) == RESIGN


def test_lines_carry_what_the_seat_may_know_and_the_time(tmp_path: Path) -> None:
    log = tmp_path / "log"
    source = f"""
with open({str(log)!r}, "w") as log:
    for number, request, move in asked():
        log.write(json.dumps(request) + "\\n")
        log.flush()
        answer(move)
"""
    player = ExternalPlayer(command(tmp_path, source), time=0.75)
    views = []
    position: Position = START
    while not position.over:
        view = position.view(position.to_move)
        if position.to_move == 0:
            views.append(view)
        position = position.play((player if view.seat == 0 else First()).choose(view))
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(lines) == len(views) > 3
    for request, view in zip(lines, views, strict=True):
        assert request["time"] == 0.75
        assert parse_spn(request["view"]).hands == view.hands
        assert len(request["moves"]) == len(view.history)


def test_players_hand_their_process_on_and_nobody_keeps_it_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "_IDLE_SECONDS", 1.0)
    cmd = command(tmp_path, GOOD)
    first, second = ExternalPlayer(cmd), ExternalPlayer(cmd)
    for player in (first, second):
        player.choose(VIEW)
    pids = {first._taken[0].pid, second._taken[0].pid}
    assert len(pids) == 2
    del first, player, second
    gc.collect()
    third = ExternalPlayer(cmd)
    third.choose(VIEW)
    assert third._taken[0].pid in pids


def test_a_process_that_still_owes_an_answer_is_not_handed_on(tmp_path: Path) -> None:
    running = Program(split_command(command(tmp_path, SLOW)))
    with pytest.raises(PlayerError):
        running.ask("{}", 0.01)
    assert not running.is_ready
    stable(("nobody",)).hand_back(running)
    assert wait_until_gone(running.pid)


NEVER_READS: Final = """
import fcntl, struct, termios
seen = 0
while True:
    [waiting] = struct.unpack("i", fcntl.ioctl(0, termios.FIONREAD, bytes(4)))
    if waiting > seen:
        seen = waiting
        say('{"move": "r"}')
    time.sleep(0.0005)
"""
"""Answers each request that comes, and leaves it where it is."""


@pytest.mark.skipif(sys.platform == "win32", reason="looks into a pipe as POSIX has it")
def test_a_program_that_does_not_read_its_input_holds_nobody(tmp_path: Path) -> None:
    running = Program(split_command(command(tmp_path, NEVER_READS)))
    caught: list[OffenceError] = []

    def ask_until_late() -> None:
        request = write_request(VIEW) + 4000 * " "
        try:
            for _ in range(100):  # more than a pipe holds
                running.ask(request, 0.5 if running.has_answered else 20.0)
        except OffenceError as offence:
            caught.append(offence)

    asking = threading.Thread(target=ask_until_late, daemon=True)
    asking.start()
    asking.join(30)
    os.kill(running.pid, 9)  # frees whoever still waits
    running.close()
    assert [str(error) for error in caught] == ["it did not answer within 0.5 s"]


def test_a_request_larger_than_a_pipe_arrives_whole(tmp_path: Path) -> None:
    source = """
time.sleep(0.1)
for line in sys.stdin:
    say(len(line))
"""
    running = Program(split_command(command(tmp_path, source)))
    assert running.ask(300_000 * "x", 20) == "300001"
    running.close()


def test_children_of_a_stubborn_program_end_with_it(tmp_path: Path) -> None:
    source = """
import signal, subprocess
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
for line in sys.stdin:
    say(child.pid)
time.sleep(60)
"""
    running = Program(split_command(command(tmp_path, source)))
    child = int(running.ask("{}", 20))
    running.close()
    assert wait_until_gone(running.pid)
    # nobody here is its parent, so that it may be dead and not yet buried
    state = Path(f"/proc/{child}/stat")
    assert wait_until_gone(child) or state.read_text().split()[2] == "Z"


def test_no_process_outlives_this_one(tmp_path: Path) -> None:
    script = f"""
from bummerl.players.external import ExternalPlayer
from bummerl.rules.dealing import deal, shuffled
player = ExternalPlayer({command(tmp_path, GOOD)!r})
dropped = ExternalPlayer({command(tmp_path, GOOD)!r})
for each in (player, dropped):
    each.choose(deal(shuffled(20, seed=1), dealer=0).view(1))
    print(each._taken[0].pid)
del each, dropped
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == ""
    pids = [int(line) for line in done.stdout.splitlines()]
    assert len(pids) == 2
    assert all(wait_until_gone(pid) for pid in pids)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("external", "player external needs the option cmd"),
        ("external(cmd='no-such-program x')", "there is no program 'no-such-program' to run"),
        ("external(cmd='')", "'' is no command; write a program and its arguments"),
        ("""external(cmd="python 'x")""", "is no command"),
        (
            "external(cmd=python,time=0)",
            "time is 0, but should be a number of seconds, more than 0",
        ),
        ("external(cmd=python,time=soon)", "time is 'soon'"),
        (
            "external(cmd=python,grace=-1)",
            "grace is -1, but should be a number of seconds from 0 to 86400",
        ),
        ("external(cmd=python,time=86401)", "more than 0 and at most 86400"),
        ("external(cmd=python,start=true)", "start is True"),
    ],
)
def test_mistakes_in_the_text_show_at_once(text: str, sentence: str) -> None:
    with pytest.raises(PlayerError, match=sentence):
        make_player(text)


def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.write_text("no program")
    folder.chmod(0o755)
    with pytest.raises(PlayerError, match="cannot be started: Exec format error"):
        ExternalPlayer(str(folder)).choose(VIEW)


@pytest.mark.parametrize("processes", [1, 2])
def test_the_arena_plays_and_reports_programs(processes: int, tmp_path: Path) -> None:
    good, bad = (command(tmp_path, source) for source in (GOOD, says('{"move": "SA"}')))
    result = run_arena(f"external(cmd='{good}')", "greedy", 4, processes=processes)
    assert (result.deals, result.incidents) == (8, ())
    lost = run_arena(f"external(cmd='{bad}')", "random", 4, processes=processes)
    assert lost.wins[0] < 8
    assert 0 < len(lost.incidents) <= lost.wins[1]
    told = lost.as_dict()["incidents"]
    assert all("forfeits the deal at soft" in sentence for sentence in told)


@pytest.mark.parametrize("preset", ["soft", "hoyle-66"])
def test_greedy_through_the_protocol_is_greedy(preset: str, tmp_path: Path) -> None:
    cmd = f"{sys.executable} -m bummerl.cli.main bot greedy"
    texts = []
    for name, player in (("there", f'external(cmd="{cmd}")'), ("here", "greedy")):
        path = tmp_path / name
        result = run_arena(
            player, "greedy", 3, rules=PRESETS[preset], seed="x", mode="games", save=path
        )
        assert result.incidents == ()
        texts.append([(record.start, record.moves, record.result) for record in load(path)])
    assert len(texts[0]) > 20
    assert texts[0] == texts[1]
