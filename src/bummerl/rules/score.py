"""The score of a match: games to seven, Bummerls, carried points (SCORE-1 … SCORE-3, LAST-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bummerl.rules.moves import Seat
from bummerl.rules.scoring import Result
from bummerl.rules.variants import Rules

GAME: Final = 7
"""Game points that win a game (SCORE-1)."""


@dataclass(frozen=True)
class Score:
    """The score before a deal.

    >>> from bummerl.rules.variants import PRESETS
    >>> Score((3, 7)).after(Result(0, 3, "out"), PRESETS["soft"])
    Score(needed=(7, 7), bummerls=(2, 0), carry=0)
    """

    needed: tuple[int, ...] = (GAME, GAME)
    """Game points each seat still needs, 7 … 1 (counted down)."""
    bummerls: tuple[int, ...] = (0, 0)
    """Bummerls each seat has hung on the other in this match."""
    carry: int = 0
    """Game points that drawn deals add to the next win (LAST-3)."""

    def after(self, result: Result, rules: Rules) -> Score:
        """The score after a deal; when it ends the game, that of the next game's first deal."""
        winner = result.winner
        if winner is None:
            carry = self.carry + 1 if rules.drawn_deal_carries else 0
            return Score(self.needed, self.bummerls, carry)
        left = self.needed[winner] - result.points - self.carry
        if left <= 0:
            return self._after_game(winner, rules)
        return Score(_put(self.needed, winner, left), self.bummerls)

    def after_forfeit(self, loser: Seat) -> Score:
        """The score after the game in progress was forfeited: one Bummerl, never a Schneider."""
        return self._hang(1 - loser, 1)

    def _after_game(self, winner: Seat, rules: Rules) -> Score:
        schneider = self.needed[1 - winner] == GAME
        return self._hang(winner, rules.schneider_bummerls if schneider else 1)

    def _hang(self, winner: Seat, bummerls: int) -> Score:
        start = (GAME,) * len(self.needed)
        return Score(start, _put(self.bummerls, winner, self.bummerls[winner] + bummerls))

    def match_winner(self, rules: Rules) -> Seat | None:
        """Who has hung enough Bummerls to win the match (SCORE-3), if anyone."""
        for seat, count in enumerate(self.bummerls):
            if count >= rules.match:
                return seat
        return None


def _put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
