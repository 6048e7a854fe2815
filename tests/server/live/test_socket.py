"""What a socket says to whatever it is told: one clear answer, and the table goes on."""

from __future__ import annotations

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bummerl.server.live.connections import Bucket
from bummerl.server.live.metrics import FAILURES
from bummerl.server.refusals import TooOften
from server.live.clients import Seated, opened, sit
from server.live.running import Running, Serve, bot, person


async def dealt(server: Running) -> Seated:
    """Anna, to move in a deal against a bot."""
    anna = await sit(server.base, await server.open(person("Anna"), bot()), "Anna")
    await anna.receive()
    while not (anna.scene["phase"] == "playing" and anna.scene["moves"]):
        if await anna.step() is None:
            await anna.receive()
    return anna


async def goodbye(seated: Seated) -> dict[str, Any]:
    bye = await seated.until("bye")
    with pytest.raises(ConnectionClosed):
        await seated.until("nothing more")
    return bye


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("v=2", "version"),
        ("v=1&lang=fr", "malformed"),
        ("v=1&deck=tarot", "malformed"),
        ("v=1&since=-1", "malformed"),
        ("v=1&since=99999999999999999999", "malformed"),
    ],
)
async def test_addresses_that_cannot_be(serve: Serve, query: str, code: str) -> None:
    server = await serve()
    table = await server.open(person("Anna"), bot())
    bye = await goodbye(await sit(server.base, table, "Anna", query))
    assert (bye["code"], bye["text"].endswith(".")) == (code, True)


@pytest.mark.parametrize("table", ["0000000000000000", "x", "%00", "a" * 300, "%C3%A4"])
async def test_no_such_table(serve: Serve, table: str) -> None:
    server = await serve()
    bye = await goodbye(await sit(server.base, table))
    assert (bye["code"], bye["retry"]) == ("no_table", False)


async def test_pages_of_others_open_no_sockets(serve: Serve) -> None:
    server = await serve(public_url="https://cards.example")
    table = await server.open(person("Anna"), bot())
    for origin in ("https://evil.example", "null", "https://cards.example.evil.example"):
        with pytest.raises(InvalidStatus) as refused:
            await opened(server.base, table, origin=origin)
        assert refused.value.response.status_code == 403
    socket = await opened(server.base, table, origin="https://cards.example")
    await Seated(socket).until("table")


async def test_one_address_opens_only_so_many(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), bot())
    checked: list[tuple[str, str]] = []

    class Limits:
        async def check(self, kind: str, who: str) -> None:
            checked.append((kind, who))
            if len(checked) > 2:
                raise TooOften("too many sockets")

    server.app.state["services"] = SimpleNamespace(limits=Limits())
    for _ in range(2):
        await (await sit(server.base, table)).until("table")
    with pytest.raises(InvalidStatus) as refused:
        await opened(server.base, table)
    assert refused.value.response.status_code == 403
    assert checked == [("socket", "127.0.0.1")] * 3


async def test_refusals(serve: Serve) -> None:
    server = await serve()
    anna = await dealt(server)
    version, seq = anna.scene["version"], anna.scene["seq"]
    asked = [
        ("play", {"version": version - 1, "move": anna.scene["moves"][0]}, "stale"),
        ("play", {"version": version, "move": "XX"}, "illegal"),
        ("claim", {"reason": "flag"}, "not_now"),
        ("undo", {"version": version}, "not_now"),
        ("rematch", {}, "not_now"),
        ("commit", {"deal": 1, "commitment": "ab" * 32}, "not_now"),
    ]
    for kind, fields, code in asked:
        refused = await anna.ask(kind, **fields)
        assert (refused["type"], refused.get("code")) == ("refused", code), kind
        assert refused["text"].endswith(".")
        assert (await anna.receive())["scene"]["seq"] == seq  # the table as it stands follows
    carl = await sit(server.base, anna.scene["table"], "Carl")
    await carl.receive()
    refused = await carl.ask("play", version=version, move=anna.scene["moves"][0])
    assert refused["code"] == "not_yours"


async def test_words_and_ping(serve: Serve) -> None:
    server = await serve()
    anna = await dealt(server)
    assert await anna.ask("ping") == {"type": "pong", "reply_to": anna.number}
    english = anna.scene["prompt"]
    answer = await anna.ask("words", lang="de", deck="german")
    assert answer["type"] == "table"
    assert answer["scene"]["prompt"] != english


