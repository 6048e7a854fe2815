"""Bots think beside the event loop, and none of them keeps a table waiting."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import NoReturn

import pytest

from bummerl.players import registry
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import Move
from bummerl.rules.view import View
from bummerl.server.live import bots
from bummerl.server.live.bots import BotPool
from server.live.clients import sit
from server.live.running import Serve, bot, person


def view(seed: int = 1) -> View:
    dealt = deal(shuffled(20, seed=seed), dealer=0)
    return dealt.view(dealt.to_move)


class Failing:
    def choose(self, view: View) -> NoReturn:
        raise ValueError("no idea")


class Cheating:
    def choose(self, view: View) -> Move:
        return 99


class Watching:
    thread: threading.Thread | None = None

    def choose(self, view: View) -> Move:
        Watching.thread = threading.current_thread()
        return view.legal_moves()[-1]


class Sleeping:
    def choose(self, view: View) -> Move:
        time.sleep(3)
        return view.legal_moves()[-1]


class Compiled:
    """Needs machine code that is not there yet."""

    def __init__(self, ready: threading.Event) -> None:
        self.ready = ready

    def choose(self, view: View) -> Move:
        self.ready.wait(5)
        return view.legal_moves()[-1]


@pytest.fixture(autouse=True)
def strange_bots() -> Iterator[None]:
    before = dict(registry._registered)
    for player in (Failing, Cheating, Watching, Sleeping):
        registry.register(player.__name__.lower(), player)
    yield
    registry._registered.clear()
    registry._registered.update(before)


@pytest.fixture
def pool() -> Iterator[BotPool]:
    made = BotPool(2, deadline=0.3, warm_up=False)
    made.start()
    yield made
    made.stop()


@pytest.mark.parametrize("name", ["failing", "cheating", "sleeping", "unheard_of"])
async def test_a_simple_player_moves_for_a_bot_that_does_not(pool: BotPool, name: str) -> None:
    start = time.monotonic()
    assert await pool.choose(name, "seed", view()) in view().legal_moves()
    assert time.monotonic() - start < 2.5


async def test_while_machine_code_is_made_bots_neither_queue_nor_are_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ready = threading.Event()
    monkeypatch.setattr(bots, "_warm_up", ready.wait)
    registry.register("compiled", lambda: Compiled(ready))
    pool = BotPool(1, deadline=0.3)
    pool.start()
    try:
        async with asyncio.timeout(0.3):
            await pool.choose("watching", "", view())
        needs_it = asyncio.create_task(pool.choose("compiled", "", view()))
        await asyncio.sleep(0.5)  # longer than it may think
        assert not needs_it.done()
        ready.set()
        assert await needs_it == view().legal_moves()[-1]
        await asyncio.sleep(0.1)
        ready.clear()  # and now it is late, as ever
        moving = asyncio.create_task(pool.choose("compiled", "", view()))
        await asyncio.sleep(0.5)
        assert moving.done()
    finally:
        ready.set()
        pool.stop()


async def test_equal_seeds_play_equally(pool: BotPool) -> None:
    moves = [[await pool.choose("random", seed, view(n)) for n in range(20)] for seed in "aab"]
    assert moves[0] == moves[1]
    assert moves[0] != moves[2]


async def test_no_more_think_at_once_than_there_are_threads() -> None:
    pool, most, now = BotPool(2, warm_up=False), 0, 0
    lock = threading.Lock()

    class Counting:
        def choose(self, view: View) -> Move:
            nonlocal most, now
            with lock:
                now += 1
                most = max(most, now)
            time.sleep(0.02)
            with lock:
                now -= 1
            return view.legal_moves()[0]

    registry.register("counting", Counting)
    pool.start()
    await asyncio.gather(*(pool.choose("counting", "", view()) for _ in range(10)))
    pool.stop()
    assert most == 2


async def test_hints_are_whole_plans() -> None:
    pool = BotPool(1, warm_up=False)
    pool.start()
    plan = await pool.plan(view())
    pool.stop()
    assert plan[0] in view().legal_moves()


async def test_a_table_goes_on_with_a_bot_that_fails(serve: Serve) -> None:
    server = await serve()
    anna = await sit(server.base, await server.open(person("Anna"), bot("failing")), "Anna")
    await anna.play(until="deal_over")


async def test_a_bot_takes_its_time(serve: Serve) -> None:
    server = await serve(bot_delay=(0.3, 0.3))
    anna = await sit(server.base, await server.open(person("Anna"), bot()), "Anna")
    await anna.play(until="playing")
    while not anna.scene["moves"]:
        await anna.receive()
    while anna.scene["to_move"] == 0:
        await anna.step()
    start, before = time.monotonic(), anna.scene["version"]
    while anna.scene["version"] == before:
        await anna.receive()
    assert time.monotonic() - start > 0.25


async def test_bots_think_in_threads_of_their_own(pool: BotPool) -> None:
    """How long the loop stands still meanwhile is measured by ``bench.tables``."""
    await pool.choose("watching", "", view())
    assert Watching.thread is not threading.main_thread()
