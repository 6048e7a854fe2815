"""Tournaments over HTTP, in few words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.http.visitors import Browser, unique

Browsers = Callable[..., Browser]


class Hall:
    """A tournament with its organiser."""

    def __init__(self, organiser: Browser, id_: str) -> None:
        self.organiser, self.id = organiser, id_
        self.path = f"/api/tournaments/{id_}"

    async def post(self, what: str, by: Browser | None = None, **body: Any) -> Any:
        """Something that must work."""
        answer = await (by or self.organiser).post(f"{self.path}/{what}", body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def get(self, what: str = "", by: Browser | None = None) -> Any:
        answer = await (by or self.organiser).get(self.path + (f"/{what}" if what else ""))
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def sell(self, **cards: int) -> None:
        """Cards to these people."""
        for name, count in cards.items():
            await self.post("sales", name=f"{name} Huber", cards=count)

    async def open_matches(self) -> list[dict[str, Any]]:
        show = await self.get()
        found = [*show["rounds"][-1]["matches"], *show["place_matches"]]
        return [match for match in found if match["state"] != "done"]

    async def play_round(self) -> None:
        """Everybody who is named first wins."""
        while matches := await self.open_matches():
            for match in matches:
                await self.post("results", match=match["id"], winner=match["a"], score=[2, 1])


async def hall(organiser: Browser, **settings: Any) -> Hall:
    """A new tournament of 16 cards."""
    more = {name: settings.pop(name) for name in ("control", "grace") if name in settings}
    announced = {"name": unique("Cup"), "rules": "sharp", "cards": 16, "price": 500, **settings}
    answer = await organiser.post("/api/tournaments", {"settings": announced, **more})
    assert answer.status_code == 201, answer.text
    return Hall(organiser, answer.json()["id"])


async def new_hall(browser: Browsers, **settings: Any) -> Hall:
    """A new tournament with an organiser of its own."""
    organiser = browser()
    await organiser.guest()
    return await hall(organiser, **settings)
