"""The middle of the screen but the own hand: both plates, the other hand, talon and trick."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from bummerl.tui.scene import Laid, Scene, Side
from bummerl.tui.widgets import art
from bummerl.words.wording import Wording

_PAPER = "$ink on $paper"
_BACK = "$chalk on $back"


class Shown(Widget):
    """A part of the table that shows something of the scene."""

    def __init__(self, words: Wording, id: str, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.words = words
        self.scene: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Shows this moment."""
        self.scene = scene
        self.refresh()

    def render(self) -> Content:
        """What is to be seen, once there is something."""
        return Content() if self.scene is None else self.picture(self.scene)

    def picture(self, scene: Scene) -> Content:
        """What is to be seen of `scene`; every part of the table draws its own."""
        return Content(scene.prompt)

    @property
    def card_size(self) -> art.Size:
        """The size of cards there is room for."""
        return art.LARGE if self.size.height >= art.LARGE.height + 2 else art.SMALL


class Plate(Shown):
    """One side in a line: name, cards, tricks, announcements, card points."""

    def __init__(self, words: Wording, mine: bool) -> None:
        super().__init__(words, id="my-plate" if mine else "other-plate", classes="plate")
        self._mine = mine

    def picture(self, scene: Scene) -> Content:
        """See `Shown`."""
        side = scene.me if self._mine else scene.other
        turn = not scene.over and scene.my_turn == self._mine
        parts = [Content.styled(("▶ " if turn else "  ") + art.fitted(side.name, 16), "bold")]
        parts += [Content(fact) for fact in side.facts]
        line = Content("  ").join(parts)
        calls = [f" {text} " for text in self._calls(side)]
        if len(line) + sum(len(text) + 1 for text in calls) > self.size.width:
            calls = [f" ({n}) " if side.pending else f" {n} " for n in side.calls]
        return Content(" ").join(
            [line, *(Content.styled(text, "bold $ink on $gold") for text in calls)]
        )

    def _calls(self, side: Side) -> list[str]:
        say = self.words.say
        if side.pending:
            return [say("{worth} pending", worth=worth) for worth in side.calls]
        return [say("announced {worth}", worth=worth) for worth in side.calls]


class OtherHand(Shown):
    """The other side's cards: backs, and those that everybody has seen."""

    def picture(self, scene: Scene) -> Content:
        """See `Shown`."""
        side = scene.other
        cards = [art.back().stylize(_BACK)] * (side.cards - len(side.known))
        cards += [art.card(f, self.words.deck, art.TINY).stylize_before(_PAPER) for f in side.known]
        return art.beside(*cards, gap=1) if cards else Content()


class TalonView(Shown):
    """The talon with the turned-up card under it; the turned-up card is hidden when closed."""

    def picture(self, scene: Scene) -> Content:
        """See `Shown`."""
        size = self.card_size
        count = self.words.say_n("{n} card", "{n} cards", scene.talon)
        if not scene.talon:
            caption, block = self.words.say("Talon used up"), _empty(size)
        elif scene.closed:
            caption = self.words.say("Talon closed")
            block = art.beside(art.back(size, 3).stylize(_BACK), art.back(size).stylize(_BACK))
        else:
            assert scene.turn_up is not None
            caption = self.words.say("Talon: {cards}", cards=count)
            up = art.card(scene.turn_up, self.words.deck, size).stylize_before(_PAPER)
            pile = art.back(size, 3).stylize(_BACK) if scene.talon > 1 else _empty(size, 3)
            block = art.beside(pile, up)
        return Content("\n").join([Content(caption), block])


def _empty(size: art.Size, columns: int | None = None) -> Content:
    width = size.width if columns is None else columns
    return Content("\n".join([" " * width] * size.height))


class TrickView(Shown):
    """The cards on the table, each under or over the name of who played it."""

    def picture(self, scene: Scene) -> Content:
        """See `Shown`."""
        size = self.card_size
        theirs = next((laid for laid in scene.table if not laid.mine), None)
        mine = next((laid for laid in scene.table if laid.mine), None)
        cards = art.beside(self._place(theirs, size), self._place(mine, size), gap=2)
        width = 2 * size.width + 2
        over = Content(self._caption(theirs, art.fitted(scene.other.name, 16)).ljust(width))
        under = Content(self._caption(mine, scene.me.name).rjust(width))
        return Content("\n").join([over, cards, under])

    def _place(self, laid: Laid | None, size: art.Size) -> Content:
        if laid is None:
            return _empty(size)
        return art.card(laid.face, self.words.deck, size).stylize_before(_PAPER)

    def _caption(self, laid: Laid | None, name: str) -> str:
        if laid is None:
            return ""
        if not laid.takes:
            return name
        if laid.mine:
            return self.words.say("You take it")
        return self.words.say("{name} takes it", name=name)
