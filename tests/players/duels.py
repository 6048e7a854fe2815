"""Deals and Bummerls of two players, with nothing of the match: a loop of a few lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bummerl.players.base import Player
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import Seat
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.variants import Rules

Maker = Callable[[str], Player]
"""Makes a player from a seed."""


class Tally(NamedTuple):
    """What the first player reached in mirrored deals."""

    deals: int
    won: int
    game_points: int
    """Own less the other's."""

    @property
    def share(self) -> float:
        return self.won / self.deals


def finished(start: Position, players: tuple[Player, Player]) -> Position:
    """The end of the deal, `players` by seat."""
    position = start
    while not position.over:
        seat = position.to_move
        position = position.play(players[seat].choose(position.view(seat)))
    return position


def mirrored_deals(first: Maker, second: Maker, rules: Rules, deals: int, seed: str) -> Tally:
    """Each of ``deals / 2`` packs is played twice, with seats swapped."""
    won = game_points = 0
    for pair in range(deals // 2):
        start = deal(shuffled(rules.deck, f"{seed}/{pair}"), pair % 2, rules)
        for seat in (0, 1):
            stream = f"{seed}/{pair}/{seat}"
            players = by_seat(first(f"{stream}/first"), second(f"{stream}/second"), seat)
            result = finished(start, players).result
            assert result is not None
            if result.winner is not None:
                sign = 1 if result.winner == seat else -1
                won += sign > 0
                game_points += sign * result.points
    return Tally(deals // 2 * 2, won, game_points)


def games_won(first: Maker, second: Maker, rules: Rules, games: int, seed: str) -> int:
    """How many of the Bummerls the first player wins, in seat 0 and 1 by turns."""
    won = 0
    for game in range(games):
        seat = game % 2
        players = by_seat(first(f"{seed}/{game}/first"), second(f"{seed}/{game}/second"), seat)
        score, number = Score(), 0
        while not any(score.bummerls):
            pack = shuffled(rules.deck, f"{seed}/{game}/{number}")
            end = finished(deal(pack, (game // 2 + number) % 2, rules, score), players)
            assert end.result is not None
            score = score.after(end.result, rules)
            number += 1
        won += score.bummerls[seat] > 0
    return won


def by_seat(first: Player, second: Player, seat: Seat) -> tuple[Player, Player]:
    """The two players by seat, when the first sits on `seat`."""
    return (first, second) if seat == 0 else (second, first)
