"""Our players as a program that others ask: a request line in, a move out."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from bummerl.errors import PlayerError
from bummerl.notation.tokens import MOVE_TOKENS
from bummerl.players.base import Player
from bummerl.players.human import HumanPlayer
from bummerl.players.protocol import read_request
from bummerl.players.registry import PlayerSpec, make_player, parse_spec, said_by, takes
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.legal import is_renonce
from bummerl.rules.moves import RESIGN, Move
from bummerl.rules.view import View
from bummerl.text import Text


class Bot:
    """Answers request lines with one of our players.

    A player with the option ``time`` gets the seconds of each line, but never more than its text
    allows; it is made anew when they change.

    Args:
        player: its text, as for `make_player`.
        hear: is told each sentence that a player notes in a list ``incidents`` of its own.

    Raises:
        PlayerError: it cannot be made, or cannot play; a person cannot.

    >>> bot = Bot("greedy")
    >>> bot.answer('{"view": "soft STQHQJDK/?4 C ?9+CJ - 1:DJ 0.0/0.0 - 7:7"}')
    15
    """

    def __init__(self, player: str, hear: Callable[[Text], None] | None = None) -> None:
        self._spec = parse_spec(player)
        self._player = make_player(self._spec)
        self._hear = hear
        if isinstance(self._player, HumanPlayer):
            raise PlayerError(
                "{player!r} is a person, who cannot answer programs; name a player that moves by "
                "itself, such as greedy",
                player=self._spec.name,
            )
        self._takes_time = takes(self._spec, "time")
        self._with_time = functools.lru_cache(maxsize=8)(self._made_with)
        self._warm_up()

    def answer(self, line: str) -> Move:
        """The player's move: one that the view allows, perhaps a Renonce, or `RESIGN`.

        Raises:
            BummerlError: the line is malformed, or the player failed.
        """
        request = read_request(line)
        player = self._player
        if self._takes_time and request.time is not None:
            player = self._with_time(self._no_longer_than(request.time))
        known = len(_incidents(player))
        try:
            return _asked(player, request.view)
        finally:
            if self._hear is not None:
                for incident in _incidents(player)[known:]:
                    self._hear(incident)

    def _no_longer_than(self, seconds: float) -> float:
        own = self._spec.options.get("time")
        return min(seconds, own) if isinstance(own, int | float) and own > 0 else seconds

    def _made_with(self, seconds: float) -> Player:
        options = {**self._spec.options, "time": seconds}
        return make_player(PlayerSpec(self._spec.name, options))

    def _warm_up(self) -> None:
        """Asks another such player once: what it must load does not make the first answer late."""
        other = make_player(self._spec)
        if self._takes_time:
            try:
                other = self._made_with(0.01)
            except PlayerError:  # its text leaves no room for a time
                self._takes_time = False
        _asked(other, deal(shuffled(20, seed=1), dealer=0).view(1))


def _incidents(player: Player) -> Sequence[Text]:
    """What the player has noted so far, if it notes anything."""
    noted: Sequence[Text] = getattr(player, "incidents", ())
    return noted


def _asked(player: Player, view: View) -> Move:
    """The answer of a player, if it is one.

    Raises:
        PlayerError: the player failed, or answered what the rules refuse.
    """
    try:
        move = int(player.choose(view))
    except (Exception, SystemExit) as error:  # a player is anybody's code
        raise PlayerError("the player failed: {reason}", reason=said_by(error)) from error
    if move != RESIGN and move not in view.legal_moves() and not is_renonce(view, move):
        raise PlayerError(
            "the player answered {answer}, which is not legal: {reason}",
            answer=MOVE_TOKENS[move] if 0 <= move < len(MOVE_TOKENS) else str(move),
            reason=view.why_illegal(move) or Text("it is no answer to this question"),
        )
    return move
