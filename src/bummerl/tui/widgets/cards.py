"""Cards and buttons one can choose with mouse and keyboard, and rows of them."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from bummerl.rules.moves import Move
from bummerl.tui.commands import Action, Command
from bummerl.tui.scene import Face
from bummerl.tui.widgets import art


class Chosen(Message):
    """A card, a button or a command was chosen by mouse."""

    def __init__(self, does: Move | Command) -> None:
        super().__init__()
        self.does = does


class CardView(Widget, can_focus=True):
    """One card of the own hand, or an empty place."""

    def __init__(self, number: int, deck: str) -> None:
        super().__init__(classes="card")
        self.number = number
        self._deck = deck
        self.face: Face | None = None
        self.display = False

    def show(self, face: Face | None, lit: bool) -> None:
        """Shows a card, raised when `lit` and legal; None empties the place."""
        self.face = face
        self.display = face is not None
        if face is not None:
            self.set_class(lit and face.legal, "-legal")
            self.set_class(not face.legal, "-illegal")
            self.set_class(face.hinted, "-hinted")
        self.refresh()

    def render(self) -> Content:
        """The card's picture in the size there is room for."""
        if self.face is None:
            return Content()
        size = art.LARGE if self.size.width >= art.LARGE.width else art.SMALL
        return art.card(self.face, self._deck, size, number=self.number, chosen=self.has_focus)

    def on_click(self, event: events.Click) -> None:
        """Plays the card."""
        event.stop()
        if self.face is not None:
            self.post_message(Chosen(self.face.card))


class HandView(Horizontal):
    """The own hand: places for a full hand, with gaps if there are not too many."""

    def __init__(self, deck: str, places: int) -> None:
        super().__init__(id="hand", classes="-five" if places < 6 else "")
        self.cards = [CardView(number, deck) for number in range(1, places + 1)]

    def compose(self) -> ComposeResult:
        """The places."""
        yield from self.cards

    def show(self, hand: Sequence[Face], lit: bool) -> None:
        """Shows the hand; `lit` when it is to play a card."""
        for place, card in enumerate(self.cards):
            card.show(hand[place] if place < len(hand) else None, lit)


class ActionButton(Widget, can_focus=True):
    """A move that is no card, with its key."""

    def __init__(self) -> None:
        super().__init__(classes="action")
        self.action: Action | None = None
        self.display = False

    @property
    def caption(self) -> str:
        """Key and label; marked when the keyboard stands on it."""
        if self.action is None:
            return ""
        mark = "▶" if self.has_focus else " "
        return f"{mark}[{self.action.key}] {self.action.label}{' ★' * self.action.hinted}"

    def show(self, action: Action | None) -> None:
        """Shows an action; None hides the button."""
        self.action = action
        self.display = action is not None
        self.set_class(action is not None and action.hinted, "-hinted")
        self.refresh(layout=True)

    def render(self) -> Content:
        """See `caption`."""
        return Content(self.caption)

    def on_click(self, event: events.Click) -> None:
        """Does it."""
        event.stop()
        if self.action is not None:
            self.post_message(Chosen(self.action.does))


class ActionBar(Vertical):
    """The actions possible now, in as many lines as they need."""

    LINES = 2
    PLACES = 6

    def __init__(self) -> None:
        super().__init__(id="actions")
        self._actions: Sequence[Action] = ()
        self._rows = [
            (Horizontal(classes="actions"), [ActionButton() for _ in range(self.PLACES)])
            for _ in range(self.LINES)
        ]

    def compose(self) -> ComposeResult:
        """The lines."""
        for row, buttons in self._rows:
            with row:
                yield from buttons

    def show(self, actions: Sequence[Action]) -> None:
        """Shows the actions."""
        self._actions = actions
        self._fill()

    def on_resize(self) -> None:
        """Fills the lines anew."""
        self._fill()

    def _fill(self) -> None:
        waiting = list(self._actions)
        for line, (_, buttons) in enumerate(self._rows):
            room = self.size.width
            for button in buttons:
                button.show(None)
            for button in buttons:
                if not waiting:
                    break
                button.show(waiting[0])
                room -= len(button.caption) + 1
                if room < -1 and line + 1 < self.LINES:
                    button.show(None)
                    break
                waiting.pop(0)


class CommandLink(Widget):
    """A command in the bottom line."""

    def __init__(self, action: Action) -> None:
        super().__init__(classes="command")
        self.action = action

    @property
    def width(self) -> int:
        """The cells it takes, with its padding."""
        return len(self.action.key) + len(self.action.label) + 3

    def render(self) -> Content:
        """Key and label."""
        return Content.assemble((self.action.key, "bold $accent"), f" {self.action.label}")

    def on_click(self, event: events.Click) -> None:
        """Does it."""
        event.stop()
        self.post_message(Chosen(self.action.does))


class CommandBar(Container):
    """The bottom line: all commands, without `Command.SORT` where there is no room for it."""

    def __init__(self, commands: Sequence[Action]) -> None:
        super().__init__(id="commands")
        self._commands = commands

    def compose(self) -> ComposeResult:
        """The commands."""
        for action in self._commands:
            yield CommandLink(action)

    def on_resize(self) -> None:
        """Sorting gives way to what is needed more; its key still works."""
        links = list(self.query(CommandLink))
        fits = sum(link.width for link in links) <= self.size.width
        for link in links:
            link.display = fits or link.action.does is not Command.SORT
