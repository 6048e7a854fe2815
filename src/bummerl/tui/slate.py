"""The slate: both scores counting down from seven, and the Bummerls, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from bummerl.match.bummerl import Match
from bummerl.rules.moves import Seat
from bummerl.rules.score import GAME


@dataclass(frozen=True)
class Slate:
    """What is written on the slate; tuples by place, the person's place first."""

    names: tuple[str, ...]
    """The person's is empty."""
    standings: tuple[tuple[int, ...], ...]
    """Points still needed since the game began: 7, then smaller and smaller, 0 if it is won."""
    bummerls: tuple[int, ...]
    """Bummerls hung on each, that is, games lost."""
    target: int
    """Bummerls that lose the match."""
    carry: int
    """Game points that drawn deals add to the next win (LAST-3)."""

    @property
    def needed(self) -> tuple[int, ...]:
        """Points still needed now."""
        return tuple(column[-1] for column in self.standings)


def slate(match: Match, seat: Seat) -> Slate:
    """The slate as it stands after the deals that are over, seen from `seat`."""
    order = (seat, 1 - seat)
    columns: list[list[int]] = [[GAME], [GAME]]
    for deal in match.results:
        if deal.game != match.game:
            continue
        after = list(deal.score_after.needed)
        if deal.game_over:
            after = list(deal.score.needed)
            if match.game_winner is not None:
                after[match.game_winner] = 0
        for column, needed in zip(columns, after, strict=True):
            if needed != column[-1]:
                column.append(needed)
    score = match.score_after
    return Slate(
        names=("", match.names[1 - seat]),
        standings=tuple(tuple(columns[s]) for s in order),
        bummerls=tuple(score.bummerls[1 - s] for s in order),
        target=match.rules.match,
        carry=score.carry,
    )
