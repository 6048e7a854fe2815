"""Any program as one of our players, through the line protocol of docs/bots.md.

``external(cmd="python bot.py")`` starts the program when its first move is due, sends it a line
for each decision and waits for one.  A program that is late, dead, or answers with anything but a
legal move forfeits the deal: the player resigns and notes why in `ExternalPlayer.incidents`.
"""

from __future__ import annotations

import weakref
from typing import Final

from bummerl.errors import PlayerError
from bummerl.players.program import Program, Stable, split_command, stable
from bummerl.players.protocol import OffenceError, read_answer, write_request
from bummerl.rules.moves import RESIGN, Move
from bummerl.rules.view import View
from bummerl.text import Text

MOST_DEATHS: Final = 3
"""How often in a row a program may be late or die without a valid answer in between."""
_DAY: Final = 86400
"""Seconds, the most that an answer may be given."""


class ExternalPlayer:
    """Plays what a program answers.

    Programs are asked about many deals one after the other, and players with the same command
    take over each other's processes; a line says all that there is to know.

    Args:
        cmd: the program and its arguments, split as a shell does, but run without one.
        time: seconds an answer may take, told to the program.
        grace: seconds more before an answer counts as late.
        start: seconds more for the first answer of a process, which has to start.

    Raises:
        PlayerError: no such program, or seconds that are no number, 0 (for `time`), less, or more
            than a day.
    """

    def __init__(
        self, cmd: str, time: float = 1.0, grace: float = 0.5, start: float = 30.0
    ) -> None:
        self._cmd = str(cmd)
        self._time = _seconds("time", time)
        self._grace = _seconds("grace", grace, above_zero=False)
        self._start = _seconds("start", start, above_zero=False)
        self._stable = stable(split_command(self._cmd))
        self._taken: list[Program] = []  # one or none
        self._has_complained = False
        self.incidents: list[Text] = []
        """What went wrong, a sentence each, in order."""
        weakref.finalize(self, _hand_back, self._stable, self._taken).atexit = False

    def choose(self, view: View) -> Move:
        """The program's move; `RESIGN` if it did not answer with a legal one in time.

        Raises:
            PlayerError: it cannot be started, or was late or died `MOST_DEATHS` times in a row.
        """
        try:
            move = read_answer(self._answer(write_request(view, self._time)), view)
        except OffenceError as offence:
            self._note(view, offence)
            return RESIGN
        self._stable.deaths = 0
        return move

    def _answer(self, line: str) -> str:
        if not self._taken:
            self._taken.append(self._stable.take())
            self._has_complained = False
        program = self._taken[0]
        unasked = program.unasked()
        if unasked and not self._has_complained:
            self._has_complained = True
            self.incidents.append(
                Text(
                    "program {program!r} wrote {line!r} without being asked; such lines are passed "
                    "over",
                    program=self._cmd,
                    line=unasked[0],
                )
            )
        extra = self._grace + (0.0 if program.has_answered else self._start)
        return program.ask(line, self._time + extra)

    def _note(self, view: View, offence: OffenceError) -> None:
        self.incidents.append(
            Text(
                "program {program!r} forfeits the deal at {view}: {reason}",
                program=self._cmd,
                view=str(view),
                reason=offence.text,
            )
        )
        if offence.kind not in ("late", "died"):
            return
        self._taken.pop().close()  # a late answer must not be taken for the next one
        self._stable.deaths += 1
        if self._stable.deaths >= MOST_DEATHS:
            self._stable.deaths = 0
            raise PlayerError(
                "program {program!r} failed {count} times in a row without a valid answer; the "
                "last time {reason}",
                program=self._cmd,
                count=MOST_DEATHS,
                reason=offence.text,
            )


def _hand_back(stable: Stable, taken: list[Program]) -> None:
    if taken:
        stable.hand_back(taken.pop())


def _seconds(option: str, value: float, *, above_zero: bool = True) -> float:
    is_number = not isinstance(value, bool) and isinstance(value, int | float)
    if is_number and (0 < value <= _DAY or (value == 0 and not above_zero)):
        return float(value)
    if above_zero:
        expected = Text("a number of seconds, more than 0 and at most {most}", most=_DAY)
    else:
        expected = Text("a number of seconds from 0 to {most}", most=_DAY)
    raise PlayerError(
        "{option} is {value!r}, but should be {expected}",
        option=option,
        value=value,
        expected=expected,
    )
