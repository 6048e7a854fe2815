"""The kernels' rules are the rules: moves and what follows, on random deals and perft files."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from bummerl.notation.spn import parse_spn
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.search import layout
from bummerl.search.jit import Rows, kernel
from bummerl.search.pack import pack, pack_rules, relabelled_mask, relabelled_move
from bummerl.search.transition import legal_moves, play
from support import random_deal, random_position, random_rules

FOLDER = Path(__file__).parent.parent / "perft"
PERFT = [
    pytest.param(line, id=f"{file.stem}-{number}")
    for file in sorted(FOLDER.glob("*.perft"))
    for number, line in enumerate(file.read_text(encoding="ascii").splitlines(), 1)
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_kernels_play_by_the_rules(preset: str) -> None:
    rng = random.Random(preset)
    moves = np.zeros(layout.MOVES, np.int64)
    after = np.zeros(layout.WIDTH, np.int64)
    for number in range(100):
        rules = random_rules(rng, preset) if number % 2 else PRESETS[preset]
        bits = pack_rules(rules)
        before = None
        for position in random_deal(rng, rules):
            if position.result is not None and position.result.reason == "renonce":
                break
            state = pack(position)
            if before is not None:
                move = relabelled_move(position.history[-1].move, position.trump)
                play(before, move, bits, after)
                assert after.tolist() == state.tolist(), f"{position.history[-1]} led to {position}"
            count = legal_moves(state, bits, moves)
            legal = sorted(relabelled_move(int(move), position.trump) for move in moves[:count])
            assert legal == list(position.legal_moves()), str(position)
            before = state


@kernel("int64(int64[:,::1],int64,int64,int64,int64[:,::1])")
def count_sequences(states: Rows, row: int, depth: int, rules: int, moves: Rows) -> int:
    if depth == 0:
        return 1
    total = 0
    for index in range(legal_moves(states[row], rules, moves[row])):
        play(states[row], moves[row, index], rules, states[row + 1])
        total += count_sequences(states, row + 1, depth - 1, rules, moves)
    return total


@pytest.mark.parametrize("line", PERFT)
def test_perft_files_hold_for_kernels(line: str) -> None:
    spn, *depths = line.split(";")
    position = parse_spn(spn)
    assert isinstance(position, Position)
    states = np.zeros((len(depths) + 1, layout.WIDTH), np.int64)
    moves = np.zeros((len(depths) + 1, layout.MOVES), np.int64)
    pack(position, states[0])
    rules = pack_rules(position.rules)
    for depth, expected in enumerate(depths, 1):
        found = count_sequences(states, 0, depth, rules, moves)
        assert f"D{depth} {found}" == expected


@pytest.mark.parametrize("trump", range(4))
def test_relabelling_undoes_itself(trump: int) -> None:
    rng = random.Random(trump)
    for move in range(layout.MOVES):
        assert relabelled_move(relabelled_move(move, trump), trump) == move
    for _ in range(100):
        mask = rng.getrandbits(24)
        assert relabelled_mask(relabelled_mask(mask, trump), trump) == mask
    assert relabelled_mask(0b111111 << 6 * trump, trump) == 0b111111


def test_a_state_is_written_into_a_given_row() -> None:
    position = random_position(random.Random(1), PRESETS["soft"])
    rows = np.zeros((2, layout.WIDTH), np.int64)
    assert np.shares_memory(pack(position, rows[1]), rows)
    assert rows[1].tolist() == pack(position).tolist()
    assert not rows[0].any()
