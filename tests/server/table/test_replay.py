"""Whole matches through commands; the log alone gives the same table at every moment."""

from __future__ import annotations

import contextlib
import gc
import random
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.errors import IllegalMoveError
from bummerl.match.archive import check_file
from bummerl.match.fair_check import verify_file
from bummerl.notation.sgn import dump
from bummerl.rules.variants import PRESET_NAMES
from bummerl.server import wire
from bummerl.server.table import commands
from bummerl.server.table.commands import Refused
from bummerl.server.table.events import Claimed, GaveUp, Moved
from bummerl.server.table.scene import Viewer, scene
from bummerl.server.table.state import Table
from server.table.dealt import ANNA, BERT, BOT, Driven, dealt, matches, opened

SEATINGS = {"people": (ANNA, BERT), "bot second": (ANNA, BOT), "bot first": (BOT, BERT)}


def facts(table: Table) -> dict[str, object]:
    """All that a table is."""
    found = dict(vars(table))
    del found["memos"]  # what was said already is no part of it
    match = found.pop("match")
    if match is not None:
        found["match"] = {**vars(match), "records": match.records()}
        found["records"] = [str(record) for record in found["match"].pop("records")]
    found["rules"] = str(found["rules"])
    return found


def agrees(driven: Driven) -> None:
    """The log makes the same table."""
    again = Table.replay("t1", driven.log)
    assert facts(again) == facts(driven.table)
    assert (again.phase, again.to_move) == (driven.table.phase, driven.table.to_move)


@pytest.mark.parametrize("preset", PRESET_NAMES)
@pytest.mark.parametrize("seating", SEATINGS)
def test_a_match_under_each_preset(preset: str, seating: str, tmp_path: Path) -> None:
    driven = opened(preset, *SEATINGS[seating], seed=3, control="6+4")
    records = []
    for _ in matches(driven):
        match = driven.table.match
        assert match is not None
        records += match.records()
        assert len(match.records()) == 1
    agrees(driven)
    table, match = driven.table, driven.table.match
    assert match is not None
    assert (table.phase, match.over) == ("over", True)
    path = tmp_path / "match.sgn"
    dump(records, path)
    assert check_file(path).errors == []
    assert {verdict.status for verdict in verify_file(path)} == {"fair"}


@given(st.integers(0, 2**32), st.sampled_from(PRESET_NAMES), st.sampled_from(sorted(SEATINGS)))
def test_the_log_gives_the_table_after_every_event(seed: int, preset: str, seating: str) -> None:
    driven = opened(preset, *SEATINGS[seating], seed=seed, control="3+2", after=agrees)
    driven.deal()
    driven.play_deal()
    driven.after = None
    while driven.table.phase == "deal_over" and driven.table.seq < 60:
        driven.deal()
        driven.play_deal()
    agrees(driven)


@given(st.integers(0, 2**32))
def test_whatever_anybody_sends_the_table_lives(seed: int) -> None:
    """Anything at any moment is carried out or refused, and the log stays true."""
    rng = random.Random(seed)
    seating = rng.choice(sorted(SEATINGS))
    practice = seating != "people" and rng.random() < 0.7
    driven = opened(
        rng.choice(PRESET_NAMES), *SEATINGS[seating], seed=seed, control="3+2", practice=practice
    )
    for _ in range(150):
        driven.wait(rng.choice((0, 500, 500, 500, 30_000)))
        seat = rng.choice((0, 1))
        person = None if rng.random() < 0.05 or driven.table.is_bot(seat) else seat
        with contextlib.suppress(Refused):
            something(driven, rng, person)
        if rng.random() < 0.1:
            agrees(driven)
        for viewer in (Viewer(0, "en", "french"), Viewer(None, "de", "german")):
            scene(driven.table, viewer, driven.at)
    agrees(driven)


