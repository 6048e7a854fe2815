from __future__ import annotations

import dataclasses
import math
import random
from collections import Counter
from collections.abc import Callable

import pytest
from bench.levels import ANCHORED, ratings

from bummerl.cards import cards_of
from bummerl.errors import ViewError
from bummerl.players.greedy import GreedyPlayer
from bummerl.players.levels import (
    BEGINNER,
    EXPERT,
    REGULAR,
    Level,
    LevelPlayer,
    beginner,
    expert,
    regular,
    tricks_to_come,
    useful_points,
)
from bummerl.players.memory import recollect
from bummerl.players.registry import make_player
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import CLOSE, OUT, is_pair
from bummerl.rules.position import Position
from bummerl.rules.trick import Trick
from bummerl.rules.variants import PRESETS
from bummerl.rules.view import View
from bummerl.search.plans import plans_of
from players.duels import finished, mirrored_deals
from support import MOVES, TOKENS, position, random_deal, random_rules

LEVELS = [BEGINNER, REGULAR, EXPERT]
each_level = pytest.mark.parametrize("level", LEVELS, ids=["beginner", "regular", "expert"])


def asked(text: str, player: LevelPlayer) -> str:
    """The token of the move for the seat to move."""
    current = position(text)
    return TOKENS[player.choose(current.view(current.to_move))]


@pytest.mark.rule("OUT-2")
@each_level
@pytest.mark.parametrize(
    "text",
    [
        "soft SKSQSJHTDA/?5 S ?+ST - 0: 66.2/4.1",
        "soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 70.2/4.1",
        "hoyle-66 SKSQHAHTDA/?5 S ?+S9 - 0: 66.1/0.0",
    ],
)
def test_goes_out_with_66(level: Level, text: str) -> None:
    assert asked(text, LevelPlayer(level, seed=1)) == "o"


@each_level
def test_never_calls_falsely(level: Level) -> None:
    rng = random.Random(1)
    for number in range(8):
        start = next(random_deal(rng, PRESETS["sharp" if number % 2 else "soft"]))
        end = finished(start, (LevelPlayer(level, seed=number), LevelPlayer(level, seed=-number)))
        assert end.result is not None
        assert end.result.reason != "false out"
        assert all(p.move != OUT for p in end.history[:-1])


@each_level
def test_takes_a_sure_win(level: Level) -> None:
    for seed in range(15):
        player = LevelPlayer(level, seed)
        assert asked("soft HKHQSASTDA/?5 S ?+SJ - 0: 46.2/10.2", player) in ("mH", "x")
        assert asked("soft SAHJ/?2 S - - 0: 55.4/62.4", player) == "SA"


@each_level
def test_no_move_seems_to_cost_more_than_the_limit(level: Level) -> None:
    rng = random.Random(2)
    not_best = 0
    for number in range(10):
        for current in random_deal(rng, random_rules(rng)):
            if current.over:
                break
            view = current.view(current.to_move)
            player = LevelPlayer(level, seed=number)
            worths = player.worths(view)
            loss = max(worths.values()) - worths[player.choose(view)]
            assert 0 <= loss <= level.limit
            not_best += loss > 0
    assert not_best > 0


def test_the_chance_of_a_move_goes_with_the_exponential_of_its_worth() -> None:
    level = Level(math.inf, 1, 40, 40, 6, temperature=1.0, limit=1.5)

    class Fixed(LevelPlayer):
        def _worths(self, dim: View) -> dict[int, float]:
            return {MOVES["SK"]: 1.0, MOVES["SQ"]: 0.0, MOVES["HQ"]: 0.0, MOVES["DJ"]: -0.6}

    view = position("soft SKSQHQDJCJ/?5 H ?+HJ - 0: 20.1/0.0").view(0)
    seeds = range(3000)
    counts = Counter(TOKENS[Fixed(level, seed).choose(view)] for seed in seeds)
    whole = math.e + 2
    assert counts.keys() == {"SK", "SQ", "HQ"}
    assert counts["SK"] / len(seeds) == pytest.approx(math.e / whole, abs=0.03)
    assert counts["SQ"] / len(seeds) == pytest.approx(1 / whole, abs=0.03)


