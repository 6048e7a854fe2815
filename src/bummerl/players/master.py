"""The strongest player: searches worlds that fit what it knows, and plays for the Bummerl.

It judges every plan of its turn (`bummerl.search.judge`): worlds weighed by what the opponent did,
one search tree over them while the talon is open, every hand for a close, and exact play at the
end.  It wants the Bummerl, not points: three game points are worth no more than two where two are
enough (`bummerl.players.equity`).  docs/strength.md tells how strong that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from bummerl.errors import PlayerError
from bummerl.players.equity import Goal, utilities
from bummerl.rules.moves import Move
from bummerl.rules.view import View

if TYPE_CHECKING:
    from bummerl.rules.variants import Rules
    from bummerl.search.judge import Judge
    from bummerl.search.plans import Plan

GOALS: Final = ("bummerl", "partie", "points")
WORLDS: Final = 1000
"""Worlds looked at, where there are more."""
VISITS_A_WORLD: Final = 5
NODES_A_WORLD: Final = 1000
"""So that no move takes much longer than others: long endings with 24 cards would."""


class MasterPlayer:
    """Plays the plan that gives the best chance of reaching its goal.

    Args:
        worlds: how many worlds to look at where there are more; thinking grows with it.
        time: seconds to think for a move, instead of a fixed number of visits.
        goal: ``bummerl``, ``partie`` or ``points``.
        infers: whether what the opponent did tells about his hand.
        seed: what the choice of worlds comes from; equal seeds give equal play, unless `time` is
            given.

    Raises:
        PlayerError: an option has a value it cannot take.
    """

    def __init__(
        self,
        worlds: int = WORLDS,
        time: float | None = None,
        goal: str = "bummerl",
        infers: bool = True,
        seed: int | str = 0,
    ) -> None:
        if type(worlds) is not int or not 1 <= worlds <= 100_000:
            raise PlayerError(
                "worlds is {worlds!r}, but must be a whole number from 1 to 100000", worlds=worlds
            )
        if time is not None and (isinstance(time, bool | str) or not 0 < time <= 3600):
            raise PlayerError(
                "time is {time!r}, but must be seconds, more than 0 and at most 3600", time=time
            )
        if goal not in GOALS:
            raise PlayerError(
                "goal is {goal!r}, but must be one of: {goals}", goal=goal, goals=", ".join(GOALS)
            )
        self._worlds = worlds
        self._time = time
        self._goal = cast("Goal", goal)
        self._infers = bool(infers)
        self._seed = seed
        self._judges: dict[Rules, Judge] = {}

    def choose(self, view: View) -> Move:
        """The first move of the best plan."""
        moves = view.legal_moves()
        return moves[0] if len(moves) == 1 else self.plan(view)[0]

    def plan(self, view: View) -> Plan:
        """The best plan: calls, then the card."""
        seat = view.to_move
        dealer = None if view.forehand is None else 1 - view.forehand
        worth = utilities(view.rules, view.score, seat, dealer, self._goal)
        return self._judge(view.rules).judge(view, worth, self._seed)[0].plan

    def _judge(self, rules: Rules) -> Judge:
        from bummerl.search.forest import Budget
        from bummerl.search.judge import Judge

        if rules not in self._judges:
            budget = Budget(VISITS_A_WORLD * self._worlds, self._time, NODES_A_WORLD * self._worlds)
            self._judges[rules] = Judge(rules, self._worlds, budget, infers=self._infers)
        return self._judges[rules]
