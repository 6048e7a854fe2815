"""A person in a browser window: looks at pages, and plays by mouse or by keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


class Size(NamedTuple):
    """Of a screen, in CSS pixels."""

    width: int
    height: int


PHONE = Size(390, 844)
SMALL = Size(320, 568)
DESKTOP = Size(1280, 800)
WAIT = 40_000
"""Milliseconds that something may take that the server or a bot does."""

_TABLE = "[data-table]"
# either it is my turn, or a deal is over and waits for me
_MY_MOMENT = """() => {
  const table = document.querySelector('[data-table]');
  if (!table || !location.pathname.endsWith(table.dataset.table)) return '';
  const { online, phase, toMove, seat } = table.dataset;
  if (online !== 'true') return '';
  if (phase === 'over') return phase;
  if (phase === 'deal_over') return document.querySelector('[data-next]') ? phase : '';
  return phase === 'playing' && toMove === seat ? phase : '';
}"""

# what came of pressing a card: the move, or the question whether the pair is to be announced
_ANNOUNCE = 'button[data-action^="m"][data-action*=" "]'
_MOVED_OR_ASKED = f"""(version) => {{
  const table = document.querySelector('[data-table]');
  if (!table) return null;
  if (table.dataset.version !== version) return 'moved';
  return document.querySelector({json.dumps(_ANNOUNCE)}) ? 'asked' : null;
}}"""


class Guest:
    """One browser window, with its own cookies."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        size: Size = DESKTOP,
        language: Literal["de", "en"] = "en",
        still: bool = True,
        dark: bool = False,
    ) -> None:
        self.url = url
        self.faults: list[str] = []
        """What the browser complained about."""
        self.context = browser.new_context(
            base_url=url,
            viewport={"width": size.width, "height": size.height},
            is_mobile=size.width < 600,
            has_touch=size.width < 600,
            locale={"de": "de-AT", "en": "en-GB"}[language],
            reduced_motion="reduce" if still else "no-preference",
            color_scheme="dark" if dark else "light",
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.page.on(
            "pageerror", lambda error: self.faults.append(f"error: {error.stack or error}")
        )
        self.page.on("console", self._heard)
        self.page.on("websocket", self._connected)
        self.scene: dict[str, Any] = {}
        """The table as the server told it last."""
        self.refusals: list[str] = []
        """Codes of all refusals so far."""

    def _heard(self, message: Any) -> None:
        # a network that was cut, or an answer that says no, is no fault of the page
        lost = "Failed to load resource" in message.text or "net::ERR_" in message.text
        if message.type == "error" and not lost:
            self.faults.append(message.text)

    def _connected(self, socket: Any) -> None:
        if "/ws/tables/" in socket.url:
            socket.on("framereceived", self._told)

    def _told(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message.get("type") == "table":
            self.scene = message["scene"]
        elif message.get("type") == "refused":
            self.refusals.append(message["code"])

    @property
    def points(self) -> int:
        """The own card points; 0 where they are not shown."""
        return int(self.scene["seats"][self.scene["seat"]]["points"] or 0)

    def close(self) -> None:
        """Close the window."""
        self.context.close()

    def open(self, path: str) -> None:
        """Go to a page of the server, and wait until it shows something."""
        self.page.goto(path)
        self.page.locator("h1, [data-table]").first.wait_for()

    # ---- the API, for what a test is not about ---------------------------------------------

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the HTTP API, as the page would."""
        self.context.request.get("/api/me")
        cookies = {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}
        answer = self.context.request.fetch(
            path,
            method=method,
            data=json.dumps(body if body is not None else {}) if method != "GET" else None,
            headers={
                "x-csrf-token": cookies.get("bummerl_csrf", ""),
                "content-type": "application/json",
            },
        )
        text = answer.text()
        assert answer.ok, f"{method} {path}: {answer.status} {text[:300]}"
        return json.loads(text) if text else None

    def enter(self, name: str, language: str = "en", deck: str = "french") -> None:
        """Become a guest of that name."""
        self.call("POST", "/api/guest", {"name": name, "language": language, "deck": deck})

    def new_table(self, **facts: Any) -> str:
        """Open a table; its id."""
        asked = {"opponent": "bot:beginner", "rules": "soft", "match": 1, "control": "none"}
        made = self.call("POST", "/api/tables", {**asked, "practice": False, **facts})
        return str(made["id"])

    # ---- at the table ------------------------------------------------------------------------

    def sit(self, table: str) -> None:
        """Go to a table."""
        self.page.goto(f"/table/{table}")
        self.page.locator(_TABLE).wait_for()

    def fact(self, name: str) -> str:
        """What the table says about itself: ``phase``, ``seq``, ``seat``."""
        return self.page.locator(_TABLE).get_attribute(f"data-{name}") or ""

    def wait_for_phase(self, phase: str) -> None:
        """Wait until the table is in it."""
        self.page.locator(f'[data-table][data-phase="{phase}"]').wait_for()

    @property
    def hand(self) -> list[str]:
        """The own cards, as they lie."""
        cards = self.page.locator('[data-zone="hand"] [data-card]')
        return [str(card.get_attribute("data-card")) for card in cards.all()]

    @property
    def laid(self) -> list[str]:
        """The cards of the trick that lie on the table."""
        cards = self.page.locator('[data-zone="trick"] [data-card]')
        return [str(card.get_attribute("data-card")) for card in cards.all()]

    def may_go_on(self) -> bool:
        """Whether there is something to do now."""
        return self.page.evaluate(_MY_MOMENT) not in ("", "over")

    def wait_for_moment(self) -> str:
        """Wait until the own seat is to move or a deal is over; the phase."""
        return str(self.page.wait_for_function(_MY_MOMENT).json_value())

    def play(self, *, by: Literal["mouse", "keyboard"] = "mouse", close: bool = False) -> None:
        """Make a move: go out with 66, close if wanted and possible, else the first legal card.

        Whoever is told that the server is busy tries again, as people do.
        """
        before = self.fact("version")
        calls = [*(["o"] if self.points >= 66 else []), *(["c"] if close else []), "d"]
        for _ in range(30):
            told = len(self.refusals)
            if not any(self._call(move, by) for move in calls):
                self._card(by)
            if self._moved(before, told, by):
                return
            self.page.wait_for_timeout(1000)
        raise AssertionError(f"no move is taken: {self.refusals[-3:]}")

    def _moved(self, before: str, told: int, by: str) -> bool:
        """Wait for what comes of a move; False if the server is busy."""
        for _ in range(WAIT // 20):
            came = self.page.evaluate(_MOVED_OR_ASKED, before)
            if came == "moved":
                return True
            if came == "asked":  # one of a pair was led: it can be announced
                self._press(self.page.locator(_ANNOUNCE).first, by)
            if len(self.refusals) > told:
                assert self.refusals[-1] == "busy", self.refusals
                return False
            self.page.wait_for_timeout(20)
        raise AssertionError("nothing came of a move")

    def _call(self, move: str, by: str) -> bool:
        """Press the button of a call, if it can be; whether it could."""
        button = self.page.locator(f'button[data-action="{move}"]:not([aria-disabled="true"])')
        if not button.count() or not button.first.is_enabled():
            return False
        self._press(button.first, by)
        return True

    def _card(self, by: str) -> None:
        cards = self.page.locator('[data-zone="hand"] button[data-card]')
        legal = '[data-zone="hand"] button[data-card]:not([aria-disabled="true"])'
        card = self.page.locator(legal).first
        if by == "mouse":
            card.click()
            return
        token = card.get_attribute("data-card")
        place = [button.get_attribute("data-card") for button in cards.all()].index(token)
        self.page.keyboard.press(str(place + 1))

    def _press(self, button: Locator, by: str) -> None:
        if by == "mouse":
            button.click()
        else:
            button.focus()
            self.page.keyboard.press("Enter")

    def go_on(self, *, by: Literal["mouse", "keyboard"] = "mouse") -> None:
        """After a deal: on to the next."""
        deal = self.fact("deal")
        button = self.page.locator("[data-next]").first
        self._press(button, by)
        self.page.wait_for_function(
            """(deal) => {
              const { dataset } = document.querySelector('[data-table]');
              return dataset.deal !== deal || dataset.phase !== 'deal_over' ||
                document.querySelector('[data-next]') === null;
            }""",
            arg=deal,
        )

    def play_match(self, *, by: Literal["mouse", "keyboard"] = "mouse", close: bool = False) -> int:
        """Play until the match is over; the number of moves made."""
        moves = 0
        while (phase := self.wait_for_moment()) != "over":
            if phase == "deal_over":
                self.go_on(by=by)
            else:
                self.play(by=by, close=close)
                moves += 1
        return moves

    # ---- looking ---------------------------------------------------------------------------

    def settle(self) -> None:
        """Wait until nothing is loaded any more."""
        self.page.wait_for_load_state("networkidle")
        self.page.locator("[aria-busy=true]").first.wait_for(state="detached")

    def count_bytes(self) -> Callable[[], int]:
        """From now on count what comes over the wire, headers left out."""
        session = self.context.new_cdp_session(self.page)
        session.send("Network.enable")
        total = [0]

        def add(event: dict[str, Any]) -> None:
            total[0] += int(event["encodedDataLength"])

        session.on("Network.loadingFinished", add)
        return lambda: total[0]

    def check_accessible(self) -> None:
        """What axe-core finds wrong with the page as it is: nothing."""
        assert AXE.is_file(), "axe-core is not installed; run: python -m tools.client"
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate(
            """async () => (await axe.run(document, {
              runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
            })).violations.map(({ id, help, nodes }) =>
              `${id}: ${help}: ${nodes.map((node) => node.html).slice(0, 3).join(' | ')}`)"""
        )
        assert not found, "\n".join([self.page.url, *found])

    def check_fits(self) -> None:
        """Nothing sticks out to the side, and nothing at the table has to be scrolled."""
        wide, high = self.page.evaluate(
            """() => {
              const root = document.scrollingElement;
              return [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight];
            }"""
        )
        assert wide <= 0, f"{self.page.url} is {wide} px too wide"
        if re.search(r"/table/", self.page.url):
            assert high <= 0, f"{self.page.url} is {high} px too high"

    def small_targets(self) -> list[str]:
        """Buttons and links that are smaller than 44 px, but for links in running text."""
        return list(
            self.page.evaluate(
                """() => [...document.querySelectorAll(
                    'button, [role=button], input, select, summary, nav a, a.button')]
                  .filter((e) => e.checkVisibility() && !e.closest('[inert], .visually-hidden'))
                  .map((e) => [e.closest('label') ?? e, e])
                  .map(([area, e]) => [area.getBoundingClientRect(), e])
                  .filter(([r]) => r.width > 1 && (r.width < 43.5 || r.height < 43.5))
                  .map(([r, e]) => `${Math.round(r.width)}×${Math.round(r.height)} ${
                    e.outerHTML.slice(0, 120)}`)"""
            )
        )


def who_can_go_on(people: tuple[Guest, ...]) -> Guest | None:
    """Whoever may do something, waited for; None when the match is over.

    Raises:
        AssertionError: nobody may for a long time.
    """
    for _ in range(WAIT // 50):
        for person in people:
            if person.may_go_on():
                return person
        if all(person.fact("phase") == "over" for person in people):
            return None
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can go on")
