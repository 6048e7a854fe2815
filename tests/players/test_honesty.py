"""No player sees what its view does not show: the same moves with poisoned hidden cards.

At every decision of whole deals the hidden cards are swapped for those of another world of the
same view; the player must make the same move, as must one that has met only the poisoned world.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator

import pytest

from bummerl.cards import cards_of
from bummerl.players.base import Player
from bummerl.players.registry import make_player
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS, Rules
from bummerl.rules.view import View
from bummerl.search.pack import relabelled_mask
from bummerl.search.worlds import hands_of
from support import random_position, random_rules

PLAYERS = [
    "master(worlds=40)",
    "master(worlds=40,goal=points)",
    "pimc(worlds=8)",
    "rollout(playouts=2,worlds=10)",
    "beginner",
    "regular",
    "expert",
    "greedy",
    "network",
    "random",
]
RULES = ["soft", "pagat", "sharp", "hoyle-66", "sixtysix", "duel-66"]
SLOW_RULES = ["tournament", "duel-schnapsen", "app", "tavern"]


def poisoned(current: Position, rng: random.Random) -> Position:
    """Another world of the view of the seat to move, if there is one."""
    view, other = current.view(current.to_move), 1 - current.to_move
    hand = relabelled_mask(rng.choice(hands_of(view).tolist()), view.trump)
    rest = [*cards_of(view.unseen & ~hand)]
    rng.shuffle(rest)
    talon = tuple(rest.pop() if card is None else card for card in view.talon)
    hands = (hand, current.hands[1]) if other == 0 else (current.hands[0], hand)
    world = current._but(hands=hands, talon=talon)
    assert world.view(current.to_move) == view
    return world


def decisions(rules: Rules, rng: random.Random, mover: Player) -> Iterator[Position]:
    """Positions of one deal, played by `mover`."""
    current = random_position(rng, rules)
    while not current.over:
        yield current
        current = current.play(mover.choose(current.view(current.to_move)))


def check(name: str, rules: Rules, seed: str) -> int:
    """Plays a deal and asks in poisoned worlds, too; the number of decisions that were poisoned."""
    rng, changed = random.Random(seed), 0
    for number, current in enumerate(decisions(rules, rng, make_player("greedy"))):
        if len(current.legal_moves()) < 2:
            continue
        seat = current.to_move
        world = poisoned(current, rng)
        changed += (world.hands, world.talon) != (current.hands, current.talon)
        honest, tempted = (make_player(name, seed=f"{seed}/{number}") for _ in range(2))
        move = honest.choose(current.view(seat))
        assert tempted.choose(world.view(seat)) == move, str(current)
    return changed


@pytest.mark.parametrize("name", PLAYERS)
def test_hidden_cards_change_no_move(name: str) -> None:
    changed = 0
    for preset in RULES[::2]:
        changed += check(name, PRESETS[preset], f"honest/{preset}")
    assert changed > 15


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("preset", RULES + SLOW_RULES)
def test_hidden_cards_change_no_move_in_many_deals(name: str, preset: str) -> None:
    rng = random.Random(preset)
    changed = 0
    for number in range(3):
        rules = random_rules(rng, preset) if number else PRESETS[preset]
        changed += check(name, rules, f"many/{preset}/{number}")
    assert changed > 10


@pytest.mark.parametrize("name", ["master(worlds=10)", "pimc(worlds=3)", "expert"])
def test_a_player_keeps_nothing_that_leads_to_the_cards(name: str) -> None:
    """Neither the view nor a player that has seen it refers to a position, by any path."""
    rng = random.Random(1)
    current = random_position(rng, PRESETS["soft"])
    player, view = make_player(name, seed=1), current.view(current.to_move)
    player.choose(view)
    assert not [found for found in reachable(view, player) if found is current]
    assert not any(isinstance(found, Position) for found in reachable(view))
    seat = 1 - current.to_move
    assert current.hands[seat] not in _masks(view)
    assert current.talon not in [found for found in reachable(view) if isinstance(found, tuple)]


def _masks(view: View) -> tuple[int, ...]:
    return (*view.hands, *view.shown, view.gone)


def reachable(*roots: object) -> list[object]:
    """All objects that can be reached through attributes and containers."""
    found: dict[int, object] = {}
    waiting: list[object] = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, type | str | bytes | int | float):
            continue
        if type(thing).__name__ in ("module", "function", "builtin_function_or_method", "frame"):
            continue
        found[id(thing)] = thing
        waiting += gc.get_referents(thing)
    return list(found.values())
