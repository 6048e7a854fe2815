"""The arena's file: canonical, continued after any cut, never another arena's."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.errors import FileError, PlayerError
from bummerl.match.archive import check_file
from bummerl.match.arena import ArenaResult, run_arena
from bummerl.match.shuffles import Mode
from bummerl.notation.sgn import dumps, load
from bummerl.players import registry
from bummerl.players.random_player import RandomPlayer
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import Move
from bummerl.rules.variants import PRESETS, parse_rules
from bummerl.rules.view import View

SHUFFLES = {"deals": 4, "games": 3, "matches": 2}


def arena(
    path: Path, mode: str = "deals", shuffles: int | None = None, **options: Any
) -> ArenaResult:
    settings: dict[str, Any] = {
        "rules": PRESETS["sixtysix"],
        "seed": "a/b",
        "mode": mode,
        "processes": 1,
        **options,
    }
    return run_arena(
        "random", 'random(seed="x,\\"y")', shuffles or SHUFFLES[mode], save=path, **settings
    )


def counts(result: ArenaResult) -> tuple[object, ...]:
    return (
        result.shuffles,
        result.deals,
        result.wins,
        result.games,
        result.bummerls,
        result.matches,
        result.points,
        result.interval,
        result.win_interval,
    )


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, ArenaResult]]:
    """A finished arena of every mode."""
    folder = tmp_path_factory.mktemp("finished")
    return {mode: (folder / mode, arena(folder / mode, mode)) for mode in SHUFFLES}


@pytest.mark.parametrize("mode", SHUFFLES)
def test_the_file_is_canonical_sgn_of_all_deals(
    mode: Mode, finished: dict[str, tuple[Path, ArenaResult]]
) -> None:
    path, result = finished[mode]
    records = load(path)
    assert dumps(records) == path.read_text()
    assert check_file(path).errors == []
    assert len(records) == result.deals
    halves = sorted({(int(r.tags["Match"]), r.players, r.tags["Seed"]) for r in records})
    names = ("random", 'random(seed="x,\\"y")')
    assert halves == [
        (2 * shuffle + 1 + half, names[::-1] if half else names, f"a/b/{shuffle}")
        for shuffle in range(result.shuffles)
        for half in (0, 1)
    ]
    assert {(r.tags["Event"], r.tags["Mode"]) for r in records} == {("Arena", mode)}
    for record in records:
        pack = shuffled(record.rules.deck, f"{record.tags['Seed']}/{record.deal}")
        assert record.dealer is not None
        dealt = deal(pack, record.dealer, record.rules)
        assert (dealt.hands, dealt.talon) == (record.start.hands, record.start.talon)
    a_seats = [(int(r.tags["Match"]) - 1) % 2 for r in records]
    won = [
        r.result is not None and r.result.winner == seat
        for r, seat in zip(records, a_seats, strict=True)
    ]
    assert sum(won) == result.wins[0]


@given(st.data())
def test_cut_off_anywhere_it_is_continued_to_the_same_file(
    finished: dict[str, tuple[Path, ArenaResult]],
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
) -> None:
    mode = data.draw(st.sampled_from(sorted(SHUFFLES)))
    path, result = finished[mode]
    whole = path.read_bytes()
    cut = tmp_path_factory.getbasetemp() / "cut.sgn"
    cut.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    assert counts(arena(cut, mode)) == counts(result)
    assert cut.read_bytes() == whole


def test_only_missing_shuffles_are_played(
    finished: dict[str, tuple[Path, ArenaResult]], tmp_path: Path
) -> None:
    path, _ = finished["deals"]
    deals = path.read_text().split("\n[SGN")
    told: list[int] = []

    def played_from(text: str) -> list[int]:
        told.clear()
        (tmp_path / "cut.sgn").write_text(text)
        arena(tmp_path / "cut.sgn", progress=lambda r: told.append(r.shuffles))
        return told

    assert played_from(path.read_text()) == []
    assert played_from("\n[SGN".join(deals[:7])) == [4]
    assert played_from("\n[SGN".join(deals[:6])) == [4]
    assert played_from("\n[SGN".join(deals[:6]) + "\n[SG") == [4]
    assert played_from("\n[SGN".join(deals[:5])) == [3, 4]
    assert played_from("") == [1, 2, 3, 4]


def test_a_finished_arena_can_be_made_longer(tmp_path: Path) -> None:
    arena(tmp_path / "one", shuffles=2)
    longer = arena(tmp_path / "one", shuffles=5)
    assert counts(longer) == counts(arena(tmp_path / "other", shuffles=5))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    with pytest.raises(FileError, match="has 5 shuffles already, more than the 3 asked for"):
        arena(tmp_path / "one", shuffles=3)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seed": "a/c"}, "Seed 'a/b/0', not 'a/c/0'"),
        ({"rules": PRESETS["sharp"]}, "Rules 'sixtysix', not 'sharp'"),
        ({"mode": "games"}, "Mode 'deals', not 'games'"),
    ],
)
def test_a_file_of_another_arena_is_refused_untouched(
    change: dict[str, Any],
    reason: str,
    finished: dict[str, tuple[Path, ArenaResult]],
    tmp_path: Path,
) -> None:
    whole = finished["deals"][0].read_bytes()
    for length in (len(whole), len(whole) // 2, whole.index(b"\n\n") + 1):
        path = tmp_path / "arena.sgn"
        path.write_bytes(whole[:length])
        with pytest.raises(FileError) as caught:
            arena(path, **change)
        assert reason in str(caught.value)
        assert "belongs to another arena: the deal in line 1 has" in str(caught.value)
        assert path.read_bytes() == whole[:length]


def test_an_arena_goes_on_under_another_name_of_its_rules(tmp_path: Path) -> None:
    path = tmp_path / "arena.sgn"
    arena(path, shuffles=2, rules=parse_rules("66"))
    arena(path, shuffles=3, rules=parse_rules("sixtysix(match=3)").with_(match=PRESETS["66"].match))
    result = arena(path, shuffles=4)
    assert counts(result) == counts(arena(tmp_path / "whole.sgn", shuffles=4))
    assert check_file(path).errors == []
    with pytest.raises(FileError, match=r"Rules '66', not '66\(match="):
        arena(path, shuffles=5, rules=parse_rules("66").with_(match=9))


def _other_players(text: str) -> str:
    return text.replace('[Seat0 "random"]', '[Seat0 "greedy"]', 1)


def _missing_deal(text: str) -> str:
    return "[SGN" + text.partition("\n[SGN")[2]


def _damaged(text: str) -> str:
    return text.replace("\n\n1.", "\n\n{1.", 1).replace("+", "-", 99)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_other_players, "the deal in line 1 has Seat0 'greedy', not 'random'"),
        (_missing_deal, "has Match '2', not '1'"),
        (_damaged, "is damaged: the deal in line 1 is not whole, but others follow it"),
        (lambda text: "Dear diary\n", "is not the file of an arena"),
        (lambda text: text.replace("\n", "\r\n"), "is not the file of an arena"),
        (lambda text: text.replace("Arena", "Club"), "has Event 'Club', not 'Arena'"),
        (lambda text: '[SGN "1"]\n\n1.1 SA\n', "has Rules '', not 'sixtysix'"),
    ],
)
def test_what_is_no_file_of_this_arena_is_refused_untouched(
    change: Callable[[str], str],
    reason: str,
    finished: dict[str, tuple[Path, ArenaResult]],
    tmp_path: Path,
) -> None:
    path = tmp_path / "arena.sgn"
    changed = change(finished["deals"][0].read_text()).encode()
    path.write_bytes(changed)
    with pytest.raises(FileError) as caught:
        arena(path)
    assert reason in str(caught.value)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == changed


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "arena.sgn"):
        with pytest.raises(FileError, match="cannot be used to save: "):
            arena(path)


class Moody(RandomPlayer):
    """Fails in its third half."""

    made = 0
    patience = 3

    def __init__(self, seed: int | str | None = None) -> None:
        super().__init__(seed)
        type(self).made += 1

    def choose(self, view: View) -> Move:
        if self.made > self.patience:
            raise RuntimeError("enough")
        return super().choose(view)


def test_after_a_failing_player_it_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registered", {"moody": Moody})
    path = tmp_path / "arena.sgn"
    with pytest.raises(PlayerError, match=r"player moody .* RuntimeError: enough"):
        run_arena("random", "moody", 4, processes=1, save=path)
    assert len(load(path)) == 2
    monkeypatch.setattr(Moody, "patience", 99)
    stopped = run_arena("random", "moody", 4, processes=1, save=path)
    assert counts(stopped) == counts(run_arena("random", "moody", 4, processes=1))
    assert len(load(path)) == 8


def test_interrupted_while_writing_nothing_half_stays(
    finished: dict[str, tuple[Path, ArenaResult]], tmp_path: Path
) -> None:
    path = tmp_path / "arena.sgn"
    shutil.copy(finished["deals"][0], path)

    def stop(result: ArenaResult) -> None:
        with open(path, "ab") as file:
            file.write(b'\n[SGN "1"]\n[Rules "six')
        raise KeyboardInterrupt

    partial = arena(path, shuffles=9, progress=stop)
    assert (partial.interrupted, partial.shuffles) == (True, 5)
    assert len(load(path)) == 10