async def test_since_tells_what_was_missed(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), person("Bert"))
    anna, bert = await sit(server.base, table, "Anna"), await sit(server.base, table, "Bert")
    await asyncio.gather(anna.play(until="playing"), bert.play(until="playing"))
    await bert.close()
    since = bert.scene["seq"]
    while not anna.scene["moves"] and anna.scene["seats"][1]["here"]:
        await anna.receive()
    if anna.scene["moves"]:
        await anna.step()
    else:
        await anna.ask("say", phrase="moment")
    back = await sit(server.base, table, "Bert", f"v=1&since={since}")
    first = await back.receive()
    assert first["told"]
    assert min(entry["seq"] for entry in first["told"]) > since
    again = await sit(server.base, table, "Bert")
    assert (await again.receive())["told"] == []


async def test_too_fast(serve: Serve) -> None:
    server = await serve(burst=20, rate=5.0)
    anna = await dealt(server)
    eager = await sit(server.base, anna.scene["table"], "Anna")
    for number in range(25):
        await eager.socket.send(json.dumps({"type": "ping", "id": number}))
    assert (await goodbye(eager))["code"] == "too_fast"
    assert sum(message["type"] == "pong" for message in eager.messages) == 20
    assert (await anna.ask("ping"))["type"] == "pong"


def test_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    bucket = Bucket(3, 2.0)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


MALFORMED = [
    "",
    "null",
    "[]",
    "{}",
    '{"type":"play"}',
    '{"type":"play","id":1,"version":1,"move":"HA","more":1}',
    '{"type":"play","id":-1,"version":1,"move":"HA"}',
    '{"type":"play","id":1e400,"version":1,"move":"HA"}',
    '{"type":"say","id":1,"phrase":"<b>"}',
    '{"type":"commit","id":1,"deal":1,"commitment":"xyz"}',
    '{"type":"ping","id":1}' + " " * 5000,
    "[" * 4000,
    '{"type":"nonsense","id":1}',
    b"\x00\xff\xfe",
    b'{"type":"ping","id":\xff}',
]


@pytest.mark.parametrize("data", MALFORMED, ids=range(len(MALFORMED)))
async def test_malformed(serve: Serve, data: str | bytes) -> None:
    server = await serve()
    table = await server.open(person("Anna"), bot())
    anna = await sit(server.base, table, "Anna")
    await anna.socket.send(data)
    assert (await goodbye(anna))["code"] == "malformed"
    again = await sit(server.base, table, "Anna")
    await again.play(until="playing")


async def test_binary_frames_are_understood(serve: Serve) -> None:
    server = await serve()
    anna = await dealt(server)
    await anna.socket.send(b'{"type":"ping","id":77}')
    assert (await anna.until("pong"))["reply_to"] == 77


def _noise(dice: random.Random, scene: dict[str, Any]) -> str | bytes:
    """Something between nonsense and a good command."""
    kinds = ["play", "give_up", "claim", "undo", "hint", "commit", "reveal", "say", "words", "ping"]
    some: list[Any] = [None, -1, 0, 2**63, "", "HA", "o", "c", [], {}, True, 1.5, "ab" * 32]
    some += [scene["version"], *scene["moves"], "deal", "flag", "de", "german", "luck"]
    choice = dice.randrange(10)
    if choice == 0:
        return dice.randbytes(dice.randrange(200))
    fields = ["version", "move", "scope", "reason", "deal", "commitment", "contribution", "phrase"]
    fields += ["lang", "deck"]
    message = {"type": dice.choice(kinds), "id": dice.choice([1, 2, 3, None, "x"])}
    message |= {field: dice.choice(some) for field in dice.sample(fields, dice.randrange(4))}
    text = json.dumps(message)
    if choice == 1:
        at = dice.randrange(len(text))
        return text[:at] + chr(dice.randrange(1, 0x2FF)) + text[at + 1 :]
    return text


async def test_fuzz(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), person("Bert"))
    anna, bert = await sit(server.base, table, "Anna"), await sit(server.base, table, "Bert")
    await asyncio.gather(anna.play(until="playing"), bert.play(until="playing"))
    before = sum(sample.value for metric in FAILURES.collect() for sample in metric.samples)
    dice = random.Random("fuzz")
    for _ in range(150):
        noisy = await sit(server.base, table, dice.choice(["Anna", "Bert", "Carl"]))
        await noisy.receive()
        for _ in range(10):
            await noisy.socket.send(_noise(dice, noisy.scene))
        last = await noisy.ask_or_bye()
        assert last["type"] in ("bye", "pong"), last
        if last["type"] == "bye":
            assert last["code"] == "malformed"
        await noisy.close()
    after = sum(sample.value for metric in FAILURES.collect() for sample in metric.samples)
    assert after == before
    fresh = await sit(server.base, table, "Anna"), await sit(server.base, table, "Bert")
    for seated in fresh:
        await seated.receive()
    if fresh[0].scene["phase"] != "over":
        await fresh[0].ask("give_up", scope="match")
    for seated in fresh:
        await seated.until_scene(phase="over")
