"""Dialogs: a title, something to read, and choices with a key each."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from bummerl.tui.commands import keyed


class Way(enum.Enum):
    """Ways out of dialogs: what they answer."""

    NEXT = "next deal"
    ANOTHER = "another match"
    REVIEW = "all cards"
    RESIGN = "give up the deal"
    GIVE_UP = "give up the match"
    GO_OUT = "go out"
    RETRY = "ask the player again"
    BACK = "back to the table"
    QUIT = "save and leave"


@dataclass(frozen=True)
class Choice:
    """A way out of a dialog, as it is offered."""

    way: Way
    label: str
    """With ``&`` before its natural letter."""


class ChoiceButton(Widget, can_focus=True):
    """One choice."""

    def __init__(self, way: Way, key: str, label: str) -> None:
        super().__init__(classes="choice")
        self.way = way
        self.key = key
        """A letter, or ``Esc``."""
        self._label = label

    def render(self) -> Content:
        """Key and label; marked when the keyboard stands on it."""
        return Content(f"{'▶' if self.has_focus else ' '}[{self.key}] {self._label}")

    def on_click(self, event: events.Click) -> None:
        """Chooses it."""
        event.stop()
        assert isinstance(self.screen, Dialog)
        self.screen.dismiss(self.way)


class Dialog(ModalScreen[Way]):
    """Something to read with choices below; answers the way chosen.

    Enter takes the chosen button, which is the first at the beginning.

    Args:
        title: one line.
        body: widgets or text, from top to bottom; scrolls if there is too much of it.
        choices: the ways out.
        escape: what the Escape key answers; None where it should not close the dialog.
    """

    def __init__(
        self,
        title: str,
        body: Sequence[str | Content | Widget],
        choices: Sequence[Choice],
        escape: Way | None = None,
    ) -> None:
        super().__init__()
        self._escape = escape
        self._title = title
        self._body = body
        keys = keyed(choice.label for choice in choices)
        # a letter that leads back could do something at the table if it is pressed once too often
        self._buttons = [
            ChoiceButton(choice.way, "Esc" if choice.way is escape else key, label)
            for choice, (key, label) in zip(choices, keys, strict=True)
        ]

    def compose(self) -> ComposeResult:
        """Title, body, choices."""
        with Vertical(classes="dialog"):
            yield Static(self._title, classes="title", markup=False)
            with VerticalScroll(classes="scroll", can_focus=False):
                for part in self._body:
                    yield (
                        part
                        if isinstance(part, Widget)
                        else Static(part, classes="body", markup=False)
                    )
            with Horizontal(classes="choices"):
                yield from self._buttons

    def on_mount(self) -> None:
        """The first choice is the one Enter takes."""
        self._buttons[0].focus()

    def on_key(self, event: events.Key) -> None:
        """Choices by letter, arrows and Enter; scrolling by the usual keys."""
        event.stop()
        scroll = self.query_one(VerticalScroll)
        match event.key:
            case "escape":
                if self._escape is not None:
                    self.dismiss(self._escape)
            case "enter" | "space":
                if isinstance(self.focused, ChoiceButton):
                    self.dismiss(self.focused.way)
            case "left" | "shift+tab":
                self.focus_previous()
            case "right" | "tab":
                self.focus_next()
            case "up":
                scroll.scroll_up(animate=False)
            case "down":
                scroll.scroll_down(animate=False)
            case "pageup":
                scroll.scroll_page_up(animate=False)
            case "pagedown":
                scroll.scroll_page_down(animate=False)
            case _:
                for button in self._buttons:
                    if event.character and event.character.lower() == button.key:
                        self.dismiss(button.way)
                        return
