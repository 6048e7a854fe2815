"""The end of deals and matches in a scene, what comes after them, and what is told."""

from __future__ import annotations

import pytest

from bummerl.rules.moves import is_card
from bummerl.server import wire
from bummerl.server.table import commands
from bummerl.server.table.events import RematchOpened
from bummerl.server.table.scene import Viewer, scene, told
from bummerl.server.table.state import MOST_STEPS
from server.table.dealt import (
    ANNA,
    BERT,
    BOT,
    Driven,
    dealt,
    look,
    matches,
    on_turn,
    opened,
    refused,
)

WORDS = [(lang, deck) for lang in ("en", "de") for deck in ("french", "german")]


# ---- the end of deals --------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "deck"), WORDS)
def test_a_whole_match_in_every_language(lang: str, deck: str) -> None:
    driven = opened("soft", ANNA, BOT, seed=4, control="3+2")
    for _ in matches(driven):
        shown = look(driven, 0, lang, deck)
        assert shown.result is not None
        assert len(shown.result.lines) >= 1
        match = driven.table.match
        assert match is not None
        last = match.results[-1]
        assert last.result is not None
        assert (shown.result.winner, shown.result.game_points) == last.result[:2]
        assert shown.result.bummerl_over == match.game_over
        assert shown.slate.strokes[0] == (7, 7)
        assert shown.slate.needed == shown.slate.strokes[-1]
        if match.game_over:
            assert match.game_winner is not None
            assert shown.slate.needed[match.game_winner] == 0
        else:
            assert shown.slate.needed == match.score_after.needed
        assert shown.slate.bummerls == match.score_after.bummerls
        text = " ".join((*shown.course, *shown.result.lines, shown.prompt, shown.rules_name))
        assert "{" not in text
        if lang == "de":
            assert ("Atout" in text or "Herz" in text or "Laub" in text) or deck == "french"
            assert "Trumpf" not in text or deck == "french"
    assert look(driven).phase == "over"
    assert look(driven).prompt == "The match is over."


def test_strokes_are_those_of_this_bummerl() -> None:
    driven = opened("soft(match=9)", seed=2)
    expected = [(7, 7)]
    for _ in matches(driven, deals=9):
        match = driven.table.match
        assert match is not None
        end = look(driven).slate
        assert end.strokes[:-1] == tuple(expected)
        expected = [(7, 7)] if match.game_over else list(end.strokes)
        driven.commit(0)
        assert look(driven).slate == end


def test_a_drawn_deal_is_carried() -> None:
    for seed in range(400):
        driven = dealt("sixtysix", seed=seed)
        while driven.table.to_move is not None:
            driven.play(next(m for m in driven.legal() if is_card(m)))
        result = look(driven).result
        assert result is not None
        if result.winner is None:
            assert result.game_points == 0
            assert look(driven).slate.carry == 1
            assert "drawn" in result.lines[0]
            assert "unentschieden" in look(driven, 1, "de").result.lines[0].lower()  # type: ignore[union-attr]
            return
    raise AssertionError("no deal was drawn")


@pytest.mark.parametrize("scope", ["deal", "bummerl", "match"])
def test_giving_up(scope: str) -> None:
    driven = on_turn("soft(match=3)")
    [step] = [s for s in driven.do(1, wire.GiveUp(id=1, scope=scope)) if s.deal_ended]  # type: ignore[arg-type]
    match, shown = driven.table.match, look(driven, 0)
    assert match is not None
    assert shown.result is not None
    assert shown.result.winner == 0
    assert (step.bummerl_ended, step.match_ended) == (scope != "deal", scope == "match")
    assert match.score_after.bummerls == ((0, 0) if scope == "deal" else (1, 0))
    assert shown.phase == ("over" if scope == "match" else "deal_over")
    assert (shown.result.points is None) == (scope != "deal")
    assert (shown.moves, shown.to_move, shown.actions) == ((), None, ())
    name = {"deal": "deal", "bummerl": "game", "match": "match"}[scope]
    kinds = {one.kind: one for one in told(driven.table, [step], Viewer(0, "en", "french"))}
    assert kinds["given_up"].text == f"Bert gives up the {name}."
    assert kinds["given_up"].seat == 1
    assert kinds["result"].text == " ".join(shown.result.lines)
    lines = look(driven, 1).result.lines  # type: ignore[union-attr]
    assert lines[0].startswith("You gave up the deal" if scope == "deal" else "You give up the ")


