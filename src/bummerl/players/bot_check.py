"""Checks a program against the line protocol, as `conformance` checks a player in Python.

Deals over all presets, scores and both seats against a random player; every answer is looked at.
Twice in each deal the same view is asked about in an unusual way, too: with fewer fields than
usual, or with unknown ones.
"""

from __future__ import annotations

import json
import random
import shlex
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bummerl.players.program import Program, split_command
from bummerl.players.protocol import OffenceError, read_answer, write_request
from bummerl.players.random_player import RandomPlayer
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import Move
from bummerl.rules.position import Position
from bummerl.rules.score import GAME, Score
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.rules.view import View
from bummerl.text import Text

KINDS: Final = ("late", "died", "not_json", "no_move", "unknown_move", "illegal", "unasked")
"""What a violation can be; ``unasked`` is a line that answers nothing."""
_MOST_DEATHS: Final = 10
"""After so many late answers and deaths the check stops."""
_SETTLE: Final = 0.01
"""Seconds in which a line too many should have come, waited for once in each deal."""
_ODD_TURNS: Final = (0, 2)
"""At which of its decisions in a deal the program is also asked in an unusual way."""


@dataclass(frozen=True)
class Violation:
    """One breach of the protocol."""

    kind: str
    """One of `KINDS`."""
    deal: int
    """From 1."""
    preset: str
    line: str
    """The request that was answered so, or came before."""
    reason: Text

    def as_dict(self) -> dict[str, Any]:
        """All fields, as JSON has them."""
        return {
            "kind": self.kind,
            "deal": self.deal,
            "preset": self.preset,
            "line": self.line,
            "reason": str(self.reason),
        }


@dataclass
class Report:
    """What a check has found."""

    program: str
    seed: int | str
    deals: int = 0
    """Played, all or until the check stopped."""
    presets: int = 0
    """Among them."""
    asked: int = 0
    """Lines sent."""
    unusual: int = 0
    """Lines among them with fields missing or added."""
    mean_ms: float = 0.0
    """Milliseconds from a line to its answer, without those for which a process had to start."""
    slowest_ms: float = 0.0
    stopped: bool = False
    """There were so many late answers or deaths that the check stopped."""
    violations: list[Violation] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """All fields, as JSON has them, and ``ok``.

        >>> Report("python bot.py", 1).as_dict()["ok"]
        True
        """
        values = {"ok": not self.violations, **vars(self)}
        return {**values, "violations": [violation.as_dict() for violation in self.violations]}


