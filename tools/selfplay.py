"""A network plays against itself: which decisions it met, how it decided, and what came of it.

Deals are played with the network's chances, but now and then a choice is made evenly, so
that nothing is never tried.  Every decision with more than one option makes a *record*: one row of
`FIELDS` integers, a row of facts the seat sees, and a row of *extra* facts that only the critic may
know: the other hand, and the cards that are drawn next.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from bummerl.search.guided_play import make, next_chance
from bummerl.search.instinct import MAY_CLOSE, choices
from bummerl.search.jit import Reals, Row, Rows, count, helper, kernel, lowest
from bummerl.search.layout import (
    CLOSE,
    CLOSER,
    DRAWN,
    HAND,
    LEADER,
    LEFT,
    MOVES,
    NONE,
    PAIR,
    POINTS,
    TALON,
    WIDTH,
    WINNER,
    WORTH,
)
from bummerl.search.network import (
    ANSWERS,
    CLOSING,
    MOST_FACTS,
    THOUGHTS,
    Singles,
    Weights,
    add_bits,
    answer,
    card_chance,
    close_chance,
    drawn_card,
    see,
    unseen_by,
)
from bummerl.search.pack import Integers
from bummerl.search.playouts import DEALING, DECK, deal_cards, seeded
from bummerl.search.transition import announced_with, mover

# fields of a record
FACTS: Final = 0
"""How many."""
EXTRAS: Final = 1
CARDS: Final = 2
"""Those that might be played, as a mask."""
CLOSABLE: Final = 3
"""1 if closing was an option."""
ACTION: Final = 4
"""The card, or `CLOSING`."""
SEAT: Final = 5
DEAL: Final = 6
"""The same for all records of a deal, another one for the next."""
RESULT: Final = 7
"""Game points for the seat in the end."""
FIELDS: Final = 8

# extra facts
OTHER_HAND: Final = 0
NEXT_CARD: Final = 24
CARD_AFTER: Final = 48
EXTRA_INPUTS: Final = 72
MOST_EXTRAS: Final = 8

MOST_RECORDS: Final = 32
"""More than a deal can have."""


@helper
def even_option(cards: int, closable: int, chance: float) -> int:
    """One option, all with the same chance."""
    index = int(chance * (count(cards) + closable))
    if index == count(cards):
        return CLOSING
    while index:
        cards &= cards - 1
        index -= 1
    return lowest(cards)


@helper
def extra_facts(state: Row, seat: int, facts: Row) -> int:
    """Writes what only the critic sees; how many facts."""
    number = add_bits(state[HAND + 1 - seat], OTHER_HAND, facts, 0)
    left = state[LEFT]
    if state[CLOSER] == NONE and left > 2:
        facts[number] = NEXT_CARD + state[TALON + left - 1]
        facts[number + 1] = CARD_AFTER + state[TALON + left - 2]
        number += 2
    return number


@kernel(
    "int64(int64[::1],float32[::1],float64,int64[::1],int64[:,::1],int64[:,::1],int64[:,::1],"
    "float64[::1],int64[:,::1],int64[::1],int64[::1],float32[::1])"
)
def play_deals(
    variants: Row,
    network: Singles,
    exploring: float,
    source: Row,
    facts: Rows,
    extras: Rows,
    records: Rows,
    chances: Reals,
    states: Rows,
    moves: Row,
    deck: Row,
    thoughts: Singles,
) -> int:
    """Plays deals while there is room for their records; how many of these there are.

    Each deal is played by one of the `variants`, packed rules with the same pack.
    `exploring` is the chance of an even choice, `chances` that of each action, this included.
    `states`, `moves`, `deck` and `thoughts` are working memory.
    """
    made, deal, state, answers = 0, 0, states[0], thoughts[ANSWERS:]
    while made + MOST_RECORDS <= records.shape[0]:
        # 1 a new deal
        begin = made
        rules = variants[int(next_chance(source) * variants.shape[0])]
        deal_cards(rules, source[0], deck, state)
        state[LEADER] = 0
        source[0] += DEALING
        while state[WINNER] == NONE:
            move, found = choices(state, rules, moves)
            if move != NONE:
                make(states, move, rules)
                continue
            # 2 a decision
            seat, cards, closable = mover(state), found & ~MAY_CLOSE, found // MAY_CLOSE
            row = facts[made]
            size = see(state, rules, seat, unseen_by(state, seat), row)
            answer(row, size, network, thoughts)
            closing = close_chance(answers) if closable else 0.0
            if next_chance(source) < exploring:
                action = even_option(cards, closable, next_chance(source))
            elif next_chance(source) < closing:
                action = CLOSING
            else:
                action = drawn_card(cards, answers, next_chance(source))
            chance = closing
            if action != CLOSING:
                chance = (1.0 - closing) * card_chance(action, cards, answers)
            # 3 its record
            chances[made] = (1.0 - exploring) * chance + exploring / (count(cards) + closable)
            records[made, FACTS] = size
            records[made, EXTRAS] = extra_facts(state, seat, extras[made])
            records[made, CARDS] = cards
            records[made, CLOSABLE] = closable
            records[made, ACTION] = action
            records[made, SEAT] = seat
            records[made, DEAL] = deal
            made += 1
            # 4 the move, or both if the card's pair is announced
            move = CLOSE if action == CLOSING else announced_with(state, rules, action)
            make(states, move, rules)
            if PAIR <= move < CLOSE and state[WINNER] == NONE and state[POINTS + seat] < 66:
                make(states, action, rules)
        # 5 what came of it
        deal += 1
        for index in range(begin, made):
            result = 0 if state[WINNER] == DRAWN else state[WORTH]
            records[index, RESULT] = result if state[WINNER] == records[index, SEAT] else -result
    return made


class SelfPlay:
    """Plays and keeps the records; one thread at a time.

    Args:
        variants: packed rules, as `bummerl.search.pack.pack_rules` gives them; those that come
            twice are played twice as often.
        room: for how many records.
        seed: equal seeds and networks give equal deals.
    """

    def __init__(self, variants: list[int], room: int, seed: str) -> None:
        self.made = 0
        """Records made last."""
        self.facts: Integers = np.zeros((room, MOST_FACTS), np.int64)
        self.extras: Integers = np.zeros((room, MOST_EXTRAS), np.int64)
        self.records: Integers = np.zeros((room, FIELDS), np.int64)
        self.chances = np.zeros(room)
        """How likely each action was."""
        self._variants = np.array(variants, np.int64)
        self._source = seeded(seed)
        self._states = np.full((2, WIDTH), NONE, np.int64)
        self._moves = np.zeros(MOVES, np.int64)
        self._deck = np.zeros(DECK, np.int64)
        self._thoughts = np.zeros(THOUGHTS, np.float32)

    def play(self, network: Weights, exploring: float) -> None:
        """Fills the room with records of new deals."""
        self.made = play_deals(
            self._variants,
            network,
            exploring,
            self._source,
            self.facts,
            self.extras,
            self.records,
            self.chances,
            self._states,
            self._moves,
            self._deck,
            self._thoughts,
        )

    @property
    def deals(self) -> int:
        """Deals played last."""
        return int(self.records[self.made - 1, DEAL]) + 1
