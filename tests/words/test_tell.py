"""Moves, tricks, scores and ends of games in words, in both languages."""

from __future__ import annotations

import pytest

from bummerl.rules.score import Score
from bummerl.rules.scoring import Result
from bummerl.rules.trick import Trick
from bummerl.rules.variants import PRESETS
from bummerl.words.tell import (
    tell_end,
    tell_forfeit,
    tell_game,
    tell_match,
    tell_move,
    tell_score,
    tell_trick,
)
from bummerl.words.wording import Wording
from support import MOVES, play, position

NAMES = ("Anna", "Bert")
LEAD = "soft HJHAHKHQDA/SAHTCJDKCT H ?7+SJ - 0: 20.1/0.0"


@pytest.mark.parametrize(
    ("start", "before", "token", "english", "german", "to_anna"),
    [
        (LEAD, "", "DA", "Anna leads the ace of diamonds.", "Anna spielt das Karo-Ass aus.",
         "Du spielst das Karo-Ass aus."),
        (LEAD, "", "mH", "Anna announces 40.", "Anna sagt den Vierziger an.",
         "Du sagst den Vierziger an."),
        ("soft HJHASKSQDA/HQHTCJDKCT H ?7+HK - 0: 20.1/0.0", "", "mS",
         "Anna announces 20 in spades.", "Anna sagt den Zwanziger in Pik an.",
         "Du sagst den Zwanziger in Pik an."),
        ("soft HJHASKSQDA/HQHTCJDKCT H ?7+HK - 0: 20.1/0.0", "", "x",
         "Anna exchanges the jack of hearts for the king.",
         "Anna tauscht den Herz-Buben gegen den König.",
         "Du tauschst den Herz-Buben gegen den König."),
        (LEAD, "", "c", "Anna closes the talon.", "Anna dreht zu.", "Du drehst zu."),
        (LEAD, "", "o", "Anna goes out.", "Anna meldet aus.", "Du meldest aus."),
        (LEAD, "", "r", "Anna gives up the deal.", "Anna gibt das Spiel auf.",
         "Du gibst das Spiel auf."),
        (LEAD, "", "t", "Anna runs out of time.", "Anna überschreitet die Zeit.",
         "Du überschreitest die Zeit."),
        (LEAD, "DA", "DK", "Bert plays the king of diamonds.", "Bert gibt den Karo-König zu.",
         "Bert gibt den Karo-König zu."),
        (LEAD, "HQ", "HT", "Bert beats it with the ten of hearts.",
         "Bert sticht mit dem Herz-Zehner.", "Bert sticht mit dem Herz-Zehner."),
        (LEAD, "DA", "HT", "Bert trumps with the ten of hearts.",
         "Bert sticht mit dem Herz-Zehner.", "Bert sticht mit dem Herz-Zehner."),
    ],
)  # fmt: skip
def test_moves(
    start: str, before: str, token: str, english: str, german: str, to_anna: str
) -> None:
    situation = play(position(start), before)
    move = MOVES[token]
    assert tell_move(situation, move, NAMES, Wording()) == english
    assert tell_move(situation, move, NAMES, Wording("de")) == german
    assert tell_move(situation, move, NAMES, Wording("de"), you=0) == to_anna


def test_drawing_as_a_move() -> None:
    start = position("hoyle-66 SAJHJCKJ/STKHKQDT D ?+DA - 0: 4.1/0.0")
    assert tell_move(start, MOVES["d"], NAMES, Wording()) == "Anna draws."
    assert tell_move(start, MOVES["d"], NAMES, Wording("de"), you=0) == "Du ziehst."


def test_somebody_else_than_the_seat_to_move_gives_up() -> None:
    start = position(LEAD)
    assert tell_move(start, MOVES["r"], NAMES, Wording(), seat=1) == "Bert gives up the deal."


def test_a_view_is_enough() -> None:
    view = position(LEAD).view(1).table()
    told = tell_move(view, MOVES["DA"], NAMES, Wording("de", "german"))
    assert told == "Anna spielt die Schellen-Sau aus."