def check_program(
    cmd: str,
    deals: int = 200,
    *,
    seed: int | str = 1,
    seconds: float = 1.0,
    grace: float = 0.5,
    start: float = 30.0,
    hear: Callable[[str], None] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Plays deals with a program and notes every violation of the protocol.

    Where an answer cannot be taken the random player moves for the program, and the deal goes on.

    Args:
        cmd: the program and its arguments, split as a shell does, but run without one.
        deals: number of deals; deal n has preset n of the list, and so on from its start.
        seed: what cards, scores and the opponent follow from.
        seconds: what an answer may take; the requests say so, but for some unusual ones.
        grace: seconds more before an answer counts as late.
        start: seconds more for answers that no request can hurry: the first of a process, and
            those to requests that state no time.
        hear: is told each line the program writes to stderr, in another thread.
        progress: is told the number of deals played.

    Raises:
        PlayerError: there is no such program, or it cannot be started.
    """
    check = _Check(cmd, seed, seconds, (grace, start), hear)
    try:
        for number in range(deals):
            check.play(number)
            if progress is not None:
                progress(number + 1)
            if check.report.stopped:
                break
    finally:
        check.close()
    return check.finished()


class _Check:
    """A check under way."""

    def __init__(
        self,
        cmd: str,
        seed: int | str,
        seconds: float,
        extra: tuple[float, float],
        hear: Callable[[str], None] | None,
    ) -> None:
        self._words = split_command(cmd)
        self._seconds = seconds
        self._grace, self._start = extra
        self._hear = hear
        self._program: Program | None = None
        self._deaths = 0
        self._took: list[float] = []
        self._place = (1, "")
        self._line = ""
        self.report = Report(shlex.join(self._words), seed)

    def close(self) -> None:
        """Ends the program."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def finished(self) -> Report:
        """The report with all numbers."""
        report, took = self.report, self._took
        report.presets = min(report.deals, len(PRESET_NAMES))
        if took:
            report.mean_ms = round(1000 * sum(took) / len(took), 3)
            report.slowest_ms = round(1000 * max(took), 3)
        return report

    def play(self, number: int) -> None:
        """Deal `number`, from 0, with the program on one seat."""
        preset = PRESET_NAMES[number % len(PRESET_NAMES)]
        self._place = (number + 1, preset)
        self.report.deals = number + 1
        rng = random.Random(f"{self.report.seed}/{number}")
        position = _first_position(rng, preset, f"{self.report.seed}/{number}")
        seat = int(2 * rng.random())
        others = RandomPlayer(seed=f"{self.report.seed}/{number}/others")
        turn = 0
        while not position.over and not self.report.stopped:
            view = position.view(position.to_move)
            if position.to_move != seat:
                position = position.play(others.choose(view))
                continue
            if turn in _ODD_TURNS:
                self._ask(view, _unusual(view, self._seconds, self.report.unusual))
                self.report.unusual += 1
            move = self._ask(view, write_request(view, self._seconds))
            position = position.play(others.choose(view) if move is None else move)
            turn += 1
        self._note_unasked(_SETTLE)

    def _ask(self, view: View, line: str) -> Move | None:
        """The program's move, or None if that is a violation, which is noted."""
        if self.report.stopped:
            return None
        self._note_unasked(0.0)
        self._line = line
        self.report.asked += 1
        try:
            return read_answer(self._answer(line), view)
        except OffenceError as offence:
            self._note(offence.kind, offence.text)
            if offence.kind in ("late", "died"):
                self.close()
                self._deaths += 1
                self.report.stopped = self._deaths >= _MOST_DEATHS
        return None

    def _answer(self, line: str) -> str:
        if self._program is None:
            self._program = Program(self._words, self._hear)
        program = self._program
        had_started = program.has_answered
        began = time.perf_counter()
        answer = program.ask(line, self._limit(line, had_started=had_started))
        if had_started:
            self._took.append(time.perf_counter() - began)
        return answer

    def _limit(self, line: str, *, had_started: bool) -> float:
        """Seconds after which the answer to a request is late."""
        stated = json.loads(line).get("time")  # what the program was told is what it is judged by
        if stated is None:
            return self._start + self._grace
        return float(stated) + self._grace + (0.0 if had_started else self._start)

    def _note_unasked(self, wait: float) -> None:
        if self._program is None:
            return
        for line in self._program.unasked(wait):
            self._note("unasked", Text("it wrote {line!r} without being asked", line=line[:200]))

    def _note(self, kind: str, reason: Text) -> None:
        self.report.violations.append(Violation(kind, *self._place, self._line, reason))


def _first_position(rng: random.Random, preset: str, seed: str) -> Position:
    rules = PRESETS[preset]
    needed = (_up_to(rng, GAME), _up_to(rng, GAME))
    bummerls = (_up_to(rng, 3) - 1, _up_to(rng, 3) - 1)
    carry = _up_to(rng, 2) - 1 if rules.drawn_deal_carries else 0
    score = Score(needed, bummerls, carry)
    return deal(shuffled(rules.deck, seed), _up_to(rng, 2) - 1, rules, score)


def _up_to(rng: random.Random, most: int) -> int:
    """From 1 to `most`."""
    return 1 + int(most * rng.random())


def _unusual(view: View, seconds: float, number: int) -> str:
    """Unusual request `number` for a view; they come round again."""
    forms = list(_unusual_forms(json.loads(write_request(view, seconds))))
    return json.dumps(forms[number % len(forms)], ensure_ascii=number % 2 == 0)


def _unusual_forms(usual: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Requests that say the same with fewer fields, more, or others in front."""
    yield {"view": usual["view"]}
    yield {name: value for name, value in usual.items() if name != "time"}
    yield {"seat": usual["seat"], "view": usual["view"], "time": usual["time"]}
    yield {**usual, "id": 17, "note": "Grüß Gott ♥", "extra": {"view": None, "moves": [[]]}}
    yield dict(reversed(list(usual.items())))
    yield {"moves": usual["moves"], "first": usual["first"], "view": usual["view"]}
    yield {"comment": "{[\"'\\", "dealer": usual["dealer"], "view": usual["view"]}