def exchanged(view: View, lost: int, found: int) -> View:
    """The view if card `found` had been played instead of `lost` in a finished trick."""
    turn = {lost: found, found: lost}

    def other(card: int) -> int:
        return turn.get(card, card)

    def mask(cards: int) -> int:
        return sum(1 << other(card) for card in cards_of(cards))

    return view._but(
        gone=mask(view.gone),
        hands=tuple(mask(hand) for hand in view.hands),
        talon=tuple(card if card is None else other(card) for card in view.talon),
        finished=tuple(
            Trick(t.leader, tuple(map(other, t.cards)), t.winner) for t in view.finished
        ),
        history=tuple(p._replace(move=other(p.move)) for p in view.history),
    )


@each_level
def test_no_card_is_used_that_is_forgotten(level: Level) -> None:
    """Poison: what is forgotten changes places with a card not seen yet, and nothing changes."""
    rng = random.Random(3)
    changed = 0
    for number in range(40):
        for current in random_deal(rng, random_rules(rng)):
            if current.over or changed > 40:
                break
            view, seat = current.view(current.to_move), current.to_move
            dim = recollect(view, level.span, number)
            for lost in cards_of(view.gone & ~dim.gone):
                for found in cards_of(dim.unseen & ~view.gone):
                    poisoned = exchanged(view, lost, found)
                    if recollect(poisoned, level.span, number) != dim:
                        continue  # that one would have been remembered
                    assert poisoned.gone != view.gone
                    assert poisoned.hands[seat] == view.hands[seat]
                    assert len(view.legal_moves()) == 1 or (
                        LevelPlayer(level, number).worths(poisoned)
                        == LevelPlayer(level, number).worths(view)
                    )
                    player = LevelPlayer(level, number)
                    assert player.choose(poisoned) == player.choose(view)
                    changed += 1
                    break
    assert changed > 15


def swapped(current: Position, rng: random.Random) -> Position:
    """Another world of the view of the seat to move: hidden cards change places."""
    view, other = current.view(current.to_move), 1 - current.to_move
    known, unseen = view.hands[other], [*cards_of(view.unseen)]
    rng.shuffle(unseen)
    size = view.hand_sizes[other] - known.bit_count()
    hand = known | sum(1 << card for card in unseen[:size])
    rest = unseen[size:]
    talon = tuple(rest.pop() if card is None else card for card in view.talon)
    hands = (hand, current.hands[1]) if other == 0 else (current.hands[0], hand)
    return dataclasses.replace(current, hands=hands, talon=talon)


@each_level
def test_knows_nothing_but_its_view(level: Level) -> None:
    rng = random.Random(4)
    changed = 0
    for number in range(4):
        for current in random_deal(rng, random_rules(rng)):
            if current.over:
                break
            poisoned, seat = swapped(current, rng), current.to_move
            changed += poisoned != current
            player = LevelPlayer(level, seed=number)
            assert player.choose(poisoned.view(seat)) == player.choose(current.view(seat))
    assert changed > 15


@pytest.mark.parametrize("make", [beginner, regular, expert])
def test_the_answer_follows_from_view_and_seed_alone(
    make: Callable[[int | None], LevelPlayer],
) -> None:
    current = position("soft SKSQHQDJCJ/?5 H ?+HJ - 0: 0.0/0.0")
    other = position("soft HTHKSQDJCJ/?5 H ?+HJ - 0: 0.0/0.0")
    player = make(5)
    first = player.choose(current.view(0))
    player.choose(other.view(0))  # asked about something else in between
    assert player.choose(current.view(0)) == first == make(5).choose(current.view(0))


def test_seeds_and_chance_bring_variety() -> None:
    view = position("soft SKSQHQDJCJ/?5 H ?+HJ - 0: 0.0/0.0").view(0)
    assert len({beginner(seed).choose(view) for seed in range(20)}) > 1
    assert len({beginner().choose(view) for _ in range(20)}) > 1


def test_habits_add_to_what_moves_are_worth() -> None:
    view = position("soft SKSQHADJCJ/?5 H ?+HJ - 0: 20.1/0.0").view(0)
    plain = Level(1.0, 2, 12, 24, 3, 0.4, 1.2)
    with_habits = dataclasses.replace(plain, caution=0.3, announce=0.2, ace=0.1)
    before, after = (LevelPlayer(level, 1).worths(view) for level in (plain, with_habits))
    added = {TOKENS[move]: round(after[move] - before[move], 9) for move in before}
    assert added["c"] == -0.3
    assert added["mS"] == 0.2
    assert added["HA"] == 0.1
    assert added["DJ"] == added["SK"] == 0


