"""A match at this terminal: who plays it, in which words, and where it is kept."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bummerl.errors import FileError, IllegalMoveError
from bummerl.match.bummerl import Match
from bummerl.match.referee import ask
from bummerl.notation.sgn import dump
from bummerl.players.base import Player
from bummerl.players.registry import make_player
from bummerl.rules.moves import RESIGN, Move, Seat
from bummerl.rules.trick import Trick
from bummerl.rules.view import View
from bummerl.text import Text
from bummerl.tui.course import course_of, note
from bummerl.words.course import Course
from bummerl.words.printable import printable
from bummerl.words.wording import Wording


@dataclass
class Session:
    """One person against one computer player.

    The match is kept in `path` after every change, so that leaving at any moment – by key, by
    Ctrl-C, by a lost connection – loses nothing.  Nothing is written when `path` is None.
    """

    match: Match
    opponent: Player
    wording: Wording
    seat: Seat = 0
    """The person's seat; the computer has the other one."""
    path: Path | None = None
    adviser: Player = field(default_factory=lambda: make_player("greedy"))
    """Who is asked for a hint."""
    pause: float = 0.8
    """Seconds that a computer's move takes, and a finished trick lies, at least."""
    command: str = ""
    """The command that goes on with the match later; if empty, one that names `path`."""
    another: Callable[[], Session] | None = None
    """Makes the next match, when this one is over and the person wants one more."""
    course: Course = field(init=False)
    """What has happened in the current deal."""
    unsaved: FileError | None = field(default=None, init=False)
    """Why the last change could not be saved; None if it was.  The match goes on regardless."""

    _heard: int = field(default=0, init=False)
    """How many of the opponent's incidents have been told."""

    def __post_init__(self) -> None:
        self._start_course()

    def _start_course(self) -> None:
        self.course = course_of(self.match, self.seat, self.wording)

    @property
    def other(self) -> Seat:
        """The computer's seat."""
        return 1 - self.seat

    @property
    def view(self) -> View:
        """What the person may see now: PLAY-8 and PLAY-9 are applied."""
        return self.match.position.view(self.seat).table()

    @property
    def my_turn(self) -> bool:
        """Whether the person is to move."""
        return not self.match.deal_over and self.match.position.to_move == self.seat

    def why_illegal(self, move: Move) -> Text | None:
        """Why the person may not make `move` now; None if it is possible."""
        if self.match.deal_over:  # perhaps cut short by a forfeit, which no view knows
            return Text("the deal is over")
        return self.view.why_illegal(move)

    def play(self, move: Move) -> Trick | None:
        """Makes a move of whoever is to move, and saves; the trick that it finished, if any.

        A card that would lose the deal as a Renonce (PLAY-7) is refused like any other when the
        person is to move, as a screen offers only legal moves; the computer's costs it the deal.

        Raises:
            IllegalMoveError: the rules do not allow the move; the text is the reason.
        """
        before = self.match.position
        if before.to_move == self.seat and (reason := self.why_illegal(move)) is not None:
            raise IllegalMoveError(reason)
        after = self.match.play(move)
        note(self.course, before, before.to_move, move, after)
        self._keep()
        return after.finished[-1] if len(after.finished) > len(before.finished) else None

    def resign(self) -> None:
        """Gives up the deal for the person (SCORE-5), and saves."""
        before = self.match.position
        after = self.match.resign(self.seat)
        note(self.course, before, self.seat, RESIGN, after)
        self._keep()

    def give_up(self) -> None:
        """Gives up the match for the person, and saves."""
        self.match.forfeit(self.seat, match=True)
        self._keep()

    def next_deal(self) -> None:
        """Deals the next cards, and saves."""
        self.match.next_deal()
        self._start_course()
        self._keep()

    def choose(self) -> Move:
        """The computer's move; may take its time, and changes nothing.

        Raises:
            PlayerError: the computer player failed.
        """
        view = self.match.position.view(self.other)
        return ask(self.opponent, view, self.match.names[self.other], self.match.deal_number)

    def incidents(self) -> list[str]:
        """What the computer player has noted as gone wrong and was not told yet, in sentences.

        None while a deal runs: they could name cards that the person must not know.
        """
        if not self.match.deal_over:
            return []
        noted: Sequence[Text] = getattr(self.opponent, "incidents", ())
        fresh, self._heard = noted[self._heard :], len(noted)
        return [printable(self.wording.sentence(incident)) for incident in fresh]

    def hint(self) -> Move:
        """What the adviser would do in the person's place, knowing only what the person may.

        Raises:
            PlayerError: the adviser failed.
        """
        name = type(self.adviser).__name__
        return ask(self.adviser, self.view, name, self.match.deal_number)

    def _keep(self) -> None:
        try:
            self.save()
        except FileError as error:
            self.unsaved = error
        else:
            self.unsaved = None

    def save(self) -> None:
        """Writes the match to `path` in one step: the file is never half written.

        Raises:
            FileError: it cannot be written.
        """
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(
                "cannot save the match in {path}: {reason}",
                path=str(self.path),
                reason=error.strerror or type(error).__name__,
            ) from error
        dump(self.match.records(), self.path)

    def farewell(self) -> str:
        """Where the match is kept and how to go on, for the terminal after leaving."""
        words = self.wording
        if self.path is None:
            return ""
        if self.unsaved is not None:
            return words.sentence(self.unsaved.text)
        path = str(self.path)
        if self.match.over:
            return words.say("The record of the match is in {path}.", path=path)
        command = self.command or f"bummerl play --resume {shlex.quote(path)}"
        return words.say("The match is saved. Go on with: {command}", command=command)
