"""Many tables in play at once, on the real server and SQLite: delays, memory, CPU, stalls.

``python -m bench.tables --tables 300`` starts ``bummerl serve`` on a new database and seats two
scripted people at each table, over real sockets.  Every two seconds somebody makes a legal move;
measured is the time from sending it until both people have been told.  Meanwhile some more tables
(``--bots``) keep masters thinking, for the longest stall of the server's event loop.

The clients run in one process beside the server and count into nothing but the machine's load.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import resource
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bummerl.match.fairness import client_commitment
from bummerl.server.live.options import Options
from bummerl.server.live.service import Tables
from bummerl.server.store import sessions
from bummerl.server.store.engine import make_engine, now, upgrade, write
from bummerl.server.store.models import User
from bummerl.server.table.events import Sitter, TableSpec

RULES = "soft(match=9)"
NAMES = ("anna", "bert")


class Fair(msgspec.Struct):
    """What a client reads of a shuffle."""

    deal: int
    commitment: str
    commitments: tuple[str | None, str | None]
    contributions: tuple[str | None, str | None]


class Scene(msgspec.Struct):
    """What a client reads of a scene."""

    version: int
    phase: str
    paused: bool
    moves: tuple[str, ...]
    next_fair: Fair | None


class Message(msgspec.Struct):
    """What a client reads of a message."""

    type: str
    scene: Scene | None = None
    code: str | None = None


DECODER = msgspec.json.Decoder(Message)


class Load:
    """All clients, and what they have measured."""

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.delays: list[float] = []
        self.refused = 0
        self.measuring = False
        self.stopped = False
        self._tasks: set[asyncio.Task[None]] = set()

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Side:
    """One person at one table."""

    def __init__(self, table: BenchTable, seat: int, socket: ClientConnection) -> None:
        self.table, self.seat, self.socket = table, seat, socket
        self.version = -1
        self.ready = asyncio.Event()
        self._contribution = b""
        self._said: tuple[str, str] | None = None

    async def run(self) -> None:
        """Takes in what comes until the connection ends."""
        async for data in self.socket:
            message = DECODER.decode(data)
            if message.scene is not None:
                self.version = message.scene.version
                await self._take(message.scene)
            elif message.type == "refused":
                self.table.load.refused += 1
            elif message.type == "bye" and not self.table.load.stopped:
                raise SystemExit(f"the server said: {message.code}")

    async def _take(self, scene: Scene) -> None:
        self.ready.set()
        self.table.told()
        fair = scene.next_fair
        if scene.paused:
            return
        if fair is not None:
            await self._shuffle(fair)
        elif scene.moves:
            self.table.due(self, scene)

    async def _shuffle(self, fair: Fair) -> None:
        if fair.commitments[self.seat] is None:
            if self._said != ("commit", fair.commitment):
                self._said = ("commit", fair.commitment)
                self._contribution = secrets.token_bytes(32)
                commitment = client_commitment(self.seat, self._contribution)
                await self._send("commit", f'"deal":{fair.deal},"commitment":"{commitment}"')
        elif (
            None not in fair.commitments
            and fair.contributions[self.seat] is None
            and self._said != ("reveal", fair.commitment)
        ):
            self._said = ("reveal", fair.commitment)
            opened = self._contribution.hex()
            await self._send("reveal", f'"deal":{fair.deal},"contribution":"{opened}"')

    async def _send(self, kind: str, rest: str) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(f'{{"type":"{kind}","id":1,{rest}}}')

    async def move(self, scene: Scene) -> None:
        """Plays any legal move of the scene."""
        move = random.choice(scene.moves)
        await self._send("play", f'"version":{scene.version},"move":"{move}"')


class BenchTable:
    """Two people, or one and a bot, at a table."""

    def __init__(self, load: Load, pace: float) -> None:
        self.load = load
        self.sides: list[Side] = []
        self._pace = pace
        self._timer: asyncio.TimerHandle | None = None
        self._planned = -1
        self._sent: float | None = None
        self._answers = 0
        self._next = 0.0

    def due(self, side: Side, scene: Scene) -> None:
        """`side` is to move: it will at the table's pace."""
        if self._planned == scene.version or self.load.stopped:
            return
        self._planned = scene.version
        loop = asyncio.get_running_loop()
        self._next = max(loop.time(), self._next + self._pace)
        if self._next - loop.time() < self._pace / 2 and self._pace > 0:
            self._next = loop.time() + random.uniform(0.5, 1.0) * self._pace
        self._timer = loop.call_at(self._next, self._move, side, scene)

    def _move(self, side: Side, scene: Scene) -> None:
        self._sent, self._answers = time.perf_counter(), scene.version
        self.load.do(side.move(scene))

    def told(self) -> None:
        """Somebody got a scene: if all have been told of the move, how long that took."""
        if self._sent is not None and all(side.version > self._answers for side in self.sides):
            if self.load.measuring and len(self.sides) == 2:
                self.load.delays.append(time.perf_counter() - self._sent)
            self._sent = None


