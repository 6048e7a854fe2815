"""Our players answering request lines."""

from __future__ import annotations

import json
import random
from typing import Any, ClassVar

import pytest

from bummerl.errors import BummerlError, PlayerError
from bummerl.players import registry
from bummerl.players.bot import Bot
from bummerl.players.greedy import GreedyPlayer
from bummerl.players.protocol import write_request
from bummerl.rules.moves import RESIGN, Move
from bummerl.rules.view import View
from bummerl.text import Text
from support import MOVES, random_deal, random_rules

SPN = "soft STQHQJDK/?4 C ?9+CJ - 1:DJ 0.0/0.0 - 7:7"


def line(**fields: Any) -> str:
    return json.dumps({"view": SPN, **fields})


class Timed:
    """Notes what it was made with, and what it was asked."""

    made: ClassVar[list[float]] = []
    asked: ClassVar[list[tuple[float, View]]] = []

    def __init__(self, time: float = 0.5, seed: int = 0) -> None:
        self.time = time
        self.made.append(time)

    def choose(self, view: View) -> Move:
        self.asked.append((self.time, view))
        return view.legal_moves()[0]


class Bad:
    """Answers as it was told to."""

    def __init__(self, says: str = "") -> None:
        self.says = says

    def choose(self, view: View) -> Any:
        if view.history or not self.says:  # the first question, at the start, has none
            return view.legal_moves()[0]
        if self.says == "fail":
            raise ValueError("no idea")
        if self.says == "resign":
            return RESIGN
        return MOVES.get(self.says, 99) if view.trick else view.legal_moves()[0]


@pytest.fixture(autouse=True)
def _own_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {"timed": Timed, "bad": Bad})
    Timed.made.clear()
    Timed.asked.clear()


def test_it_answers_as_the_player_does() -> None:
    bot, greedy, rng = Bot("greedy"), GreedyPlayer(), random.Random(1)
    for _ in range(20):
        for position in random_deal(rng, random_rules(rng)):
            if not position.over:
                view = position.view(position.to_move)
                assert bot.answer(write_request(view)) == greedy.choose(view)


def test_players_get_the_history() -> None:
    bot = Bot("timed")
    bot.answer(line(moves=["DJ"], first=1, carry=2, bummerls=[1, 3]))
    view = Timed.asked[-1][1]
    assert view.history == ((1, MOVES["DJ"]),)
    assert (view.forehand, view.score.carry, view.score.bummerls) == (1, 2, (1, 3))


def test_the_time_goes_to_players_that_take_one() -> None:
    bot = Bot("timed")
    Timed.asked.clear()
    for said in ({"time": 0.2}, {"time": 2}, {}, {"time": 0.2}):
        bot.answer(line(**said))
    assert [seconds for seconds, _ in Timed.asked] == [0.2, 2, 0.5, 0.2]
    assert Timed.made.count(0.2) == 1
    Bot("greedy").answer(line(time=0.2))


def test_the_text_of_the_player_sets_a_limit() -> None:
    bot = Bot("timed(time=0.1)")
    Timed.asked.clear()
    for seconds in (0.05, 5):
        bot.answer(line(time=seconds))
    assert [seconds for seconds, _ in Timed.asked] == [0.05, 0.1]


def test_a_text_that_leaves_no_room_for_a_time_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Either(Timed):
        def __init__(self, time: float = 0.5, worlds: int = 0) -> None:
            if worlds and time != 0.5:
                raise PlayerError("give either time or worlds")
            super().__init__(time)

    monkeypatch.setitem(registry._registered, "either", Either)
    Bot("either(worlds=3)").answer(line(time=0.2))
    assert Timed.asked[-1][0] == 0.5
    Bot("either").answer(line(time=0.2))
    assert Timed.asked[-1][0] == 0.2


def test_a_player_that_cannot_play_is_refused_at_once() -> None:
    with pytest.raises(PlayerError) as caught:
        Bot("human")
    assert str(caught.value) == (
        "'human' is a person, who cannot answer programs; name a player that moves by itself, "
        "such as greedy"
    )
    with pytest.raises(PlayerError, match="there is no player"):
        Bot("nobody")


@pytest.mark.parametrize(
    ("says", "sentence"),
    [
        ("SA", "the player answered SA, which is not legal: you do not hold the ace of spades"),
        ("nonsense", "the player answered 99, which is not legal"),
    ],
)
def test_what_a_player_does_wrong_is_told(says: str, sentence: str) -> None:
    bot = Bot(f"bad(says={says})")
    with pytest.raises(BummerlError, match=sentence):
        bot.answer(line())


def test_a_failing_player_is_told_and_asked_again() -> None:
    with pytest.raises(PlayerError, match="the player failed: ValueError: no idea"):
        Bot("bad(says=fail)")
    bot = Bot("bad")
    bot._player.says = "fail"  # type: ignore[attr-defined]
    with pytest.raises(PlayerError, match="the player failed: ValueError: no idea"):
        bot.answer(line())
    assert bot.answer(line(moves=["DJ"])) == MOVES["SQ"]


def test_a_player_may_resign() -> None:
    assert Bot("bad(says=resign)").answer(line()) == RESIGN


class Noting:
    """Notes an incident for each question, and fails at every third."""

    def __init__(self) -> None:
        self.incidents: list[Text] = []

    def choose(self, view: View) -> Move:
        self.incidents.append(Text("number {number}", number=len(self.incidents) + 1))
        if len(self.incidents) % 3 == 0:
            raise PlayerError("no more")
        return RESIGN


def test_incidents_of_the_player_are_heard_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {"noting": Noting})
    heard: list[str] = []
    bot = Bot("noting", hear=lambda text: heard.append(str(text)))
    assert heard == []
    assert bot.answer(line()) == RESIGN
    assert heard == ["number 1"]
    assert bot.answer(line()) == RESIGN
    with pytest.raises(PlayerError):
        bot.answer(line())
    assert heard == ["number 1", "number 2", "number 3"]
