"""What the tests in a real browser share: Chromium, a real server, and guests who play.

They run in a process of their own (``make browser``): Playwright's loop does not go together with
that of other tests.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.guest import DESKTOP, PHONE, Guest
from bummerl.server.http.client import STATIC
from serving import Cable, Server, missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Visit = Callable[..., Guest]

CHROMIUM = os.environ.get("BUMMERL_CHROMIUM") or shutil.which("chromium")
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--mute-audio",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    if CHROMIUM is None:
        missing("chromium is not installed; BUMMERL_CHROMIUM may say where it is")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(_FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests share, as people do."""
    if not (STATIC / "index.html").is_file():
        missing("the web client is not built; run: python -m tools.client")
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    assert running.stop() == 0, running.log.read_text(encoding="utf-8", errors="replace")


@pytest.fixture(scope="session")
def hurried_server(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[Server]:
    """One whose time passes faster: 90 seconds in 4.5, and bots that hardly think."""
    running = Server(tmp_path_factory.mktemp("hurried"), hurry="20").start()
    yield running
    assert running.stop() == 0, running.log.read_text(encoding="utf-8", errors="replace")


@pytest.fixture
def own_server(tmp_path: Path, server: Server) -> Iterator[Server]:
    """A server of the test's own, which it may stop and start."""
    running = Server(tmp_path).start()
    yield running
    running.stop()


@pytest.fixture
def visit(chromium: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Opens a browser window of its own on the server; at the end nobody may have seen an error."""
    guests: list[Guest] = []

    def visited(path: str | None = None, *, at: Server | Cable = server, **facts: object) -> Guest:
        guest = Guest(chromium, at.url, **{"size": DESKTOP, **facts})  # type: ignore[arg-type]
        guests.append(guest)
        if path is not None:
            guest.open(path)
        return guest

    yield visited
    faults = [fault for guest in guests for fault in guest.faults]
    for number, guest in enumerate(guests):
        _keep_picture(guest, f"{request.node.name}-{number}")
        guest.close()
    assert faults == []


Together = Callable[..., tuple[Guest, Guest]]


@pytest.fixture
def together(visit: Visit, server: Server) -> Together:
    """Seats two people at one table of the server, Anna on a desktop and Bert with a phone."""

    def seated(at: Server = server, **facts: object) -> tuple[Guest, Guest]:
        anna, bert = visit(at=at), visit(at=at, size=PHONE)
        anna.enter("Anna")
        bert.enter("Bert")
        table = anna.new_table(opponent="friend", seat="first", **facts)
        bert.call("POST", f"/api/tables/{table}/join")
        for person in (anna, bert):
            person.sit(table)
        for person in (anna, bert):
            person.wait_for_phase("playing")
        return anna, bert

    return seated


def _keep_picture(guest: Guest, name: str) -> None:
    """Keep a picture of what is on the screen, where that is asked for."""
    folder = os.environ.get("BUMMERL_PICTURES")
    if folder:
        safe = "".join(letter if letter.isalnum() else "-" for letter in name)
        guest.page.screenshot(path=Path(folder) / f"{safe}.png")
