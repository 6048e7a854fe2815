"""Expected values against all hands there are, sums against the deals themselves."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest

from bummerl.cards import ACE, PACK_MASKS, PAIR_MASKS, SUIT_MASKS, cards_of, mask_of, rank
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.variants import PRESETS
from bummerl.server.app import create_app
from bummerl.server.http.statistics import StatisticsCache, expectation
from bummerl.server.store.engine import make_engine, upgrade, write
from bummerl.server.store.models import DealRow
from bummerl.server.store.statistics import FACTS, facts_of
from bummerl.server.table.events import Sitter
from server.http.planted import Planted
from server.http.servers import settings_in
from server.http.visitors import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("pack", [20, 24])
async def test_expectations_are_those_of_all_hands(pack: int) -> None:
    size = 5 if pack == 20 else 6
    cards = cards_of(PACK_MASKS[pack])
    turned = cards[-1]  # a club; so clubs are trump
    hands = [mask_of(hand) for hand in itertools.combinations(cards[:-1], size)]
    counts = {
        "trumps": [(hand & SUIT_MASKS[3]).bit_count() for hand in hands],
        # seen before a card is turned up
        "aces": [
            sum(rank(card) == ACE for card in hand) for hand in itertools.combinations(cards, size)
        ],
        "pairs": [
            sum(mask_of(hand) & pair == pair for pair in PAIR_MASKS)
            for hand in itertools.combinations(cards, size)
        ],
    }
    assert turned // 6 == 3
    for fact, found in counts.items():
        mean = sum(found) / len(found)
        variance = sum((n - mean) ** 2 for n in found) / len(found)
        assert expectation(fact, pack) == pytest.approx((mean, math.sqrt(variance)))


async def test_facts_of_a_deal() -> None:
    start = deal(shuffled(20, "facts"), dealer=1)
    facts = facts_of(start, 1)
    for seat, hand in enumerate(start.hands):
        names = cards_of(hand)
        assert facts["aces"][seat] == sum(rank(card) == ACE for card in names)
        assert facts["trumps"][seat] == sum(card // 6 == start.trump for card in names)
    assert facts["dealer"] == 1


@pytest.mark.parametrize("rules", ["soft", "sixtysix"])
async def test_sums_are_those_of_the_deals(tmp_path: Path, rules: str) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'statistics.db'}")
    await upgrade(engine)
    cache = StatisticsCache(engine, fresh=0)
    assert (await cache.get()).packs == []
    game = Planted(engine, Sitter(name="A", user="a"), Sitter(name="B", user="b"), rules=rules)
    await game.play(6)
    deals = game.match.results
    [pack] = (await cache.get()).packs
    assert (pack.pack, pack.deals) == (game.match.rules.deck, len(deals))
    rows = {(str(row.fact), row.key, str(row.seat)): row for row in pack.rows}
    for fact in FACTS:
        for name, seats in (
            ("forehand", [1 - d.dealer for d in deals]),
            ("dealer", [d.dealer for d in deals]),
        ):
            dealt = [
                facts_of(d.start, d.dealer)[fact][seat]
                for d, seat in zip(deals, seats, strict=True)
            ]
            row = rows[fact, "", name]
            assert row.observed == pytest.approx(sum(dealt) / len(dealt))
            assert row.inside == (row.low <= row.observed <= row.high)
    suits = [rows["trump_suit", letter, "None"].observed for letter in "SHDC"]
    assert sum(suits) == pytest.approx(1)
    await engine.dispose()


async def test_a_fair_server_is_inside_and_a_rigged_one_is_not(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'many.db'}")
    await upgrade(engine)
    game = await Planted(engine, Sitter(name="A", user="a"), Sitter(name="B", user="b")).save()
    async with write(engine) as session:
        for number in range(1, 1001):
            dealer = number % 2
            start = deal(shuffled(20, f"fair/{number}"), dealer=dealer, rules=PRESETS["soft"])
            session.add(
                DealRow(
                    table_id=game.id,
                    number=number,
                    ended=number,
                    pack=20,
                    sgn="",
                    winner=0,
                    game_points=1,
                    reason="out",
                    facts=facts_of(start, dealer),
                )
            )
    cache = StatisticsCache(engine, fresh=0)
    [fair] = (await cache.get()).packs
    assert sum(row.inside for row in fair.rows) >= len(fair.rows) - 1
    assert all(abs(row.z) < 3.5 for row in fair.rows)
    async with write(engine) as session:
        for number in range(1, 1001):  # the dealer's aces come from nowhere
            row = await session.get(DealRow, (game.id, number))
            assert row is not None
            aces = [*row.facts["aces"]]
            aces[number % 2] += number % 5 == 0
            row.facts = {**row.facts, "aces": aces}
    [rigged] = (await cache.get()).packs
    worst = max(rigged.rows, key=lambda row: abs(row.z))
    assert (worst.fact, worst.seat, worst.inside) == ("aces", "dealer", False)
    await engine.dispose()


async def test_statistics_are_counted_once_in_a_while(tmp_path: Path) -> None:
    app = create_app(settings_in(tmp_path))
    await upgrade(app.state.engine)
    visitor = Browser(app)
    first = (await visitor.get("/api/statistics")).json()
    await Planted(app.state.engine, Sitter(name="A", user="a"), Sitter(name="B", user="b")).play(1)
    assert (await visitor.get("/api/statistics")).json() == first
    assert first["packs"] == []
    await visitor.http.aclose()
    await app.state.engine.dispose()
