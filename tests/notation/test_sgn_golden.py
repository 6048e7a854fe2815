"""Golden games: hand-made deals that show what is peculiar to each preset.

The results below were worked out from the rules, clause by clause as the comments in the files say.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bummerl.match.archive import check_file
from bummerl.notation.records import DealRecord
from bummerl.notation.sgn import dumps, load
from bummerl.notation.tokens import parse_move
from bummerl.rules.variants import PRESET_NAMES, PRESETS

FOLDER = Path(__file__).parent.parent / "golden"

RESULTS = {
    "soft": "1+3 closed won, 0+3 renonce, 1+3 closed won, 1+3 false out, 0+3 resigned, 1+3 time",
    "sharp": "1+3 out, 1+3 renonce, 1+3 closed won",
    "tournament": "1+2 closed won, 1+3 false out, 1+3 resigned, *",
    "duel-schnapsen": "0+1 closed lost, 0+3 closed won",
    "app": "1+2 out, 0+3 out, 0+3 closed lost, 1+1 last trick, 0+1 out",
    "tavern": "1+2 closed won, 1+1 last trick",
    "pagat": "1+3 closed won, 1+3 closed lost, 1+3 out, 1+3 resigned",
    "sixtysix": "= drawn, = drawn, 0+1 last trick, 0+1 last trick, 0+3 closed lost",
    "duel-66": "0+1 last trick, 0+3 closed won, 0+1 closed lost",
    "hoyle-66": "0+2 closed lost, 1+2 false out, 1+3 closed won, 1+3 false out",
}
POINTS = {
    "soft": "13-76 0-0 0-68 0-0 0-0 0-0",
    "sharp": "0-66 35-0 0-69",
    "tournament": "13-76 15-0 0-15 -",
    "duel-schnapsen": "75-35 79-0",
    "app": "15-67 68-0 67-0 65-55 67-53",
    "tavern": "27-75 72-68",
    "pagat": "13-76 0-67 0-66 0-0",
    "sixtysix": "65-65 65-65 75-55 94-36 0-63",
    "duel-66": "16-104 77-0 78-43",
    "hoyle-66": "4-61 50-47 0-67 11-0",
}
SCORES = {
    "soft": "7:7 7:4 4:4 4:1 7:7/0:1 4:7/0:1",
    "sharp": "7:7 7:4 7:1",
    "tournament": "7:7 7:5 7:2 7:7/0:1",
    "duel-schnapsen": "7:7 6:7",
    "app": "7:7 7:5 4:5 1:5 1:4",
    "tavern": "7:7 7:5",
    "pagat": "7:7 7:4 7:1 7:7/0:1",
    "sixtysix": "7:7 7:7+1 7:7+2 4:7 3:7",
    "duel-66": "7:7 6:7 3:7",
    "hoyle-66": "7:7 5:7 5:5 5:2",
}
"""Before each deal: needed, then / Bummerls, then + carry."""

NOT_POSSIBLE = [
    ("sharp", 1, 0, "mS x", "PAIR-4, XCHG-2"),
    ("sharp", 1, 9, "x c", "XCHG-3, CLOSE-2: one face-down card is left"),
    ("sharp", 2, 3, "HQ", "PAIR-2: the king must be led"),
    ("duel-schnapsen", 2, 0, "x", "XCHG-2"),
    ("duel-schnapsen", 2, 1, "SQ", "PAIR-2"),
    ("duel-schnapsen", 2, 9, "x", "XCHG-3"),
    ("app", 2, 4, "o", "OUT-1: automatic"),
    ("tavern", 1, 0, "c", "CLOSE-3"),
    ("duel-66", 2, 0, "mS x", "PAIR-4, XCHG-2"),
    ("hoyle-66", 1, 2, "mS x SA", "CLOSE-4: first draw or close"),
    ("hoyle-66", 1, 3, "mS", "PAIR-5: the talon is closed"),
    ("hoyle-66", 2, 11, "x mS", "CLOSE-4: exchange and pair come after drawing"),
]
"""Preset, deal, moves made before, tokens that are not possible then, and why."""


def golden(preset: str) -> list[DealRecord]:
    return load(FOLDER / f"{preset}.sgn")


def test_every_preset_has_a_golden_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.sgn")} == set(PRESET_NAMES)
    assert RESULTS.keys() == POINTS.keys() == SCORES.keys() == set(PRESET_NAMES)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_golden_games_end_as_the_rules_say(preset: str) -> None:
    records = golden(preset)
    assert {record.rules for record in records} == {PRESETS[preset]}
    told = [
        f"{record.tags['Result']} {record.tags.get('Reason', '')}".strip() for record in records
    ]
    assert ", ".join(told) == RESULTS[preset]
    assert " ".join(record.tags.get("Points", "-") for record in records) == POINTS[preset]
    assert " ".join(map(_score, records)) == SCORES[preset]


def _score(record: DealRecord) -> str:
    needed, bummerls = (f"{a}:{b}" for a, b in (record.start.needed, record.bummerls))
    return (
        needed
        + (f"/{bummerls}" if any(record.bummerls) else "")
        + (f"+{record.carry}" if record.carry else "")
    )


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_golden_games_are_canonical_and_without_disagreement(preset: str) -> None:
    path = FOLDER / f"{preset}.sgn"
    assert dumps(golden(preset)) == path.read_text(encoding="utf-8")
    assert check_file(path).errors == []
    assert golden(preset)[0].comments[0][0].startswith(preset)


@pytest.mark.rule("PAIR-2", "PAIR-4", "PAIR-5", "XCHG-2", "XCHG-3", "CLOSE-2", "CLOSE-3", "CLOSE-4")
@pytest.mark.parametrize(("preset", "deal", "made", "tokens", "why"), NOT_POSSIBLE)
def test_what_a_preset_forbids_is_not_possible_there(
    preset: str, deal: int, made: int, tokens: str, why: str
) -> None:
    record = golden(preset)[deal - 1]
    position = record.start
    for played in record.moves[:made]:
        position = position.apply(played)
    for token in tokens.split():
        assert parse_move(token) not in position.legal_moves(), why
