"""Checks any player against the contract of `bummerl.players.base`."""

from __future__ import annotations

from collections.abc import Callable

from bummerl.errors import PlayerError
from bummerl.notation.tokens import MOVE_TOKENS
from bummerl.players.base import Player
from bummerl.players.random_player import RandomPlayer
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import RESIGN, Move
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES, PRESETS, Rules
from bummerl.text import Text


def check_player(
    factory: Callable[[str], Player], deals: int = 5, *, reproducible: bool = True
) -> int:
    """Plays random deals over all presets against a random player and checks every answer.

    Every answer must be a legal move (or the resignation) as a plain ``int``, and must leave the
    view as it was.  Two players made with the same seed must answer the same, unless
    `reproducible` is false (players with a clock, remote ones).

    Args:
        factory: makes the player from a seed.
        deals: number of deals in each preset, half of them on each seat.
        reproducible: whether equal seeds must give equal answers.

    Returns:
        How often the player was asked.

    Raises:
        PlayerError: the player broke the contract; the sentence says how and in which deal.
            Other exceptions of the player pass through.
    """
    asked = 0
    for name in PRESET_NAMES:
        for number in range(deals):
            seed = f"check/{name}/{number}"
            players = [factory(seed) for _ in range(1 + reproducible)]
            try:
                asked += _play(players, PRESETS[name], number, seed)
            except PlayerError as error:
                raise PlayerError(
                    "in deal {number} of preset {preset}: {reason}",
                    number=number,
                    preset=name,
                    reason=error.text,
                ) from error
    return asked


def _play(players: list[Player], rules: Rules, number: int, seed: str) -> int:
    """One deal of `players`, all asked the same, against random; how often they were asked."""
    opponent = RandomPlayer(seed=f"{seed}/opponent")
    seat, dealer = number % 2, number // 2 % 2
    position = deal(shuffled(rules.deck, seed), dealer, rules)
    asked = 0
    while not position.over:
        if position.to_move == seat:
            position = position.play(_checked_answer(players, position))
            asked += 1
        else:
            position = position.play(opponent.choose(position.view(1 - seat)))
    return asked


def _checked_answer(players: list[Player], position: Position) -> Move:
    answers = [_answer(player, position) for player in players]
    if any(answer != answers[0] for answer in answers):
        raise PlayerError(
            "two players with the same seed answered {answers} in the same position",
            answers=" and ".join(MOVE_TOKENS[answer] for answer in answers),
        )
    return answers[0]


def _answer(player: Player, position: Position) -> Move:
    view = position.view(position.to_move)
    answer: object = player.choose(view)
    if view != position.view(position.to_move):
        raise PlayerError("the player changed the view it was given")
    if type(answer) is not int:
        raise PlayerError(
            "the player answered {answer!r}, but a move must be an int", answer=answer
        )
    if answer != RESIGN and answer not in view.legal_moves():
        token = MOVE_TOKENS[answer] if 0 <= answer < len(MOVE_TOKENS) else str(answer)
        raise PlayerError(
            "the player answered {answer}, which is not legal: {reason}",
            answer=token,
            reason=view.why_illegal(answer) or Text("it is no answer to this question"),
        )
    return answer
