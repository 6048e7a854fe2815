"""Who ends up on which place, and the matches that are played for places (TOUR-8).

A knock-out says only who wins.  Behind the final's two cards:

- places 3 and 4: the losers of the semi-finals play (match ``p3``, opened with the final's draw);
- places 5 to 8: the losers of the quarter-finals play in pairs, those whose conquerors met in one
  semi-final (``p5a``, ``p5b``, opened with the semi-finals' draw); the winners then play for 5
  (``p5``), the losers for 7 (``p7``);
- wherever nothing is played for it: among those who lost in the same round, the one comes first
  whose conqueror ended up further in front.

Cards missing because of byes leave no gaps: places behind move up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bummerl.tournament.rounds import Match, Outcome, Round

PLACE_MATCHES: Final = ("p5a", "p5b", "p7", "p5", "p3")
"""Ids of the matches for places."""


class Place(NamedTuple):
    """Cards that share the places from `first` to `last`; one card, one place: it is decided."""

    first: int
    last: int
    cards: tuple[int, ...]

    @property
    def decided(self) -> bool:
        """Nothing can change any more, but for corrections."""
        return len(self.cards) == 1


@dataclass(frozen=True)
class Wanted:
    """The places that are played for."""

    third: bool
    fifth: bool


def entrants(
    knockout: Sequence[Round], matches: Mapping[str, Match], wanted: Wanted, may_rebuy: bool
) -> dict[str, tuple[int, ...]]:
    """Who should play for places now, by match; a single card has its place without play.

    `may_rebuy`: cards may still be bought into the next round, so that this one decides nothing.
    """
    found: dict[str, tuple[int, ...]] = {}
    if wanted.third and _sizes(knockout[-2:]) == (4, 2):
        found["p3"] = _losers(knockout[-2])
    semifinal = _semifinal(knockout, may_rebuy)
    if wanted.fifth and semifinal is not None:
        conquered = {o.winner: o.loser for o in _outcomes(knockout[semifinal - 1])}
        for name, match in zip(("p5a", "p5b"), knockout[semifinal].matches, strict=False):
            found[name] = tuple(conquered[card] for card in match.cards if card in conquered)
        _second_step(found, matches)
    return {name: cards for name, cards in found.items() if cards}


def _second_step(found: dict[str, tuple[int, ...]], matches: Mapping[str, Match]) -> None:
    """Adds the matches for 5 and 7 once both pairs have played."""
    won: list[int] = []
    lost: list[int] = []
    for name in ("p5a", "p5b"):
        cards = found.get(name, ())
        if len(cards) < 2:
            won.extend(cards)
            continue
        match = matches.get(name)
        if match is None or match.outcome is None or set(match.cards) != set(cards):
            return
        won.append(match.outcome.winner)
        lost.append(match.outcome.loser)
    found["p5"], found["p7"] = tuple(won), tuple(lost)


def _semifinal(knockout: Sequence[Round], may_rebuy: bool) -> int | None:
    """Which round are semi-finals that follow quarter-finals, if they are drawn."""
    sizes = _sizes(knockout)
    if sizes[-2:] == (8, 4) and not may_rebuy:
        return len(sizes) - 1
    return len(sizes) - 2 if sizes[-3:] == (8, 4, 2) else None


def _sizes(rounds: Sequence[Round]) -> tuple[int, ...]:
    return tuple(round_.size for round_ in rounds)


def _outcomes(round_: Round) -> list[Outcome]:
    return [match.outcome for match in round_.matches if match.outcome is not None]


def _losers(round_: Round) -> tuple[int, ...]:
    return tuple(outcome.loser for outcome in _outcomes(round_))


def places(
    knockout: Sequence[Round], matches: Mapping[str, Match], due: Mapping[str, tuple[int, ...]]
) -> list[Place]:
    """All cards of the knock-out by place, the best first; undecided ones share theirs.

    `due` are the matches for places as `entrants` gives them.
    """
    if not knockout:
        return []
    last = knockout[-1]
    groups: list[list[int]] = [sorted(last.left() if last.complete else last.cards)]
    for round_ in reversed(knockout if last.complete else knockout[:-1]):
        groups += _behind(round_, groups, matches, due)
    found, first = [], 1
    for group in filter(None, groups):
        found.append(Place(first, first + len(group) - 1, tuple(group)))
        first += len(group)
    return found


def _behind(
    round_: Round,
    before: Sequence[Sequence[int]],
    matches: Mapping[str, Match],
    due: Mapping[str, tuple[int, ...]],
) -> list[list[int]]:
    """The losers of a round, in order, in groups that are not decided."""
    losers = set(_losers(round_))
    for pairs, played in ((("p3",), ("p3",)), (("p5a", "p5b"), ("p5", "p7"))):
        if losers and losers == {card for name in pairs for card in due.get(name, ())}:
            if played[0] not in due:
                return [sorted(losers)]
            return [group for name in played for group in _apart(name, matches, due)]
    rank = {card: at for at, group in enumerate(before) for card in group}
    groups: dict[int, list[int]] = {}
    for outcome in _outcomes(round_):
        groups.setdefault(rank[outcome.winner], []).append(outcome.loser)
    return [sorted(groups[at]) for at in sorted(groups)]


def _apart(
    name: str, matches: Mapping[str, Match], due: Mapping[str, tuple[int, ...]]
) -> list[list[int]]:
    """The cards of a match for places: winner and loser apart, once it is decided."""
    cards, match = due.get(name, ()), matches.get(name)
    if len(cards) == 2 and match is not None and match.outcome is not None:
        return [[match.outcome.winner], [match.outcome.loser]]
    return [sorted(cards)]
