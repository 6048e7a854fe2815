"""Random playouts play by the rules and by their own policy: every move is played once more."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

from bummerl.cards import PACK_MASKS, cards_of, mask_of
from bummerl.rules.moves import CLOSE, DRAW, EXCHANGE, OUT, PAIR, Move, is_card
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES, PRESETS, Rules
from bummerl.search import layout, playouts
from bummerl.search.pack import Integers, pack, pack_rules, relabelled_move
from bummerl.search.plans import packed_plan, plans_of
from bummerl.search.random_play import BELOW_2_62, BITS, CERTAIN, FIELD, scrambled
from support import TOKENS, position, random_deal, random_position, random_rules

CHANCES = (0, CERTAIN // 8, CERTAIN)


def traced(start: Position, close: int, source: Integers) -> tuple[int, list[Move]]:
    """Game points for the seat to move of one playout, and its moves with the real suits."""
    trace = np.zeros(playouts.TRACE, np.int64)
    deck = np.zeros(playouts.DECK, np.int64)
    bits = pack_rules(start.rules)
    worth = playouts.play_out_traced(pack(start), bits, close, source, deck, trace)
    moves = trace[1 : trace[0] + 1].tolist()
    return worth, [relabelled_move(move, start.trump) for move in moves]


def replayed(start: Position, moves: list[Move], close: int) -> Position:
    """The end of the deal by the rules, after every move was checked against the policy."""
    current = start
    for move in moves:
        assert not current.over, f"{TOKENS[move]} comes after the end"
        legal = current.legal_moves()
        assert move in legal, f"{TOKENS[move]} in {current}"
        if not current.trick:
            check_policy(current, move, close)
        current = current.play(move)
    assert current.over, str(current)
    return current


def check_policy(current: Position, move: Move, close: int) -> None:
    """The leader does what the policy of `bummerl.search.random_play` says."""
    seat, legal = current.leader, current.legal_moves()
    told = f"{TOKENS[move]} in {current}"
    if OUT in legal:
        assert (move == OUT) == (current.points[seat] >= 66), told
    if move == OUT:
        return
    if EXCHANGE in legal:
        assert move == EXCHANGE, told
        return
    if CLOSE in legal and close in (0, CERTAIN):
        assert (move == CLOSE) == (close == CERTAIN), told
    if current.announced is None and is_card(move):
        assert PAIR + move // 6 not in legal or move % 6 not in (2, 3), f"no pair: {told}"


def value_of(end: Position, seat: int) -> int:
    assert end.result is not None
    if end.result.winner is None:
        return 0
    return end.result.points if end.result.winner == seat else -end.result.points


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_playouts_follow_rules_and_policy(preset: str) -> None:
    rng = random.Random(preset)
    source = playouts.seeded(preset)
    for number in range(60):
        rules = random_rules(rng, preset) if number % 2 else PRESETS[preset]
        for start in random_deal(rng, rules):
            if start.over:
                break
            close = rng.choice(CHANCES)
            worth, moves = traced(start, close, source)
            assert worth == value_of(replayed(start, moves, close), start.to_move), str(start)


def test_all_ends_and_all_moves_are_met() -> None:
    rng = random.Random(1)
    source = playouts.seeded(1)
    reasons: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for number in range(3000):
        rules = random_rules(rng) if number % 2 else PRESETS["hoyle-66"].with_(out="automatic")
        start = random_position(rng, rules)
        _, moves = traced(start, CHANCES[number % 2], source)
        end = replayed(start, moves, CHANCES[number % 2])
        assert end.result is not None
        reasons[end.result.reason] += 1
        kinds.update(TOKENS[move] for move in moves if not is_card(move))
    assert set(reasons) >= {"out", "closed won", "closed lost", "last trick"}
    assert set(kinds) == {"mS", "mH", "mD", "mC", "x", "c", "o", "d"}


@pytest.mark.rule("LAST-2")
def test_a_deal_can_be_drawn() -> None:
    # 65:55 before the last trick, whose winner gets the ten
    start = position("66 CA/CK C - - 0: 40.5/65.6")
    worth, moves = traced(start, 0, playouts.seeded(1))
    assert [TOKENS[move] for move in moves] == ["CA", "CK"]
    assert worth == value_of(replayed(start, moves, 0), 0) == 0


@pytest.mark.rule("OUT-1", "OUT-2")
@pytest.mark.parametrize(
    ("text", "tokens", "worth"),
    [
        ("soft SKSQHAHTDA/?5 S ?+SJ - 0: 66.2/4.1", ["o"], 2),
        ("soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 70.2/40.1", ["o"], 1),
        ("hoyle-66 SKSQHAHTDA/?5 S ?+S9 - 0: 66.1/0.0", ["o"], 3),
        ("soft HA/HK S - - 0: 60.5/34.4", ["HA", "HK"], 1),  # the last trick needs no call
        ("pagat SA/HK S - - 0: 60.5/34.4", ["SA", "HK"], 1),
    ],
)
def test_whoever_has_66_goes_out(text: str, tokens: list[str], worth: int) -> None:
    result, moves = traced(position(text), CERTAIN, playouts.seeded(1))
    assert ([TOKENS[move] for move in moves], result) == (tokens, worth)


def test_every_card_has_the_same_chance() -> None:
    open_lead = position("soft STSAHAHTDA/?5 S ?+SJ - 0: 0.0/0.0")
    open_reply = position("soft STSAHAHTDA/?4 S ?+SJ - 1:HJ 0.0/0.0")
    strict_reply = position("soft SASTSKDA/?3 S - - 1:HJ 20.3/24.3")
    pair = position("soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 0.0+40/0.0")
    cases = [
        (open_lead, {"ST", "SA", "HA", "HT", "DA"}),
        (open_reply, {"ST", "SA", "HA", "HT", "DA"}),
        (strict_reply, {"SA", "ST", "SK"}),
        (pair, {"SK", "SQ"}),
    ]
    source = playouts.seeded(2)
    for start, tokens in cases:
        counts = Counter(TOKENS[traced(start, 0, source)[1][0]] for _ in range(4000))
        assert set(counts) == tokens
        for count in counts.values():
            assert count / 4000 == pytest.approx(1 / len(tokens), abs=0.03)


def test_closing_is_as_frequent_as_asked_for() -> None:
    start = position("soft STSAHAHTDA/?5 S ?+SJ - 0: 0.0/0.0")
    due = position("hoyle-66 STSAHAHTDA/?5 S ?+S9 - 0: 20.1/0.0")
    source = playouts.seeded(3)
    for current, otherwise in ((start, None), (due, DRAW)):
        firsts = [traced(current, CERTAIN // 4, source)[1][0] for _ in range(4000)]
        closed = sum(move == CLOSE for move in firsts)
        assert closed / 4000 == pytest.approx(0.25, abs=0.03)
        if otherwise is not None:
            assert set(firsts) == {CLOSE, otherwise}


def worlds(rng: random.Random, rules: Rules) -> list[Position]:
    return [current for current in random_deal(rng, rules) if not current.over]


@pytest.mark.parametrize("preset", ["soft", "hoyle-66", "pagat"])
def test_sums_are_those_of_the_single_playouts(preset: str) -> None:
    rng = random.Random(preset)
    starts = worlds(rng, PRESETS[preset])
    rows = np.array([pack(start) for start in starts])
    bits, deck = pack_rules(PRESETS[preset]), np.zeros(playouts.DECK, np.int64)
    sums = np.empty(len(rows), np.int64)
    source, same = playouts.seeded(4), playouts.seeded(4)
    playouts.play_out(rows, bits, CERTAIN // 8, 20, source, deck, sums)
    assert sums.tolist() == [
        sum(traced(start, CERTAIN // 8, same)[0] for _ in range(20)) for start in starts
    ]
    assert source[0] == same[0]


@pytest.mark.parametrize("preset", ["soft", "hoyle-66", "pagat"])
def test_plans_are_valued_for_the_seat_that_makes_them(preset: str) -> None:
    rng = random.Random(preset)
    bits = pack_rules(PRESETS[preset])
    for start in worlds(rng, PRESETS[preset]):
        plans = plans_of(start.view(start.to_move))
        row = pack(start)[np.newaxis]
        sums = playouts.Roller(bits, seed=5).sums(row, plans, start.trump, 7)
        for plan, total in zip(plans, sums[:, 0], strict=True):
            after = start
            for move in plan:
                after = after.play(move)
            if after.over:
                assert total == 7 * value_of(after, start.to_move)
                continue
            source = playouts.seeded(5)
            sign = 1 if after.to_move == start.to_move else -1
            assert total == sign * sum(traced(after, 0, source)[0] for _ in range(7))
        assert len(packed_plan(plans[0], start.trump)) == len(plans[0])


def dealt(rules: Rules, source: Integers) -> tuple[int, Integers]:
    """Forehand's game points of one random deal, and its first position."""
    state = np.zeros(layout.WIDTH, np.int64)
    deck = np.zeros(playouts.DECK, np.int64)
    return playouts.random_deals(pack_rules(rules), 0, 1, source, deck, state), state


