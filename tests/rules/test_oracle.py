"""Random deals against the slow, independent implementation in tests/oracle.py, move for move."""

from __future__ import annotations

import random

import pytest

from bummerl.cards import CARD_NAMES, cards_of
from bummerl.notation.spn import write_spn
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.legal import is_renonce
from bummerl.rules.moves import RESIGN
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES
from oracle import OracleDeal
from support import MOVES, TOKENS, random_move, random_rules

DEALS = 10_000
CHUNKS = 40  # so that parallel runs can share them
VIEWS_EVERY = 4  # deals; texts take most of the time


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_deals_agree_move_for_move(chunk: int) -> None:
    rng = random.Random(f"oracle/{chunk}")
    for number in range(DEALS // CHUNKS):
        preset = PRESET_NAMES[number % len(PRESET_NAMES)]
        compare_deal(rng, preset, with_views=number % VIEWS_EVERY == 0)


def compare_deal(rng: random.Random, preset: str, *, with_views: bool) -> None:
    rules = random_rules(rng, preset)
    pack, dealer = shuffled(rules.deck, rng.getrandbits(32)), rng.randrange(2)
    ours = deal(pack, dealer, rules)
    theirs = OracleDeal.from_pack(
        dict(rules.options()), [CARD_NAMES[card] for card in pack], dealer, str(rules)
    )
    played: list[str] = []
    while True:
        note = f"{rules} dealer {dealer} {''.join(CARD_NAMES[c] for c in pack)}: {played}"
        compare_facts(ours, theirs, note)
        if ours.over:
            return
        compare_texts(ours, theirs, with_views, note)
        token = next_token(rng, ours)
        played.append(token)
        ours = play_token(ours, token)
        theirs.play(token)


def next_token(rng: random.Random, position: Position) -> str:
    if rng.random() < 0.002:
        return rng.choice(["r", "t", "r0", "r1", "t0", "t1"])
    return TOKENS[random_move(rng, position)]


def play_token(position: Position, token: str) -> Position:
    if token in MOVES:
        return position.play(MOVES[token])
    seat = int(token[1])
    return position.resign(seat) if token[0] == "r" else position.lose_on_time(seat)


def compare_facts(ours: Position, theirs: OracleDeal, note: str) -> None:
    assert sorted(TOKENS[move] for move in ours.legal_moves()) == theirs.legal(), note
    assert renonces(ours) == theirs.renonces(), note
    assert ours.result == theirs.result, note
    assert list(ours.points) == theirs.points, note
    assert list(ours.tricks) == theirs.tricks, note
    assert list(ours.pending) == theirs.pending, note
    assert [CARD_NAMES[card] for card in ours.talon] == theirs.talon, note
    assert [CARD_NAMES[card] for card in ours.trick] == theirs.table, note
    for hand, their_hand in zip(ours.hands, theirs.hands, strict=True):
        assert {CARD_NAMES[card] for card in cards_of(hand)} == set(their_hand), note
    if not ours.over:
        assert ours.to_move == theirs.to_move, note
        assert ours.is_draw_due == theirs.draw_due, note


def renonces(position: Position) -> list[str]:
    return sorted(TOKENS[move] for move in range(RESIGN) if is_renonce(position, move))


def compare_texts(ours: Position, theirs: OracleDeal, with_views: bool, note: str) -> None:
    assert write_spn(ours) == theirs.spn(), note
    if not with_views:
        return
    for seat in (0, 1, None):
        view = ours.view(seat)
        assert write_spn(view) == theirs.view_spn(seat), note
        assert write_spn(view.table()) == theirs.table_spn(seat), note
        if seat == ours.to_move:
            assert view.legal_moves() == ours.legal_moves(), note
