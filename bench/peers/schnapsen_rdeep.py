"""``RdeepBot`` of the PyPI package ``schnapsen`` behind our line protocol, for `bench.strength`.

It runs in an environment of its own, where that package is installed and Bummerl is not:
``python schnapsen_rdeep.py [--samples 16] [--depth 4] [--seed 0]`` reads a request a line and
answers each with ``{"move": …}``.  Everything it hands to the package follows from the view of the
request and the seed, so equal lines get equal answers.

How two rule books meet:

* The package plays Schnapsen with automatic outs and never closes.  Only requests under the preset
  ``pagat`` are answered.
* When we have closed, it gets a state whose talon is used up, which is strict play.  The package
  would take the other hand for known there; instead every sample it asks for gets a hand drawn
  anew from the cards it has not seen, and the talon is nobody's.
* It announces and leads the king in one move; here these are two requests, so after an
  announcement the answer is the king.
* A pair we have announced is no part of the move it sees: its points are already in the score.
* Cards we have shown lie in a made-up earlier trick: there the package looks for what it has seen.

An answer of the package that our rules refuse is replaced by the first legal card, told on stderr
and counted; so is any exception.
"""

from __future__ import annotations

import argparse
import random
from typing import Any

import pagat
from schnapsen.bots.rdeep import RdeepBot  # type: ignore[import-not-found, unused-ignore]
from schnapsen.deck import Card, Rank, Suit  # type: ignore[import-not-found, unused-ignore]
from schnapsen.game import (  # type: ignore[import-not-found, unused-ignore]
    BotState,
    FollowerPerspective,
    GameState,
    Hand,
    LeaderPerspective,
    Previous,
    RegularMove,
    RegularTrick,
    SchnapsenGamePlayEngine,
    Score,
    Talon,
)

SUITS = {"S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS, "C": Suit.CLUBS}
RANKS = {"A": Rank.ACE, "T": Rank.TEN, "K": Rank.KING, "Q": Rank.QUEEN, "J": Rank.JACK}
ENGINE = SchnapsenGamePlayEngine()


def theirs(card: str) -> Any:
    """Their card for our name of it."""
    return Card.get_card(RANKS[card[1]], SUITS[card[0]])


NAMES = {theirs(card): card for card in pagat.PACK}


class Table(pagat.Table):
    """A view of our notation, and their game state for it."""

    def state(self, rand: random.Random) -> Any:
        """A whole state of theirs that fits the view, drawn at random."""
        unseen = self.unseen
        rand.shuffle(unseen)
        other = [*self.shown, *unseen[: self.missing]]
        if self.led:
            other.append(self.led)  # they take a card off when the trick is over
        talon = []
        if self.is_open:
            down = [*self.down, *unseen[self.missing : self.missing + self.hidden]]
            talon = [theirs(card) for card in (*down, self.turned)]
        me = self._side(self.hand, self.mine, 0)
        opponent = self._side(other, self.other, 2 * self.mine.tricks)
        leads = self.leader == self.me
        state = GameState(
            leader=me if leads else opponent,
            follower=opponent if leads else me,
            talon=Talon(talon, SUITS[self.trump]),
            previous=None,
        )
        state.previous = self._past(state)
        return state

    def _side(self, hand: list[str], side: pagat.Side, first: int) -> Any:
        # whose tricks they were does not matter to it, only how many
        won = self.gone[first : first + 2 * side.tricks]
        return BotState(
            implementation=RdeepBot(1, 1, random.Random(0)),
            hand=Hand([theirs(card) for card in hand]),
            score=Score(side.points, side.pending),
            won_cards=[theirs(card) for card in won],
        )

    def _past(self, state: Any) -> Any:
        """Made-up tricks of the cards that are gone or were shown, for what it has seen."""
        previous = None
        for card in (*self.gone, *self.shown):
            move = RegularMove(theirs(card))
            past = GameState(state.leader, state.follower, state.talon, previous)
            previous = Previous(past, RegularTrick(move, move), leader_remained_leader=True)
        return previous


class Guessing:
    """Makes a perspective draw the other hand anew where the package would take it for known."""

    def __init__(self, table: Table, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._table = table

    def make_assumption(self, leader_move: Any, rand: random.Random) -> Any:
        return self._table.state(rand)


class GuessingLeader(Guessing, LeaderPerspective):  # type: ignore[misc]
    """On lead in a closed deal."""


class GuessingFollower(Guessing, FollowerPerspective):  # type: ignore[misc]
    """To reply in a closed deal."""


def chosen(table: Table, samples: int, depth: int, rand: random.Random) -> str:
    """The bot's move as our token."""
    if table.announced:
        return table.announced + "K"
    state = table.state(rand)
    bot = RdeepBot(samples, depth, rand)
    if table.led:
        led = RegularMove(theirs(table.led))
        if table.closed:
            perspective = GuessingFollower(table, state, ENGINE, led)
        else:
            perspective = FollowerPerspective(state, ENGINE, led)
        move = bot.get_move(perspective, led)
    else:
        if table.closed:
            perspective = GuessingLeader(table, state, ENGINE)
        else:
            perspective = LeaderPerspective(state, ENGINE)
        move = bot.get_move(perspective, None)
    if move.is_trump_exchange():
        return "x"
    if move.is_marriage():
        return "m" + NAMES[move.queen_card][0]
    return NAMES[move.card]


def main() -> None:
    parser = argparse.ArgumentParser(description="RdeepBot of the package schnapsen as a program.")
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--seed", default="0")
    options = parser.parse_args()

    def choose(table: Table) -> str:
        rand = random.Random(f"{options.seed}/{table.view}")
        return chosen(table, options.samples, options.depth, rand)

    pagat.serve(parser, Table, choose)


if __name__ == "__main__":
    main()
