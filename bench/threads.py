"""Whether thinking leaves others alone: two threads side by side, and the event loop's stalls.

``python -m bench.threads`` prints

- the wall time of two judges in two threads over that of one judge doing the work of both: 0.5
  when two cores are free and kernels run without the interpreter's lock, 1 when they wait for each
  other.  CPU time is given beside it, as it tells what was done;
- the longest time that an event loop's ticker was late while ``master`` thought in a worker
  thread, and how late it was while nothing was thought about, which is the machine's part;
- the CPU time of the longest single call that keeps the interpreter's lock meanwhile.  Between
  such calls others get it within `sys.getswitchinterval`, 5 ms, so on a machine with a free core
  the loop is late by no more than both together.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any

from bench.thinking import stage, views
from bummerl.players.master import MasterPlayer
from bummerl.rules.view import View
from bummerl.search.forest import Budget
from bummerl.search.judge import Judge

TICK = 0.001
"""Seconds between two ticks."""


def measured(work: Callable[[], Any]) -> tuple[float, float]:
    """Wall and CPU seconds of the process."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def judged(asked: list[View]) -> None:
    """Judges all views with one judge."""
    judge = Judge(asked[0].rules, budget=Budget(visits=5000))
    for view in asked:
        judge.judge(view, seed=1)


def side_by_side(asked: list[View]) -> None:
    """The same in two threads at once."""
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(judged, (asked, asked)))


async def _longest_gap(stop: asyncio.Event) -> float:
    """The most that a tick came late, in seconds."""
    longest, last = 0.0, time.perf_counter()
    while not stop.is_set():
        await asyncio.sleep(TICK)
        now = time.perf_counter()
        longest, last = max(longest, now - last - TICK), now
    return longest


async def stalls(player: MasterPlayer, asked: list[View]) -> tuple[list[float], list[float]]:
    """How late the loop was at most while each view was thought about, and while none was."""
    thinking: list[float] = []
    resting: list[float] = []
    for view in asked:
        for found in (thinking, resting):
            stop = asyncio.Event()
            ticker = asyncio.create_task(_longest_gap(stop))
            start = time.perf_counter()
            if found is thinking:
                await asyncio.to_thread(player.choose, view)
                took = time.perf_counter() - start
            else:
                await asyncio.sleep(took)
            stop.set()
            found.append(await ticker)
    return thinking, resting


def longest_call(player: MasterPlayer, asked: list[View]) -> tuple[float, str]:
    """CPU seconds of the longest call of a function written in C, other than kernels, and its name.

    Kernels run without the lock.
    """
    longest, name = 0.0, "none"
    started: list[float] = []

    def watch(frame: FrameType, event: str, function: Any) -> None:
        nonlocal longest, name
        if event == "c_call":
            started.append(time.thread_time())
        elif event in ("c_return", "c_exception") and started:
            spent = time.thread_time() - started.pop()
            if spent > longest:
                longest = spent
                name = f"{function.__qualname__} in {frame.f_code.co_name}"

    for view in asked:
        started.clear()
        sys.setprofile(watch)
        try:
            player.choose(view)
        finally:
            sys.setprofile(None)
    return longest, name


def main() -> None:
    """Print the numbers."""
    parser = argparse.ArgumentParser(description="Threads and event loops beside a player.")
    parser.add_argument("--rules", nargs="*", default=("soft", "sixtysix"))
    parser.add_argument("--deals", type=int, default=4)
    options = parser.parse_args()
    for rules in options.rules:
        asked = views(rules, options.deals)
        judged(asked[:2])  # loads and allocates
        one = measured(functools.partial(judged, asked + asked))
        two = measured(functools.partial(side_by_side, asked))
        print(
            f"{rules}: two judges one after the other {one[0]:.2f} s wall, {one[1]:.2f} s CPU;"
            f" in two threads {two[0]:.2f} s wall, {two[1]:.2f} s CPU; ratio {two[0] / one[0]:.2f}"
        )
        player = MasterPlayer(seed=1)
        thinking, resting = asyncio.run(stalls(player, asked))
        held, name = longest_call(player, asked)
        print(f"{rules}: lock kept for at most {1000 * held:.2f} ms, by {name}", flush=True)
        for place in sorted({stage(view) for view in asked}):
            at = [index for index, view in enumerate(asked) if stage(view) == place]
            late, idle = (1000 * max(found[i] for i in at) for found in (thinking, resting))
            middle = 1000 * sorted(thinking[i] for i in at)[len(at) // 2]
            print(
                f"{rules} {place}: loop late by at most {late:.1f} ms (median {middle:.1f} ms)"
                f" in {len(at)} moves, {idle:.1f} ms at rest",
                flush=True,
            )


if __name__ == "__main__":
    main()
