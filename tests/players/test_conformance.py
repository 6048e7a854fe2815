from __future__ import annotations

import itertools

import pytest

from bummerl.errors import PlayerError
from bummerl.players.base import Player
from bummerl.players.conformance import check_player
from bummerl.players.registry import make_player, player_names
from bummerl.rules.moves import RESIGN, Move
from bummerl.rules.variants import PRESET_NAMES
from bummerl.rules.view import View

COMPUTER_PLAYERS = [name for name in player_names() if name not in ("human", "external")]


class First:
    """The first legal move, which a test may bend."""

    def choose(self, view: View) -> Move:
        return self.bend(view, view.legal_moves()[0])

    def bend(self, view: View, move: Move) -> Move:
        return move


@pytest.mark.parametrize("name", COMPUTER_PLAYERS)
def test_every_player_keeps_the_contract(name: str) -> None:
    assert check_player(lambda seed: make_player(name, seed=seed), deals=6) > 200


def test_all_presets_and_seats_are_played() -> None:
    seen = set()

    class Noting(First):
        def bend(self, view: View, move: Move) -> Move:
            seen.add((view.rules.name, view.seat, view.forehand))
            return move

    asked = check_player(lambda seed: Noting(), deals=4)
    assert asked > 10 * len(PRESET_NAMES)
    assert seen == set(itertools.product(PRESET_NAMES, (0, 1), (0, 1)))


def test_resigning_is_no_offence() -> None:
    class Quitter(First):
        def bend(self, view: View, move: Move) -> Move:
            return RESIGN

    assert 0 < check_player(lambda seed: Quitter(), deals=2) <= 2 * len(PRESET_NAMES)


class Illegal(First):
    def bend(self, view: View, move: Move) -> Move:
        return next(card for card in range(24) if not view.hand >> card & 1)


class Unheard(First):
    def bend(self, view: View, move: Move) -> Move:
        return 99


class Boolean(First):
    def bend(self, view: View, move: Move) -> Move:
        return bool(move)


class Changing(First):
    def bend(self, view: View, move: Move) -> Move:
        object.__setattr__(view, "points", (0, 66))
        return move


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (Illegal(), "in deal 0 of preset soft: the player answered S9, which is not legal: "),
        (Unheard(), "the player answered 99, which is not legal: there is no move number 99"),
        (Boolean(), "the player answered (True|False), but a move must be an int"),
        (Changing(), "the player changed the view it was given"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_offence_is_named(player: Player, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason):
        check_player(lambda seed: player)


def test_equal_seeds_must_play_equally() -> None:
    made = itertools.count()

    class Moody(First):
        def __init__(self) -> None:
            self.index = next(made) % 2 - 1

        def bend(self, view: View, move: Move) -> Move:
            return view.legal_moves()[self.index]

    with pytest.raises(PlayerError, match="two players with the same seed answered"):
        check_player(lambda seed: Moody())
    check_player(lambda seed: Moody(), deals=1, reproducible=False)
