"""How the network is trained: decisions as they were met, true slopes, and that it learns."""

from __future__ import annotations

import argparse
import math

import numpy as np
import pytest
from tools import selfplay, slopes
from tools.selfplay import SelfPlay
from tools.train_network import ACTOR, CRITIC, Layers, Training

from bummerl.rules.variants import PRESETS
from bummerl.search import network as net
from bummerl.search.pack import pack_rules


def played(deck: int, room: int = 3000, exploring: float = 0.2) -> tuple[SelfPlay, Layers]:
    presets = [preset for preset in PRESETS.values() if preset.deck == deck]
    play = SelfPlay([pack_rules(preset) for preset in presets], room, f"test {deck}")
    actor = Layers(ACTOR, 7, 1.0)
    play.play(actor.row, exploring)
    return play, actor


@pytest.mark.parametrize("deck", [20, 24])
def test_records_are_decisions_of_whole_deals(deck: int) -> None:
    play, _ = played(deck)
    records = play.records[: play.made]
    assert play.made > len(play.records) - selfplay.MOST_RECORDS
    assert play.deals > play.made / 25
    assert (np.diff(records[:, selfplay.DEAL]) >= 0).all()
    for record, facts in zip(records, play.facts, strict=False):
        cards, action = int(record[selfplay.CARDS]), int(record[selfplay.ACTION])
        assert cards.bit_count() + record[selfplay.CLOSABLE] > 1
        assert cards >> action & 1 or (action == net.CLOSING and record[selfplay.CLOSABLE])
        seen = facts[: record[selfplay.FACTS]]
        hand = sum(1 << int(fact) for fact in seen if fact < net.UNSEEN)
        assert cards & ~hand == 0
        assert (net.MAY_CLOSE in seen) == bool(record[selfplay.CLOSABLE])
        assert abs(record[selfplay.RESULT]) <= 3
    for deal in range(play.deals):
        mine = records[records[:, selfplay.DEAL] == deal]
        by_seat = [set(mine[mine[:, selfplay.SEAT] == seat, selfplay.RESULT]) for seat in (0, 1)]
        assert all(len(results) <= 1 for results in by_seat)
        if all(by_seat):
            assert by_seat[0].pop() == -by_seat[1].pop()


def test_the_critic_sees_the_cards_that_are_hidden() -> None:
    play, _ = played(20)
    for record, facts, extras in zip(
        play.records[: play.made], play.facts, play.extras, strict=False
    ):
        seen = facts[: record[selfplay.FACTS]]
        unseen = {int(fact) - net.UNSEEN for fact in seen if net.UNSEEN <= fact < net.KNOWN_THERE}
        told = [int(fact) for fact in extras[: record[selfplay.EXTRAS]]]
        theirs = {fact for fact in told if fact < selfplay.NEXT_CARD}
        drawn = [fact % 24 for fact in told if fact >= selfplay.NEXT_CARD]
        assert theirs <= unseen
        assert len(drawn) in (0, 2)
        assert set(drawn) <= unseen - theirs


def test_actions_come_as_often_as_noted() -> None:
    """The mean of 1 / chance over what was chosen is the mean number of options."""
    play, _ = played(20, 40_000)
    records = play.records[: play.made]
    options = [int(r[selfplay.CARDS]).bit_count() + int(r[selfplay.CLOSABLE]) for r in records]
    chances = play.chances[: play.made]
    assert (chances > 0).all()
    assert (chances <= 1).all()
    assert np.mean(1 / chances) == pytest.approx(np.mean(options), rel=0.03)


def test_equal_seeds_give_equal_deals() -> None:
    first, again = played(24, 500)[0], played(24, 500)[0]
    assert (first.records == again.records).all()
    assert (first.facts == again.facts).all()


def test_advantages_are_what_came_less_what_was_expected() -> None:
    play, _ = played(20)
    made = play.made
    values = np.random.default_rng(1).normal(size=made).astype(np.float32)
    gains, aims = np.zeros((2, made), np.float32)
    slopes.advantages(play.records, made, values, 0.5, gains, aims)
    expected = np.zeros(made)
    for seat in (0, 1):
        later: int | None = None
        for index in range(made - 1, -1, -1):
            record = play.records[index]
            if record[selfplay.SEAT] != seat:
                continue
            if later is None or play.records[later, selfplay.DEAL] != record[selfplay.DEAL]:
                expected[index] = record[selfplay.RESULT] / 3 - values[index]
            else:
                expected[index] = values[later] - values[index] + 0.5 * expected[later]
            later = index
    assert gains == pytest.approx(expected, abs=1e-4)
    assert aims == pytest.approx(expected + values, abs=1e-4)


