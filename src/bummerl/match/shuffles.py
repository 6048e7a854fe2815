"""One shuffle of the arena: what is played from it, by whom, and what it brought.

A shuffle is played in two *halves* with the same packs and the same dealer's seat: in the first
player A has seat 0, in the second seat 1.  Everything follows from the `Setting` and the number
of the shuffle, so any process can play any shuffle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from bummerl.match.bummerl import Match
from bummerl.match.referee import play_deal, play_game, play_match
from bummerl.match.stats import Pairs
from bummerl.players.registry import PlayerSpec, make_player
from bummerl.rules.moves import Seat
from bummerl.rules.score import Score
from bummerl.rules.scoring import Result
from bummerl.rules.variants import Rules
from bummerl.text import Text

Mode: TypeAlias = Literal["deals", "games", "matches"]
"""What is played in each half: one deal at 7:7, one Bummerl, or one whole match."""
MODES: Final[tuple[Mode, ...]] = get_args(Mode)

HALVES: Final[tuple[Seat, Seat]] = (0, 1)
"""The halves of a shuffle, each named by player A's seat in it."""


@dataclass(frozen=True)
class Setting:
    """What decides the course of an arena."""

    a: PlayerSpec
    b: PlayerSpec
    rules: Rules
    seed: int | str
    mode: Mode

    def names(self, half: Seat) -> tuple[str, str]:
        """The players' texts by seat."""
        return (str(self.a), str(self.b)) if half == 0 else (str(self.b), str(self.a))

    def match_seed(self, shuffle: int) -> str:
        """The seed of both halves' matches: their deal n comes from the pack ``S/shuffle/n``."""
        return f"{self.seed}/{shuffle}"

    def is_complete(self, results: Sequence[Result]) -> bool:
        """Whether a half with these deals has been played to its end."""
        if self.mode == "deals":
            return len(results) == 1
        score = Score()
        for result in results:
            score = score.after(result, self.rules)
        if self.mode == "games":
            return any(score.bummerls)
        return score.match_winner(self.rules) is not None

    def play_half(self, shuffle: int, half: Seat, incidents: list[Text] | None = None) -> Match:
        """Plays a half with players made for it.

        What a player notes in a list ``incidents`` of its own is added to `incidents`.

        Raises:
            PlayerError: a player cannot be made, failed, or answered what the rules refuse.
        """
        match = Match(
            self.rules,
            self.names(half),
            seed=self.match_seed(shuffle),
            event="Arena",
            dealer=shuffle % 2 if self.mode == "deals" else None,
        )
        players = [
            make_player(self.a, seed=f"{self.match_seed(shuffle)}/a"),
            make_player(self.b, seed=f"{self.match_seed(shuffle)}/b"),
        ]
        if half == 1:
            players.reverse()
        match self.mode:
            case "deals":
                play_deal(match, players)
            case "games":
                play_game(match, players)
            case "matches":
                play_match(match, players)
        if incidents is not None:
            for player in players:
                incidents += getattr(player, "incidents", ())
        return match


class Outcome(NamedTuple):
    """What a shuffle brought, pairs of numbers being A's and B's."""

    deals: int
    wins: tuple[int, int]
    """Deals won."""
    points: int
    """A's game points less B's, without what drawn deals carry over."""
    games: tuple[int, int]
    """Games (Bummerls) won."""
    bummerls: tuple[int, int]
    """Bummerls hung on the other; a Schneider may hang two."""
    matches: tuple[int, int]


def outcome_of(setting: Setting, halves: Sequence[Sequence[Result]]) -> Outcome:
    """The outcome of a shuffle from the results of the deals of both halves."""
    deals = points = 0
    wins, games, bummerls, matches = [0, 0], [0, 0], [0, 0], [0, 0]
    for a_seat, results in zip(HALVES, halves, strict=True):
        score = Score()
        deals += len(results)
        for result in results:
            before, score = score, score.after(result, setting.rules)
            if result.winner is None:
                continue
            player = result.winner ^ a_seat  # 0 is A
            wins[player] += 1
            points += result.points if player == 0 else -result.points
            if setting.mode != "deals" and score.bummerls != before.bummerls:
                games[player] += 1
                bummerls[player] += sum(score.bummerls) - sum(before.bummerls)
                if setting.mode == "matches" and score.match_winner(setting.rules) is not None:
                    matches[player] += 1
    return Outcome(
        deals,
        (wins[0], wins[1]),
        points,
        (games[0], games[1]),
        (bummerls[0], bummerls[1]),
        (matches[0], matches[1]),
    )


@dataclass
class Tally:
    """Outcomes of many shuffles together."""

    deals: int = 0
    wins: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    bummerls: tuple[int, int] = (0, 0)
    matches: tuple[int, int] = (0, 0)
    points: Pairs = field(default_factory=Pairs)
    """A's game points less B's, a pair for each shuffle."""
    won: Pairs = field(default_factory=Pairs)
    """Deals won by A, a pair for each shuffle."""

    @property
    def shuffles(self) -> int:
        """Number of outcomes added."""
        return self.points.pairs

    def add(self, outcome: Outcome) -> None:
        """Adds the outcome of one more shuffle."""
        self.deals += outcome.deals
        self.wins = _sum(self.wins, outcome.wins)
        self.games = _sum(self.games, outcome.games)
        self.bummerls = _sum(self.bummerls, outcome.bummerls)
        self.matches = _sum(self.matches, outcome.matches)
        self.points = self.points.plus(outcome.points, outcome.deals)
        self.won = self.won.plus(outcome.wins[0], outcome.deals)


def _sum(left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    return left[0] + right[0], left[1] + right[1]