def test_the_end_is_thought_through_and_the_rest_is_felt() -> None:
    open_view = position("soft SKSQHADJCJ/?5 H ?+HJ - 0: 20.1/0.0").view(0)
    closed = position("soft SKSQHADJCJ/?5 H ?+HJ 0@0.0 0: 20.1/0.0").view(0)
    plans = plans_of(open_view)
    assert {tricks_to_come(open_view, plan) for plan in plans if CLOSE in plan} == {5}
    assert {tricks_to_come(open_view, plan) for plan in plans if CLOSE not in plan} == {9}
    assert {tricks_to_come(closed, plan) for plan in plans_of(closed)} == {5}


@pytest.mark.parametrize(
    ("needed", "carry", "useful"),
    [
        ((7, 7), 0, [-3, -2, -1, 0, 1, 2, 3]),
        ((1, 7), 0, [-3, -2, -1, 0, 1, 1, 1]),
        ((7, 2), 0, [-2, -2, -1, 0, 1, 2, 3]),
        ((7, 3), 2, [-3, -3, -3, 0, 3, 4, 5]),
    ],
)
def test_no_more_counts_than_is_needed(
    needed: tuple[int, int], carry: int, useful: list[int]
) -> None:
    current = position("soft SKSQHADJCJ/?5 H ?+HJ - 0: 20.1/0.0", needed=needed, carry=carry)
    assert useful_points(current.view(0)) == dict(zip(range(-3, 4), useful, strict=True))


def test_a_beginner_closes_less_often_than_an_expert() -> None:
    closes = []
    for level in (BEGINNER, EXPERT):
        starts = [deal(shuffled(20, f"closes/{number}"), number % 2) for number in range(30)]
        ends = [finished(start, (LevelPlayer(level, seed=1), GreedyPlayer())) for start in starts]
        closes.append(sum(end.close is not None and end.close.seat == 0 for end in ends))
    assert closes[0] * 2 < closes[1]


def test_an_expert_beats_a_beginner() -> None:
    """By how much is told in the documentation of the levels."""
    tally = mirrored_deals(expert, beginner, PRESETS["soft"], 80, "levels")
    assert tally.share > 0.55


def test_pairs_are_announced_by_all() -> None:
    view = position("soft HKHQSADJCJ/?5 H ?+HJ - 0: 20.1/0.0").view(0)
    for level in LEVELS:
        worths = LevelPlayer(level, seed=1).worths(view)
        best = max(worths, key=worths.__getitem__)
        assert is_pair(best) or best == CLOSE


@each_level
def test_a_table_view_is_not_enough(level: Level) -> None:
    current = position("tournament SKSQHQDJCJ/?5 H ?+HJ - 0: 20.1/0.0")
    with pytest.raises(ViewError, match="table view"):
        LevelPlayer(level, seed=1).choose(current.view(0).table())


@pytest.mark.parametrize("name", ["beginner", "regular", "expert"])
def test_the_registry_knows_them(name: str) -> None:
    player = make_player(name, seed=3)
    assert isinstance(player, LevelPlayer)


def test_ratings_give_back_the_strengths_that_made_the_results() -> None:
    elo = {"a": 1150.0, "b": ANCHORED, "c": 900.0, "d": 700.0}
    rows = []
    for a, b in (("a", "b"), ("c", "b"), ("d", "c"), ("a", "d")):
        chance = 1 / (1 + 10 ** ((elo[b] - elo[a]) / 400))
        won = 1e6 * chance
        rows.append({"a": a, "b": b, "wins": [won - 5, 1e6 - won - 5], "deals": 1e6})
    fitted = ratings(rows, anchor="b")
    assert list(fitted) == ["a", "b", "c", "d"]
    for name, value in elo.items():
        assert fitted[name].elo == pytest.approx(value, abs=0.01)
    assert fitted["b"].error == 0
    assert fitted["d"].error > fitted["c"].error
