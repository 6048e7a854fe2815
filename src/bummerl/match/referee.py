"""The referee: plays a `Match` between two players.

It asks whose turn it is with that seat's view, checks the answer and plays it.  A player can
break a match off only by an exception or by an answer the rules refuse; both become a
`PlayerError` that names him.  Where the rules make an illegal card a Renonce (PLAY-7) it is a
move like any other and costs the deal.
"""

from __future__ import annotations

from collections.abc import Sequence

from bummerl.errors import BummerlError, IllegalMoveError, PlayerError
from bummerl.match.bummerl import Match
from bummerl.notation.tokens import MOVE_TOKENS, write_move
from bummerl.players.base import Player
from bummerl.rules.moves import Move, Seat
from bummerl.rules.position import Position
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
        move = _answer(match, players[seat], seat)
        try:
            position = match.play(move)
        except IllegalMoveError as error:
            raise _refused(match, seat, write_move(move), error.text) from None
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


def _answer(match: Match, player: Player, seat: Seat) -> Move:
    """The player's move, which is one of the numbers in `bummerl.rules.moves`."""
    try:
        move = player.choose(match.position.view(seat))
    except Exception as error:
        raise PlayerError(
            "player {name} (seat {seat}) failed in deal {deal}: {reason}",
            name=match.names[seat],
            seat=seat,
            deal=match.deal_number,
            reason=error.text if isinstance(error, BummerlError) else _exception(error),
        ) from error
    # numbers of other kinds (bool, numpy) are refused: they would spoil masks and records
    if type(move) is not int or not 0 <= move < len(MOVE_TOKENS):
        reason = Text("a move is a whole number from 0 to {last}", last=len(MOVE_TOKENS) - 1)
        raise _refused(match, seat, repr(move), reason)
    return move


def _exception(error: Exception) -> str:
    """An unforeseen exception in one line, the kind included."""
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())


def _refused(match: Match, seat: Seat, answer: str, reason: Text) -> PlayerError:
    return PlayerError(
        "player {name} (seat {seat}) answered {answer} in deal {deal}, which is not possible: "
        "{reason}",
        name=match.names[seat],
        seat=seat,
        answer=answer,
        deal=match.deal_number,
        reason=reason,
    )
