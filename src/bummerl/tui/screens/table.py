"""The table: everything of a moment on one screen, and the course of play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from bummerl.cards import Mask
from bummerl.errors import BummerlError
from bummerl.rules.moves import DRAW, Move, is_card
from bummerl.rules.trick import Trick
from bummerl.tui.commands import Action, Command, advice, commands, is_rash, move_by_key
from bummerl.tui.scene import Face, Scene, scene
from bummerl.tui.screens import talks
from bummerl.tui.screens.dialogs import Way
from bummerl.tui.screens.heading import heading
from bummerl.tui.session import Session
from bummerl.tui.slate import slate
from bummerl.tui.thinking import in_thread
from bummerl.tui.widgets.cards import (
    ActionBar,
    ActionButton,
    CardView,
    Chosen,
    CommandBar,
    HandView,
)
from bummerl.tui.widgets.course import CourseView
from bummerl.tui.widgets.slate import Facts, SlateView
from bummerl.tui.widgets.table import OtherHand, Plate, Shown, TalonView, TrickView


class NewMatch(Message):
    """The person wants to play this match next."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session


class TableScreen(Screen[None]):
    """One match at the table, from where it stands to its end."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (116, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.commands = commands(session.wording)
        self.scene: Scene | None = None
        """What is shown now."""
        self._trump_first = True
        self._taken: Trick | None = None
        self._hint: Move | None = None
        self._before: Mask | None = None
        self._notice = ""
        self._news: list[str] = []
        """What the other side did beside its cards, since a key was last pressed."""

    def compose(self) -> ComposeResult:
        """Slate and facts, the table, the course; commands below."""
        words = self.session.wording
        yield Static(id="heading", markup=False)
        with Horizontal(id="room"):
            with Vertical(id="left"):
                yield SlateView(words)
                yield Facts(words)
            with Vertical(id="middle"):
                yield Plate(words, mine=False)
                yield OtherHand(words, id="other-hand")
                with Horizontal(id="centre"):
                    yield TalonView(words, id="talon")
                    yield TrickView(words, id="trick")
                yield Static(id="prompt", markup=False)
                yield ActionBar()
                yield HandView(words.deck, self.session.match.rules.hand_size)
                yield Plate(words, mine=True)
            yield CourseView()
        yield CommandBar(self.commands)

    def on_mount(self) -> None:
        """Play begins, or goes on."""
        self.advance()

    # --- showing ---

    def show(self) -> None:
        """Shows the match as it stands."""
        session, match = self.session, self.session.match
        view = session.view
        self.scene = scene(
            view,
            match.names,
            match.dealer,
            session.wording,
            trump_first=self._trump_first,
            taken=self._taken,
            hint=self._hint,
            before=self._before,
            over=match.deal_over,
        )
        self._show_heading()
        self.query_one(SlateView).show(slate(match, session.seat))
        for part in self.query(Shown):
            part.show(self.scene)
        stood_on = self._action_stood_on()
        self.query_one(ActionBar).show(self.scene.actions)
        self.query_one(HandView).show(self.scene.hand, self.scene.my_turn)
        self.query_one(CourseView).show(session.course.readable(view, self._taken))
        self._keep_focus(stood_on)
        self._show_prompt()

    def _show_heading(self) -> None:
        self.query_one("#heading", Static).update(heading(self.session, self.size))

    def on_resize(self) -> None:
        """The heading depends on the room there is."""
        self._show_heading()

    def _show_prompt(self) -> None:
        """The notice if there is one; else whose turn it is, and what is chosen."""
        assert self.scene is not None
        prompt = self.query_one("#prompt", Static)
        prompt.set_class(bool(self._notice), "-notice")
        prompt.update(self._notice or self._about_chosen(self.scene))

    def _about_chosen(self, shown: Scene) -> Content:
        """The prompt with what has just happened, or with what Enter would do."""
        prompt = Content.styled(shown.prompt, "bold")
        if self._news and not self.query_one(CourseView).display:
            news = Content(" ".join(self._news))
            room = self.query_one("#prompt").content_size.width
            return news if len(news) > room else Content("\n").join([prompt, news])
        if not shown.my_turn:
            return prompt
        match self.focused:
            case CardView(face=Face(legal=True) as card):
                enter = self.session.wording.say("Enter: {card}", card=card.name)
                return Content("\n").join([prompt, Content(enter)])
            case CardView(face=Face() as card):
                return Content(card.reason)
            case ActionButton(action=Action() as action):
                return Content(action.meaning)
        return prompt

    def _action_stood_on(self) -> Action | None:
        return self.focused.action if isinstance(self.focused, ActionButton) else None

    def _keep_focus(self, stood_on: Action | None) -> None:
        """The keyboard stays where something can be done, or goes to the first such place.

        It never stays on a button that has come to do something else, so that pressing Enter
        once more does not call 66 by accident.
        """
        cards = [c for c in self.query(CardView) if c.display]
        lit = [c for c in cards if c.face is not None and c.face.legal]
        buttons = [b for b in self.query(ActionButton) if b.display]
        now = self._action_stood_on()
        slid = now is not None and (stood_on is None or now.does != stood_on.does)
        if slid or self.focused not in (*lit, *buttons):
            for widget in (lit or buttons or cards)[:1]:
                widget.focus()

    def on_descendant_focus(self) -> None:
        """Says what is chosen now."""
        self._notice = ""
        if self.scene is not None:
            self._show_prompt()

    # --- the course of play ---

    @work(exclusive=True, group="play")
    async def advance(self) -> None:
        """Shows the match and goes on until a person has to do something."""
        pause = self.session.pause
        while True:
            self.show()
            if self.session.match.deal_over:
                await asyncio.sleep(pause)
                if not await self._end_deal():
                    return
            elif self.session.my_turn or not await self._answer(pause):
                return

    async def _answer(self, pause: float) -> bool:
        """Lets the computer move; False if the person would rather leave."""
        try:
            move, _ = await asyncio.gather(in_thread(self.session.choose), asyncio.sleep(pause))
            self._play(move)
            for sentence in self.session.incidents():
                self.notify(sentence, severity="warning", markup=False)
            if not is_card(move) and move != DRAW:
                self._news.append(self.session.course.entries[-1].text)
        except BummerlError as error:
            answer = await self.app.push_screen_wait(talks.trouble(self.session, error))
            if answer == Way.QUIT:
                self.app.exit()
                return False
        return True

    async def _end_deal(self) -> bool:
        """Tells the result, and deals again; False if the person leaves."""
        self._taken = None
        while True:
            answer = await self.app.push_screen_wait(talks.result(self.session))
            if answer == Way.REVIEW:
                await self.app.push_screen_wait(talks.tricks(self.session))
            elif answer == Way.ANOTHER and self.session.another is not None:
                self.app.post_message(NewMatch(self.session.another()))
                return False
            elif answer == Way.NEXT:
                self._before = None
                self._news.clear()
                self.session.next_deal()
                self._tell_unsaved()
                return True
            else:
                self.app.exit()
                return False

    def _play(self, move: Move) -> None:
        """Makes a move for whoever is to move."""
        before = self.session.view.hand
        self._taken = self.session.play(move)
        self._before = before
        self._hint, self._notice = None, ""
        self._tell_unsaved()

    def _tell_unsaved(self) -> None:
        if self.session.unsaved is not None:
            self.notify(self.session.wording.sentence(self.session.unsaved.text), severity="error")

    # --- what a person does ---

    @on(Chosen)
    def choose(self, event: Chosen) -> None:
        """Something was clicked."""
        self._look_on()
        self.do(event.does)

    def on_key(self, event: events.Key) -> None:
        """Cards by number, actions and commands by letter, everything by arrows and Enter."""
        self._look_on()
        typed = (event.character or "").lower()
        if typed in tuple("123456"):
            self._play_place(int(typed) - 1)
        elif event.key in ("enter", "space"):
            self._do_chosen()
        elif event.key in ("left", "right"):
            self._step(1 if event.key == "right" else -1)
        elif event.key in ("up", "down"):
            self._change_row(event.key == "up")
        elif not self._do_letter(typed):
            return
        event.stop()

    def _look_on(self) -> None:
        """The person has seen what there was to see: the finished trick is turned over."""
        self._news.clear()
        if self._taken is not None and self.session.my_turn:
            self._taken = None
            self.show()
        else:
            self._show_prompt()

    def _do_letter(self, typed: str) -> bool:
        """Does what has this key, or says why that move is not possible now."""
        assert self.scene is not None
        for action in (*self.commands, *self.scene.actions):
            if typed and typed == action.key:
                self.do(action.does)
                return True
        move = move_by_key(typed, self.session.view, self.session.wording)
        if move is not None:
            self.do(move)
        return move is not None

    def _play_place(self, place: int) -> None:
        assert self.scene is not None
        if place < len(self.scene.hand):
            self.do(self.scene.hand[place].card)

    def _do_chosen(self) -> None:
        match self.focused:
            case CardView(face=Face() as card):
                self.do(card.card)
            case ActionButton(action=Action() as action):
                self.do(action.does)

    def _step(self, by: int) -> None:
        """To the next card or button of the row the keyboard stands in."""
        kind = ActionButton if isinstance(self.focused, ActionButton) else CardView
        row = [widget for widget in self.query(kind) if widget.display]
        if row:
            at = row.index(self.focused) + by if self.focused in row else 0
            row[at % len(row)].focus()

    def _change_row(self, up: bool) -> None:
        """From the hand to the buttons above it, and back."""
        kind = ActionButton if up else CardView
        for widget in [w for w in self.query(kind) if w.display][:1]:
            widget.focus()

    def do(self, does: Move | Command) -> None:
        """Makes a move, or says why it is not possible; or carries out a command."""
        if isinstance(does, Command):
            self._commands[does](self)
            return
        reason = self.session.why_illegal(does)
        if reason is not None:
            self._say(self.session.wording.sentence(reason))
        elif is_rash(does, self.session.view):
            self._ask_rash(does)
        else:
            self._play(does)
            self.advance()

    def _say(self, notice: str) -> None:
        self._notice = notice
        self._show_prompt()

    def _ask_help(self) -> None:
        self.app.push_screen(talks.help_screen(self.session))

    @work
    async def _ask_hint(self) -> None:
        """Lights what the adviser would do, and says it."""
        words, view = self.session.wording, self.session.view
        if not self.session.my_turn:
            self._say(words.say("Hints come when it is your turn."))
            return
        try:
            move = await in_thread(self.session.hint)
        except BummerlError as error:
            self._say(words.sentence(error.text))
            return
        if self.session.view == view:
            self._hint = move
            self._notice = advice(move, view, words)
            self.show()

    def _ask_tricks(self) -> None:
        self.app.push_screen(talks.tricks(self.session))

    def _ask_score(self) -> None:
        self.app.push_screen(talks.score(self.session))

    def _sort(self) -> None:
        self._trump_first = not self._trump_first
        self.show()

    @work
    async def _ask_rash(self, move: Move) -> None:
        """Makes a move that gives the deal away, once that is confirmed."""
        answer = await self.app.push_screen_wait(talks.rash(self.session))
        if answer == Way.GO_OUT and self.session.my_turn:
            self._play(move)
            self.advance()

    @work
    async def _ask_resign(self) -> None:
        """Gives up the deal or the match, once that is confirmed."""
        match, deal = self.session.match, self.session.match.deal_number
        if match.deal_over:
            return
        answer = await self.app.push_screen_wait(talks.resign(self.session))
        if answer == Way.BACK or match.deal_over or match.deal_number != deal:
            return
        if answer == Way.RESIGN:
            self.session.resign()
        else:
            self.session.give_up()
        self._tell_unsaved()
        self.advance()

    def _leave(self) -> None:
        self.app.exit()

    _commands: ClassVar[dict[Command, Callable[[TableScreen], object]]] = {
        Command.HELP: _ask_help,
        Command.HINT: _ask_hint,
        Command.TRICKS: _ask_tricks,
        Command.SCORE: _ask_score,
        Command.SORT: _sort,
        Command.RESIGN: _ask_resign,
        Command.QUIT: _leave,
    }
