"""How deals end in self-play: the counts in the package, and the tool that makes them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tools import equity as tool

from bummerl.match.bummerl import Match
from bummerl.match.referee import play_game
from bummerl.players.deal_odds import DATA, NEEDS, POINTS, PRIORS, Deals, Need, need, read_deals
from bummerl.players.greedy import GreedyPlayer
from bummerl.rules.variants import PRESETS, parse_rules
from players.throws import PROTOTYPE, Odds, alike, by_need


def test_the_package_has_counts_for_both_packs() -> None:
    found = read_deals(DATA)
    assert set(found) == {20, 24}
    for deck, deals in found.items():
        assert set(deals.counts) == set(NEEDS)
        assert all(len(row) == len(POINTS) and min(row) >= 0 for row in deals.counts.values())
        assert deals.total == deals.made["deals"] > 2500
        assert {"player", "rules", "games", "seed", "version", "command"} <= set(deals.made)
        # LAST-1: with 20 cards the last trick decides, so nothing is drawn
        assert (sum(row[3] for row in deals.counts.values()) == 0) == (deck == 20)


def counted(odds: dict[Need, Odds], deals: dict[Need, int]) -> Deals:
    """Counts exactly as the odds have them."""
    return Deals({at: tuple(round(n * p) for p in odds[at]) for at, n in deals.items()}, {})


def test_needs_that_are_alike_are_taken_together() -> None:
    dice = random.Random("alike")
    points = dice.choices(POINTS, PROTOTYPE, k=9000)
    rows = {at: points[1000 * i : 1000 * (i + 1)] for i, at in enumerate(NEEDS)}
    deals = Deals({at: tuple(map(row.count, POINTS)) for at, row in rows.items()}, {})
    assert deals.prior(draws=False) >= 3200
    for row in deals.odds(draws=False).values():
        assert row == pytest.approx([points.count(v) / 9000 for v in POINTS], abs=0.005)


def test_needs_that_differ_are_kept_apart() -> None:
    odds = by_need()
    deals = counted(odds, dict.fromkeys(NEEDS, 1000))
    assert deals.prior(draws=True) <= 200
    for at, row in deals.odds(draws=True).items():
        assert row == pytest.approx(odds[at], abs=0.03)


def test_a_need_without_deals_has_the_general_odds() -> None:
    deals = counted(by_need(), dict.fromkeys(NEEDS, 700) | {(1, 2): 0})
    total = [sum(column) for column in zip(*deals.counts.values(), strict=True)]
    assert deals.odds(draws=True)[1, 2] == pytest.approx([n / sum(total) for n in total])
    for row in deals.odds(draws=True).values():
        assert sum(row) == pytest.approx(1)


def test_the_weight_of_the_general_odds_by_hand() -> None:
    # one need of 100 deals among 1,000 others; mixed as if `prior` more had been played
    deals = counted(alike(PROTOTYPE), dict.fromkeys(NEEDS, 0) | {(3, 3): 1000})
    deals = Deals({**deals.counts, (1, 1): (0, 0, 60, 0, 40, 0, 0)}, {})
    prior = deals.prior(draws=False)
    assert prior in PRIORS
    general = (deals.counts[3, 3][4] + 40) / deals.total
    expected = (40 + prior * general) / (100 + prior)
    assert deals.odds(draws=False)[1, 1][4] == pytest.approx(expected)


def test_points_that_were_not_needed_do_not_tell_needs_apart() -> None:
    # at 1:1 a win is a win, whatever it brings
    others = dict.fromkeys(NEEDS, (100, 200, 100, 0, 100, 200, 100))
    threes = (50, 0, 0, 0, 0, 0, 50)
    assert Deals(others | {(1, 1): threes}, {}).prior(draws=False) == PRIORS[-1]
    assert Deals(others | {(3, 3): threes}, {}).prior(draws=False) < 1000


# ---- how they are made ---------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["soft", "sixtysix"])
def test_the_tool_counts_every_deal_of_a_bummerl(rules: str) -> None:
    for game in range(4):
        counts = tool.play("greedy", rules, "7", game)
        match = Match(PRESETS[rules], ("a", "b"), seed=f"7/{game}", dealer=game % 2)
        play_game(match, [GreedyPlayer(), GreedyPlayer()])
        expected: list[tuple[Need, int]] = []
        for deal in match.results:
            assert deal.result is not None
            needed, dealer, carry = deal.score.needed, deal.dealer, deal.score.carry
            at = need(needed[1 - dealer], needed[dealer], carry)
            won = deal.result.winner == 1 - dealer
            expected.append((at, deal.result.points if won else -deal.result.points))
        assert sorted(counts.elements()) == sorted(expected)


def test_the_tool_writes_what_can_be_read_and_goes_on(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    common = ["--player", "random", "--seed", "x y", "--rules", "66"]
    assert tool.main([*common, "--games", "5", "--output", str(one)]) == 0
    assert tool.main([*common, "--games", "3", "--output", str(two)]) == 0
    assert tool.main([*common, "--games", "5", "--output", str(two), "--continue"]) == 0
    assert one.read_text() == two.read_text()
    assert tool.main(["--player", "random", "--games", "4", "--output", str(one)]) == 0
    found = read_deals(one)
    assert found[24].made["games"] == 5
    assert found[24].made["rules"] == "66"
    assert "--seed 'x y'" in found[24].made["command"]
    assert found[20].total == found[20].made["deals"]
    assert list(json.loads(one.read_text())) == ["20", "24"]


def test_processes_do_not_change_the_counts(tmp_path: Path) -> None:
    files = [tmp_path / "1.json", tmp_path / "2.json"]
    for processes, path in enumerate(files, 1):
        arguments = ["--player", "random", "--games", "9", "--processes", str(processes)]
        assert tool.main([*arguments, "--output", str(path)]) == 0
    assert files[0].read_text() == files[1].read_text()


def test_the_tool_refuses_what_is_no_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.json"
    common = ["--games", "2", "--output", str(path)]
    assert tool.main(["--player", "nobody", *common]) == 2
    assert "there is no player 'nobody'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        tool.main(["--player", "random", "--rules", "shrap", *common])
    assert "did you mean sharp" in capsys.readouterr().err
    assert not path.exists()


def test_the_shipped_counts_say_how_to_make_them() -> None:
    for deck, deals in read_deals(DATA).items():
        made = deals.made
        said = tool.Run(made["player"], made["rules"], made["seed"], made["games"]).entry()
        assert made["command"] == said["made"]["command"]
        assert parse_rules(made["rules"]).deck == deck
