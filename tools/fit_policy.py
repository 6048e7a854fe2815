"""Fits the search's model of a player to games: ``python -m tools.fit_policy GAMES.sgn …``.

Every lead, reply and decision to close or not becomes one sample: what there was to choose from,
as features of `bummerl.search.policy`, and what was chosen.  The weights are those that make the
choices likeliest (logistic regression, with a small penalty on their squares).  A tenth of the
samples is kept apart, and how well it is foretold is printed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bummerl.cards import Mask, cards_of
from bummerl.notation.records import DealRecord
from bummerl.notation.sgn import load
from bummerl.rules.moves import Move, is_card
from bummerl.rules.position import Position
from bummerl.search import inference, policy
from bummerl.search.layout import NONE
from bummerl.search.pack import Integers, relabelled_mask
from bummerl.search.tables import QUEENS
from bummerl.search.transition import duty

SIZE = policy.STAGES * policy.WEIGHTS
PENALTY = 1e-5
ROUNDS, BATCH, STEP, SLOWER = 12, 512, 0.03, 0.85


class Sample(NamedTuple):
    """One decision."""

    options: list[list[int]]
    """Indices of the weights of each option."""
    chosen: int
    closing: bool


def samples(record: DealRecord) -> Iterator[Sample]:
    """The decisions of both seats in a deal."""
    position = record.start
    calls: dict[int, set[Move]] = {0: set(), 1: set()}
    for played in record.moves:
        if played.seat != position.to_move or played.move not in position.legal_moves():
            return
        if is_card(played.move):
            yield from _of_card(position, played.move, calls[played.seat])
            calls[played.seat] = set()
        else:
            calls[played.seat].add(played.move)
        position = position.play(played.move)


def _of_card(position: Position, card: Move, calls: set[Move]) -> Iterator[Sample]:
    event = inference.event_of_play(position, card, calls)
    hand = relabelled_mask(position.hands[position.to_move], position.trump)
    pack = relabelled_mask(position.rules.pack_mask, position.trump)
    unseen: Mask = pack & ~(hand | event[inference.AWAY])
    led, own, theirs = (
        event[field] for field in (inference.BEFORE, inference.OWN, inference.THEIRS)
    )
    queens = hand & hand >> 1 & QUEENS
    pairs = (0, queens | queens << 1, queens << 1)[event[inference.PAIRS]]
    legal = duty(hand, led) if led != NONE and position.is_strict else hand
    cards = list(cards_of(legal))
    if len(cards) > 1:
        options = []
        for option in cards:
            row = np.zeros(policy.ACTIVE, np.int64)
            if led == NONE:
                number = policy.lead_features(option, hand, unseen, own, pairs, row)
            else:
                number = policy.reply_features(option, led, hand, unseen, own, theirs, row)
            options.append(_indices(event[inference.STAGE], row[:number].tolist()))
        yield Sample(options, cards.index(event[inference.CARD]), closing=False)
    if event[inference.CLOSED] >= 0:
        row = np.zeros(policy.ACTIVE, np.int64)
        tricks = event[inference.TRICKS]
        number = policy.close_features(hand, unseen, own, theirs, tricks, pairs, row)
        closes = _indices(event[inference.OPEN_STAGE], row[:number].tolist())
        yield Sample([[], closes], event[inference.CLOSED], closing=True)


def _indices(stage: int, features: list[int]) -> list[int]:
    return [stage * policy.WEIGHTS + feature for feature in features]


class Fit:
    """Samples as arrays, and the weights that fit them."""

    def __init__(self, found: list[Sample]) -> None:
        most = max(len(sample.options) for sample in found)
        self._index = np.full((len(found), most, policy.ACTIVE), SIZE, np.int64)
        self._is_option = np.zeros((len(found), most), bool)
        self._chosen = np.array([sample.chosen for sample in found])
        self._closing = np.array([sample.closing for sample in found])
        for sample, index, is_option in zip(found, self._index, self._is_option, strict=True):
            is_option[: len(sample.options)] = True
            for place, option in zip(index, sample.options, strict=False):
                place[: len(option)] = option
        self.weights = np.zeros(SIZE + 1)  # the last one belongs to no feature

    def run(self, kept: Integers) -> None:
        """Fits the weights to the samples in `kept` (Adam: Kingma and Ba, 2015)."""
        chance, step = np.random.default_rng(1), 0
        mean, square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        for number in range(ROUNDS):
            order = chance.permutation(kept)
            for first in range(0, len(order), BATCH):
                slope = self._slope(order[first : first + BATCH])
                step += 1
                mean = 0.9 * mean + 0.1 * slope
                square = 0.999 * square + 0.001 * slope**2
                scale = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                self.weights -= STEP * SLOWER**number * mean / (1 - 0.9**step) / scale
                self.weights[SIZE] = 0

    def _chances(self, samples: Integers) -> policy.Floats:
        scores = self.weights[self._index[samples]].sum(axis=2)
        scores[~self._is_option[samples]] = -1e9
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        normed: policy.Floats = chances / chances.sum(axis=1, keepdims=True)
        return normed

    def _slope(self, samples: Integers) -> policy.Floats:
        missing = self._chances(samples)
        missing[np.arange(len(samples)), self._chosen[samples]] -= 1
        missing = missing * self._is_option[samples] / len(samples)
        slope: policy.Floats = PENALTY * self.weights
        index = self._index[samples]
        np.add.at(slope, index, np.broadcast_to(missing[:, :, np.newaxis], index.shape))
        return slope

    def report(self, samples: Integers) -> str:
        """How well some samples are foretold."""
        lines = []
        for name, closing in (("cards", False), ("closing", True)):
            these = samples[self._closing[samples] == closing]
            chances, right = self._chances(these), self._chosen[these]
            likelihood = -np.log(chances[np.arange(len(these)), right]).mean()
            hits = (chances.argmax(axis=1) == right).mean()
            blind = np.log(self._is_option[these].sum(axis=1)).mean()
            lines.append(
                f"{name}: {len(these)} decisions, {hits:.3f} foretold, "
                f"-log chance {likelihood:.3f} (at random {blind:.3f})"
            )
        return "\n".join(lines)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="+", type=Path, help="records of whole deals")
    default = Path(policy.__file__).parent / "data" / "policy.json"
    parser.add_argument("-o", "--output", type=Path, default=default)
    parser.add_argument("--made", default="", help="where the games come from, for the file")
    options = parser.parse_args()
    found = [s for path in options.games for record in load(path) for s in samples(record)]
    fit = Fit(found)
    order = np.random.default_rng(0).permutation(len(found))
    apart = len(order) // 10
    fit.run(order[apart:])
    print("fitted to", fit.report(order[apart:]), "kept apart", fit.report(order[:apart]), sep="\n")
    rows = fit.weights[:SIZE].reshape(policy.STAGES, policy.WEIGHTS).round(3) + 0.0
    lines = ",\n".join(json.dumps(row) for row in rows.tolist())
    made = json.dumps({"made": options.made, "decisions": len(found)})[1:-1]
    options.output.write_text(f'{{{made}, "weights": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
