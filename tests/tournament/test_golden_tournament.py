"""The played-through example is played the same for ever."""

from __future__ import annotations

from bummerl.tournament.checking import check_draws
from tournament.golden import FILE, evening, text


def test_the_evening_is_played_as_ever() -> None:
    assert text() == FILE.read_text(encoding="utf-8"), (
        "run: PYTHONPATH=tests python -m tournament.golden"
    )


def test_the_evening_has_a_real_shape() -> None:
    t = evening()
    assert t.over
    assert len(t.entries.persons) == 17
    assert len(t.entries.cards) == 64
    assert [len(r.matches) for r in t.knockout] == [32, 16, 8, 4, 2, 1]
    assert all(verdict.ok for verdict in check_draws(t))
