"""The referee: plays a `Match` between two players.

It asks whose turn it is with that seat's view, checks the answer and plays it.  `ask` is the one
door to a player: the terminal game goes through it too.  A player can break a match off only by
an exception or by an answer the rules refuse; both become a `PlayerError` that names him.  Where
the rules make an illegal card a Renonce (PLAY-7) it is a move like any other and costs the deal.
"""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Sequence

from bummerl.errors import PlayerError
from bummerl.match.bummerl import Match
from bummerl.notation.tokens import MOVE_TOKENS, write_move
from bummerl.players.base import Player
from bummerl.players.registry import said_by
from bummerl.rules.legal import is_renonce
from bummerl.rules.moves import Move, Seat
from bummerl.rules.position import Position
from bummerl.rules.view import View
from bummerl.text import Text


class Observer:
    """Is told what happens in a match; override what is of interest.

    The match is in its new state when a method is called.  Observers look, and change nothing.
    """

    def on_deal(self, match: Match) -> None:
        """The cards of `match.start` have been dealt, or play of a saved deal goes on."""

    def on_move(self, match: Match, seat: Seat, move: Move) -> None:
        """`seat` has made `move`."""

    def on_result(self, match: Match) -> None:
        """The deal is over; `match.results` ends with it."""


def play_deal(
    match: Match, players: Sequence[Player], observers: Sequence[Observer] = ()
) -> Position:
    """Plays the running deal of `match` to its end, `players` by seat; the last position.

    Raises:
        PlayerError: a player failed, or answered what the rules refuse; the match stands as it
            did before and can go on.
    """
    for observer in observers:
        observer.on_deal(match)
    position = match.position
    while not match.deal_over:
        seat = position.to_move
        move = ask(players[seat], position.view(seat), match.names[seat], match.deal_number)
        position = match.play(move)
        for observer in observers:
            observer.on_move(match, seat, move)
    for observer in observers:
        observer.on_result(match)
    return position


def play_game(match: Match, players: Sequence[Player], observers: Sequence[Observer] = ()) -> None:
    """Plays `match` until a Bummerl ends, from the running deal or the next one.

    Raises:
        PlayerError: see `play_deal`.
        MatchError: the match is over.
    """
    while True:
        if match.deal_over:
            match.next_deal()
        play_deal(match, players, observers)
        if match.game_over:
            return


def play_match(match: Match, players: Sequence[Player], observers: Sequence[Observer] = ()) -> Seat:
    """Plays `match` to its end; the winner's seat.  See `play_deal` for errors."""
    while not match.over:
        play_game(match, players, observers)
    assert match.winner is not None
    return match.winner


def ask(player: Player, view: View, name: str, deal: int) -> Move:
    """The answer of `player` to `view`: a move that the match takes, a Renonce included (PLAY-7).

    Integers of other kinds, such as numpy's, become plain ones.  `name` and the number of the
    `deal` are told when something is wrong.

    Raises:
        PlayerError: the player failed, or answered what the rules refuse.
    """
    try:
        answer: object = player.choose(view)
    except (Exception, SystemExit) as error:  # a player is anybody's code
        raise PlayerError(
            "player {name} (seat {seat}) failed in deal {deal}: {reason}",
            name=name,
            seat=view.seat,
            deal=deal,
            reason=said_by(error),
        ) from error
    if type(answer) is int and answer in view.legal_moves():
        return answer  # nearly always, so it is looked at first
    move = _as_move(answer)
    if move is None:
        said = " ".join(reprlib.repr(answer).split())
        reason = Text("a move is a whole number from 0 to {last}", last=len(MOVE_TOKENS) - 1)
    else:
        refusal = view.why_illegal(move)
        if refusal is None or is_renonce(view, move):
            return move
        said, reason = write_move(move), refusal
    raise PlayerError(
        "player {name} (seat {seat}) answered {answer} in deal {deal}, which is not possible: "
        "{reason}",
        name=name,
        seat=view.seat,
        answer=said,
        deal=deal,
        reason=reason,
    )


def _as_move(answer: object) -> Move | None:
    """A number in `bummerl.rules.moves` as a plain int; None if it is none of them."""
    if isinstance(answer, bool):
        return None
    try:
        move = int(operator.index(answer))  # type: ignore[arg-type]
    except Exception:  # whatever the answer's own __index__ does
        return None
    return move if 0 <= move < len(MOVE_TOKENS) else None