async def prepare(folder: Path, tables: int, bots: int) -> tuple[list[str], list[str], list[str]]:
    """A database with open tables; their ids, those with bots, and both people's tokens."""
    engine = make_engine(f"sqlite:///{folder / 'bummerl.db'}")
    await upgrade(engine)
    tokens = []
    async with write(engine) as session:
        for name in NAMES:
            words = {"language": "en", "deck": "french", "settings": {}}
            session.add(User(id=name, name=name.title(), created=now(), seen=now(), **words))
        await session.flush()
        tokens = [await sessions.start(session, name, 1) for name in NAMES]
    service = Tables(engine, Options(warm_up=False))
    await service.start()
    anna, bert = (Sitter(name=name.title(), user=name) for name in NAMES)
    master = Sitter(name="Master", bot="master")
    spec = TableSpec(RULES)
    ids = [service.open(spec, (anna, bert)) for _ in range(tables)]
    opened = list(await asyncio.gather(*ids))
    ids = [service.open(spec, (anna, master)) for _ in range(bots)]
    with_bots = list(await asyncio.gather(*ids))
    await service.stop()
    await engine.dispose()
    return opened, with_bots, tokens


def started(folder: Path, port: int, profile: str | None) -> subprocess.Popen[bytes]:
    """The server, when it answers; `profile`: where cProfile's numbers go when it ends."""
    environment = os.environ | {"BUMMERL_DATA_DIR": str(folder), "BUMMERL_RATE_LIMITS": "false"}
    profiling = ["-m", "cProfile", "-o", profile] if profile else []
    serve = ["-m", "bummerl", "serve", "--no-open", "--port", str(port)]
    command = [sys.executable, *profiling, *serve]
    log = (folder / "server.log").open("wb")
    process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
            return process
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise SystemExit(f"the server does not start: see {folder}/server.log")


def memory(process: int) -> int:
    """Resident bytes."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def cpu(process: int) -> float:
    """Seconds of CPU."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def numbers(port: int) -> dict[str, float]:
    """What ``/metrics`` says, by name; the longest stall is since the last look."""

    def read() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            return bytes(answer.read()).decode()

    lines = (await asyncio.to_thread(read)).splitlines()
    return {
        name: float(value)
        for name, _, value in (line.rpartition(" ") for line in lines)
        if name.startswith("bummerl_") and "{" not in name
    }


async def seat(table: BenchTable, url: str, tokens: list[str]) -> None:
    """Connects people to a table."""
    for number, token in enumerate(tokens):
        headers = {"cookie": f"bummerl_session={token}"}
        opened = await connect(
            url, additional_headers=headers, compression=None, ping_interval=None, max_queue=None
        )
        side = Side(table, number, opened)
        table.sides.append(side)
        table.load.do(side.run())
    await asyncio.gather(*(side.ready.wait() for side in table.sides))


