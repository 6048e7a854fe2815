"""The game line by line: sentences out, lines in."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from bummerl.notation.tokens import write_move
from bummerl.players.registry import make_player
from bummerl.rules.moves import OUT, Move, is_card
from bummerl.rules.view import View
from bummerl.tui import plain
from bummerl.tui.commands import actions
from bummerl.tui.scene import scene
from bummerl.tui.session import Session
from bummerl.words.names import Deck, Language
from tui.at_table import forward, golden, make_session


def played(session: Session, *lines: str) -> str:
    """What is printed when these lines come in and then the input ends."""
    out = io.StringIO()
    assert plain.run(session, io.StringIO("".join(f"{line}\n" for line in lines)), out) == 0
    return out.getvalue()


def test_golden_transcript() -> None:
    lines = ["1", "?", "hint", "mC", "10", "xx", "", "tricks", "score", "1", "2"]
    lines += ["r", "", "r", "d", "l", "oops", "", "1", "quit"]
    session = make_session()
    golden("plain.txt", played(session, *lines))


class Typist(io.StringIO):
    """Somebody who types a legal answer whenever asked."""

    def __init__(self, session: Session, rng: random.Random) -> None:
        super().__init__()
        self._session = session
        self._rng = rng

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        if not self._session.my_turn:
            return "\n"
        position = self._session.match.position
        moves = [move for move in position.legal_moves() if move != OUT] or [OUT]
        if OUT in position.legal_moves() and position.points[0] >= 66:
            moves = [OUT]
        move = self._rng.choice(moves)
        offered = {a.does: a.key for a in actions(self._session.view, self._session.wording)}
        return (write_move(move) if is_card(move) else offered[move]) + "\n"


@pytest.mark.parametrize("rules", ["soft", "sharp", "hoyle-66", "sixtysix"])
@pytest.mark.parametrize(("language", "deck"), [("en", "french"), ("de", "french")])
def test_whole_match(rules: str, language: Language, deck: Deck, tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    session = make_session(rules, 2, language=language, deck=deck, path=path)
    out = io.StringIO()
    assert plain.run(session, Typist(session, random.Random(rules)), out) == 0
    assert session.match.over
    assert out.getvalue().splitlines()[-1].endswith(f"{path}.")


def test_end_of_input_saves_and_leaves(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    out = played(make_session(path=path), "1")
    assert out.splitlines()[-1].startswith("The match is saved. Go on with: bummerl play --resume")
    assert path.exists()


class Interrupted(io.StringIO):
    """Ctrl-C instead of a line."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise KeyboardInterrupt


def test_ctrl_c_saves_and_leaves(tmp_path: Path) -> None:
    out = io.StringIO()
    session = make_session(path=tmp_path / "match.sgn")
    session.save()
    assert plain.run(session, Interrupted(), out) == 0
    assert "Traceback" not in out.getvalue()
    assert "bummerl play --resume" in out.getvalue().splitlines()[-1]


def test_illegal_card_is_explained_in_one_sentence() -> None:
    session = forward(
        make_session("soft", 5),
        lambda s: s.my_turn and bool(s.view.trick) and len(s.view.legal_moves()) == 1 < _held(s),
    )
    position = session.match.position
    number = next(
        n
        for n, card in enumerate(scene(session.view, ("", ""), 0, session.wording).hand, 1)
        if not card.legal
    )
    out = played(session, str(number))
    assert session.match.position is position
    assert "(not now)" in out
    assert out.splitlines()[-1].startswith("You ")
    assert " must " in out.splitlines()[-1]


def _held(session: Session) -> int:
    return session.view.hand.bit_count()


def test_bad_input_gets_one_clear_sentence_and_nothing_else() -> None:
    session = make_session()
    first = len(played(make_session()).splitlines())
    out = played(session, "potato")
    assert out.splitlines()[first:] == [
        "'potato' is neither a card nor anything else to do; type a number from your hand, "
        "a card such as HA, a letter that is offered, or ? for help."
    ]


def test_nothing_in_the_text_can_steer_a_terminal() -> None:
    session = make_session(language="de", deck="german")
    session.match.names = ("Anna", "\x1b[31mFr\ranz\x07")
    out = played(session, "1", "1", "?", "h", "s")
    assert all(c.isprintable() or c == "\n" for c in out)


def test_text_is_written_as_far_as_the_terminal_can() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    assert plain.run(make_session(language="de"), io.StringIO("?\n"), out) == 0
    out.flush()
    assert b"Sch?n" not in raw.getvalue()
    assert raw.getvalue().isascii()


class Broken:
    """A player that is not up to it."""

    def choose(self, view: View) -> Move:
        raise ZeroDivisionError("division by zero")


def test_failing_opponent_ends_the_game_with_a_sentence(tmp_path: Path) -> None:
    out = io.StringIO()
    session = make_session(opponent=Broken(), path=tmp_path / "match.sgn")
    assert plain.run(session, io.StringIO("1\n"), out) == 1
    lines = out.getvalue().splitlines()
    assert lines[-2] == (
        "Player Franz (seat 1) failed in deal 1: ZeroDivisionError: division by zero."
    )
    assert lines[-1].startswith("The match is saved.")


def test_why_a_program_gave_up_is_told_once() -> None:
    session = make_session(opponent=make_player("external(cmd='false')"))
    lines = played(session, "1", "n").splitlines()
    told = [line for line in lines if line.startswith("Program 'false' forfeits the deal at ")]
    assert told
    assert len(told) == len(set(told)) == len(session.match.results)
    assert told[0].endswith(": it has ended with exit code 1.")


@pytest.mark.rule("PLAY-7")
def test_match_goes_on_after_renonces_of_the_opponent() -> None:
    session = make_session("soft", opponent=make_player("random(illegal=1)", seed=1))
    out = io.StringIO()
    assert plain.run(session, Typist(session, random.Random(1)), out) == 0
    assert session.match.over
    assert {deal.result.reason for deal in session.match.results if deal.result} >= {"renonce"}


def test_giving_up_the_match_ends_it() -> None:
    session = make_session()
    out = played(session, "resign", "m")
    assert session.match.over
    assert out.splitlines()[-2:] == [
        "You give up the match.",
        "Franz wins the match.",
    ]


@pytest.mark.rule("PLAY-8", "PLAY-9")
def test_hidden_points_and_tricks_are_not_told() -> None:
    session = forward(make_session("sharp"), lambda s: s.my_turn and sum(s.view.tricks) == 3)
    out = played(session, "tricks")
    assert "card point" not in out.split("Trump")[1]
    assert out.splitlines()[-1] == "There is no trick that you may look back at."
