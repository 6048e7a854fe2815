"""The players of github.com/cpatrasciuc/schnapsen-card-game behind our line protocol.

For `bench.strength`.  It runs in an environment where that program is built and Bummerl is not:
``python -O schnapsen_cp.py --source CHECKOUT [--player mcts|heuristic] [--permutations 667]
[--iterations 150] [--seed 0]``; without ``-O`` the program prints its trees to stderr.  It reads a
request a line and answers each with ``{"move": …}``.  All else the ``mcts`` player is told are the
options its author found best (`mcts_player_options_v1`).

What it is handed follows from the request and the seed, and both its random generators are seeded
with that, so equal lines get equal answers.  It knows what a player knows in its own game: the
view, and from the moves of a closed deal the suits which the other has shown not to hold (those
cards then lie in the talon).

How two rule books meet:

* It plays Schnapsen with automatic outs, standings as at the close, either card of a pair, and no
  trick needed for anything: the preset ``pagat``.  Only requests under it are answered.
* It never leads the king or queen of a pair without announcing it, and expects the same of others.
* It announces and leads in one move; here these are two requests.  The second is asked as if
  nothing had been announced, so the same answer comes again; if it is another one (then it was not
  this program that announced), the king is led.
* When somebody cannot follow suit in a closed deal, its own game shows both players the talon's
  cards of that suit.  The other player can work them out, and is told here too.  Whoever could not
  follow would see cards he may not know, and is not told.
* Its game points are those won; ours are those needed.
* Past tricks are made up of the cards that are gone: its players only look at what has been seen.

An answer that our rules refuse is replaced by the first legal card, told on stderr and counted; so
is any exception.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import sys
import zlib
from importlib import import_module
from pathlib import Path
from typing import Any

import pagat


class Table(pagat.Table):
    """A view of our notation before an announcement, and what the moves tell of closed deals."""

    def __init__(self, request: dict[str, Any]) -> None:
        super().__init__(request)
        if self.announced and self.mine.pending:
            self.mine = self.mine._replace(pending=0)
        elif self.announced:
            worth = 40 if self.announced == self.trump else 20
            self.mine = self.mine._replace(points=self.mine.points - worth)
        lacking = self._lacking(request.get("moves") or [], request.get("first"))
        self.away = [card for card in self.unseen if card[0] in lacking]
        """Cards that cannot be in the other hand, so they lie in the closed talon."""

    def _lacking(self, moves: list[str], first: int | None) -> set[str]:
        """The suits which the other did not play though he had to, had he held one."""
        if first is None:
            return set()
        leader, led, is_closed = first, "", False
        lacking: set[str] = set()
        for move in moves:
            is_closed = is_closed or move == "c"
            if move not in pagat.PACK:
                continue
            if not led:
                led = move
                continue
            if is_closed and leader == self.me and move[0] != led[0]:
                lacking |= {led[0]} if move[0] == self.trump else {led[0], self.trump}
            if pagat.beats(move, led, self.trump):
                leader = 1 - leader
            led = ""
        return lacking

    @property
    def key(self) -> str:
        """What it is asked; the same before and after an announcement."""
        known = vars(self).items()
        return str(sorted(item for item in known if item[0] not in ("view", "announced")))


class Peer:
    """The program's modules, a player for each seat, and the way between its words and ours."""

    def __init__(self, options: argparse.Namespace) -> None:
        sys.path.insert(0, str(Path(options.source) / "src"))
        self._seed: str = options.seed
        self._values = import_module("model.card_value").CardValue
        self._suits = import_module("model.suit").Suit
        self._card = import_module("model.card").Card
        self._pair = import_module("model.player_pair").PlayerPair
        self._state = import_module("model.game_state").GameState
        self._seats = tuple(import_module("model.player_id").PlayerId)
        self._players = [player(options, seat) for seat in self._seats]
        self._names = {self._theirs(card): card for card in pagat.PACK}
        self._last: tuple[str, Any] = "", None

    def choose(self, table: Table) -> str:
        """Its move as our token."""
        if self._last[0] != table.key:
            self._last = table.key, self._asked(table)
        action = self._last[1]
        kind = type(action).__name__
        if kind == "ExchangeTrumpCardAction":
            return "x"
        if kind == "CloseTheTalonAction":
            return "c"
        card = self._names[action.card]
        if kind == "PlayCardAction":
            return table.announced + "K" if table.announced else card
        if not table.announced:
            return "m" + card[0]
        return card if card[0] == table.announced else table.announced + "K"

    def _asked(self, table: Table) -> Any:
        seed_all(f"{self._seed}/{table.key}")
        won = [7 - needed for needed in table.needed]
        return self._players[table.me].request_next_action(self.state(table), self._pair(*won))

    def state(self, table: Table) -> Any:
        """Their view for ours; cards that the seat has not seen are None."""
        # the highest card of a suit last, where their rules of thumb look for it
        hand = [self._theirs(card) for card in sorted(table.hand, key=height)]
        # a led card stays in hand until the trick is over
        shown = [*table.shown, table.led] if table.led else table.shown
        down = [self._theirs(card) for card in (*table.down, *table.away)]
        gone = [self._theirs(card) for card in table.gone]
        past = [self._pair(*cards) for cards in zip(gone[::2], gone[1::2], strict=True)]
        pending = [self._pending(table, side) for side in (table.mine, table.other)]
        closer, _, standing = table.closed.partition("@")

        def by_seat(mine: Any, other: Any) -> Any:
            return self._pair(*((other, mine) if table.me else (mine, other)))

        return self._state(
            cards_in_hand=by_seat(hand, [*map(self._theirs, shown), *[None] * table.missing]),
            trump=self._suit(table.trump),
            trump_card=self._theirs(table.turned) if table.turned else None,
            talon=[*down, *[None] * (table.hidden - len(table.away))],
            next_player=self._seats[table.me],
            player_that_closed_the_talon=self._seats[int(closer)] if closer else None,
            opponent_points_when_talon_was_closed=int(float(standing)) if closer else None,
            won_tricks=by_seat(past[: table.mine.tricks], past[table.mine.tricks :]),
            marriage_suits=by_seat(*pending),
            trick_points=by_seat(table.mine.points, table.other.points),
            current_trick=by_seat(None, self._theirs(table.led) if table.led else None),
        )

    def _pending(self, table: Table, side: pagat.Side) -> list[Any]:
        """The suit of a pair that does not count yet; of the plain ones any will do."""
        plain = next(suit for suit in pagat.SUITS if suit != table.trump)
        return [self._suit(table.trump if side.pending == 40 else plain)] if side.pending else []

    def _suit(self, letter: str) -> Any:
        return self._suits.from_char(letter.lower())

    def _theirs(self, card: str) -> Any:
        return self._card(self._suit(card[0]), self._values.from_char(card[1].lower()))


def height(card: str) -> int:
    """The place of its rank."""
    return pagat.RANKS.index(card[1])


def player(options: argparse.Namespace, seat: Any) -> Any:
    """One of their players."""
    if options.player == "heuristic":
        return import_module("ai.heuristic_player").HeuristicPlayer(seat)
    best = import_module("ai.mcts_player_options").mcts_player_options_v1()
    best.max_permutations = options.permutations
    best.max_iterations = options.iterations
    return import_module("ai.cython_mcts_player.player").CythonMctsPlayer(seat, False, best)


def seed_all(text: str) -> None:
    """Seeds Python's generator, which draws worlds and breaks ties, and C's, which grows trees."""
    random.seed(text)
    if sys.platform != "win32":
        ctypes.CDLL(None).srand(zlib.crc32(text.encode()))


def main() -> None:
    parser = argparse.ArgumentParser(description="schnapsen-card-game as a program.")
    parser.add_argument("--source", required=True, help="its checkout, with src built")
    parser.add_argument("--player", choices=("mcts", "heuristic"), default="mcts")
    parser.add_argument("--permutations", type=int, default=667)
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--seed", default="0")
    pagat.serve(parser, Table, Peer(parser.parse_args()).choose)


if __name__ == "__main__":
    main()
