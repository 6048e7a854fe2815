"""The arena: two players against each other over many shuffles, in one or several processes.

Every shuffle is played twice with seats swapped: same packs, same dealer's seat.  Shuffle k of an
arena with seed S has the match seed ``S/k``, so its deal n comes from the pack ``S/k/n``; in mode
``deals`` seat k % 2 deals, in the others the first dealer is drawn for.  Both halves have players
made for them alone, with the seeds ``S/k/a`` and ``S/k/b``.  So a shuffle is the same in whatever
order and process it is played.

>>> result = run_arena("random", "random", 10)
>>> result.deals, sum(result.wins) + result.drawn
(20, 20)
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from bummerl.errors import MatchError
from bummerl.match.arena_file import ArenaFile
from bummerl.match.shuffles import MODES, Mode, Setting, Tally
from bummerl.match.stats import Interval
from bummerl.match.workers import Chunk, play_chunks
from bummerl.players.registry import make_player, parse_spec
from bummerl.rules.variants import PRESETS, Rules
from bummerl.text import Text


@dataclass(frozen=True)
class ArenaResult:
    """What an arena brought, from A's side.  Pairs of numbers are A's and B's."""

    a: str
    b: str
    """Players' texts."""
    rules: str
    seed: int | str
    shuffles: int
    """Played on both sides."""
    deals: int
    wins: tuple[int, int]
    """Deals won."""
    drawn: int
    win_rate: float
    """Deals won by A, as a part of all deals."""
    points: float
    """Game points a deal: A's less B's, without what drawn deals carry over."""
    interval: Interval
    """95 % interval of `points`, a shuffle with both halves being the sample."""
    games: tuple[int, int]
    """Bummerls won; none in mode ``deals``."""
    seconds: float
    """Time this run took; shuffles from a continued file took none."""
    win_interval: Interval
    """95 % interval of `win_rate`."""
    mode: Mode
    bummerls: tuple[int, int]
    """Bummerls hung on the other, a Schneider counting as the rules say."""
    matches: tuple[int, int]
    """Matches won, in mode ``matches``."""
    deals_per_second: float
    """Of this run."""
    cpu_seconds: float
    """Processor time of play in this run, all processes together."""
    timed: bool
    """A player thinks by the clock, so that the same arena may give another result."""
    interrupted: bool
    """Stopped before all shuffles were played."""
    incidents: tuple[Text, ...]
    """What players noted that went wrong in this run, such as deals forfeited by a program."""

    def as_dict(self) -> dict[str, Any]:
        """All fields, in order, as JSON has them.

        >>> list(run_arena("random", "random", 1).as_dict())[:5]
        ['a', 'b', 'rules', 'seed', 'shuffles']
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["incidents"] = tuple(map(str, self.incidents))
        return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}


Progress = Callable[[ArenaResult], None]
"""Is told the result so far, whenever some more shuffles are done."""


def run_arena(
    a: str,
    b: str,
    shuffles: int,
    *,
    rules: Rules = PRESETS["soft"],
    seed: int | str = 1,
    mode: Mode = "deals",
    processes: int = 1,
    progress: Progress | None = None,
    save: str | os.PathLike[str] | None = None,
) -> ArenaResult:
    """Plays two players against each other.

    Args:
        a: the first player, as text for `make_player`.
        b: the second player.
        shuffles: number of shuffles, each played twice.
        rules: rules of all deals.
        seed: what all packs and players follow from.
        mode: one deal at 7:7, one Bummerl (``games``) or one match from each shuffle and side.
        processes: how many processes play; 1 plays in this one, `bummerl.match.workers.processors`
            tells how many can run at once.  The result is the same, clocks aside.  With more than
            one a script must call this under ``if __name__ == "__main__":``, and players that
            `register` made known need an entry point instead, unless the main module registers
            them when it is imported.
        progress: called with the result so far.
        save: a file that gets all deals as SGN, in order, as they are finished.  If it is there
            from an interrupted run of the same arena, that is continued.

    Returns:
        The result; after a KeyboardInterrupt that of the shuffles finished so far, which are
        also in the file.

    Raises:
        PlayerError: a player cannot be made, failed, or answered what the rules refuse.  Earlier
            shuffles are in the file, and the arena can be continued.
        FileError: `save` belongs to something else, has more shuffles, or cannot be written.
        MatchError: a process died, or a number or `mode` makes no sense.
    """
    setting = Setting(parse_spec(a), parse_spec(b), rules, seed, mode)
    _check(shuffles, mode, processes)
    for spec in (setting.a, setting.b):
        make_player(spec, seed=seed)  # mistakes show here, not in another process
    with ExitStack() as stack:
        file = None
        if save is not None:
            file = stack.enter_context(closing(ArenaFile(Path(save), setting, shuffles)))
        run = _Run(setting, file.tally if file else Tally())
        left = range(run.tally.shuffles, shuffles)
        chunks = play_chunks(setting, left, processes, with_text=file is not None)
        stack.enter_context(closing(chunks))
        try:
            for chunk in chunks:
                if file is not None:
                    file.append(chunk.text)
                run.add(chunk)
                if progress is not None:
                    progress(run.result())
        except KeyboardInterrupt:
            return run.result(interrupted=True)
        return run.result()


def _check(shuffles: int, mode: str, processes: int) -> None:
    if shuffles < 1:
        raise MatchError("the arena plays {count} shuffles, but needs at least 1", count=shuffles)
    if processes < 1:
        raise MatchError("the arena has {count} processes, but needs at least 1", count=processes)
    if mode not in MODES:
        raise MatchError(
            "the arena plays {mode!r}, but can play only: {modes}",
            mode=mode,
            modes=", ".join(MODES),
        )


class _Run:
    """An arena under way."""

    def __init__(self, setting: Setting, tally: Tally) -> None:
        self._setting = setting
        self.tally = tally
        self._earlier_deals = tally.deals
        self._started = time.perf_counter()
        self._cpu_seconds = 0.0
        self._incidents: tuple[Text, ...] = ()

    def add(self, chunk: Chunk) -> None:
        for outcome in chunk.outcomes:
            self.tally.add(outcome)
        self._cpu_seconds += chunk.cpu_seconds
        self._incidents += tuple(chunk.incidents)

    def result(self, *, interrupted: bool = False) -> ArenaResult:
        setting, tally = self._setting, self.tally
        seconds = time.perf_counter() - self._started
        return ArenaResult(
            a=str(setting.a),
            b=str(setting.b),
            rules=str(setting.rules),
            seed=setting.seed,
            shuffles=tally.shuffles,
            deals=tally.deals,
            wins=tally.wins,
            drawn=tally.deals - sum(tally.wins),
            win_rate=tally.won.mean,
            points=tally.points.mean,
            interval=tally.points.interval(-3, 3),
            games=tally.games,
            seconds=seconds,
            win_interval=tally.won.rate_interval(),
            mode=setting.mode,
            bummerls=tally.bummerls,
            matches=tally.matches,
            deals_per_second=(tally.deals - self._earlier_deals) / seconds,
            cpu_seconds=self._cpu_seconds,
            timed="time" in setting.a.options or "time" in setting.b.options,
            interrupted=interrupted,
            incidents=self._incidents,
        )
