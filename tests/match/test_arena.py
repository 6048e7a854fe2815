"""The arena: the same figures however it is run, fair to both sides, counted right."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bummerl.errors import MatchError, PlayerError
from bummerl.match import workers
from bummerl.match.arena import ArenaResult, run_arena
from bummerl.match.shuffles import HALVES, Mode, Setting
from bummerl.match.workers import processors
from bummerl.notation.sgn import load
from bummerl.players import registry
from bummerl.players.registry import parse_spec
from bummerl.rules.dealing import deal, draw_for_deal, shuffled
from bummerl.rules.moves import CLOSE, OUT, RESIGN, Move
from bummerl.rules.variants import PRESETS
from bummerl.rules.view import View

KEYS = ["a", "b", "rules", "seed", "shuffles", "deals", "wins", "drawn", "win_rate", "points"]
KEYS += ["interval", "games", "seconds"]
"""What the JSON of a result begins with."""
CLOCKS = {"seconds", "cpu_seconds", "deals_per_second"}


class Lowest:
    def choose(self, view: View) -> Move:
        return view.legal_moves()[0]


class Highest:
    def choose(self, view: View) -> Move:
        return [move for move in view.legal_moves() if move not in (OUT, CLOSE)][-1]


class Resigner:
    """Resigns; with an option as a timed player has it."""

    def __init__(self, time: float = 1) -> None:
        pass

    def choose(self, view: View) -> Move:
        return RESIGN


class Seeded:
    """Remembers the seeds that players were made with."""

    seeds: list[object] = []  # noqa: RUF012

    def __init__(self, seed: int | str | None = None) -> None:
        self.seeds.append(seed)

    def choose(self, view: View) -> Move:
        return RESIGN


@pytest.fixture(autouse=True)
def _own_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    for player in (Lowest, Highest, Resigner, Seeded):
        registry.register(player.__name__, player)
    Seeded.seeds.clear()


def figures(result: ArenaResult) -> dict[str, Any]:
    """A result without what a clock says."""
    return {name: value for name, value in result.as_dict().items() if name not in CLOCKS}


def here(a: str, b: str, shuffles: int, **options: Any) -> ArenaResult:
    return run_arena(a, b, shuffles, processes=1, **options)


def test_json_has_the_agreed_keys_first() -> None:
    result = here("random", "lowest", 3, seed="x", rules=PRESETS["sharp"].with_(deck=24))
    text = json.loads(json.dumps(result.as_dict()))
    assert list(text)[: len(KEYS)] == KEYS
    assert list(text)[len(KEYS) :] == [
        "win_interval",
        "mode",
        "bummerls",
        "matches",
        "deals_per_second",
        "cpu_seconds",
        "timed",
        "interrupted",
        "incidents",
    ]
    assert (text["a"], text["b"], text["seed"]) == ("random", "lowest", "x")
    assert text["rules"] == "sharp(deck=24)"
    assert (text["shuffles"], text["deals"], text["games"]) == (3, 6, [0, 0])
    assert sum(text["wins"]) + text["drawn"] == 6
    assert text["win_rate"] == text["wins"][0] / 6
    assert text["interval"][0] <= text["points"] <= text["interval"][1]
    assert text["win_interval"][0] <= text["win_rate"] <= text["win_interval"][1]
    assert text["seconds"] > 0
    assert (text["timed"], text["interrupted"]) == (False, False)


@pytest.mark.parametrize("mode", ["deals", "games", "matches"])
def test_the_number_of_processes_does_not_show(mode: Mode, tmp_path: Any) -> None:
    results, texts = [], []
    for processes in (1, 2):
        path = tmp_path / f"{processes}.sgn"
        result = run_arena(
            "random", "random", 25, seed=7, mode=mode, processes=processes, save=path
        )
        results.append(figures(result))
        texts.append(path.read_bytes())
    assert results[0] == results[1]
    assert texts[0] == texts[1]


def test_a_shuffle_does_not_depend_on_those_before_it(tmp_path: Any) -> None:
    here("random", "random", 4, save=tmp_path / "short.sgn")
    here("random", "random", 9, save=tmp_path / "long.sgn")
    short = (tmp_path / "short.sgn").read_text()
    assert (tmp_path / "long.sgn").read_text().startswith(short)


@pytest.mark.parametrize("mode", ["deals", "games", "matches"])
@pytest.mark.parametrize("preset", ["soft", "66", "hoyle-66"])
def test_equal_players_that_use_no_chance_are_exactly_equal(mode: Mode, preset: str) -> None:
    result = here("lowest", "lowest", 6, mode=mode, rules=PRESETS[preset])
    assert result.wins[0] == result.wins[1]
    assert result.games[0] == result.games[1]
    assert result.matches[0] == result.matches[1]
    assert (result.points, result.interval) == (0, (0, 0))


@pytest.mark.parametrize("mode", ["deals", "games", "matches"])
def test_sides_changed_give_the_opposite(mode: Mode) -> None:
    one = here("lowest", "highest", 12, mode=mode, seed=3)
    other = here("highest", "lowest", 12, mode=mode, seed=3)
    assert one.wins == other.wins[::-1]
    assert one.games == other.games[::-1]
    assert one.bummerls == other.bummerls[::-1]
    assert one.matches == other.matches[::-1]
    assert one.points == -other.points != 0
    low, high = other.interval
    assert one.interval == pytest.approx((-high, -low))


@pytest.mark.rule("DEAL-1", "DEAL-5")
def test_both_halves_have_the_same_packs_and_dealer() -> None:
    for mode in ("deals", "matches"):
        setting = Setting(parse_spec("random"), parse_spec("lowest"), PRESETS["soft"], 4, mode)
        for shuffle in range(4):
            first, second = (setting.play_half(shuffle, half) for half in HALVES)
            assert first.names == second.names[::-1] == ("random", "lowest")
            dealer = shuffle % 2 if mode == "deals" else draw_for_deal(f"4/{shuffle}")[0]
            for match in (first, second):
                for number, played in enumerate(match.results):
                    pack = shuffled(20, f"4/{shuffle}/{number + 1}")
                    seat = (dealer + number) % 2
                    assert played.start == deal(pack, seat, match.rules, played.score)


def test_players_are_made_for_each_half_with_seeds_of_shuffle_and_side() -> None:
    here("seeded", "seeded(seed=9)", 2, seed="S")
    made = Seeded.seeds[-8:]  # before them those of the check that they can be made
    assert made == [
        *["S/0/a", "9/S/0/b"] * 2,
        *["S/1/a", "9/S/1/b"] * 2,
    ]


@pytest.mark.rule("SCORE-1", "SCORE-2", "SCORE-3")
def test_games_and_matches_are_counted() -> None:
    rules = PRESETS["soft"].with_(match=3)
    games = here("lowest", "resigner", 5, mode="games", rules=rules)
    assert (games.wins, games.games, games.bummerls) == ((30, 0), (10, 0), (20, 0))
    assert (games.matches, games.points) == ((0, 0), 3)
    matches = here("resigner", "lowest", 5, mode="matches", rules=rules)
    assert (matches.deals, matches.games, matches.bummerls) == (60, (0, 20), (0, 40))
    assert (matches.matches, matches.points, matches.win_rate) == ((0, 10), -3, 0)


def test_a_clean_sweep_leaves_some_doubt() -> None:
    result = here("lowest", "resigner", 5)
    assert result.win_rate == 1
    low, high = result.win_interval
    assert high == 1
    assert low == pytest.approx(0.5655, abs=1e-4)


def test_timed_players_are_reported() -> None:
    assert here("resigner(time=2)", "lowest", 1).timed
    assert here("lowest", "resigner(time=2)", 1).timed
    assert not here("resigner", "lowest", 1).timed


def test_progress_tells_the_result_so_far() -> None:
    told: list[ArenaResult] = []
    final = here("random", "random", 5, progress=told.append)
    assert [result.shuffles for result in told] == [1, 2, 3, 4, 5]
    assert figures(told[-1]) == figures(final)
    assert figures(told[2]) == figures(here("random", "random", 3))


def test_after_an_interruption_the_finished_part_is_returned_and_saved(tmp_path: Any) -> None:
    def stop(result: ArenaResult) -> None:
        if result.shuffles == 3:
            raise KeyboardInterrupt

    path = tmp_path / "arena.sgn"
    partial = here("random", "random", 9, progress=stop, save=path)
    assert partial.interrupted
    expected = here("random", "random", 3)
    assert figures(dataclasses.replace(partial, interrupted=False)) == figures(expected)
    assert [record.tags["Seed"][-2:] for record in load(path)] == [
        "/0",
        "/0",
        "/1",
        "/1",
        "/2",
        "/2",
    ]
    whole = here("random", "random", 9, save=path)
    assert figures(whole) == figures(here("random", "random", 9))


def test_mistakes_show_before_anything_is_played(tmp_path: Any) -> None:
    path = tmp_path / "arena.sgn"
    with pytest.raises(PlayerError, match="there is no player 'nobody'"):
        run_arena("random", "nobody", 5, save=path)
    with pytest.raises(PlayerError, match="no option speed"):
        run_arena("random(speed=2)", "random", 5, save=path)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"shuffles": 0}, "plays 0 shuffles"),
        ({"processes": 0}, "has 0 processes"),
        ({"mode": "tricks"}, "'tricks', but can play only: deals, games, matches"),
    ]
    for options, message in wrong:
        with pytest.raises(MatchError, match=message):
            run_arena("random", "random", **{"shuffles": 1, "save": path, **options})
    assert not path.exists()


@pytest.mark.parametrize("processes", [1, 2])
def test_a_failing_player_is_named_across_processes(processes: int, tmp_path: Any) -> None:
    path = tmp_path / "arena.sgn"
    with pytest.raises(PlayerError) as caught:
        run_arena("random", "human", 5, processes=processes, save=path)
    assert "player human (seat " in str(caught.value)
    assert "failed in deal 1: the human player" in str(caught.value)
    assert load(path) == []


class DyingPool:
    """A pool whose processes die as soon as they get work."""

    def __init__(self, *args: object, **options: object) -> None:
        pass

    def submit(self, *args: object) -> Future[object]:
        future: Future[object] = Future()
        future.set_exception(BrokenProcessPool("a process died"))
        return future

    def shutdown(self, **options: object) -> None:
        pass


def test_a_dying_process_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ProcessPoolExecutor", DyingPool)
    with pytest.raises(MatchError, match=r"a process of the arena died.*fewer processes"):
        run_arena("random", "random", 4, processes=2)


SCRIPT = """
from bummerl.errors import MatchError
from bummerl.match.arena import ArenaResult, run_arena
try:
    run_arena("random", "random", 4{options})
