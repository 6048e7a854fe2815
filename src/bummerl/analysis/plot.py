"""The course of a match as a picture: a player's chance to win the Bummerl, decision by decision.

The player is the first of the file; deals of others are left out, their numbers too.
Errors are marked by shape for how bad they are and by colour for whose they are; the colours are
told apart with every kind of colour vision (Okabe, Ito, "Color Universal Design", 2008).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from bummerl.analysis.canvas import Canvas, Point, canvas
from bummerl.analysis.review import DealReview, Decision, Grade, Review, player_of

WIDTH: Final = 960
HEIGHT: Final = 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 24, 92, 44
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""By player; further ones begin again."""
_INK, _FAINT, _GRID, _LINE = "#222222", "#666666", "#e3e3e3", "#444444"
_CHARACTER: Final = 7.2
"""About the width of a letter, for what stands in a row."""
_SHAPES: Final[tuple[Grade, ...]] = ("inaccuracy", "mistake", "blunder")


@dataclass(frozen=True)
class Labels:
    """All words of the picture, in the reader's language."""

    title: str
    deal: str
    """What stands at the numbers of deals."""
    players: tuple[str, ...]
    """By player, as in `Review.players`."""
    grades: tuple[str, ...]
    """Inaccuracy, mistake, blunder."""
    percent: Callable[[float], str]
    """Writes a chance."""


class _Mark(NamedTuple):
    """An error on the line."""

    place: int
    chance: float
    grade: Grade
    player: int


@dataclass(frozen=True)
class _Course:
    """What the picture shows; places count along the line."""

    lines: list[list[tuple[int, float]]]
    """One for each run of deals in which a Bummerl goes on."""
    marks: list[_Mark]
    deals: list[tuple[int, int, int]]
    """Number, first and last place of each deal."""
    begins: set[int]
    """Places where a new line begins."""
    players: set[int]
    """Who plays in these deals, as in `Labels.players`."""


def plot(review: Review, path: Path, labels: Labels) -> None:
    """Writes the picture of a review as SVG or PNG, by the ending of the name.

    Raises:
        FileError: another ending, a PNG without Pillow, or the file cannot be written.
    """
    paper = canvas(path, WIDTH, HEIGHT, labels.title)
    course = _course(review)
    _draw_frame(paper, course, labels)
    for line in course.lines:
        paper.line([_at(course, *point) for point in line], _LINE, 2)
    for mark in course.marks:
        _draw_mark(paper, _at(course, mark.place, mark.chance), mark.grade, _colour(mark.player))
    _draw_legend(paper, course, labels)
    paper.save(path)


def _course(review: Review) -> _Course:
    """The line of the first player's chance, from deal to deal."""
    players = {who: index for index, who in enumerate(_players(review))}
    course = _Course([], [], [], set(), set())
    place, last, ended = 0, None, -1.0
    for deal in review.deals:
        whose = [players[player_of(deal.record, seat)] for seat in (0, 1)]
        if 0 not in whose:
            continue
        course.players.update(whose)
        seat = whose.index(0)
        start = deal.bummerl(seat).expected
        if last is None or not _goes_on(last, deal) or abs(start - ended) > 0.02:
            course.lines.append([])
            course.begins.add(place)
        line = course.lines[-1]
        first = place
        line.append((place, start))
        for decision in deal.decisions:
            line.append((place + 1, _chance(decision.had.bummerl, decision, seat)))
            line.append((place + 2, _chance(decision.kept.bummerl, decision, seat)))
            place += 2
            if decision.grade != "good":
                course.marks.append(_Mark(*line[-1], decision.grade, whose[decision.seat]))
        place += 1
        ended = deal.bummerl(seat).result
        line.append((place, ended))
        course.deals.append((deal.number, first, place))
        last = deal
    return course


def _players(review: Review) -> Iterator[tuple[str, int | None]]:
    seen = set()
    for deal in review.deals:
        for seat in (0, 1):
            who = player_of(deal.record, seat)
            if who not in seen:
                seen.add(who)
                yield who


def _goes_on(last: DealReview, deal: DealReview) -> bool:
    """Whether the two belong to one Bummerl, as far as the records tell."""
    told = [
        (record.players, record.match, record.game, record.bummerls, record.rules)
        for record in (last.record, deal.record)
    ]
    return told[0] == told[1]


def _chance(chance: float, decision: Decision, seat: int) -> float:
    return chance if decision.seat == seat else 1 - chance


# ---- drawing -------------------------------------------------------------------------------


def _at(course: _Course, place: float, chance: float) -> Point:
    width, height = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM
    last = course.deals[-1][2] if course.deals else 1
    return _LEFT + width * place / max(1, last), _TOP + height * (1 - chance)


def _draw_frame(paper: Canvas, course: _Course, labels: Labels) -> None:
    right, bottom = WIDTH - _RIGHT, HEIGHT - _BOTTOM
    paper.text((_LEFT, 30), labels.title, _INK, 18)
    for quarter in range(5):
        y = _at(course, 0, quarter / 4)[1]
        paper.line([(_LEFT, y), (right, y)], _FAINT if quarter == 2 else _GRID)
        paper.text((_LEFT - 8, y + 5), labels.percent(quarter / 4), _FAINT, 13, "end")
    free = 0.0
    for number, first, last in course.deals:
        x, _ = _at(course, last, 0)
        if last != course.deals[-1][2]:
            paper.line([(x, _TOP), (x, bottom)], _FAINT if last in course.begins else _GRID)
        middle, _ = _at(course, (first + last) / 2, 0)
        half = len(str(number)) * _CHARACTER / 2 + 3
        if middle - half >= free:  # numbers that would touch are left out
            paper.text((middle, bottom + 18), str(number), _FAINT, 13, "middle")
            free = middle + half
    paper.text(((_LEFT + right) / 2, HEIGHT - 8), labels.deal, _FAINT, 13, "middle")


def _draw_legend(paper: Canvas, course: _Course, labels: Labels) -> None:
    x, y = float(_LEFT), 60.0
    for grade, name in zip(_SHAPES, labels.grades, strict=True):
        _draw_mark(paper, (x + 6, y - 5), grade, _LINE)
        paper.text((x + 18, y), name, _INK)
        x += 18 + len(name) * _CHARACTER + 20
    x += 14
    for index in sorted(course.players):
        name = labels.players[index]
        shown = name if len(name) <= 24 else f"{name[:23]}…"
        if x + 18 + len(shown) * _CHARACTER > WIDTH - _RIGHT:
            break
        paper.shape(
            [(x, y - 10), (x + 12, y - 10), (x + 12, y + 1), (x, y + 1)],
            _colour(index),
            _colour(index),
        )
        paper.text((x + 18, y), shown, _INK)
        x += 18 + len(shown) * _CHARACTER + 20


def _draw_mark(paper: Canvas, at: Point, grade: Grade, colour: str) -> None:
    """A circle, a triangle or a diamond, the worse the larger; white edges keep them apart."""
    x, y = at
    if grade == "inaccuracy":
        paper.circle(at, 4, colour, "#ffffff")
    elif grade == "mistake":
        paper.shape([(x - 6.5, y + 5), (x + 6.5, y + 5), (x, y - 7)], colour, "#ffffff")
    else:
        paper.shape([(x, y - 9), (x + 8, y), (x, y + 9), (x - 8, y)], colour, "#ffffff")


def _colour(player: int) -> str:
    return _COLOURS[player % len(_COLOURS)]
