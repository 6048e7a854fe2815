"""The left side of the screen: the slate, and what is to be known at any moment."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from bummerl.rules.score import GAME
from bummerl.tui.scene import Scene
from bummerl.tui.slate import Slate
from bummerl.tui.widgets import art
from bummerl.tui.widgets.table import Shown
from bummerl.words.wording import Wording


class SlateView(Widget):
    """The slate: a column of standings each, the old ones struck out, and the Bummerls."""

    def __init__(self, words: Wording, slate: Slate | None = None) -> None:
        super().__init__(classes="slate")
        self._words = words
        self._slate = slate

    def show(self, slate: Slate) -> None:
        """Shows the slate as it stands."""
        self._slate = slate
        self.refresh()

    def render(self) -> Content:
        """The columns side by side."""
        return Content() if self._slate is None else slate_picture(self._slate, self._words)


def slate_picture(slate: Slate, words: Wording, half: int = 6) -> Content:
    """The slate in two columns, each `half` wide."""
    names = [art.fitted(name or words.say("You"), half) for name in slate.names]
    lines = [_row([Content.styled(name, "bold") for name in names], half)]
    for line in range(GAME + 1):
        lines.append(_row([_standing(column, line) for column in slate.standings], half))
    while not lines[-1].plain.strip() and len(lines) > GAME:
        lines.pop()
    lines.append(Content("Bummerl".center(2 * half)))
    lines.append(_row([Content(dots(count, slate.target)) for count in slate.bummerls], half))
    if slate.carry:
        lines.append(Content(words.say("next: +{n}", n=slate.carry)))
    return Content("\n").join(lines)


def dots(count: int, target: int) -> str:
    """Bummerls as dots: one a Bummerl, rings for those that are still to come."""
    return f"{count}●" if target > 3 else "●" * count + "○" * (target - count)


def _standing(column: tuple[int, ...], line: int) -> Content:
    if line >= len(column):
        return Content()
    last = line == len(column) - 1
    return Content.styled(str(column[line]), "bold" if last else "strike dim")


def _row(cells: list[Content], half: int) -> Content:
    centred = (cell.pad_left((half - len(cell)) // 2) for cell in cells)
    return Content("").join(cell.pad_right(half - len(cell)) for cell in centred)


class Facts(Shown):
    """Trump, free or strict play, deal, dealer: always in view."""

    def __init__(self, words: Wording) -> None:
        super().__init__(words, id="facts")

    def picture(self, scene: Scene) -> Content:
        """See `Shown`."""
        say = self.words.say
        if scene.me.dealer:
            dealer = say("You deal.")
        else:
            dealer = say("{name} deals.", name=scene.other.name)
        return Content("\n").join(
            [
                Content(say("Trump")),
                Content.styled(f"{scene.trump.symbol} {scene.trump.suit_name}", "bold $accent"),
                Content(),
                Content.styled(scene.phase, "bold" if scene.strict else ""),
                Content(),
                Content(dealer),
            ]
        )