def loss(play: SelfPlay, index: int, gain: float, said: list[float]) -> float:
    """The loss as papers write it, of one record."""
    record = play.records[index]
    cards = [card for card in range(24) if int(record[selfplay.CARDS]) >> card & 1]
    total = sum(math.exp(said[card]) for card in cards)
    closing = 1 / (1 + math.exp(-said[net.CLOSING])) if record[selfplay.CLOSABLE] else 0.0
    chances = {card: (1 - closing) * math.exp(said[card]) / total for card in cards}
    if closing:
        chances[net.CLOSING] = closing
    ratio = chances[int(record[selfplay.ACTION])] / play.chances[index]
    clipped = min(max(ratio, 1 - slopes.CLIP), 1 + slopes.CLIP)
    entropy = -sum(chance * math.log(chance) for chance in chances.values())
    odds = said[net.ODDS : net.ODDS + 7]
    surprise = math.log(sum(map(math.exp, odds))) - odds[int(record[selfplay.RESULT]) + 3]
    return float(-min(ratio * gain, clipped * gain) - 0.3 * entropy + 0.2 * surprise)


def test_slopes_are_those_of_the_loss() -> None:
    """Against differences; chances are kept below the ratio where it is cut."""
    play, _ = played(20, 300)
    chance = np.random.default_rng(2)
    kinds = {"closable": 0, "closed": 0, "clipped": 0}
    for index in range(play.made):
        play.chances[index] = max(play.chances[index], 0.2)
        answers = chance.normal(size=(1, net.OUTPUTS)).astype(np.float32)
        gains = np.zeros(play.made, np.float32)
        gains[index] = chance.normal()
        found, report = np.zeros_like(answers), np.zeros(slopes.REPORT)
        slopes.policy_slopes(
            np.array([index]), 0, play.records, play.chances, gains, answers, 0.3, 0.2, found,
            report,
        )  # fmt: skip
        said, step = [float(number) for number in answers[0]], 1e-5
        for unit in range(net.OUTPUTS):
            more, less = list(said), list(said)
            more[unit] += step
            less[unit] -= step
            gain = float(gains[index])
            slope = (loss(play, index, gain, more) - loss(play, index, gain, less)) / (2 * step)
            assert found[0, unit] == pytest.approx(slope, abs=2e-4)
        kinds["closable"] += bool(play.records[index, selfplay.CLOSABLE])
        kinds["closed"] += play.records[index, selfplay.ACTION] == net.CLOSING
        kinds["clipped"] += report[slopes.CLIPPED] > 0
    assert min(kinds.values()) > 5


def test_slopes_go_back_through_all_layers() -> None:
    """A step down the slope lowers what is to be lowered; both sums of facts agree with numpy."""
    play, actor = played(20, 600)
    order = np.arange(play.made)
    sums = np.zeros((play.made, net.FIRST), np.float32)
    slopes.add_first_layer(
        order, 0, play.facts, play.records, selfplay.FACTS, actor.parts[0], 0, sums
    )
    holds = np.zeros((play.made, net.INPUTS), np.float32)
    for index, record in enumerate(play.records[: play.made]):
        holds[index, play.facts[index, : record[selfplay.FACTS]]] = 1
    assert sums == pytest.approx(holds @ actor.parts[0], abs=1e-3)
    back = np.random.default_rng(3).normal(size=sums.shape).astype(np.float32)
    total = np.zeros_like(actor.parts[0])
    slopes.add_first_slopes(order, 0, play.facts, play.records, selfplay.FACTS, back, 0, total)
    assert total == pytest.approx(holds.T @ back, abs=1e-2)


def test_a_few_rounds_teach_what_deals_bring() -> None:
    options = argparse.Namespace(
        rules=["pagat"], threads=1, seed=3, start=None, room=8192, batch=1024, epochs=2, rate=2e-3,
        entropy=0.02,
    )  # fmt: skip
    training = Training(options)
    told = [training.round(1 - number / 12) for number in range(12)]
    assert told[-1]["critic misses by"] < 0.75 * told[0]["critic misses by"]
    assert told[-1]["surprise"] < told[0]["surprise"] - 0.08
    assert told[-1]["closed"] < told[0]["closed"]
    assert Layers(CRITIC, 1, 1.0).row.size != training.actor.row.size == net.SIZE
