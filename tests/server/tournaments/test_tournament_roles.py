"""Who may do what; and secrets of coming draws stay where they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar

from bummerl.tournament import backup
from bummerl.tournament.draw import secret_of
from bummerl.tournament.events import Announced, AnyEvent, Undrawn
from server.http.visitors import error_of
from server.tournaments.hall import Browsers, new_hall

pytestmark = pytest.mark.asyncio(loop_scope="session")

DESK = (
    ("GET", "desk", None),
    ("GET", "log", None),
    ("GET", "lists/cash.csv", None),
    ("GET", "sheets/cash.pdf", None),
    ("POST", "sales", {"name": "Eve"}),
    ("POST", "sales/undo", {"cards": [1]}),
    ("POST", "persons", {"name": "Anna Huber", "display": "Queen"}),
    ("POST", "entries", {"text": "Name\nEve"}),
    ("POST", "results", {"match": "1-1", "winner": 1}),
    ("POST", "results/clear", {"match": "1-1"}),
    ("POST", "withdrawals", {"cards": [1]}),
    ("POST", "boards", {"match": "1-1", "board": 1}),
)
ORGANISER: tuple[tuple[str, str, dict[str, str] | None], ...] = (
    ("GET", "backup", None),
    ("GET", "team", None),
    ("POST", "draw", {"word": "x"}),
    ("POST", "undraw", {"reason": "x"}),
    ("POST", "invitation", {}),
    ("POST", "helpers", {"name": "Eve"}),
    ("DELETE", "helpers/x", None),
    ("PATCH", "settings", {"name": "Mine", "rules": "soft"}),
)


async def test_strangers_may_only_look(browser: Browsers) -> None:
    cup = await new_hall(browser)
    await cup.sell(Anna=2)
    stranger, nobody = browser(), browser()
    await stranger.guest()
    before = await cup.get()
    for method, what, body in (*DESK, *ORGANISER):
        for person, status in ((stranger, 403), (nobody, 401)):
            answer = await person.send(method, f"{cup.path}/{what}", body)
            assert answer.status_code == status, (what, answer.text)
    assert await cup.get(by=nobody) == before
    assert (await cup.get("me", stranger))["role"] == "viewer"


async def test_helpers_work_but_do_not_run_it(browser: Browsers) -> None:
    cup = await new_hall(browser)
    await cup.sell(Anna=2)
    helper = browser()
    await helper.guest()
    wrong = await helper.post(f"{cup.path}/help", {"token": "0" * 16})
    error_of(wrong, 403)
    await cup.post("invitation")
    token = (await cup.get("team"))["link"].rpartition("/")[2]
    await cup.post("help", helper, token=token)
    assert (await cup.get("me", helper))["role"] == "helper"
    await cup.post("sales", helper, name="Eve", cards=2)
    assert (await cup.get("log"))[0]["by"] == (await helper.me() or {})["name"]
    for method, what, body in ORGANISER:
        answer = await helper.send(method, f"{cup.path}/{what}", body)
        assert error_of(answer, 403)[0] == "forbidden", what
    [known] = (await cup.get("team"))["helpers"]
    gone = await cup.organiser.send("DELETE", f"{cup.path}/helpers/{known['id']}")
    assert gone.status_code == 200
    error_of(await helper.post(f"{cup.path}/sales", {"name": "Eve"}), 403)
    # neither now nor with a new link is the one before any good
    error_of(await helper.post(f"{cup.path}/help", {"token": token}), 403)
    assert (await cup.get("team"))["link"] is None
    await cup.post("invitation")
    error_of(await helper.post(f"{cup.path}/help", {"token": token}), 403)


async def test_helpers_by_name(browser: Browsers) -> None:
    cup = await new_hall(browser)
    helper = browser()
    name = await helper.account()
    await cup.post("helpers", name=name.upper())
    assert (await cup.get("me", helper))["role"] == "helper"
    listed = (await helper.get("/api/tournaments")).json()
    assert [(one["id"], one["role"]) for one in listed] == [(cup.id, "helper")]
    error_of(await cup.organiser.post(f"{cup.path}/helpers", {"name": "No Such"}), 404)


async def test_secrets_and_full_names_stay_on_the_server(browser: Browsers, app: Litestar) -> None:
    cup = await new_hall(browser, cards=8)
    await cup.sell(Anna=3, Bert=3, Cara=2)
    await cup.post("draw", word="Kraut")
    log = backup.loads((await cup.organiser.get(f"{cup.path}/backup")).content, Path("x"))
    end = bytes.fromhex(log[0].secret)  # type: ignore[union-attr]
    coming = [secret_of(end, draw).hex() for draw in (2, 3, 4)] + [end.hex()]
    seen = []
    for what in ("", "/desk", "/log", "/me", "/team", "/qr.svg"):
        seen.append((await cup.organiser.get(cup.path + what)).text)
    for what in ("entries", "matches", "prizes", "cash"):
        seen.append((await cup.organiser.get(f"{cup.path}/lists/{what}.csv")).text)
    for text in seen:
        for secret in coming:
            assert secret not in text
    shown = (await browser().get(cup.path)).json()
    assert shown["draws"][0]["secret"] == secret_of(end, 1).hex()
    assert "Huber" not in str(shown)
    kept = app.state.settings.data_dir / "tournaments"
    assert oct(kept.stat().st_mode & 0o777) == "0o700"


async def test_tournaments_that_are_not_there(browser: Browsers) -> None:
    person = browser()
    await person.guest()
    for id_ in ("0" * 16, "x", "%00", "0" * 15 + "%00"):
        for what in ("", "/desk", "/me", "/backup", "/qr.svg"):
            answer = await person.get(f"/api/tournaments/{id_}{what}")
            assert answer.status_code == 404, answer.text


def forged(log: list[AnyEvent], number: int, **changes: Any) -> str:
    """A backup with a valid hash, in which one event is another."""
    return backup.dumps(
        [*log[:number], msgspec.structs.replace(log[number], **changes), *log[number + 1 :]]
    ).decode()


async def test_backups_that_no_desk_has_written(browser: Browsers) -> None:
    cup = await new_hall(browser, cards=8)
    await cup.sell(Anna=3, Bert=3, Cara=2)
    await cup.post("draw", word="Kraut")
    text = (await cup.organiser.get(f"{cup.path}/backup")).content
    log = backup.loads(text, Path("x"))
    first = log[0]
    assert isinstance(first, Announced)
    huge = msgspec.structs.replace(first.settings, cards=2**30)
    rules = msgspec.structs.replace(first.settings, rules="none")
    for wrong in (
        forged(log, 0, settings=huge),
        forged(log, 0, settings=rules),
        forged(log, 0, secret="00"),
        forged(log, 1, name="x" * 5000),
        forged(log, 2, cards=(10**9,)),
        forged(log, 2, price=-(10**12)),
        forged(log, 7, size=2**40),
        forged(log, 7, left=(99, 98, 97, 96)),
        backup.dumps([*log, *log[1:2] * 12_000]).decode(),
        "",
        "{}",
        "[]\n" * 5000,
    ):
        answer = await cup.organiser.post("/api/tournaments/restore", {"text": wrong})
        assert "backup" in error_of(answer, 400)[1], wrong[:200]


@pytest.mark.parametrize(
    ("lang", "text", "said"),
    [
        ("en", "hello", "This file is no backup of a tournament."),
        (
            "en",
            backup.dumps([Undrawn(at=1, reason="x")]).decode(),
            "This file is damaged; take another backup.",
        ),
    ],
)
async def test_what_is_said_of_a_wrong_file(
    browser: Browsers, lang: str, text: str, said: str
) -> None:
    """In the words of the page, which knows neither paths nor commands."""
    person = browser()
    await person.guest()
    answer = await person.post(f"/api/tournaments/restore?lang={lang}", {"text": text})
    assert error_of(answer, 400)[1] == said
