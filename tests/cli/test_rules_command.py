"""``bummerl rules``."""

from __future__ import annotations

import json

from bummerl.rules.variants import ALIASES, CHOICES, PRESET_NAMES
from command_line import Program, Run


def test_json_has_every_preset_and_alias(run: Run) -> None:
    presets = json.loads(run("rules", "--json").stdout)["presets"]
    assert set(presets) == {*PRESET_NAMES, *ALIASES}
    for options in presets.values():
        assert list(options) == list(CHOICES)
    assert presets["66"] == presets["sixtysix"]
    assert presets["soft"]["deck"] == 20
    assert presets["hoyle-66"]["close_before_draw"] is True
    assert presets["sharp"]["pair_lead"] == "king"
    one = json.loads(run("rules", "sharp(deck=24)", "--json").stdout)["presets"]
    assert one["sharp(deck=24)"]["deck"] == 24


def test_list_names_all(run: Run) -> None:
    lines = run("rules").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(PRESET_NAMES)
    assert "schnapsen" in lines[0]


def test_preset_in_words_in_both_languages(run: Run) -> None:
    text = run("rules", "sharp").stdout
    assert "* differs from soft" in text
    assert "the king" in text
    assert "den König" in text
    only = run("rules", "sharp", "--lang", "en").stdout
    assert "den König" not in only


def test_compare_has_every_option(run: Run) -> None:
    text = run("rules", "--compare").stdout
    for name in PRESET_NAMES:
        assert name in text
    rows = [line for line in text.splitlines() if line.strip()]
    assert len(rows) % (len(CHOICES) + 1) == 0
    assert run("rules", "--compare", "sharp").exit_code == 2


def test_unknown_preset_suggests(program: Program) -> None:
    done = program("rules", "shrap")
    assert done.returncode == 2
    assert "did you mean sharp?" in done.stderr
