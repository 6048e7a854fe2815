"""A seat whose moves come from a person."""

from __future__ import annotations

from collections.abc import Callable

from bummerl.errors import PlayerError
from bummerl.rules.moves import Move
from bummerl.rules.view import View


class HumanPlayer:
    """Asks a person for every move, showing only what the rules let a human eye see.

    Args:
        ask: gets ``view.table()`` and returns the move; it may take all the time it wants.
            None makes a mere placeholder, which cannot move.

    Raises:
        PlayerError: `ask` is no function.
    """

    def __init__(self, ask: Callable[[View], Move] | None = None) -> None:
        if ask is not None and not callable(ask):
            raise PlayerError(
                "the human player takes no options in its text, but ask={ask!r} was given", ask=ask
            )
        self._ask = ask

    def choose(self, view: View) -> Move:
        """The person's move.

        Raises:
            PlayerError: there is nobody to ask.
        """
        if self._ask is None:
            raise PlayerError("the human player plays in 'bummerl play', not in the arena")
        return self._ask(view.table())
