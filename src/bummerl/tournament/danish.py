"""The optional qualifying stage in the Danish system.

All cards play every round.  The first round is drawn; after each round the cards are ranked, and
first meets second, third meets fourth, and so on.  The same two cards may meet again.  The best
ones go on to the knock-out.

Our definition where others leave it open:

- With an odd number of cards the lowest-ranked of those with the fewest byes so far has one.  A
  bye is a win.
- A win without a Bummerl score (bye, forfeit, withdrawal) counts as one without loss.
- Two cards of one person do not meet while that can be helped: the card meets the next one of
  somebody else.
- Withdrawn cards are not paired any more and rank behind all others.

Ranking keys: ``wins``; ``difference`` of Bummerls won and lost; ``bummerls`` won; ``opponents``,
the wins of all opponents added up.  What is still equal is ranked by the lot of the first round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bummerl.tournament.events import Key
from bummerl.tournament.rounds import Round

FEWEST: Final = 4
"""Cards that the stage needs at least."""
NEED_SCORE: Final[frozenset[Key]] = frozenset({"difference", "bummerls"})
"""Keys for which results need their Bummerls."""


@dataclass
class Record:
    """What a card has done so far."""

    card: int
    lot: int
    """Place in the order of the first round's lot."""
    wins: int = 0
    bummerls: int = 0
    lost_bummerls: int = 0
    met: list[int] = field(default_factory=list)
    """Opponents, round by round; none in a bye."""
    byes: int = 0
    opponents: int = 0
    """Wins of all opponents together."""

    @property
    def difference(self) -> int:
        """Bummerls won less lost."""
        return self.bummerls - self.lost_bummerls


class Pairing(NamedTuple):
    """Who meets whom in a round."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None


def ranking(
    rounds: Sequence[Round], keys: Sequence[Key], match: int, withdrawn: Collection[int]
) -> list[Record]:
    """All cards, the best first, after these rounds; a match goes to `match` Bummerls.

    Matches without a result do not count.
    """
    records = _records(rounds, match)
    for record in records.values():
        record.opponents = sum(records[other].wins for other in record.met)
    order = _order(keys, withdrawn)
    return sorted(records.values(), key=order)


def _order(keys: Sequence[Key], withdrawn: Collection[int]) -> Callable[[Record], tuple[int, ...]]:
    def order(record: Record) -> tuple[int, ...]:
        values: Mapping[Key, int] = {
            "wins": record.wins,
            "difference": record.difference,
            "bummerls": record.bummerls,
            "opponents": record.opponents,
        }
        return (record.card in withdrawn, *(-values[key] for key in keys), record.lot)

    return order


def _records(rounds: Sequence[Round], match: int) -> dict[int, Record]:
    records: dict[int, Record] = {}
    for round_ in rounds:
        for card in round_.cards:
            records.setdefault(card, Record(card, len(records)))
        for card in round_.byes:
            records[card].byes += 1
            _won(records[card], (match, 0))
        for played in round_.matches:
            outcome = played.outcome
            if outcome is None:
                continue
            score = outcome.score or (match, 0)
            winner, loser = records[outcome.winner], records[outcome.loser]
            _won(winner, score)
            loser.bummerls += score[1]
            loser.lost_bummerls += score[0]
            winner.met.append(loser.card)
            loser.met.append(winner.card)
    return records


def _won(record: Record, score: tuple[int, int]) -> None:
    record.wins += 1
    record.bummerls += score[0]
    record.lost_bummerls += score[1]


def pairing(
    order: Sequence[int], byes: Mapping[int, int], same_person: Callable[[int, int], bool]
) -> Pairing:
    """First meets second, third meets fourth, and so on, in this order of cards.

    `byes` are those so far, by card; none for cards that are not in it.
    """
    left, bye = list(order), None
    if len(left) % 2:
        bye = min(reversed(left), key=lambda card: byes.get(card, 0))
        left.remove(bye)
    pairs: list[tuple[int, int]] = []
    while left:
        first = left.pop(0)
        second = next((card for card in left if not same_person(first, card)), left[0])
        left.remove(second)
        pairs.append((first, second))
    _part(pairs, same_person)
    return Pairing(tuple(pairs), bye)


def _part(pairs: list[tuple[int, int]], same_person: Callable[[int, int], bool]) -> None:
    """Parts pairs of one person: each changes partners with the nearest pair above that can."""
    for at in range(len(pairs)):
        mine, my_other = pairs[at]
        if not same_person(mine, my_other):
            continue
        for above in range(at - 1, -1, -1):
            first, second = pairs[above]
            if not same_person(first, mine) and not same_person(second, mine):
                pairs[above], pairs[at] = (first, mine), (second, my_other)
                break
