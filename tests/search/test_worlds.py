"""Worlds are exactly the deals a player may believe in: against brute force over the rules."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from bummerl.cards import cards_of, mask_of
from bummerl.errors import ViewError
from bummerl.rules.moves import CLOSE, EXCHANGE, is_card, pair
from bummerl.rules.position import Position
from bummerl.rules.trick import strict_reply
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.rules.view import View
from bummerl.search import layout
from bummerl.search.pack import Integers, pack, relabelled_card, relabelled_mask
from bummerl.search.worlds import Floats, hands_of, impossible, worlds_of
from support import names, play, position, random_move, random_position, random_rules

each_preset = pytest.mark.parametrize("preset", PRESET_NAMES)


def deals(preset: str, seed: str, number: int) -> Iterator[Position]:
    """All running positions of so many random deals.

    In every second some options are changed; in every third nobody closes.
    """
    rng = random.Random(f"{preset}/{seed}")
    for deal in range(number):
        rules = random_rules(rng, preset) if deal % 2 else PRESETS[preset]
        current = random_position(rng, rules)
        while not current.over:
            yield current
            move = random_move(rng, current)
            while deal % 3 == 0 and move == CLOSE:
                move = random_move(rng, current)
            current = current.play(move)


def position_of(row: Integers, view: View) -> Position:
    """The position that a row is, with the public facts of the view."""
    hands = [relabelled_mask(int(hand), view.trump) for hand in row[layout.HAND : layout.HAND + 2]]
    left = int(row[layout.LEFT])
    talon = [relabelled_card(int(c), view.trump) for c in row[layout.TALON : layout.TALON + left]]
    facts = {f.name: getattr(view, f.name) for f in dataclasses.fields(Position) if f.init}
    return Position(**facts | {"hands": tuple(hands), "talon": tuple(reversed(talon))})


def other_of(view: View) -> int:
    assert view.seat is not None
    return 1 - view.seat


def could_have_played(view: View, hand: int) -> bool:
    """Whether the other seat, holding `hand` now, broke no duty since the talon was closed."""
    calls = [index for index, played in enumerate(view.history) if played.move == CLOSE]
    plays = [p for p in view.history[calls[0] :] if is_card(p.move)] if calls else []
    held = hand | mask_of(p.move for p in plays if p.seat != view.seat)
    for lead, reply in zip(plays[::2], plays[1::2], strict=False):
        if reply.seat != view.seat:
            if not strict_reply(held, lead.move, view.trump)[1] >> reply.move & 1:
                return False
            held ^= 1 << reply.move
        else:
            held ^= 1 << lead.move
    return True


def hands_by_trying(view: View) -> set[int]:
    """All hands of the other seat, by trying every choice of the unseen cards."""
    other = other_of(view)
    known, unseen = view.hands[other], cards_of(view.unseen)
    missing = view.hand_sizes[other] - known.bit_count()
    tried = (known | mask_of(choice) for choice in itertools.combinations(unseen, missing))
    return {hand for hand in tried if could_have_played(view, hand)}


def worlds_by_trying(view: View) -> set[tuple[int, tuple[int, ...]]]:
    """All (hand, talon) of a view whose talon is open, by trying every order of unseen cards."""
    other = other_of(view)
    found = set()
    for hand in hands_by_trying(view):
        rest = cards_of(view.unseen & ~hand)
        for order in itertools.permutations(rest):
            left = iter(order)
            talon = tuple(next(left) if card is None else card for card in view.talon)
            hands = (hand, view.hand) if other == 0 else (view.hand, hand)
            facts = {f.name: getattr(view, f.name) for f in dataclasses.fields(Position) if f.init}
            if Position(**facts | {"hands": hands, "talon": talon}).view(view.seat) == view:
                found.add((hand, talon))
    return found


@each_preset
def test_all_worlds_are_found_each_once_and_look_like_the_view(preset: str) -> None:
    checked: Counter[str] = Counter()
    for current in deals(preset, "all", 18):
        for seat in (0, 1):
            view = current.view(seat)
            hidden = sum(card is None for card in view.talon)
            if checked[_kind(view)] >= 6 or (view.close is None and hidden > 3):
                continue
            checked[_kind(view)] += 1
            found = worlds_of(view, 10**6)
            assert found.exact
            assert found.total == len(found.rows)
            positions = [position_of(row, view) for row in found.rows]
            if view.close is None:
                expected = worlds_by_trying(view)
                assert {(p.hands[1 - seat], p.talon) for p in positions} == expected
                assert found.total == len(expected)
            else:
                hands = Counter(p.hands[1 - seat] for p in positions)
                assert hands == dict.fromkeys(hands_by_trying(view), 1)
            for world in positions[:: max(1, len(positions) // 50)]:
                assert world.view(seat) == view
                assert _is_whole(world)
    assert checked == {"open": 6, "closed": 6, "used up": 6}


def _kind(view: View) -> str:
    return "closed" if view.close is not None else "open" if view.talon else "used up"


def _is_whole(world: Position) -> bool:
    """Whether every card of the pack lies in one place."""
    lying = [*world.hands, world.gone, *(1 << card for card in (*world.talon, *world.trick))]
    return sum(lying) == world.rules.pack_mask and sum(m.bit_count() for m in lying) == (
        world.rules.deck
    )


@each_preset
def test_the_true_deal_is_among_the_worlds(preset: str) -> None:
    calls: Counter[int] = Counter()
    for current in deals(preset, "true", 40):
        calls.update(played.move for played in current.history[-1:])
        for seat in (0, 1):
            view = current.view(seat)
            hand = relabelled_mask(current.hands[1 - seat], current.trump)
            hands = hands_of(view)
            assert hand in hands
            assert sorted(set(hands.tolist())) == hands.tolist()
            limit = 3000
            if view.close is None and _number(view) <= limit:
                rows = worlds_of(view, limit, seed=seat).rows
                assert pack(current).tolist() in rows.tolist()
    assert calls[EXCHANGE]
    assert calls[CLOSE]
    assert any(calls[pair(suit)] for suit in range(4))


def _number(view: View) -> int:
    hidden = sum(card is None for card in view.talon)
    unseen = view.unseen.bit_count()
    return math.comb(unseen, hidden) * math.factorial(hidden)


@each_preset
def test_hands_leave_out_what_duty_would_have_played_and_nothing_else(preset: str) -> None:
    checked = excluded = 0
    for current in deals(preset, "duty", 60 if PRESETS[preset].deck == 20 else 40):
        if current.close is None or len(current.history) % 2:
            continue
        for seat in (0, 1):
            view = current.view(seat)
            cards = impossible(view, 1 - seat)
            assert not cards & current.hands[1 - seat]
            if excluded > 60 or view.unseen.bit_count() > 14:
                continue
            hands = hands_by_trying(view)
            found = {relabelled_mask(hand, view.trump) for hand in hands_of(view).tolist()}
            assert found == hands
            checked += 1
            excluded += bool(cards & view.unseen)
    assert checked > 20
    assert excluded > 5


@pytest.mark.rule("PLAY-5")
@pytest.mark.parametrize(
    ("moves", "excluded"),
    [
        ("c HA HQ", "-"),  # follows, as nothing beats the ace
        ("c HK HQ", "HTHA"),  # has no ten; the ace is seen elsewhere
        ("c HK HT", "-"),
        ("c HK ST", "HJHQHKHTHA"),  # trumps, so has no hearts
        ("c HK DJ", "HJHQHKHTHASJSQSKSTSA"),  # has neither
        ("HK DJ", "-"),  # with the talon open there are no duties
    ],
)
def test_a_reply_in_strict_play_tells_what_is_not_held(moves: str, excluded: str) -> None:
    hand = {"HQ": "HQHJSTDJDQ", "HT": "HTHJSTDJDQ", "ST": "STSJDJDQCJ", "DJ": "DJDQCJCQCK"}
    start = position(f"pagat HAHKSASKDA/{hand[moves[-2:]]} S ?+SQ - 0: 0.0/0.0")
    view = play(start, moves).view(0)
    mask = impossible(view, 1) & view.rules.pack_mask
    expected = set() if excluded == "-" else {excluded[i : i + 2] for i in range(0, 40, 2)} - {""}
    assert names(mask) == expected - ({"HK"} if "HQ" in moves[-2:] else set())


SKETCHES = {
    2: "soft SKSQHTDJCJ/?5 H ?1+HJ - 0: 20.2/30.2",
    4: "soft SKSQHTDJCJ/?5 H ?3+HJ - 0: 20.1/30.2",
    6: "soft SKSQHTDJCJ/?5 H ?5+HJ - 0: 20.1/30.1",
    8: "soft SKSQHTDJCJ/?5 H ?7+HJ - 0: 20.1/0.0",
    10: "soft SKSQHTDJCJ/?5 H ?9+HJ - 0: 0.0/0.0",
}


@pytest.mark.parametrize(
    ("left", "total"), [(2, 6), (4, 336), (6, 30_240), (8, 3_991_680), (10, 726_485_760)]
)
def test_a_leader_sees_as_many_worlds_as_counting_says(left: int, total: int) -> None:
    assert worlds_of(_sketch(left), 10).total == total


@pytest.mark.parametrize(
    ("left", "total"), [(2, 7), (4, 84), (6, 462), (8, 1716), (10, 5005), (12, 12_376)]
)
def test_hands_in_66(left: int, total: int) -> None:
    tricks = (12 - left) // 2
    view = position(f"66 S9SQHTDJCJDA/?6 H ?+HJ - 0: 20.{tricks}/0.0").view(0)
    assert len(view.talon) == left
    assert len(hands_of(view)) == total


@pytest.mark.parametrize(("left", "total"), [(10, 2002), (8, 792), (6, 252), (4, 56), (2, 6)])
def test_when_the_talon_is_closed_only_hands_count(left: int, total: int) -> None:
    view = position(SKETCHES[left]).play(CLOSE).view(0)
    found = worlds_of(view, 5000)
    assert found.total == len(found.rows) == len(hands_of(view)) == total


def _sketch(left: int) -> View:
    view = position(SKETCHES[left]).view(0)
    assert len(view.talon) == left
    return view


@pytest.mark.parametrize(
    ("left", "limit"), [(4, 1), (4, 300), (6, 252), (6, 5000), (8, 3000), (10, 3000)]
)
def test_of_many_worlds_some_are_drawn_without_duplicates(left: int, limit: int) -> None:
    view = _sketch(left)
    for seed in range(10):
        found = worlds_of(view, limit, seed)
        assert not found.exact
        assert len(found.rows) == limit
        assert len({row.tobytes() for row in found.rows}) == limit
        again = worlds_of(view, limit, seed)
        assert (again.rows == found.rows).all()
    for row in found.rows[:50]:
        world = position_of(row, view)
        assert world.view(0) == view
        assert _is_whole(world)


def test_seeds_draw_different_worlds() -> None:
    first, second = (worlds_of(_sketch(8), 100, seed).rows for seed in (1, 2))
    assert len({row.tobytes() for row in (*first, *second)}) > 190


@pytest.mark.parametrize(
    ("left", "limit", "seeds"), [(4, 1, 1500), (4, 200, 100), (6, 120, 100), (10, 20, 200)]
)
@pytest.mark.parametrize("part", [1, 4])
def test_every_unseen_card_is_equally_likely_everywhere(
    left: int, limit: int, seeds: int, part: int
) -> None:
    """In the whole sample and in the first quarter of it, within five standard errors."""
    view = _sketch(left)
    places = [layout.TALON + place for place in range(1, left)]
    held, lying = np.zeros(24), np.zeros((len(places), 24))
    number = 0
    for seed in range(seeds):
        rows = worlds_of(view, limit, seed).rows[: -(-limit // part)]
        number += len(rows)
        held += (rows[:, layout.HAND + 1, np.newaxis] >> np.arange(24) & 1).sum(axis=0)
        for counts, place in zip(lying, places, strict=True):
            counts += np.bincount(rows[:, place], minlength=24)
    unseen = list(cards_of(relabelled_mask(view.unseen, view.trump)))
    assert held.sum() == held[unseen].sum()
    _assert_even(held[unseen] / number, 5 / len(unseen), number)
    for counts in lying:
        _assert_even(counts[unseen] / number, 1 / len(unseen), number)


def _assert_even(shares: Floats, chance: float, number: int) -> None:
    error = math.sqrt(chance * (1 - chance) / number)
    assert abs(shares - chance).max() < 5 * error


def test_no_world_is_favoured_when_nearly_all_are_drawn() -> None:
    """250 of 336: each has the same chance, whatever the places of the stretches."""
    counts: Counter[bytes] = Counter()
    seeds = 600
    for seed in range(seeds):
        counts.update(row.tobytes() for row in worlds_of(_sketch(4), 250, seed).rows)
    assert len(counts) == 336
    chance = 250 / 336
    error = math.sqrt(chance * (1 - chance) / seeds)
    assert max(abs(count / seeds - chance) for count in counts.values()) < 5 * error


def test_shown_cards_are_in_every_hand() -> None:
    """A pair, the exchanged card and the turned-up card that was drawn (PAIR-6, XCHG-1)."""
    start = position("soft DKDQSJHACJ/STSQHTHJCQ S ?+SA - 0: 0.0/0.0")
    paired = play(start, "mD DK HT").view(1)
    assert all(hand >> relabelled_card(MOVED["DQ"], 0) & 1 for hand in hands_of(paired).tolist())
    exchanged = play(start, "x HA HT").view(1)
    assert all(hand >> MOVED["SA"] & 1 for hand in hands_of(exchanged).tolist())
    assert exchanged.turn_up == MOVED["SJ"]


MOVED = {"DQ": 14, "SA": 5, "SJ": 1}


def test_a_table_view_has_no_worlds() -> None:
    view = position(SKETCHES[4]).view(0).table()
    for ask in (functools.partial(worlds_of, limit=10), hands_of):
        with pytest.raises(ViewError, match="table view"):
            ask(view)


def test_a_history_that_begins_with_a_reply_rules_out_only_what_duties_do() -> None:
    """PLAY-5: a view read in mid-trick, closed later: the hand held then stays possible."""
    start = position("soft SAHKDTCQCJ/STHADKCK H DQDJHQHJSKSQCACTDA+HT - 1:SJ 0.0/0.0")
    for seed in range(40):
        chance = random.Random(seed)
        now = start
        while not now.over:
            moves = now.legal_moves()
            wanted = [CLOSE] if CLOSE in moves and len(now.history) > 1 else moves
            now = now.play(chance.choice(wanted))
            if now.over or now.close is None:
                continue
            for seat in (0, 1):
                assert not impossible(now.view(seat), 1 - seat) & now.hands[1 - seat]
