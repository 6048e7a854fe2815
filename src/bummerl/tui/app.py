"""The terminal game on a full screen: ``run`` is the door."""

from __future__ import annotations

import logging
import sys
from typing import ClassVar

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType

from bummerl.tui.screens.table import NewMatch, TableScreen
from bummerl.tui.session import Session
from bummerl.tui.theme import THEME

_LOG = logging.getLogger(__name__)


class BummerlApp(App[None]):
    """One match at this terminal."""

    CSS_PATH = "styles.tcss"
    TITLE = "Bummerl"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True)
    ]

    def __init__(self, session: Session, *, guarded: bool = False) -> None:
        super().__init__()
        self.session = session
        self._guarded = guarded
        self.failure: Exception | None = None
        """What broke the program, if anything did and the app is guarded."""
        self.register_theme(THEME)
        self.theme = THEME.name

    def on_mount(self) -> None:
        """Sits down at the table."""
        self.push_screen(TableScreen(self.session))

    @on(NewMatch)
    def play_another(self, event: NewMatch) -> None:
        """Sits down to another match."""
        self.session = event.session
        self.switch_screen(TableScreen(self.session))

    def _handle_exception(self, error: Exception) -> None:
        # Textual would print a traceback to somebody who only wanted to play
        if not self._guarded:
            super()._handle_exception(error)
            return
        self.failure = self.failure or error
        self.exit()


def run(session: Session) -> int:
    """Plays the match until the person leaves or it is over; the exit code.

    Afterwards one line on the terminal says where the match is kept and how to go on.
    """
    app = BummerlApp(session, guarded=True)
    app.run()
    session = app.session
    words = session.wording
    if app.failure is not None:
        _LOG.debug("the terminal game failed", exc_info=app.failure)
        print(
            words.say(
                "Something went wrong ({kind}: {error}). Please report it.",
                kind=type(app.failure).__name__,
                error=app.failure,
            ),
            file=sys.stderr,
        )
    if farewell := session.farewell():
        print(farewell)
    return 0 if app.failure is None else 1
