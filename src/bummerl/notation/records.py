"""A deal as a record: tags, first position, moves, comments.

SGN (`bummerl.notation.sgn`) and JSON lines (`bummerl.notation.jsonl`) are two texts of it.

>>> from bummerl.rules.dealing import deal, shuffled
>>> start = deal(shuffled(20, seed=3), dealer=0)
>>> record = record_of(start, start.resign(1), {"Deal": "4", "Seat1": "Anna"})
>>> record.deal, record.dealer, record.players, record.result
(4, 0, ('', 'Anna'), Result(winner=0, points=3, reason='resigned'))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bummerl.notation.spn import write_spn
from bummerl.notation.tags import Place, canonical_value, check_tags, in_tag_order
from bummerl.notation.tokens import parse_cards
from bummerl.rules.dealing import Pack
from bummerl.rules.moves import Played, Seat
from bummerl.rules.position import Position
from bummerl.rules.scoring import Result
from bummerl.rules.variants import Rules


@dataclass(frozen=True, kw_only=True)
class DealRecord:
    """One deal with its tags and comments; immutable but for the two dictionaries.

    Properties called like a tag read that tag; in records that were read, and in those made by
    `record_of`, it has its proper form.
    """

    tags: dict[str, str]
    """All tags, in the order they came."""
    start: Position
    """The first position, with the score before the deal; may be mid-deal."""
    final: Position
    """The position after all moves."""
    comments: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Comments by the number of moves made before them; 0: before the first."""
    place: Place = field(default=Place(), compare=False, repr=False)
    """Where the record begins in the text it was read from."""
    tag_places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)
    """Where each tag stands in that text."""

    @property
    def moves(self) -> tuple[Played, ...]:
        """Who made which move, from `start` on."""
        return self.final.history[len(self.start.history) :]

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.start.rules

    @property
    def match(self) -> int | None:
        """Number of the match, if told."""
        return self._number("Match")

    @property
    def game(self) -> int | None:
        """Number of the game (Bummerl) in its match, if told."""
        return self._number("Game")

    @property
    def deal(self) -> int | None:
        """Number of the deal; never None in a record that was read."""
        return self._number("Deal")

    @property
    def dealer(self) -> Seat | None:
        """Who dealt; never None in a record that was read."""
        return self._number("Dealer")

    @property
    def players(self) -> tuple[str, str]:
        """Names by seat, empty where not told."""
        return self.tags.get("Seat0", ""), self.tags.get("Seat1", "")

    @property
    def bummerls(self) -> tuple[int, ...]:
        """Bummerls each seat had hung on the other before the deal, as far as told."""
        return self.start.score.bummerls

    @property
    def carry(self) -> int:
        """Game points that drawn deals before add to the next win, as far as told (LAST-3)."""
        return self.start.score.carry

    @property
    def result(self) -> Result | None:
        """The result as the tags tell it; None when unfinished."""
        winner, plus, points = self.tags.get("Result", "*").partition("+")
        reason = self.tags.get("Reason", "")
        if plus:
            return Result(int(winner), int(points), reason)
        return Result(None, 0, reason) if winner == "=" else None

    @property
    def points(self) -> tuple[int, ...] | None:
        """Card points by seat at the end, if told."""
        text = self.tags.get("Points")
        return None if text is None else tuple(map(int, text.split("-")))

    @property
    def pack(self) -> Pack | None:
        """The pack order, top card first, if told (DEAL-5)."""
        text = self.tags.get("Pack")
        return None if text is None else parse_cards("".join(text.split()))

    def place_of(self, tag: str) -> Place:
        """Where a tag stands in the text, or the record where it has no such tag."""
        return self.tag_places.get(tag, self.place)

    def _number(self, tag: str) -> int | None:
        text = self.tags.get(tag)
        return None if text is None else int(text)


def record_of(
    start: Position, final: Position, tags: Mapping[str, str] | None = None
) -> DealRecord:
    """The record of a deal played from `start` to `final`.

    `tags` are what the positions do not tell: Event, Date, Match, Game, Deal (else ``1``),
    Seat0, Seat1, Pack, Dealer where `start` does not know its forehand, and any of one's own.
    """
    told = {**(tags or {}), "Rules": str(start.rules), "Start": write_spn(start)}
    for name in ("Bummerls", "Carry", "Reason", "Points"):
        told.pop(name, None)
    if start.forehand is not None:
        told["Dealer"] = str(1 - start.forehand)
    if any(start.score.bummerls):
        told["Bummerls"] = ":".join(map(str, start.score.bummerls))
    if start.score.carry:
        told["Carry"] = str(start.score.carry)
    told["Result"] = write_result(final.result)
    if final.result is not None:
        told["Reason"] = final.result.reason
        told["Points"] = write_points(final)
    told = {"SGN": "1", "Deal": "1"} | told
    return DealRecord(
        tags={name: told[name] for name in in_tag_order(told)}, start=start, final=final
    )


def write_result(result: Result | None) -> str:
    """The result line: ``0+2``, ``=`` or ``*``."""
    if result is None:
        return "*"
    return "=" if result.winner is None else f"{result.winner}+{result.points}"


def write_points(position: Position) -> str:
    """Counting card points by seat: ``77-5``."""
    return "-".join(map(str, position.points))


def canonical_tags(record: DealRecord) -> dict[str, str]:
    """The tags as written: in order, each value in its one form.

    Raises:
        SgnError: a required tag is missing, or a tag's name or value cannot be.
    """
    tags = record.tags | {"Start": write_spn(record.start)}
    check_tags(tags, record.tag_places, record.place)
    return {name: canonical_value(name, tags[name]) for name in in_tag_order(tags)}


def canonical_comments(record: DealRecord) -> dict[int, tuple[str, ...]]:
    """The comments as written: no blanks around, none empty, none with ``}`` and line breaks.

    A comment with both becomes several, as neither ``{…}`` nor ``;`` to the end of the line could
    hold it.
    """
    comments: dict[int, tuple[str, ...]] = {}
    for after in sorted(record.comments):
        parts: list[str] = []
        for text in map(normal_line_breaks, record.comments[after]):
            parts += text.split("\n") if "}" in text else [text]
        kept = tuple(filter(None, map(str.strip, parts)))
        if kept:
            comments[after] = kept
    return comments


def normal_line_breaks(text: str) -> str:
    """The text with LF for CRLF and CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