except MatchError as error:
    print(error)
else:
    print("done")
"""


@pytest.mark.parametrize("from_stdin", [True, False])
def test_a_script_without_main_guard_is_told_what_it_lacks(
    from_stdin: bool, tmp_path: Path
) -> None:
    def said(options: str) -> str:
        script = tmp_path / "script.py"
        script.write_text(SCRIPT.format(options=options), encoding="utf-8")
        done = subprocess.run(
            [sys.executable] + ([] if from_stdin else [str(script)]),
            input=script.read_text(encoding="utf-8") if from_stdin else "",
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.splitlines()[-1]

    assert said("") == "done"
    assert "a process of the arena died" in said(", processes=2")
    assert "if __name__ == '__main__'" in said(", processes=2")


class Counted(DyingPool):
    """Notes how many processes are wanted."""

    wanted: ClassVar[list[int]] = []

    def __init__(self, processes: int, **options: object) -> None:
        self.wanted.append(processes)


def test_there_are_no_more_processes_than_shuffles_and_the_system_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "ProcessPoolExecutor", Counted)
    for most, shuffles in ((10_000, 99), (61, 99), (61, 4)):
        monkeypatch.setattr(workers, "_MOST_PROCESSES", most)
        with pytest.raises(MatchError):
            run_arena("random", "random", shuffles, processes=80)
    assert Counted.wanted == [80, 61, 4]
    assert processors() >= 1
