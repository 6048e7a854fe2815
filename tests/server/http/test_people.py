"""Guests and accounts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from litestar import Litestar

from bummerl.server.store import people
from bummerl.server.store.engine import read
from server.http.visitors import Browser, error_of, unique

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]


async def test_nobody_is_signed_in_at_first(browser: Browsers) -> None:
    assert await browser().me() is None


async def test_guest_sits_down_with_a_name_deck_and_language(browser: Browsers) -> None:
    visitor = browser()
    name = unique("Resi")
    guest = await visitor.guest(name, language="de", deck="german")
    assert guest["guest"]
    assert (guest["name"], guest["language"], guest["deck"]) == (name, "de", "german")
    assert guest["ratings"] == []
    assert await visitor.me() == guest


@pytest.mark.parametrize("language", ["en", "de"])
async def test_guest_without_a_name_gets_a_friendly_one(browser: Browsers, language: str) -> None:
    answer = await browser().post("/api/guest", {"language": language, "deck": "french"})
    name = answer.json()["name"]
    assert len(name.split()) == 2
    assert name.istitle()


async def test_the_browsers_language_is_taken_unless_another_is_chosen(browser: Browsers) -> None:
    german = {"accept-language": "de-AT,en;q=0.5"}
    assert (await browser(headers=german).guest())["language"] == "de"
    assert (await browser(headers=german).guest(language="en"))["language"] == "en"
    visitor = browser(headers=german)
    await visitor.account()
    me = await visitor.me()
    assert me is not None
    assert me["language"] == "de"


async def test_who_is_a_guest_stays_the_same_person(browser: Browsers) -> None:
    visitor = browser()
    first = await visitor.guest()
    again = (await visitor.post("/api/guest", {"language": "de", "deck": "german"})).json()
    assert again == {**first, "language": "de", "deck": "german"}


@pytest.mark.parametrize(
    "name",
    [
        "x",
        "a" * 25,
        "  ",
        "a\u202eb",
        "tab\u0007bell",
        "zero\u200bwidth",
        "...",
        "a" + 4 * "\u0301",
    ],
)
async def test_names_that_cannot_be(browser: Browsers, name: str) -> None:
    code, text = error_of(await browser().post("/api/guest", {"name": name}), 400)
    assert code == "invalid"
    assert text.endswith(".")


async def test_names_are_normalised(browser: Browsers) -> None:
    guest = await browser().guest("  Ａnna \t Ｂ7  ")
    assert guest["name"] == "Anna B7"


async def test_registering_keeps_the_guest(browser: Browsers) -> None:
    visitor = browser()
    guest = await visitor.guest(language="de", deck="german")
    name = await visitor.account()
    me = await visitor.me()
    assert me == {**guest, "name": name, "guest": False}


async def test_registering_without_being_a_guest(browser: Browsers) -> None:
    visitor = browser()
    name = await visitor.account()
    me = await visitor.me()
    assert me is not None
    assert (me["name"], me["guest"]) == (name, False)


async def test_account_names_are_unique_whatever_the_letters_look_like(browser: Browsers) -> None:
    name = unique("Straße")
    await browser().account(name)
    for other in (name, name.upper(), name.replace("ß", "SS")):
        answer = await browser().post("/api/register", {"name": other, "password": "12345678"})
        assert error_of(answer, 409)[0] == "conflict"
        assert error_of(await browser().post("/api/guest", {"name": other}), 409)[0] == "conflict"


async def test_register_twice_is_refused(browser: Browsers) -> None:
    visitor = browser()
    await visitor.account()
    answer = await visitor.post("/api/register", {"name": unique("B"), "password": "12345678"})
    error_of(answer, 409)


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201])
async def test_passwords_that_cannot_be(browser: Browsers, password: str) -> None:
    answer = await browser().post("/api/register", {"name": unique("A"), "password": password})
    error_of(answer, 400)


async def test_passwords_are_kept_as_argon2id_and_tokens_as_hashes(
    browser: Browsers, app: Litestar
) -> None:
    visitor = browser()
    name = await visitor.account(password="correct horse battery")
    async with read(app.state.engine) as session:
        user = await people.by_key(session, name.casefold())
        assert user is not None
        assert user.password is not None
        assert user.password.startswith("$argon2id$")
    if app.state.engine.dialect.name != "sqlite":
        return
    token = visitor.http.cookies["bummerl_session"]
    database = app.state.settings.data_dir / "bummerl.db"
    everything = b"".join(path.read_bytes() for path in database.parent.glob(f"{database.name}*"))
    assert name.encode() in everything
    assert token.encode() not in everything
    assert b"correct horse battery" not in everything


async def test_login_and_logout(browser: Browsers) -> None:
    first, second = browser(), browser()
    name = await first.account(password="correct horse")
    answer = await second.post("/api/login", {"name": name.upper(), "password": "correct horse"})
    assert answer.json()["name"] == name
    assert await second.me() == await first.me()
    assert (await second.post("/api/logout")).json() == {"ok": True}
    assert await second.me() is None
    assert await first.me() is not None
    assert (await second.post("/api/logout")).status_code == 200


@pytest.mark.parametrize("name", ["", "\0", "\u202e", "\ud7ff", "x" * 100])
async def test_login_with_names_that_nobody_has(browser: Browsers, name: str) -> None:
    answer = await browser().post("/api/login", {"name": name, "password": "12345678"})
    assert error_of(answer, 403)[0] == "wrong_password"


@pytest.mark.parametrize("wrong", ["Correct horse", "", "x" * 200])
async def test_login_with_a_wrong_password(browser: Browsers, wrong: str) -> None:
    name = await browser().account(password="correct horse")
    answer = await browser().post("/api/login", {"name": name, "password": wrong})
    assert error_of(answer, 403)[0] == "wrong_password"


async def test_login_tells_nothing_about_names(browser: Browsers) -> None:
    name = await browser().account()
    known = await browser().post("/api/login", {"name": name, "password": "wrong wrong"})
    unknown = await browser().post("/api/login", {"name": unique("No"), "password": "wrong wrong"})
    assert known.json() == unknown.json()
    assert known.status_code == unknown.status_code


async def test_signing_in_makes_a_new_token(browser: Browsers) -> None:
    visitor = browser()
    await visitor.guest()
    before = visitor.http.cookies["bummerl_session"]
    name = await visitor.account()
    after = visitor.http.cookies["bummerl_session"]
    assert before != after
    stranger = browser()
    stranger.http.cookies.set("bummerl_session", before)
    assert await stranger.me() is None
    await visitor.post("/api/login", {"name": name, "password": "correct horse"})
    assert visitor.http.cookies["bummerl_session"] not in (before, after)


async def test_changing_oneself(browser: Browsers) -> None:
    visitor = browser()
    await visitor.guest()
    name = unique("Neu")
    changes = {"name": name, "language": "de", "deck": "german", "settings": {"sound": 0.5}}
    me = (await visitor.send("PATCH", "/api/me", changes)).json()
    assert {key: me[key] for key in changes} == changes
    only = (await visitor.send("PATCH", "/api/me", {"language": "en"})).json()
    assert only == {**me, "language": "en"}


@pytest.mark.parametrize(
    "changes",
    [
        {"language": "fr"},
        {"deck": "swiss"},
        {"name": "x"},
        {"settings": {"x": "y" * 5000}},
        {"settings": []},
        {"admin": True},
    ],
)
async def test_changes_that_cannot_be(browser: Browsers, changes: dict[str, object]) -> None:
    visitor = browser()
    before = await visitor.guest()
    error_of(await visitor.send("PATCH", "/api/me", changes), 400)
    assert await visitor.me() == before


async def test_an_account_is_renamed_unless_the_name_is_taken(browser: Browsers) -> None:
    visitor, other = browser(), browser()
    name, taken = await visitor.account(), await other.account()
    error_of(await visitor.send("PATCH", "/api/me", {"name": taken.upper()}), 409)
    answer = await visitor.send("PATCH", "/api/me", {"name": name.upper()})
    assert answer.json()["name"] == name.upper()
    login = await browser().post("/api/login", {"name": name, "password": "correct horse"})
    assert login.status_code == 200


async def test_changing_the_password_signs_out_all_others(browser: Browsers) -> None:
    first, second = browser(), browser()
    name = await first.account(password="correct horse")
    await second.post("/api/login", {"name": name, "password": "correct horse"})
    wrong = {"old": "wrong horse", "new": "another horse"}
    assert error_of(await first.post("/api/me/password", wrong), 403)[0] == "wrong_password"
    error_of(await first.post("/api/me/password", {"old": "correct horse", "new": "short"}), 400)
    right = {"old": "correct horse", "new": "another horse"}
    assert (await first.post("/api/me/password", right)).status_code == 200
    assert await first.me() is not None
    assert await second.me() is None
    old = await second.post("/api/login", {"name": name, "password": "correct horse"})
    error_of(old, 403)
    new = await second.post("/api/login", {"name": name, "password": "another horse"})
    assert new.status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/api/me", {}),
        ("POST", "/api/me/password", {"old": "12345678", "new": "12345678"}),
        ("DELETE", "/api/me", {}),
        ("POST", "/api/tables", {"opponent": "friend"}),
        ("POST", "/api/seeks", {}),
        ("POST", "/api/reports", {"table": "x", "kind": "person"}),
    ],
)
async def test_what_needs_a_name(
    browser: Browsers, method: str, path: str, body: dict[str, object]
) -> None:
    assert error_of(await browser().send(method, path, body), 401)[0] == "signed_out"


@pytest.mark.parametrize("path", ["/api/me/export", "/api/me/games.sgn", "/api/games"])
async def test_what_needs_a_name_to_be_read(browser: Browsers, path: str) -> None:
    assert error_of(await browser().get(path), 401)[0] == "signed_out"


async def test_errors_speak_the_readers_language(browser: Browsers) -> None:
    visitor = browser(headers={"accept-language": "de-AT,de;q=0.9,en;q=0.5"})
    german = error_of(await visitor.get("/api/nothing"), 404)[1]
    english = error_of(await browser().get("/api/nothing"), 404)[1]
    assert english == "There is nothing here."
    assert german[0].isupper()
    await visitor.guest(language="en")
    assert error_of(await visitor.get("/api/nothing"), 404)[1] == english
    assert error_of(await visitor.get("/api/nothing?lang=de"), 404)[1] == german