async def seat_all(
    tables: list[BenchTable], names: list[str], where: str, tokens: list[str]
) -> None:
    """Connects people to tables, twenty at a time."""
    for start in range(0, len(names), 20):
        pairs = zip(tables[start : start + 20], names[start : start + 20], strict=True)
        await asyncio.gather(*(seat(t, f"{where}{name}?v=1", tokens) for t, name in pairs))


async def measure(options: argparse.Namespace, folder: Path, port: int) -> None:
    """Seats everybody, plays, and prints the numbers."""
    opened, with_bots, tokens = await prepare(folder, options.tables, options.bots)
    process = started(folder, port, options.profile)
    try:
        load = Load(options.pace)
        await asyncio.sleep(3.0)  # the bots' machine code
        where = f"ws://127.0.0.1:{port}/ws/tables/"
        tables = [BenchTable(load, options.pace) for _ in opened]
        first = max(1, len(opened) // 10)
        await seat_all(tables[:first], opened[:first], where, tokens)
        await asyncio.sleep(2 * options.pace + 2)
        # what the server needs once, whatever the number of tables, is there now
        before, more = memory(process.pid), len(opened) - first
        await seat_all(tables[first:], opened[first:], where, tokens)
        await asyncio.sleep(2 * options.pace + 2)
        each = (memory(process.pid) - before) / max(1, more)
        print(f"{len(opened)} tables, {2 * len(opened)} sockets; {each / 1000:.0f} kB a table")
        await phase("people alone", load, options.seconds, process.pid, port)
        if with_bots:
            thinkers = [BenchTable(load, 0.0) for _ in with_bots]
            for table, name in zip(thinkers, with_bots, strict=True):
                await seat(table, f"{where}{name}?v=1", tokens[:1])
            await phase("with bots thinking", load, options.seconds, process.pid, port)
        print(f"at the end {memory(process.pid) / 1e6:.0f} MB in all")
        load.stopped = True
    finally:
        process.terminate()
        process.wait(30)


async def phase(name: str, load: Load, seconds: float, process: int, port: int) -> None:
    """Measures for a while, and prints what came out."""
    load.delays.clear()
    load.refused = 0
    before = await numbers(port)
    used, wall, own = cpu(process), time.perf_counter(), time.process_time()
    load.measuring = True
    await asyncio.sleep(seconds)
    load.measuring = False
    wall = time.perf_counter() - wall
    used, own, after = cpu(process) - used, time.process_time() - own, await numbers(port)
    late = after["bummerl_loop_lag_longest_seconds"]

    def mean(name: str) -> float:
        sums, counts = (after[name + end] - before[name + end] for end in ("_sum", "_count"))
        return sums / max(1, counts)

    delays = sorted(load.delays)
    if not delays:
        raise SystemExit("nobody has moved")
    p50, p99 = (1000 * delays[int(part * (len(delays) - 1))] for part in (0.5, 0.99))
    print(
        f"{name}: {len(delays) / wall:.0f} moves a second; told after {p50:.1f} ms (median), "
        f"{p99:.1f} ms (99 %), {1000 * delays[-1]:.0f} ms (most); server CPU {used / wall:.0%}, "
        f"clients' {own / wall:.0%}; longest stall {1000 * late:.1f} ms; written in "
        f"{1000 * mean('bummerl_commit_seconds'):.1f} ms with {mean('bummerl_batch_tables'):.1f} "
        f"tables at once; {load.refused} refused",
        flush=True,
    )


def main() -> None:
    """Print the numbers."""
    parser = argparse.ArgumentParser(description="Many tables in play at once.")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--bots", type=int, default=10, help="tables with a thinking master")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each measurement")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between two moves")
    parser.add_argument("--profile", metavar="FILE", help="profile the server with cProfile")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the server gets it from here
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure(options, Path(folder), port))


if __name__ == "__main__":
    main()
