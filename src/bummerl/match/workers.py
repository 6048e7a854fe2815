"""Shuffles played by several processes, handed back in order.

Work goes out in chunks that grow until each takes about a quarter of a second: quick players are
not slowed down by passing messages, and with slow ones little is lost when the arena is stopped.
How the work is divided does not show in what comes back.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, NamedTuple

from bummerl.errors import MatchError
from bummerl.match.arena_file import write_shuffle
from bummerl.match.bummerl import Match
from bummerl.match.shuffles import HALVES, Outcome, Setting, outcome_of
from bummerl.rules.scoring import Result
from bummerl.text import Text

_CHUNK_SECONDS: Final = 0.25
_MOST_PROCESSES: Final = 61 if sys.platform == "win32" else 10_000
"""Windows waits for no more; elsewhere the memory sets the limit."""


class Chunk(NamedTuple):
    """What some shuffles in a row brought."""

    outcomes: list[Outcome]
    text: str
    """All their deals as SGN; empty if it was not asked for."""
    seconds: float
    """Time it took."""
    cpu_seconds: float
    """Processor time it took."""
    incidents: list[Text]
    """What players noted that went wrong."""


def play_chunks(
    setting: Setting, shuffles: range, processes: int, *, with_text: bool
) -> Generator[Chunk]:
    """Plays `shuffles`; what they brought, in order.

    Close the iterator when it is not read to its end, so that the processes end.

    Raises:
        PlayerError: see `Setting.play_half`; all earlier shuffles have been handed back.
        MatchError: a process died.
    """
    processes = min(processes, len(shuffles), _MOST_PROCESSES)
    if processes > 1:
        yield from _spread(setting, shuffles, processes, with_text)
        return
    for shuffle in shuffles:
        yield _play_chunk(setting, range(shuffle, shuffle + 1), with_text)


def processors() -> int:
    """How many processes can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _spread(setting: Setting, left: range, processes: int, with_text: bool) -> Generator[Chunk]:
    waiting: deque[Future[Chunk]] = deque()
    size = 1
    pool = ProcessPoolExecutor(
        processes,
        mp_context=multiprocessing.get_context("spawn"),  # the same on every system
        initializer=_start_process,
    )
    try:
        while left or waiting:
            while left and len(waiting) < 2 * processes:
                # the last chunks are small again, so that all processes end together
                share = max(1, min(size, len(left) // (2 * processes)))
                waiting.append(pool.submit(_play_chunk, setting, left[:share], with_text))
                left = left[share:]
            chunk = waiting.popleft().result()
            per_shuffle = chunk.seconds / len(chunk.outcomes)
            size = max(1, min(2 * size, int(_CHUNK_SECONDS / max(per_shuffle, 1e-6))))
            yield chunk
    except BrokenProcessPool:
        raise MatchError(
            "a process of the arena died: if memory is short, take fewer processes; a Python "
            "script must start the arena under if __name__ == '__main__', and a program read from "
            "standard input must take one process"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _start_process() -> None:
    # Ctrl-C reaches all processes of a terminal; these just end, the first one tells the story
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout = sys.stderr  # what players print is no part of the caller's output
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process whose first one was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_chunk(setting: Setting, shuffles: range, with_text: bool) -> Chunk:
    seconds, cpu_seconds = time.perf_counter(), time.process_time()
    outcomes = []
    texts = []
    incidents: list[Text] = []
    for shuffle in shuffles:
        halves = [setting.play_half(shuffle, half, incidents) for half in HALVES]
        outcomes.append(outcome_of(setting, [_results(match) for match in halves]))
        if with_text:
            texts.append(write_shuffle(setting, shuffle, halves))
    return Chunk(
        outcomes,
        "\n".join(texts),
        time.perf_counter() - seconds,
        time.process_time() - cpu_seconds,
        incidents,
    )


def _results(match: Match) -> list[Result]:
    return [deal.result for deal in match.results if deal.result is not None]
