"""The judge of the leak test: did anybody ever get what he might not know at that moment?"""

from __future__ import annotations

import functools
import io
import json
import re
import zipfile
from collections import Counter
from typing import Any, Final, NamedTuple

import msgspec

from server.attack import facts
from server.attack.facts import Cards, History

_GAME: Final = re.compile(r"/api/games/([0-9a-z]{16})(?:/deals/(\d+))?(/sgn)?(?:\?|$)")
_DEAL_TAGS: Final = re.compile(r'\[Event "Table (\w+)"\]|\[Deal "(\d+)"\]')
_COUNTS: Final = re.compile(r"card point|Augen?\b")


class Heard(NamedTuple):
    """Something that somebody was sent."""

    user: str | None
    """Id of the person who is signed in; None: nobody is."""
    at: int
    """When, in milliseconds since 1970."""
    source: str
    """Address that was asked, or ``socket TABLE``, or ``lobby``."""
    data: bytes
    first: bool = False
    """The first message of a socket."""
    asked: str = ""
    """The move that was wanted last, which an answer may name."""


class LeakError(AssertionError):
    """Somebody got to know too much."""


@functools.lru_cache(maxsize=1 << 16)
def _named(text: str) -> tuple[Cards, Cards]:
    return facts.tokens_in(text), facts.words_in(text)


def _all_named(value: Any) -> tuple[Cards, Cards]:
    tokens, words = set[str](), set[str]()
    for text in facts.strings_in(value):
        found = _named(text)
        tokens |= found[0]
        words |= found[1]
    return frozenset(tokens), frozenset(words)


