"""The file an arena writes: all deals as canonical SGN, in order, so that it can be continued.

The halves of shuffle k are the matches 2k+1 and 2k+2.  When an arena goes on, the file is read
just far enough to know what it holds: tags and result lines, not the play.  Nothing in it is
touched unless all of it belongs to this arena.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bummerl.errors import FileError, RulesError
from bummerl.match.bummerl import Match
from bummerl.match.saved import record_of_deal
from bummerl.match.shuffles import HALVES, Setting, Tally, outcome_of
from bummerl.notation.sgn import dumps
from bummerl.rules.moves import Seat
from bummerl.rules.scoring import Result
from bummerl.rules.variants import parse_rules

_FIRST_LINE: Final = b'[SGN "1"]\n'
_TAG: Final = re.compile(rb'\[(\w+) "((?:[^"\\]|\\.)*)"\]\n')
_ESCAPED: Final = re.compile(r'\\(["\\])')
_RESULT: Final = re.compile(r"([01])\+([1-3])|=")


def write_shuffle(setting: Setting, shuffle: int, halves: Sequence[Match]) -> str:
    """The deals of both halves as text."""
    return dumps(
        record_of_deal(deal, _tags(setting, shuffle, half))
        for half, match in zip(HALVES, halves, strict=True)
        for deal in match.results
    )


def _tags(setting: Setting, shuffle: int, half: Seat) -> dict[str, str]:
    """The tags that all deals of a half have in common."""
    names = setting.names(half)
    return {
        "Rules": str(setting.rules),
        "Event": "Arena",
        "Match": str(2 * shuffle + 1 + half),
        "Seat0": names[0],
        "Seat1": names[1],
        "Mode": setting.mode,
        "Seed": setting.match_seed(shuffle),
    }


class ArenaFile:
    """The file of one arena, open for the next shuffle.

    `tally` counts the shuffles it had when it was opened.  What an interruption left behind them
    is dropped.

    Raises:
        FileError: the file belongs to something else, has more than `limit` shuffles, or cannot
            be read or written.
    """

    def __init__(self, path: Path, setting: Setting, limit: int) -> None:
        self._path = path
        self.tally = Tally()
        self._end = 0
        """Offset behind the last complete shuffle."""
        try:
            if path.exists():
                with open(path, "rb") as lines:
                    self._read(lines, setting)
            if self.tally.shuffles > limit:
                raise FileError(
                    "{path} has {found} shuffles already, more than the {limit} asked for",
                    path=str(path),
                    found=self.tally.shuffles,
                    limit=limit,
                )
            # unbuffered, so that nothing is left to be written when a write is cut short
            self._file = open(path, "ab", buffering=0)  # noqa: SIM115
        except OSError as error:
            raise self._failed(error) from error

    def append(self, text: str) -> None:
        """Writes the next shuffles behind the others.

        Raises:
            FileError: it cannot be written.
        """
        data = (("\n" if self._end else "") + text).encode()
        end = self._end + len(data)
        try:
            self._file.truncate(self._end)
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            raise self._failed(error) from error
        self._end = end

    def close(self) -> None:
        """Drops what an interrupted `append` left, and closes the file."""
        with self._file:
            self._file.truncate(self._end)

    def _read(self, lines: Iterable[bytes], setting: Setting) -> None:
        """Counts the complete shuffles and finds where they end."""
        halves: list[list[Result]] = [[]]
        unfinished: _Deal | None = None
        for deal in self._deals(lines):
            if unfinished is not None:
                raise self._damaged(unfinished)
            half = len(halves) - 1
            number = len(halves[half]) + 1
            self._check(deal, _tags(setting, self.tally.shuffles, half) | {"Deal": str(number)})
            result = deal.result
            if result is None:
                unfinished = deal
                continue
            halves[half].append(result)
            if not setting.is_complete(halves[half]):
                continue
            if half == HALVES[-1]:
                self.tally.add(outcome_of(setting, halves))
                self._end = deal.end
                halves = []
            halves.append([])

    def _deals(self, lines: Iterable[bytes]) -> Iterator[_Deal]:
        deal: _Deal | None = None
        end = 0
        for number, line in enumerate(lines, 1):
            end += len(line)
            whole_before = deal is None or deal.result is not None
            if line == _FIRST_LINE or (whole_before and _cut_off_first_line(line)):
                if deal is not None:
                    yield deal
                deal = _Deal(number)
            elif deal is not None:
                deal.take(line, end)
            elif line.strip():
                raise FileError(
                    "{path} is not the file of an arena: name another one", path=str(self._path)
                )
        if deal is not None:
            yield deal

    def _check(self, deal: _Deal, expected: dict[str, str]) -> None:
        """Refuses a deal with other tags; where the file is cut off among them some may miss."""
        for tag, wanted in expected.items():
            found = deal.tags.get(tag, "" if deal.last_line else wanted)
            if found != wanted and not (tag == "Rules" and _same_rules(found, wanted)):
                raise FileError(
                    "{path} belongs to another arena: the deal in line {line} has {tag} "
                    "{found!r}, not {wanted!r}; name another file",
                    path=str(self._path),
                    line=deal.line,
                    tag=tag,
                    found=found,
                    wanted=wanted,
                )

    def _damaged(self, deal: _Deal) -> FileError:
        return FileError(
            "{path} is damaged: the deal in line {line} is not whole, but others follow it",
            path=str(self._path),
            line=deal.line,
        )

    def _failed(self, error: OSError) -> FileError:
        return FileError(
            "{path} cannot be used to save: {reason}",
            path=str(self._path),
            reason=error.strerror or str(error),
        )


@functools.cache
def _same_rules(found: str, wanted: str) -> bool:
    """Whether two texts mean equal rules, such as those of an alias and its preset."""
    try:
        return parse_rules(found) == parse_rules(wanted)
    except RulesError:
        return False


def _cut_off_first_line(line: bytes) -> bool:
    return not line.endswith(b"\n") and _FIRST_LINE.startswith(line)


@dataclass
class _Deal:
    """A deal as it stands in the file."""

    line: int
    """Number of its first line, from 1."""
    end: int = 0
    """Offset behind its last line that is not blank."""
    tags: dict[str, str] = field(default_factory=dict)
    last_line: str = ""
    """The last line below the tags; empty if there is none."""

    def take(self, line: bytes, end: int) -> None:
        """Reads the next line of the deal, which ends at offset `end`."""
        tag = _TAG.fullmatch(line)
        if tag is not None:
            self.tags[tag[1].decode()] = _ESCAPED.sub(r"\1", tag[2].decode(errors="replace"))
        elif line.strip() and line.endswith(b"\n"):
            self.last_line = line.decode(errors="replace").strip()
            self.end = end

    @property
    def result(self) -> Result | None:
        """The result, if the deal is all there."""
        found = _RESULT.fullmatch(self.last_line)
        if found is None or self.tags.get("Result") != self.last_line:
            return None
        if found[1] is None:
            return Result(None, 0, "drawn")
        return Result(int(found[1]), int(found[2]), self.tags.get("Reason", ""))
