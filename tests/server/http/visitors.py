"""Browsers without a screen: cookies, tokens, and an address each."""

from __future__ import annotations

import itertools
from typing import Any

import httpx
from litestar import Litestar

_numbers = itertools.count(1)


def unique(name: str) -> str:
    """A name that no other test uses."""
    return f"{name} {next(_numbers)}"


class Browser:
    """Keeps cookies, and sends the token against forged requests as the client does."""

    def __init__(
        self,
        app: Litestar,
        *,
        base: str = "http://cards.localhost",
        address: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        number = next(_numbers)
        self.address = address or f"10.{number // 62500}.{number // 250 % 250}.{number % 250}"
        transport = httpx.ASGITransport(
            app=app,  # type: ignore[arg-type]
            raise_app_exceptions=False,
            client=(self.address, 1234),
        )
        self.http = httpx.AsyncClient(transport=transport, base_url=base, headers=headers)

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self.http.get(path, **options)

    async def send(
        self, method: str, path: str, body: Any = None, **options: Any
    ) -> httpx.Response:
        """A request that changes something."""
        if "bummerl_csrf" not in self.http.cookies:
            await self.http.get("/api/me")
        headers = {
            "x-csrf-token": self.http.cookies["bummerl_csrf"],
            **options.pop("headers", {}),
        }
        if body is not None:
            options["json"] = body
        return await self.http.request(method, path, headers=headers, **options)

    async def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        return await self.send("POST", path, body, **options)

    async def guest(self, name: str | None = None, **more: Any) -> dict[str, Any]:
        """Sits down as a guest."""
        answer = await self.post("/api/guest", {"name": name or unique("Guest"), **more})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def account(self, name: str | None = None, password: str = "correct horse") -> str:
        """Makes an account; its name."""
        name = name or unique("Anna")
        answer = await self.post("/api/register", {"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        return name

    async def me(self) -> dict[str, Any] | None:
        answer = await self.get("/api/me")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] | None = answer.json()["user"]
        return found


def error_of(answer: httpx.Response, status: int) -> tuple[str, str]:
    """Code and sentence of a refusal."""
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "text"}
    return body["error"]["code"], body["error"]["text"]
