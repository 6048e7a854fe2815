"""The course of the deal on the screen, taken down from positions."""

from __future__ import annotations

from bummerl.match.bummerl import Match
from bummerl.rules.moves import Move, Seat
from bummerl.rules.position import Position
from bummerl.words.course import Course
from bummerl.words.wording import Wording


def course_of(match: Match, seat: Seat, words: Wording) -> Course:
    """What has happened in the current deal so far, told to `seat`."""
    course = Course(match, seat, words)
    position = match.start
    for played in match.position.history[len(match.start.history) :]:
        after = position.apply(played)
        note(course, position, *played, after)
        position = after
    return course


def note(course: Course, before: Position, who: Seat, move: Move, after: Position) -> None:
    """Takes down a move of `who` in `course`."""
    fresh = len(after.finished) > len(before.finished)
    course.note(
        before,
        who,
        move,
        after.finished[-1] if fresh else None,
        used_up=bool(not after.over and before.talon and not after.talon),
    )
