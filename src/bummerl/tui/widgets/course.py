"""The right side of the screen: the course of the deal in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from bummerl.words.course import Entry


class CourseView(VerticalScroll, can_focus=False):
    """What has happened, trick by trick, the latest always in view."""

    def __init__(self) -> None:
        super().__init__(id="course")

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(markup=False)

    def show(self, entries: Sequence[Entry]) -> None:
        """Shows these entries, those of the latest trick brighter."""
        self.query_one(Static).update(course_picture(entries))
        # only after the new text has been laid out is its end known
        self.call_after_refresh(self.scroll_end, animate=False, immediate=True)


def course_picture(entries: Sequence[Entry]) -> Content:
    """The entries, each trick with its number before it."""
    last = entries[-1].trick if entries else 0
    lines = []
    for number, told in groupby(entries, key=lambda entry: entry.trick):
        text = "\n".join(entry.text for entry in told)
        lines.append(
            Content.assemble(
                (f"{number} " if number else "", "bold $accent"),
                (text, "" if number == last else "dim"),
            )
        )
    return Content("\n").join(lines)