class Judge:
    """Judges what was heard, by the histories of all tables."""

    def __init__(self, histories: dict[str, History]) -> None:
        self.histories = histories
        self.judged = Counter[str]()
        """How much of what was judged, so that a test can see that it was not nothing."""
        self._numbers = {
            text: number
            for history in histories.values()
            for text, number in history.numbers.items()
        }
        self._packs = {
            pack: (history.table, deal)
            for history in histories.values()
            for pack, deal in history.packs.items()
        }
        self._seen: dict[tuple[str | None, str], int] = {}

    def judge(self, heard: Heard) -> None:
        """Judges one message.

        Raises:
            LeakError: it held what this viewer could not know yet.
        """
        kind, _, rest = heard.source.partition(" ")
        if kind == "socket":
            self._socket(heard, rest)
        elif heard.data.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(heard.data)) as archive:
                for name in archive.namelist():
                    self._answer(heard._replace(source=f"export/{name}", data=archive.read(name)))
        else:
            self._answer(heard)

    # ---- the table's socket ----------------------------------------------------------------

    def _socket(self, heard: Heard, place: str) -> None:
        table, _, connection = place.partition("#")
        history = self.histories[table]
        message = msgspec.json.decode(heard.data)
        kind = message["type"]
        key = heard.user, connection
        before = 0 if heard.first else self._seen.get(key, 0)
        if kind == "table":
            seq = message["scene"]["seq"]
            self._seen[key] = seq
            self._scene(heard, history, message, seq, before)
        else:
            # it was said between the scene before and the next one, which may not be here yet
            seq = min(history.at(heard.at), len(history.moments) - 1)
            self._other(heard, history, message, range(before, seq + 1))
        self._secrets(heard, lambda one: seq if one == table else self._seq(one, heard.at))
        self.judged[kind] += 1

    def _scene(
        self, heard: Heard, history: History, message: dict[str, Any], seq: int, before: int
    ) -> None:
        scene, told = message["scene"], message["told"]
        moment = history.moments[seq]
        seat = history.seat_of(heard.user, seq)
        self._must(scene["seat"] == seat, heard, f"seat {scene['seat']}, not {seat}")
        self._must(scene["deal"] == moment.deal, heard, f"deal {scene['deal']}")
        visible = moment.visible[seat]
        course, fair = scene["course"], scene.pop("fair")
        cuts = history.cuts.get(moment.deal, ())
        for line, cut in zip(course, cuts, strict=False):
            self._may(heard, line, visible | moment.told | cut)
        scene["course"] = course[len(cuts) :]
        tokens, words = _all_named(scene)
        self._must(tokens <= visible, heard, f"shows {sorted(tokens - visible)}")
        hidden = words - visible - moment.told
        self._must(not hidden, heard, f"names {sorted(hidden)}")
        for item in told:
            then = history.moments[seq if before == 0 else item["seq"]]
            self._must(before < item["seq"] <= seq or heard.first, heard, f"tells old {item}")
            allowed = then.visible[seat] | then.told
            if item["kind"] == "dealt":
                allowed |= frozenset().union(*cuts)
            if item["kind"] == "exchange":
                allowed |= history.moments[item["seq"]].told | moment.told
            self._may(heard, item, allowed)
        if not moment.over:
            self._running(heard, history, scene, seat, moment.to_move)
        if fair is not None:
            opened = history.ended(fair["deal"], seq)
            shut = fair["secret"] is None and fair["pack"] is None
            self._must(opened or shut, heard, "the pack of a running deal")

    def _running(
        self,
        heard: Heard,
        history: History,
        scene: dict[str, Any],
        seat: int | None,
        turn: int | None,
    ) -> None:
        mine = seat is not None and turn == seat
        self._must(mine or not (scene["moves"] or scene["actions"]), heard, "another's moves")
        self._must(mine or not scene["reasons"], heard, "another's reasons")
        for side, shown in enumerate(scene["seats"]):
            if side != seat or not history.rules.points_visible:
                self._must(shown["points"] is None, heard, f"points of seat {side}")
                self._must(not any(map(_COUNTS.search, shown["facts"])), heard, "points in words")
        self.judged["hidden"] += 1

    def _other(
        self, heard: Heard, history: History, message: dict[str, Any], moments: range
    ) -> None:
        allowed = set[str]()
        for seq in moments:
            moment = history.moments[seq]
            allowed |= moment.visible[history.seat_of(heard.user, seq)] | moment.told
        self._may(heard, message, frozenset(allowed | {heard.asked}))

    # ---- everything else -------------------------------------------------------------------

    def _answer(self, heard: Heard) -> None:
        self._secrets(heard, lambda table: self._seq(table, heard.at))
        text = heard.data.decode()
        game = _GAME.match(heard.source)
        place = re.sub(r"/[0-9a-z]{16}\b.*", "/ID", heard.source.split("?")[0])
        self.judged[place if game is None else "game"] += 1
        if "[Deal " in text and "replay" not in heard.source and not text.startswith("{"):
            self._records(heard, text)
        elif game is not None and game[2] is not None and text.startswith('{"game"'):
            replay = json.loads(text)
            self._must((replay["game"], replay["number"]) == (game[1], int(game[2])), heard, "deal")
            self._over(heard, game[1], int(game[2]))
            self.judged["replay"] += 1
        else:
            tokens, words = _all_named(msgspec.json.decode(heard.data) if text[:1] == "{" else text)
            self._must(not tokens, heard, f"shows {sorted(tokens)}")
            self._must(not words, heard, f"names {sorted(words)}")

    def _records(self, heard: Heard, text: str) -> None:
        table = ""
        for event, deal in _DEAL_TAGS.findall(text):
            table = event or table
            if deal:
                self._over(heard, table, int(deal))
                self.judged["record"] += 1

    def _over(self, heard: Heard, table: str, deal: int) -> None:
        self._must(
            self.histories[table].ended(deal, self._seq(table, heard.at)),
            heard,
            f"deal {deal} of {table}, which is running",
        )

    def _seq(self, table: str, at: int) -> int:
        history = self.histories[table]
        return min(history.at(at), len(history.moments) - 1)

    # ---- secrets ---------------------------------------------------------------------------

    def _secrets(self, heard: Heard, seq_of: Any) -> None:
        for found in facts.NUMBERS.findall(heard.data):
            number = self._numbers.get(found.decode())
            self._must(number is not None, heard, f"a number that nobody knows: {found!r}")
            assert number is not None
            seq = seq_of(number.table)
            known = number.since is not None and seq >= number.since
            if number.owner is not None:
                known |= self.histories[number.table].seat_of(heard.user, seq) == number.owner
            self._must(known, heard, f"{number.what} of deal {number.deal}")
        for found in facts.PACKS.findall(heard.data):
            owner = self._packs.get(found.decode())
            if owner is not None:
                self._over(heard, *owner) if not heard.source.startswith("socket") else self._must(
                    self.histories[owner[0]].ended(owner[1], seq_of(owner[0])), heard, "a pack"
                )

    def _may(self, heard: Heard, value: Any, allowed: Cards) -> None:
        tokens, words = _all_named(value)
        hidden = (tokens | words) - allowed
        self._must(not hidden, heard, f"tells {sorted(hidden)}")

    def _must(self, fair: bool, heard: Heard, what: str) -> None:
        if not fair:
            shown = heard.data[:3000].decode("utf-8", "replace")
            raise LeakError(f"{heard.user} at {heard.source}: {what}\n{shown}")