def something(driven: Driven, rng: random.Random, seat: int | None) -> None:
    """A sensible step mostly, else any command."""
    table = driven.table
    roll = rng.random()
    bot = commands.bot_to_move(table)
    if bot is not None or (roll < 0.6 and table.to_move is not None):
        driven.play(driven.random_move())
    elif roll < 0.6 and table.shuffle is not None and seat is not None:
        shuffle = table.shuffle
        if (shuffle.number, shuffle.commitment, seat) not in driven.contributions:
            driven.commit(seat)
        elif rng.random() < 0.8:
            driven.reveal(seat)
    elif roll < 0.7:
        acts = [
            commands.left(table, seat or 0, driven.at),
            commands.returned(table, seat or 0, driven.at),
            commands.paused(table, driven.at),
            commands.resumed(table, driven.at),
        ]
        if rng.random() < 0.02:
            acts = [commands.cancelled(table, driven.at)]
        driven.write(rng.choice(acts))
    else:
        version = table.version - (rng.random() < 0.1)
        token = rng.choice(("SA", "HT", "C9", "mS", "x", "c", "o", "d", "r", "t", "??"))
        driven.do(
            seat,
            rng.choice(
                (
                    wire.Play(id=1, version=max(version, 0), move=token),
                    wire.Undo(id=1, version=max(version, 0)),
                    wire.Hint(id=1, version=max(version, 0)),
                    wire.GiveUp(id=1, scope=rng.choice(("deal", "bummerl", "match"))),
                    wire.Claim(id=1, reason=rng.choice(("flag", "absence"))),
                    wire.Commit(id=1, deal=9, commitment=rng.randbytes(32).hex()),
                    wire.Reveal(id=1, deal=table.next_deal, contribution=rng.randbytes(32).hex()),
                    wire.Say(id=1, phrase="hello"),
                    wire.Rematch(id=1),
                    wire.Words(id=1, lang="de", deck="german"),
                    wire.Ping(id=1),
                )
            ),
        )


def test_a_bots_renonce_costs_it_the_deal() -> None:
    """PLAY-7 holds for bots; a person's screen refuses the card."""
    for seed in range(60):
        driven = dealt("sharp", BOT, ANNA, seed=seed)
        while (seat := driven.table.to_move) is not None:
            match = driven.table.match
            assert match is not None
            position = match.position
            wrong = [c for c in range(24) if position.hands[seat] >> c & 1]
            wrong = [c for c in wrong if c not in position.legal_moves()]
            if wrong and position.trick:
                if seat == 1:
                    with pytest.raises(Refused) as caught:
                        driven.play(wrong[0])
                    assert caught.value.code == "illegal"
                else:
                    driven.play(wrong[0])
                    assert match.results[-1].result is not None
                    assert match.results[-1].result.reason == "renonce"
                    agrees(driven)
                    return
            if driven.table.to_move is not None:
                driven.play(position.legal_moves()[0])
    raise AssertionError("no bot had to follow suit")


def test_a_bot_cannot_do_what_the_rules_do_not_know() -> None:
    driven = dealt("soft", BOT, BOT)
    seat = driven.table.to_move
    assert seat is not None
    match = driven.table.match
    assert match is not None
    theirs = next(c for c in range(24) if match.position.hands[1 - seat] >> c & 1)
    for move in (theirs, 33, 32):
        with pytest.raises(IllegalMoveError):
            commands.bot_moved(driven.table, seat, move, driven.at)
    with pytest.raises(Refused, match="changed"):
        commands.bot_moved(driven.table, 1 - seat, match.position.legal_moves()[0], driven.at)
    move = match.position.legal_moves()[0]
    with pytest.raises(Refused, match="changed"):
        commands.bot_moved(driven.table, seat, move, driven.at, version=driven.table.version - 1)


def test_the_table_holds_only_the_deal_on_it() -> None:
    driven = opened("soft(match=9)")
    for number, _ in enumerate(matches(driven, deals=6), 1):
        match = driven.table.match
        assert match is not None
        assert (match.deal_number, len(match.results), len(match.fair)) == (number, 1, 1)
        moves = [step for step in driven.table.steps if isinstance(step.event, Moved)]
        assert len(moves) == len(match.position.history)
        assert driven.table.steps[0].dealt


def test_steps_tell_what_ended() -> None:
    driven = opened("soft(match=2)", seed=8)
    bummerls = 0
    for _ in matches(driven):
        match = driven.table.match
        assert match is not None
        ends = [step for step in driven.table.steps if step.deal_ended]
        assert len(ends) == 1
        assert ends[0].bummerl_ended == match.game_over
        assert ends[0].match_ended == match.over
        bummerls += match.game_over
    assert bummerls >= 1
    assert not any(isinstance(event, GaveUp | Claimed) for event in driven.log)


def test_a_table_is_small() -> None:
    """50 kB is the goal for all that a table takes; its state with two courses takes half."""

    def played() -> Table:
        driven = opened("soft(match=9)", control="3+2", seed=7)
        for _ in range(5):
            driven.deal()
            while driven.table.to_move is not None:
                driven.play(driven.random_move())
                for viewer in (Viewer(0, "en", "french"), Viewer(1, "de", "german")):
                    scene(driven.table, viewer, driven.at)
        return driven.table

    played()  # fills what all tables share
    tracemalloc.start()
    try:
        tables = [played() for _ in range(4)]
        gc.collect()
        full, _ = tracemalloc.get_traced_memory()
        tables.clear()
        gc.collect()
        empty, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 5_000 < (full - empty) / 4 < 35_000