@pytest.mark.rule("DEAL-2", "DEAL-3", "DEAL-4")
@pytest.mark.parametrize("preset", ["soft", "sixtysix"])
def test_deals_are_whole_and_every_card_goes_everywhere(preset: str) -> None:
    rules, source = PRESETS[preset], playouts.seeded(6)
    size, deals = rules.hand_size, 6000
    places: list[Counter[int]] = [Counter() for _ in range(2 + rules.talon_size)]
    trumps = [card for card in cards_of(rules.pack_mask) if card < 6]
    for _ in range(deals):
        _, state = dealt(rules, source)
        row = state.tolist()
        talon = row[layout.TALON : layout.TALON + rules.talon_size]
        hands = row[layout.HAND : layout.HAND + 2]
        assert [hand.bit_count() for hand in hands] == [size, size]
        assert hands[0] | hands[1] | mask_of(talon) == PACK_MASKS[rules.deck]
        assert talon[0] in trumps
        assert row[layout.POINTS : layout.LED] == [0] * 9
        assert row[layout.LED : layout.LEFT] == [layout.NONE] * 7
        assert row[layout.LEFT] == rules.talon_size
        for place, hand in enumerate(hands):
            places[place].update(cards_of(hand))
        for place, card in enumerate(talon):
            places[2 + place][card] += 1
    for card in cards_of(rules.pack_mask):
        turned = 1 / len(trumps) if card < 6 else 0
        rest = (1 - turned) / (rules.deck - 1)
        expected = [size * rest] * 2 + [turned] + [rest] * (rules.talon_size - 1)
        found = [counts[card] / deals for counts in places]
        assert found == pytest.approx(expected, abs=0.025)


