"""What every sheet is made from: a tournament, a wording, an order; and the data all have.

A sheet's data is what its Typst template reads: texts in words, numbers, lists of these.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

import segno

from bummerl.errors import TournamentError
from bummerl.text import N_
from bummerl.tournament.events import Drawn
from bummerl.tournament.rounds import Round
from bummerl.tournament.sheets.order import NameKind, Order
from bummerl.tournament.state import Tournament
from bummerl.words.rulebook import name_of
from bummerl.words.wording import Wording

Data: TypeAlias = dict[str, Any]

SCALES: Final[Mapping[str, float]] = {"a4": 1.0, "a3": 2**0.5}
"""Enlargement by paper."""
_MONTHS: Final = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


@dataclass(frozen=True)
class Facts:
    """A tournament to be put on paper."""

    tournament: Tournament
    words: Wording
    order: Order
    usual_names: NameKind = "full"

    # ---- persons and cards -----------------------------------------------------------------

    @cached_property
    def names(self) -> dict[int, str]:
        """What each person is called on this sheet."""
        if (self.order.names or self.usual_names) == "public":
            return self.tournament.public_names
        return {person.id: person.name for person in self.tournament.entries.persons.values()}

    def holder(self, card: int) -> str:
        """Who holds a card."""
        return self.names[self.tournament.person_id(card)]

    def side(self, card: int) -> Data:
        """A card and its holder."""
        return {"card": card, "name": self.holder(card)}

    # ---- rounds ----------------------------------------------------------------------------

    def round_wanted(self) -> Round | None:
        """The round this sheet is about; None: nothing is drawn yet.

        Raises:
            TournamentError: there is no such round.
        """
        wanted, drawn = self.order.round, self.tournament.knockout
        if wanted is None:
            return self.tournament.current
        if not 1 <= wanted <= len(drawn):
            raise TournamentError("round {round} is not drawn yet", round=wanted)
        return drawn[wanted - 1]

    def round_name(self, stage_round: Round) -> str:
        """What a round is called."""
        if stage_round.stage == "danish":
            return self.words.say("Qualifying round {n}", n=stage_round.number)
        return self.name_of_size(stage_round.size, stage_round.number)

    def name_of_size(self, size: int, number: int) -> str:
        """What a round of the knock-out with so many cards is called."""
        match size:
            case 2:
                return self.words.say("Final")
            case 4:
                return self.words.say("Semi-finals")
            case 8:
                return self.words.say("Quarter-finals")
        return self.words.say("Round {n}", n=number)

    def place_name(self, match_id: str) -> str | None:
        """What a match for places is called; None for others."""
        match match_id:
            case "p3":
                return self.words.say("For places 3 and 4")
            case "p5":
                return self.words.say("For places 5 and 6")
            case "p7":
                return self.words.say("For places 7 and 8")
            case "p5a" | "p5b":
                return self.words.say("For places 5 to 8")
        return None

    def lots(self, stage_round: Round) -> list[tuple[int, int | None]]:
        """Who has the numbers 1, 2, 3 … from the left pot and from the right; None: nobody."""
        if stage_round.stage == "knockout":
            for record in reversed(self.tournament.draws):
                event = record.event
                fits = record.stage == "knockout" and record.round == stage_round.number
                if fits and record.void is None and isinstance(event, Drawn):
                    return list(zip(event.left, event.right, strict=True))
        pairs: list[tuple[int, int | None]] = [match.cards for match in stage_round.matches]
        return [*pairs, *((card, None) for card in stage_round.byes)]

    # ---- the head of all sheets ------------------------------------------------------------

    def data(self, title: str, **values: Any) -> Data:
        """The data of a sheet, with what all have."""
        settings, paper = self.tournament.settings, self.order.paper or "a4"
        about = (settings.name, self.date, settings.place)
        return {
            "language": self.words.language,
            "paper": paper,
            "scale": SCALES[paper],
            "title": title,
            "name": settings.name,
            "date": self.date,
            "place": settings.place or "",
            "about": " · ".join(part for part in about if part),
            "state": self.state,
            "rules": name_of(self.tournament.rules, self.words),
            "bummerls": self.tournament.rules.match,
            **values,
        }

    @property
    def date(self) -> str:
        """When it is played, in words."""
        date = self.tournament.settings.date or ""
        try:
            return self.day(datetime.date.fromisoformat(date))
        except ValueError:
            return date

    @property
    def state(self) -> str:
        """As of when the sheet is true: the moment of the last event, in local time."""
        at = datetime.datetime.fromtimestamp(self.tournament.history[-1].at / 1000)
        return self.words.say("As of {day}, {time}", day=self.day(at), time=f"{at:%H:%M}")

    def day(self, date: datetime.date) -> str:
        """A day.

        >>> day = datetime.date(2026, 11, 30)
        >>> [Facts.day(Facts(None, Wording(lang), Order()), day) for lang in ("en", "de")]
        ['30 November 2026', '30. November 2026']
        """
        month = self.words.say(_MONTHS[date.month - 1])
        dot = "." if self.words.language == "de" else ""
        return f"{date.day}{dot} {month} {date.year}"

    # ---- money, codes ----------------------------------------------------------------------

    def money(self, cents: int) -> str:
        """An amount: ``7 €``, ``7.50 €``."""
        amount = self.words.number(cents / 100, 2 if cents % 100 else 0)
        return f"{amount} {self.tournament.settings.currency}"

    def code(self, said: str, query: str = "") -> str:
        """A QR code: the public page (with `query`), or the words `said` where there is none."""
        url = self.order.url
        return qr_code(said if url is None else f"{url.rstrip('/')}{query}", self._masks)

    @cached_property
    def _masks(self) -> dict[int, int]:
        return {}


def qr_code(content: str, masks: dict[int, int]) -> str:
    """A QR code as SVG.

    The mask, which is most of the work to find, is kept in `masks` by length: codes that differ
    in a number only look alike, and any mask can be read.
    """
    length = len(content)
    made = segno.make(content, error="m", micro=False, mask=masks.get(length))
    masks[length] = made.mask
    return made.svg_inline(border=0, omitsize=True)


def page_words(words: Wording) -> Data:
    """What the foot of a list says."""
    return {"page": words.say("page {page} of {pages}", page="<page>", pages="<pages>")}