def test_giving_up_what_is_over() -> None:
    driven = on_turn("soft(match=2)")
    driven.do(0, wire.GiveUp(id=1, scope="deal"))
    assert refused(driven, 0, wire.GiveUp(id=1, scope="deal")) == ("not_now", "the deal is over")
    driven.do(0, wire.GiveUp(id=1, scope="bummerl"))
    assert driven.table.match is not None
    assert driven.table.match.score_after.bummerls == (0, 1)
    again = wire.GiveUp(id=1, scope="bummerl")
    assert refused(driven, 1, again) == ("not_now", "the Bummerl is over")
    [step, *_] = driven.do(0, wire.GiveUp(id=1, scope="match"))
    assert (step.bummerl_ended, step.match_ended) == (False, True)
    match_again = wire.GiveUp(id=1, scope="match")
    assert refused(driven, 1, match_again) == ("not_now", "the match is over")
    assert refused(driven, None, match_again)[0] == "not_yours"
    assert look(driven).next_fair is None


# ---- once more ---------------------------------------------------------------------------


def over(*sitters: object, **spec: object) -> Driven:
    driven = dealt("sharp(match=1)", *sitters, **spec)  # type: ignore[arg-type]
    person = 1 if driven.table.is_bot(0) else 0
    driven.do(person, wire.GiveUp(id=1, scope="match"))
    return driven


def test_a_rematch_needs_both() -> None:
    driven = over(control="6+4", rated=True)
    assert not commands.wants_rematch(driven.table)
    driven.do(1, wire.Rematch(id=1))
    assert look(driven).rematch == (1,)
    assert driven.do(1, wire.Rematch(id=1)) == []
    assert not commands.wants_rematch(driven.table)
    driven.do(0, wire.Rematch(id=1))
    assert commands.wants_rematch(driven.table)
    spec, sitters = commands.rematch_spec(driven.table, "2026.12.02")
    assert (spec.rules, spec.control, spec.rated) == ("sharp(match=1)", "6+4", True)
    assert (spec.rematch_of, spec.date, sitters) == ("t1", "2026.12.02", (ANNA, BERT))
    driven.write((RematchOpened(at=driven.at, table="t2"),))
    assert look(driven).rematch_table == "t2"
    assert not commands.wants_rematch(driven.table)


def test_a_bot_always_wants_a_rematch() -> None:
    driven = over(BOT, ANNA)
    assert not commands.wants_rematch(driven.table)
    driven.do(1, wire.Rematch(id=1))
    assert commands.wants_rematch(driven.table)


def test_no_rematch_before_the_end() -> None:
    assert refused(dealt(), 0, wire.Rematch(id=1)) == ("not_now", "the match is not over")


# ---- what is told ------------------------------------------------------------------------


def test_what_happens_beside_the_cards_is_told() -> None:
    driven = opened("soft", ANNA, None)
    driven.write(commands.seated(driven.table, 1, BERT, driven.at))
    driven.write(commands.left(driven.table, 1, driven.at))
    driven.write(commands.returned(driven.table, 1, driven.at))
    driven.do(1, wire.Say(id=1, phrase="luck"))
    driven.write(commands.paused(driven.table, driven.at))
    shown = [
        (one.kind, one.seat, one.text)
        for one in told(driven.table, driven.table.steps[2:], Viewer(0, "en", "french"))
    ]
    assert (
        shown
        == [
            ("seated", 1, "Bert sits down."),
            ("left", 1, "Bert has lost the connection."),
            ("returned", 1, "Bert is back."),
            ("said", 1, "Good luck!"),
            ("paused", None, "The server is about to stop; clocks stand still."),
        ]
        or shown[4][0] == "paused"
    )
    assert driven.table.steps[-1].seq == driven.table.seq == len(driven.log)
    assert told(driven.table, [], Viewer(0, "en", "french")) == ()


def test_every_deal_is_told_from_the_cut_to_the_result() -> None:
    driven = dealt("soft", seed=9)
    driven.play_deal()
    for viewer in (Viewer(0, "en", "french"), Viewer(None, "de", "german")):
        kinds = [one.kind for one in told(driven.table, driven.table.steps, viewer)]
        assert kinds[0] == "dealt"
        assert kinds[-1] == "result"
        match = driven.table.match
        assert match is not None
        assert kinds.count("play") == sum(is_card(m) for _, m in match.position.history)
        assert kinds.count("trick") == len(match.position.finished)


def test_endless_talk_does_not_grow_the_table() -> None:
    driven = dealt("soft", seed=9)
    for number in range(MOST_STEPS + 50):
        driven.do(number % 2, wire.Say(id=1, phrase="hello"))
        driven.wait(2000)
        if number % 40 == 0:
            driven.play(next(m for m in driven.legal() if is_card(m)))
            course = look(driven).course
    assert len(driven.table.steps) == MOST_STEPS
    assert driven.table.steps[0].dealt
    driven.table.memos.clear()
    assert look(driven).course == course


def test_spectators_are_counted() -> None:
    driven = dealt()
    assert scene(driven.table, Viewer(None, "en", "french"), driven.at, 7).spectators == 7