@pytest.mark.parametrize("preset", ["soft", "sixtysix"])
def test_deals_are_played_like_any_position(preset: str) -> None:
    rules = PRESETS[preset]
    source, deck = playouts.seeded(7), np.zeros(playouts.DECK, np.int64)
    trace, state = np.zeros(playouts.TRACE, np.int64), np.zeros(layout.WIDTH, np.int64)
    bits, total = pack_rules(rules), 0
    for _ in range(200):
        counter = int(source[0]) + playouts.DEALING
        worth, row = dealt(rules, source)
        again = np.array([counter], np.int64)
        assert worth == playouts.play_out_traced(row, bits, 0, again, deck, trace)
        total += worth
    whole = playouts.random_deals(bits, 0, 200, playouts.seeded(7), deck, state)
    assert whole == total


def test_equal_seeds_give_equal_playouts() -> None:
    rules = pack_rules(PRESETS["soft"])
    start = random_position(random.Random(1), PRESETS["soft"])
    rows, plans = pack(start)[np.newaxis], plans_of(start.view(start.to_move))

    def sums(roller: playouts.Roller) -> list[int]:
        found: list[int] = roller.sums(rows, plans, start.trump, 50)[:, 0].tolist()
        return found

    roller = playouts.Roller(rules, seed=1)
    first = sums(roller)
    assert first == sums(playouts.Roller(rules, seed=1)) != sums(playouts.Roller(rules, seed=2))
    assert sums(roller) != first  # it goes on


