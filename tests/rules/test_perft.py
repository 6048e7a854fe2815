"""Counted move sequences: the files of tests/perft against the engine."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from bummerl.notation.spn import parse_spn
from bummerl.rules.perft import perft, perft_split
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES
from support import TOKENS, play, position

FOLDER = Path(__file__).parent.parent / "perft"


class Case(NamedTuple):
    spn: str
    counts: list[int]
    """By depth, from 1."""


def read_cases(file: Path) -> list[Case]:
    cases = []
    for line in file.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            spn, *depths = line.split(";")
            counts = [int(depth.split()[1]) for depth in depths]
            assert [depth.split()[0] for depth in depths] == [
                f"D{number}" for number in range(1, len(counts) + 1)
            ]
            cases.append(Case(spn, counts))
    return cases


CASES = [
    pytest.param(case, id=f"{file.stem}-{number}")
    for file in sorted(FOLDER.glob("*.perft"))
    for number, case in enumerate(read_cases(file), 1)
]


@pytest.mark.parametrize("case", CASES)
def test_counts_of_move_sequences(case: Case) -> None:
    start = parse_spn(case.spn, strict=True)
    assert isinstance(start, Position)
    for depth, expected in enumerate(case.counts, 1):
        counted = perft(start, depth)
        assert counted == expected, explain(start, depth)


def explain(start: Position, depth: int) -> str:
    split = [f"{token}: {count}" for token, count in counts(start, depth).items()]
    return "\n".join([f"{start} at depth {depth}", *split])


def test_every_preset_has_its_file() -> None:
    assert {file.stem for file in FOLDER.glob("*.perft")} == {*PRESET_NAMES, "options"}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_split_adds_up(depth: int) -> None:
    start = position("soft SJHTDKDQCA/SAHADJCTCQ S ?5+SK - 0: 14.1/20.1")
    split = perft_split(start, depth)
    assert tuple(split) == start.legal_moves()
    assert sum(split.values()) == perft(start, depth)


def test_a_finished_deal_has_no_sequences() -> None:
    over = play(position("soft ?5/?5 S ?+SK - 0: 66.2/20.1"), "o")
    assert [perft(over, depth) for depth in range(3)] == [1, 0, 0]


def test_calls_and_draws_are_moves_of_their_own() -> None:
    pair = position("app SKSQ/HAST S - - 0: 20.4/20.4")
    assert counts(pair, 2) == {"SK": 1, "SQ": 1, "mS": 2}  # the ten must be played on either
    due = position("hoyle-66(out=automatic) ?5/?5 S ?7+SK - 0: 20.1/20.2")
    assert counts(due, 1) == {"c": 1, "d": 1}


def test_false_calls_count_but_conceding_and_illegal_cards_do_not() -> None:
    assert counts(position("soft SAHT/HJDJ S - - 0: 20.4/20.4"), 1) == {"SA": 1, "HT": 1, "o": 1}
    reply = position("soft HADA/HJ S - - 1:HK 20.4/20.4")
    assert counts(reply, 1) == {"HA": 1}


def counts(start: Position, depth: int) -> dict[str, int]:
    return {TOKENS[move]: count for move, count in perft_split(start, depth).items()}