def test_trick() -> None:
    trick = Trick(0, (MOVES["DA"], MOVES["DK"]), 0)
    assert tell_trick(trick, NAMES, Wording()) == "Anna wins the trick."
    assert tell_trick(trick, NAMES, Wording("de"), you=1) == "Der Stich geht an Anna."
    assert tell_trick(trick, NAMES, Wording("de"), you=0) == "Der Stich geht an dich."


@pytest.mark.rule("SCORE-1", "LAST-3")
def test_score() -> None:
    assert tell_score(Score(), NAMES, Wording()) == "Anna 7 : 7 Bert"
    score = Score((4, 7), (1, 2), 1)
    assert (
        tell_score(score, NAMES, Wording())
        == "Anna 4 : 7 Bert · Bummerls: Anna ●●, Bert ● · next deal +1"
    )
    assert (
        tell_score(score, NAMES, Wording("de"), you=0)
        == "Du 4 : 7 Bert · Bummerl: du ●●, Bert ● · nächstes Spiel +1"
    )
    assert (
        tell_score(score, NAMES, Wording(), you=1)
        == "You 7 : 4 Anna · Bummerls: you ●, Anna ●● · next deal +1"
    )


@pytest.mark.rule("SCORE-1", "SCORE-2")
@pytest.mark.parametrize(
    ("needed", "bummerls", "english", "german"),
    [
        ((3, 5), 2, "Anna has reached zero. Bert gets the Bummerl.",
         "Anna ist auf null. Du bekommst das Bummerl."),
        ((3, 7), 2, "Anna has reached zero. Bert is Schneider and gets two Bummerls.",
         "Anna ist auf null. Du bist Schneider und bekommst zwei Bummerl."),
        ((3, 7), 1, "Anna has reached zero. Bert is Schneider and gets a Bummerl.",
         "Anna ist auf null. Du bist Schneider und bekommst ein Bummerl."),
    ],
)  # fmt: skip
def test_end_of_a_game(needed: tuple[int, int], bummerls: int, english: str, german: str) -> None:
    rules = PRESETS["soft"].with_(schneider_bummerls=bummerls)
    result = Result(0, 3, "out")
    assert tell_game(Score(needed), result, rules, NAMES, Wording()) == english
    assert tell_game(Score(needed), result, rules, NAMES, Wording("de"), you=1) == german


def test_the_game_goes_on() -> None:
    rules = PRESETS["soft"]
    assert tell_game(Score((3, 7)), Result(0, 2, "out"), rules, NAMES, Wording()) is None
    assert tell_game(Score((1, 1)), Result(None, 0, "drawn"), rules, NAMES, Wording()) is None


def test_giving_up() -> None:
    assert tell_forfeit(1, NAMES, Wording()) == "Bert gives up the game. Bert gets the Bummerl."
    assert (
        tell_forfeit(1, NAMES, Wording("de"), you=1)
        == "Du gibst das Bummerl auf. Du bekommst das Bummerl."
    )
    assert tell_forfeit(0, NAMES, Wording("de"), match=True) == "Anna gibt die Partie auf."


@pytest.mark.rule("SCORE-3")
def test_end_of_a_match() -> None:
    score = Score(bummerls=(1, 2))
    assert tell_match(1, score, NAMES, Wording()) == "Bert wins the match by 2 to 1."
    assert tell_match(1, score, NAMES, Wording("de"), you=1) == "Du gewinnst die Partie 2 zu 1."


def test_everything_a_deal_brought() -> None:
    start = position("soft SA/SK H - - 0: 66.5/20.4", needed=(2, 7))
    assert tell_end(play(start, "o"), NAMES, Wording()) == (
        "Anna went out: 66 to 20. Bert had fewer than 33 – two points.",
        "Anna has reached zero. Bert is Schneider and gets two Bummerls.",
        "Anna wins the match by 2 to 0.",
    )
    start = position("soft SA/SK H - - 0: 66.5/20.4", needed=(3, 7))
    assert tell_end(play(start, "o"), NAMES, Wording("de"), you=1) == (
        "Anna hat ausgemeldet: 66 zu 20. Du hast weniger als 33 gehabt – zwei Punkte.",
        "Du 7 : 1 Anna",
    )