def test_plain_python_plays_the_same() -> None:
    code = """
import numpy as np
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.search import layout, playouts
from bummerl.search.pack import pack_rules
for preset in PRESET_NAMES:
    deck, state = np.zeros(playouts.DECK, np.int64), np.zeros(layout.WIDTH, np.int64)
    rules, source = pack_rules(PRESETS[preset]), playouts.seeded(preset)
    print(int(playouts.random_deals(rules, 100, 200, source, deck, state)), state, source)
"""
    told = []
    for off in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(done.stdout)
    assert told[0] == told[1]
    assert told[0].count("[") == 2 * len(PRESET_NAMES)


random_bits: Any = scrambled
"""Works on whole arrays, too."""


def test_every_bit_of_a_counter_changes_every_random_bit() -> None:
    rng = np.random.default_rng(1)
    counters = rng.integers(0, BELOW_2_62, 20_000)
    before = random_bits(counters)
    assert len(set(before.tolist())) == len(set(counters.tolist()))
    for bit in range(62):
        changed = before ^ random_bits(counters ^ 1 << bit)
        for other in range(62):
            assert (changed >> other & 1).mean() == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("step", [1, playouts.STRIDE, 20 * playouts.STRIDE])
@pytest.mark.parametrize("shift", [0, BITS, 2 * BITS + 2])
def test_random_bits_of_counters_in_a_row_look_independent(step: int, shift: int) -> None:
    chances = random_bits(np.arange(200_000, dtype=np.int64) * step + 12345)
    picks = (chances >> shift & FIELD) * 20 >> BITS
    pairs = np.bincount(picks[:-1] * 20 + picks[1:], minlength=400)
    mean = (len(picks) - 1) / 400
    chi_square = ((pairs - mean) ** 2 / mean).sum()
    assert chi_square == pytest.approx(399, abs=5 * (2 * 399) ** 0.5)


def expected(current: Position) -> float:
    """Game points for seat 0 when both play at random without closing, over all choices."""
    if current.over:
        return value_of(current, 0)
    legal = current.legal_moves()
    if not current.trick:
        if OUT in legal and current.points[current.leader] >= 66:
            return expected(current.play(OUT))
        cards = [move for move in legal if is_card(move)]
        if current.announced is None:
            return sum(expected(after_lead(current, card)) for card in cards) / len(cards)
    cards = [move for move in legal if is_card(move)]
    return sum(expected(current.play(card)) for card in cards) / len(cards)


def after_lead(current: Position, card: Move) -> Position:
    """A card is led, its pair announced first."""
    announce = PAIR + card // 6
    if announce not in current.legal_moves() or card % 6 not in (2, 3):
        return current.play(card)
    after = current.play(announce)
    if after.over:
        return after
    if OUT in after.legal_moves() and after.points[after.leader] >= 66:
        return after.play(OUT)
    return after.play(card if card in after.legal_moves() else card // 6 * 6 + 3)


@pytest.mark.parametrize(
    "text",
    [
        "soft SASQHKHQ/DADKCTCK S - - 0: 24.3/20.3",
        "sharp SASQHKHQ/DADKCTCK S - - 0: 24.3/20.3",
        "pagat STSJHADQ/SAHTHKDK S - - 0: 30.3/20.3",
        "hoyle-66 STSJHADQ/SAHTHKDK S - - 0: 30.4/20.4",
        "soft STSJHADQ/SAHTHKDK S ?+SQ 1@30.2 0: 30.2/20.2",
        "sixtysix S9STHADQ/SAHTHK S - - 1:DK 30.4/25.4",
    ],
)
def test_means_are_the_expected_values(text: str) -> None:
    start = position(text)
    times, source = 40_000, playouts.seeded(8)
    sums, deck = np.empty(1, np.int64), np.zeros(playouts.DECK, np.int64)
    playouts.play_out(
        pack(start)[np.newaxis], pack_rules(start.rules), 0, times, source, deck, sums
    )
    value = expected(start) * (1 if start.to_move == 0 else -1)
    assert -2.9 < value < 2.9
    assert sums[0] / times == pytest.approx(value, abs=0.05)
