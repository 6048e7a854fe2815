"""Writing SGN, in its one canonical form."""

from __future__ import annotations

from collections.abc import Iterable

from bummerl.notation.records import DealRecord, canonical_comments, canonical_tags, write_result
from bummerl.notation.tokens import write_played
from bummerl.rules.moves import is_card


def dumps(records: Iterable[DealRecord]) -> str:
    """The records as SGN text; reading and writing it again changes nothing.

    Raises:
        SgnError: a tag's name or value cannot be.
    """
    return "\n".join(map(_write_deal, records))


def _write_deal(record: DealRecord) -> str:
    tags = [_write_tag(name, value) for name, value in canonical_tags(record).items()]
    lines = [" ".join(parts) for parts in _move_text(record)]
    return "\n".join([*tags, "", *lines, write_result(record.final.result), ""])


def _write_tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _move_text(record: DealRecord) -> list[list[str]]:
    """The parts of each line: a comment before the first move, or a trick behind its label."""
    comments = canonical_comments(record)
    lines = [[_write_comment(text)] for text in comments.get(0, ())]
    start, final = record.start, record.final
    leaders = [*(trick.leader for trick in final.finished[len(start.finished) :]), final.leader]
    turn, table, begins = 0, len(start.trick), True
    for made, played in enumerate(record.moves, 1):
        if begins:
            lines.append([f"{sum(start.tricks) + turn + 1}.{leaders[turn]}"])
        _add(lines, write_played(played, (leaders[turn] + table) % start.seats))
        table += is_card(played.move)
        begins = table == start.seats
        if begins:
            turn, table = turn + 1, 0
        for text in comments.get(made, ()):
            _add(lines, _write_comment(text))
    return lines


def _add(lines: list[list[str]], part: str) -> None:
    """Adds a part to the last line, or to a new one behind a comment that fills its line."""
    if lines[-1][-1].startswith(";"):
        lines.append([])
    lines[-1].append(part)


def _write_comment(text: str) -> str:
    return f";{text}" if "}" in text else f"{{{text}}}"
