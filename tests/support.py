"""Small positions from text, moves from tokens, and random deals: the vocabulary of the tests.

It reads its own short form instead of `bummerl.notation`, so that the rules are tested by
themselves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from bummerl.cards import CARD_NAMES, Card, Mask, cards_of, make_card, mask_of
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import OUT, Move
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.scoring import Close
from bummerl.rules.variants import CHOICES, PRESET_NAMES, PRESETS, Rules, Value, parse_rules
from bummerl.rules.view import View

TOKENS = (*CARD_NAMES, "mS", "mH", "mD", "mC", "x", "c", "o", "r", "d", "t")
"""Tokens of notation.md by move number."""
MOVES = {token: move for move, token in enumerate(TOKENS)}


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards of a text like ``HTJDACAK``, in its order; ``-`` is none."""
    read: list[Card] = []
    suit = 0
    for letter in text.replace("-", ""):
        if letter in "SHDC":
            suit = "SHDC".index(letter)
        else:
            read.append(make_card(suit, "9JQKTA".index(letter)))
    return tuple(read)


def position(text: str, *, needed: tuple[int, ...] = (7, 7), carry: int = 0) -> Position:
    """A position from the first seven fields of an SPN; cards not named are gone.

    ``?n`` in a hand or the talon is the first n cards not named or taken before; ``?+`` fills
    the talon with all that the tricks leave.  Card points may be any.

    >>> position("soft SA/SJ?1 S - - 1:SQ 50.4/31.4").hand_sizes
    (1, 2)
    >>> len(position("soft ?5/?5 S ?+SJ - 0: 31.1/14.1").talon)
    6
    """
    rules_text, hands_text, trump, talon_text, closed, trick, points_text = text.split()
    rules = parse_rules(rules_text)
    down_text, _, turn_up = talon_text.partition("+")
    leader, _, on_table = trick.partition(":")
    table = () if on_table.startswith("m") else read_cards(on_table)
    parts = [*hands_text.split("/"), down_text]
    named = "".join(part.partition("?")[0] for part in parts)
    free = list(cards_of(rules.pack_mask & ~mask_of((*read_cards(named + turn_up), *table))))
    standing = [_read_standing(side) for side in points_text.split("/")]
    tricks = tuple(side[1] for side in standing)
    hands = [mask_of(_filled(part, free)) for part in parts[:2]]
    down = _filled(down_text, free, len(free) - 2 * sum(tricks))
    assert len(free) == 2 * sum(tricks), f"{len(free)} cards are gone, but tricks are {tricks}"
    return Position(
        rules=rules,
        hands=tuple(hands),
        trump="SHDC".index(trump),
        talon=(*down, *read_cards(turn_up)),
        leader=int(leader),
        close=_read_close(closed),
        trick=table,
        announced="SHDC".index(on_table[1]) if on_table.startswith("m") else None,
        points=tuple(side[0] for side in standing),
        tricks=tricks,
        pending=tuple(side[2] for side in standing),
        gone=mask_of(free),
        score=Score(needed, carry=carry),
    )


def _filled(text: str, free: list[Card], rest: int = 0) -> tuple[Card, ...]:
    """The cards of a text; as many as it leaves unknown (`rest` for ``?``) leave `free`."""
    known, unknown, count = text.partition("?")
    taken = free[: int(count or rest)] if unknown else []
    del free[: len(taken)]
    return (*read_cards(known), *taken)


def _read_standing(text: str) -> tuple[int, int, int]:
    counted, _, pending = text.partition("+")
    points, _, tricks = counted.partition(".")
    return int(points), int(tricks), int(pending or 0)


def _read_close(text: str) -> Close | None:
    if text == "-":
        return None
    seat, _, standing = text.partition("@")
    points, _, tricks = standing.partition(".")
    return Close(int(seat), int(points), int(tricks))


def play(start: Position, tokens: str) -> Position:
    """The position after these moves."""
    for token in tokens.split():
        start = start.play(MOVES[token])
    return start


def legal(situation: Position | View) -> set[str]:
    """Tokens of the legal moves."""
    return {TOKENS[move] for move in situation.legal_moves()}


def why(situation: Position | View, token: str) -> str | None:
    """The English reason why a move is not allowed."""
    reason = situation.why_illegal(MOVES[token])
    return None if reason is None else str(reason)


def names(mask: Mask) -> set[str]:
    """Names of the cards of a mask."""
    return {CARD_NAMES[card] for card in cards_of(mask)}


def random_rules(rng: random.Random, preset: str | None = None) -> Rules:
    """A preset (a random one if None), mostly with some options changed at random."""
    rules = PRESETS[preset or rng.choice(PRESET_NAMES)]
    changes: dict[str, Value] = {}
    for option, choices in CHOICES.items():
        if choices and rng.random() < 0.25:
            changes[option] = rng.choice(choices)
    return rules.with_(**changes)


def random_position(rng: random.Random, rules: Rules) -> Position:
    """A first position under these rules."""
    return deal(shuffled(rules.deck, rng.getrandbits(32)), rng.randrange(2), rules)


def random_move(rng: random.Random, current: Position) -> Move:
    """A legal move, now and then an illegal card where it loses the deal.

    False calls are rare, and 66 is mostly called, so that deals end in every way.
    """
    seat = current.to_move
    moves = [move for move in current.legal_moves() if move != OUT]
    if OUT in current.legal_moves():
        chance = 0.6 if current.points[seat] >= 66 else 0.02
        if rng.random() < chance:
            return OUT
    under_duty = bool(current.trick) or current.announced is not None
    if under_duty and current.rules.illegal_card == "lose_three" and rng.random() < 0.02:
        return rng.choice(cards_of(current.hands[seat]))
    return rng.choice(moves)


def random_deal(rng: random.Random, rules: Rules) -> Iterator[Position]:
    """All positions of a deal played at random, the finished one last."""
    current = random_position(rng, rules)
    yield current
    while not current.over:
        current = current.play(random_move(rng, current))
        yield current
