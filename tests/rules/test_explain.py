"""Which standing decided the game points of a finished deal (OUT-3, OUT-4, CLOSE-6 … CLOSE-8)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bummerl.rules.position import Position
from bummerl.rules.scoring import REASONS, Basis, explain, is_failed_close
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from support import play, position, random_deal, random_rules

CLOSED = "?3+HJ"  # three cards and the turned-up one


@pytest.mark.rule("OUT-3", "OUT-4", "LAST-1", "LAST-2", "SCORE-5")
@pytest.mark.parametrize(
    ("start", "tokens", "basis"),
    [
        ("soft SA/SK H - - 0: 66.5/20.4", "o", Basis(1, 4, 20)),
        ("app SA/SK H - - 0: 60.5/40.4", "SA SK", Basis(1, 4, 40)),
        ("soft SA/SK H - - 0: 45.5/60.4", "SA SK", Basis(1, 4, 60)),
        ("66 SA/SK H - - 0: 45.6/66.5", "SA SK", Basis(1, 5, 66)),  # whoever took the last
        ("66 SA/SK H - - 0: 20.6/66.5", "SA SK", Basis(0, 7, 45)),
        ("soft SA/SK H - - 0: 58.5/44.4", "o", Basis(1, 4, 44)),
        ("hoyle-66 SA/SK H - - 0: 58.6/20.5", "o", Basis(1, 5)),
        ("soft SA/SK H - - 0: 20.5/30.4", "r", Basis(0, 5, 20)),
    ],
)
def test_with_an_open_or_exhausted_talon(start: str, tokens: str, basis: Basis) -> None:
    assert explain(play(position(start), tokens)) == basis


@pytest.mark.rule("CLOSE-6")
@pytest.mark.parametrize(
    ("counts", "basis"), [("at_close", Basis(1, 1, 14, at_close=True)), ("at_end", Basis(1, 2, 40))]
)
def test_the_closer_succeeds(counts: str, basis: Basis) -> None:
    start = position(f"soft(closed_counts={counts}) SAHT/SKDQ H {CLOSED} 0@14.1 0: 66.4/40.2")
    assert explain(play(start, "o")) == basis
    assert explain(start.resign(1)) == basis  # SCORE-5


@pytest.mark.rule("CLOSE-7")
@pytest.mark.parametrize(
    ("tricks", "basis"), [("at_close", Basis(1, 0, None, at_close=True)), ("at_end", Basis(1, 3))]
)
@pytest.mark.parametrize("tokens", ["o", "SA SK"])
def test_the_closer_fails(tokens: str, tricks: str, basis: Basis) -> None:
    start = position(f"soft(failed_close_tricks={tricks}) SA/SK H {CLOSED} 0@0.0 0: 40.4/44.3")
    end = play(start, tokens)
    assert explain(end) == basis
    assert is_failed_close(end) is (tokens != "o")


@pytest.mark.rule("CLOSE-8", "OUT-4", "OUT-6")
@pytest.mark.parametrize(
    ("defender", "basis"),
    [("penalty", Basis(1, 0, None, at_close=True)), ("regular", Basis(0, 4, 40))],
)
@pytest.mark.parametrize(
    ("cards", "points", "tokens"),
    [
        ("SK/SA H ?3+HJ 0@0.0 1:", "66.3", "o"),
        ("SK/SA H ?3+HJ 0@0.0 1:", "65.3", "o"),  # false, but costs the same
        ("SK/SA H ?3+HJ 0@0.0 0:", "66.3", "SK SA"),
    ],
)
def test_the_other_goes_out(
    defender: str, basis: Basis, cards: str, points: str, tokens: str
) -> None:
    end = play(position(f"soft(closed_defender={defender}) {cards} 40.4/{points}"), tokens)
    assert explain(end) == basis
    assert not is_failed_close(end)


@pytest.mark.rule("CLOSE-7", "CLOSE-8")
def test_an_uncalled_66_of_the_other_leaves_a_failed_close() -> None:
    start = position(f"duel-schnapsen SA/SK H {CLOSED} 0@0.0 0: 40.4/66.3")
    end = play(start, "SA SK")
    assert is_failed_close(end)
    assert explain(end) == Basis(1, 0, None, at_close=True)


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize(
    ("closer", "basis"),
    [
        ("40.2", Basis(1, 1, None, at_close=True)),
        ("20.2", Basis(1, 1, None, at_close=True)),  # either costs two
        ("0.0", Basis(0, 0, 0)),
    ],
)
def test_the_closer_gives_up_for_the_dearer_of_two(closer: str, basis: Basis) -> None:
    start = position(f"duel-schnapsen ?2/SAHT S ?+SK 0@14.1 1: {closer}/14.1")
    assert explain(start.resign(0)) == explain(start.lose_on_time(0)) == basis


@pytest.mark.rule("PLAY-7", "LAST-2")
def test_no_standing_decides_renonces_and_drawn_and_running_deals() -> None:
    renonce = play(position("soft SAHJ/DQ H - - 1:SK 40.4/40.4"), "HJ")
    drawn = play(position("66 SA/SK H - - 0: 40.6/65.5"), "SA SK")
    running = position("soft SA/SK H - - 0: 66.5/20.4")
    assert explain(renonce) is explain(drawn) is explain(running) is None


def ends(preset: str, deals: int) -> Iterator[Position]:
    """Deals played at random under a preset and mixes of options, each also given up midway."""
    rng = random.Random(f"explain/{preset}")
    for number in range(deals):
        rules = random_rules(rng, preset) if number % 4 else PRESETS[preset]
        *running, end = random_deal(rng, rules)
        yield end
        yield rng.choice(running).resign(rng.randrange(2))
        yield rng.choice(running).lose_on_time(rng.randrange(2))


@pytest.mark.rule("OUT-3", "OUT-4", "CLOSE-6", "CLOSE-7", "CLOSE-8", "LAST-1", "SCORE-5")
def test_the_basis_is_worth_the_game_points() -> None:
    reasons, kinds = set(), set()
    for end in (end for preset in PRESET_NAMES for end in ends(preset, 150)):
        assert end.result is not None
        reasons.add(end.result.reason)
        basis = explain(end)
        assert all(explain(end.view(seat).table()) == basis for seat in (0, 1, None))
        if basis is None:
            fixed = {"drawn": 0, "renonce": 3}
            assert end.result.points == fixed[end.result.reason]
            continue
        assert basis.worth == end.result.points
        kinds.add((basis.points is None, basis.at_close, basis.worth))
    assert reasons >= set(REASONS) - {"drawn"}  # only at 65 to 65, so rarely
    assert len(kinds) == 10  # 3, 2, 1 by card points, 3, 2 by tricks: at the end and at the close
