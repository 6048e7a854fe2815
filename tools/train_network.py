"""Trains the network of `bummerl.search.network` by playing against itself.

``python -m tools.train_network -o src/bummerl/search/data/network-20.npy`` plays and learns for
`--minutes` on `--threads`, tells how it goes in lines of JSON, and writes what it has every minute.
Equal options give equal networks only on one machine, and only up to the time: the more it plays,
the slower it learns.  ``--start`` goes on from another network and its critic.

Each round plays as many deals as fill the room with decisions, then learns from them a few times
(proximal policy optimisation, `tools.slopes`).  The critic, which tells how well a seat stands and
sees all cards, serves training only; it lies beside the network.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from bummerl.rules.variants import parse_rules
from bummerl.search import network as net
from bummerl.search.network import Weights
from bummerl.search.pack import Integers, pack_rules
from tools import selfplay, slopes
from tools.selfplay import SelfPlay

Singles = npt.NDArray[np.float32]

CRITIC: Final = (net.INPUTS + selfplay.EXTRA_INPUTS, 192, 64, 1)
ACTOR: Final = (net.INPUTS, net.FIRST, net.SECOND, net.OUTPUTS)
TRUST: Final = 0.95
ODDS: Final = 0.1
"""What the surprise at results counts against the policy."""
STEEPEST: Final = 0.5
"""Length of the slope beyond which it is cut."""
BEATS: Final = (0.9, 0.999)
"""How long Adam remembers (Kingma, Ba, "Adam: a method for stochastic optimization", 2015)."""
BLOCK: Final = 4096
"""Records the critic looks at in one go."""


class Layers:
    """Three layers in one row, as `bummerl.search.network` has them, and how they learn."""

    def __init__(self, shape: tuple[int, int, int, int], seed: int, last: float) -> None:
        inputs, first, second, outputs = shape
        self._shapes = [(inputs, first), (first,), (first, second), (second,), (second, outputs)]
        self._shapes.append((outputs,))
        self.row: Weights = np.zeros(sum(math.prod(shape) for shape in self._shapes), np.float32)
        self.parts = self.split(self.row)
        chance = np.random.default_rng(seed)
        for part, spread in ((0, 2 / 30), (2, 2 / first), (4, last**2 / second)):
            self.parts[part][:] = chance.normal(size=self._shapes[part]) * math.sqrt(spread)
        self._mean = np.zeros_like(self.row)
        self._square = np.zeros_like(self.row)
        self._steps = 0

    def split(self, row: Singles) -> list[Singles]:
        """The parts of a row of this size: weights, biases, and so on."""
        sizes = np.cumsum([math.prod(shape) for shape in self._shapes])
        parts = np.split(row, sizes[:-1])
        return [part.reshape(shape) for part, shape in zip(parts, self._shapes, strict=True)]

    def step(self, slope: Singles, rate: float) -> None:
        """Goes down the slope."""
        slope *= min(1.0, STEEPEST / (float(np.linalg.norm(slope)) + 1e-12))
        self._steps += 1
        first, second = BEATS
        self._mean += (1 - first) * (slope - self._mean)
        self._square += (1 - second) * (slope * slope - self._square)
        rate *= math.sqrt(1 - second**self._steps) / (1 - first**self._steps)
        self.row -= rate * self._mean / (np.sqrt(self._square) + np.float32(1e-7))


@dataclass
class Worker:
    """What one thread has to itself."""

    play: SelfPlay
    room: int
    gains: Singles = field(init=False)
    aims: Singles = field(init=False)
    slopes: tuple[Singles, Singles] = field(init=False)
    """By the rows of actor and critic."""
    report: npt.NDArray[np.float64] = field(init=False)
    miss: float = 0.0
    """Sum of the squares of what the critic was wrong by."""

    def __post_init__(self) -> None:
        self.gains, self.aims = np.zeros((2, self.room), np.float32)
        self.report = np.zeros(slopes.REPORT)

    def first_sums(self, layers: Layers, order: Integers, start: int, stop: int) -> Singles:
        """The first layer, rectified."""
        weights, biases, play = layers.parts[0], layers.parts[1], self.play
        sums = np.repeat(biases[np.newaxis], stop - start, axis=0)
        records = play.records
        slopes.add_first_layer(order, start, play.facts, records, selfplay.FACTS, weights, 0, sums)
        if len(weights) > net.INPUTS:
            slopes.add_first_layer(
                order, start, play.extras, records, selfplay.EXTRAS, weights, net.INPUTS, sums
            )
        return np.maximum(sums, 0, out=sums)

    def judge(self, critic: Layers) -> None:
        """Works out gains and aims of the records made last."""
        made, everything = self.play.made, np.arange(self.room)
        values = np.empty(made, np.float32)
        for start in range(0, made, BLOCK):
            stop = min(made, start + BLOCK)
            first = self.first_sums(critic, everything, start, stop)
            values[start:stop] = answers_of(critic, first)[1][:, 0]
        slopes.advantages(self.play.records, made, values, TRUST, self.gains, self.aims)

    def learn(
        self, actor: Layers, critic: Layers, order: Integers, start: int, stop: int, entropy: float
    ) -> None:
        """Sets `slopes` to the sums over some records."""
        play = self.play
        self.slopes = (np.zeros_like(actor.row), np.zeros_like(critic.row))
        first = self.first_sums(actor, order, start, stop)
        second, answers = answers_of(actor, first)
        back = np.empty_like(answers)
        slopes.policy_slopes(
            order, start, play.records, play.chances, self.gains, answers, entropy, ODDS, back,
            self.report,
        )  # fmt: skip
        self._go_back(actor, order, start, (first, second, back), self.slopes[0])
        first = self.first_sums(critic, order, start, stop)
        second, answers = answers_of(critic, first)
        miss = answers - self.aims[order[start:stop], np.newaxis]
        self.miss += float(np.square(miss).sum())
        self._go_back(critic, order, start, (first, second, miss), self.slopes[1])

    def _go_back(
        self,
        layers: Layers,
        order: Integers,
        start: int,
        found: tuple[Singles, Singles, Singles],
        total: Singles,
    ) -> None:
        """Writes the slopes by the row to `total`, from both layers and the slopes by answers."""
        (first, second, back), parts, play = found, layers.split(total), self.play
        parts[4][:], parts[5][:] = second.T @ back, back.sum(axis=0)
        back = (back @ layers.parts[4].T) * (second > 0)
        parts[2][:], parts[3][:] = first.T @ back, back.sum(axis=0)
        back = (back @ layers.parts[2].T) * (first > 0)
        parts[1][:] = back.sum(axis=0)
        records = play.records
        slopes.add_first_slopes(
            order, start, play.facts, records, selfplay.FACTS, back, 0, parts[0]
        )
        if len(parts[0]) > net.INPUTS:
            slopes.add_first_slopes(
                order, start, play.extras, records, selfplay.EXTRAS, back, net.INPUTS, parts[0]
            )


def answers_of(layers: Layers, first: Singles) -> tuple[Singles, Singles]:
    """The second layer and the answers."""
    second: Singles = np.maximum(first @ layers.parts[2] + layers.parts[3], 0)
    return second, second @ layers.parts[4] + layers.parts[5]


class Training:
    """Plays and learns, round after round."""

    def __init__(self, options: argparse.Namespace) -> None:
        threads, seed = options.threads, options.seed
        variants = [pack_rules(parse_rules(text)) for text in options.rules]
        self.actor, self.critic = Layers(ACTOR, seed, 0.05), Layers(CRITIC, seed + 1, 1.0)
        if options.start:
            self.actor.row[:] = np.load(options.start)
            self.critic.row[:] = np.load(critic_path(options.start))
        self.rounds = self.deals = 0
        self._options = options
        room = options.room // threads
        self._workers = [
            Worker(SelfPlay(variants, room, f"{seed} {number}"), room) for number in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads)
        self._chance = np.random.default_rng(seed)

    def round(self, left: float) -> dict[str, float]:
        """One round; `left` is the part of the time that is left.  What happened, in numbers."""
        options, workers = self._options, self._workers
        entropy = options.entropy * (0.05 + 0.95 * left**2)
        exploring = 0.01 + 0.05 * left**2
        for worker in workers:
            worker.report[:], worker.miss = 0, 0.0
        list(self._pool.map(lambda worker: self._play(worker, exploring), workers))
        self._level()
        used = 0
        for orders, start, stop in self._batches():
            list(
                self._pool.map(
                    lambda worker, order, start=start, stop=stop: worker.learn(
                        self.actor, self.critic, order, start, stop, entropy
                    ),
                    workers,
                    orders,
                )
            )
            number = (stop - start) * len(workers)
            used += number
            for layers, index in ((self.actor, 0), (self.critic, 1)):
                total = np.sum([worker.slopes[index] for worker in workers], axis=0)
                layers.step(total / np.float32(number), options.rate * max(0.02, left))
        self.rounds += 1
        self.deals += sum(worker.play.deals for worker in workers)
        return self._told(used)

    def _play(self, worker: Worker, exploring: float) -> None:
        worker.play.play(self.actor.row, exploring)
        worker.judge(self.critic)

    def _level(self) -> None:
        """Gains by their mean and spread."""
        gains = np.concatenate([worker.gains[: worker.play.made] for worker in self._workers])
        mean, spread = gains.mean(), gains.std() + np.float32(1e-8)
        for worker in self._workers:
            part = worker.gains[: worker.play.made]
            part[:] = (part - mean) / spread

    def _batches(self) -> Iterator[tuple[list[Integers], int, int]]:
        """Orders of the workers' records, and places in them to learn from together."""
        share = self._options.batch // len(self._workers)
        for _ in range(self._options.epochs):
            orders = [self._chance.permutation(worker.play.made) for worker in self._workers]
            shortest = min(len(order) for order in orders)
            for start in range(0, shortest - share + 1, share):
                yield orders, start, start + share

    def _told(self, used: int) -> dict[str, float]:
        report = np.sum([worker.report for worker in self._workers], axis=0) / used
        records = np.concatenate(
            [worker.play.records[: worker.play.made] for worker in self._workers]
        )
        closes = records[records[:, selfplay.ACTION] == net.CLOSING, selfplay.RESULT]
        deals = sum(worker.play.deals for worker in self._workers)
        numbers = {
            "entropy": report[slopes.ENTROPY],
            "divergence": report[slopes.DIVERGENCE],
            "clipped": report[slopes.CLIPPED],
            "surprise": report[slopes.SURPRISE],
            "critic misses by": math.sqrt(sum(worker.miss for worker in self._workers) / used),
            "closed": len(closes) / deals,
            "closes won": float((closes > 0).mean()) if len(closes) else 0.0,
        }
        return {"rounds": self.rounds, "deals": self.deals} | {
            name: round(float(number), 4) for name, number in numbers.items()
        }

    def save(self, path: Path) -> None:
        """Writes the network, and the critic beside it."""
        np.save(path, self.actor.row)
        np.save(critic_path(path), self.critic.row)


def critic_path(path: Path) -> Path:
    """Where the critic of a network lies."""
    return path.with_suffix(".critic.npy")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    parser.add_argument("--start", type=Path, metavar="FILE")
    parser.add_argument("--rules", nargs="+", default=["pagat"], help="rules of the deals")
    parser.add_argument("--minutes", type=float, default=50)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", type=int, default=131_072, help="decisions of a round")
    parser.add_argument("--batch", type=int, default=8192, help="decisions of a step")
    parser.add_argument("--epochs", type=int, default=2, help="how often a round is learned from")
    parser.add_argument("--rate", type=float, default=1e-3, help="length of the first steps")
    parser.add_argument("--entropy", type=float, default=0.02, help="its bonus at first")
    options = parser.parse_args()
    training, begin = Training(options), time.monotonic()
    saved = begin
    while (now := time.monotonic()) - begin < 60 * options.minutes:
        told = training.round(1 - (now - begin) / 60 / options.minutes)
        if now - saved > 60 or training.rounds == 1:
            print(json.dumps({"minutes": round((now - begin) / 60, 1)} | told), flush=True)
            training.save(options.output)
            saved = now
    training.save(options.output)


if __name__ == "__main__":
    main()
