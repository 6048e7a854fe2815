"""A player that tries every plan at random: flat Monte Carlo, the first rung of search.

It draws worlds that fit its view, makes each of its plans in each of them, lets both seats play on
at random (`bummerl.search.random_play`) and takes the plan that brought most game points.  All
plans meet the same worlds and chances.  It believes that everybody plays at random from there on,
the opponent included: so it takes what is to be had, but never fears a good reply.

>>> from bummerl.notation.spn import parse_spn
>>> from bummerl.notation.tokens import write_move
>>> view = parse_spn("pagat SKQHATDA/?5 S ?9+SJ - 0: 0.0/0.0 - 7:7")
>>> player = RolloutPlayer(playouts=20, worlds=50, seed=1)
>>> write_move(player.choose(view))
'c'
"""

from __future__ import annotations

import random

from bummerl.errors import PlayerError
from bummerl.rules.moves import Move
from bummerl.rules.view import View
from bummerl.search.pack import Integers, pack_rules
from bummerl.search.plans import Plan, plans_of
from bummerl.search.playouts import Roller
from bummerl.search.random_play import CERTAIN
from bummerl.search.worlds import worlds_of


class RolloutPlayer:
    """Makes the plan that brings most in random playouts; see the module.

    Args:
        playouts: playouts of each plan in each world.
        worlds: how many worlds it looks at; fewer where the view has fewer.
        close: chance (0 … 1) that whoever leads in a playout closes if he may.
        seed: equal seeds play equally; None plays differently each time.

    Raises:
        PlayerError: a number is none from 1 on, or the chance none from 0 to 1.
    """

    def __init__(
        self,
        playouts: int = 10,
        worlds: int = 200,
        close: float = 0.2,
        seed: int | str | None = None,
    ) -> None:
        self._playouts = _number("playouts", playouts)
        self._worlds = _number("worlds", worlds)
        if isinstance(close, bool) or not isinstance(close, int | float) or not 0 <= close <= 1:
            raise PlayerError(
                "{option} is {value!r}, but must be a number from 0 to 1",
                option="close",
                value=close,
            )
        self._close = round(close * CERTAIN)
        self._seed = random.Random().random() if seed is None else seed

    def choose(self, view: View) -> Move:
        """The first move of the best plan; the answer follows from view and seed.

        Raises:
            ViewError: a table view, which leaves more open than cards.
        """
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        plans = plans_of(view)
        if len(plans) == 1:
            return plans[0][0]
        return best(plans, self._sums(view, plans))[0]

    def _sums(self, view: View, plans: tuple[Plan, ...]) -> Integers:
        seed = f"{self._seed}/{view}"
        worlds = worlds_of(view, self._worlds, int(random.Random(seed).random() * 2**53))
        roller = Roller(pack_rules(view.rules), self._close, seed)
        return roller.sums(worlds.rows, plans, view.trump, self._playouts)


def best(plans: tuple[Plan, ...], sums: Integers) -> Plan:
    """The plan with the greatest sum over all worlds; of equals the first."""
    totals = sums.sum(axis=1).tolist()
    return plans[totals.index(max(totals))]


def _number(option: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1_000_000:
        raise PlayerError(
            "{option} is {value!r}, but must be a whole number from 1 to {most}",
            option=option,
            value=value,
            most=1_000_000,
        )
    return value
