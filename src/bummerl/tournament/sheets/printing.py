"""All sheets by name, and the door to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from bummerl.text import Text
from bummerl.tournament.sheets import (
    cards,
    cash_sheet,
    draw_list,
    prizes,
    ranking,
    rule_sheet,
    slips,
    tables,
    wall,
)
from bummerl.tournament.sheets.compiling import pdf_of
from bummerl.tournament.sheets.facts import Data, Facts
from bummerl.tournament.sheets.order import USUAL, NameKind, Order, Paper
from bummerl.tournament.state import Tournament
from bummerl.words.wording import Wording


@dataclass(frozen=True)
class Sheet:
    """A kind of sheet."""

    about: Text
    """What it is, in a few words."""
    facts: Callable[[Facts], Data]
    paper: Paper = "a4"
    """What it is usually printed on."""
    names: NameKind = "full"
    fixed: bool = False
    """Whether only its usual paper will do, as it is cut or folded."""


SHEETS: Final[Mapping[str, Sheet]] = MappingProxyType(
    {
        "cards": Sheet(Text("entry cards, eight a page"), cards.entry_cards, fixed=True),
        "draw": Sheet(Text("draw list: who meets whom"), draw_list.draw_list, names="public"),
        "slips": Sheet(Text("round slips, eight a page"), slips.round_slips, fixed=True),
        "scores": Sheet(Text("score sheets, two a page"), slips.score_sheets, fixed=True),
        "wall": Sheet(
            Text("wall chart, a column for each round"),
            wall.wall_chart,
            paper="a3",
            names="public",
        ),
        "tables": Sheet(Text("table cards to fold, two a page"), tables.table_cards, fixed=True),
        "prizes": Sheet(Text("list of prizes"), prizes.prize_list, names="public"),
        "certificates": Sheet(Text("certificates for the winners"), prizes.certificates),
        "ranking": Sheet(
            Text("ranking of the qualifying stage"), ranking.ranking_list, names="public"
        ),
        "cash": Sheet(Text("cash sheet: who paid what"), cash_sheet.cash_sheet),
        "rules": Sheet(Text("rule sheet, in both languages"), rule_sheet.rule_sheet),
    }
)
"""By the word that asks for them, which is also the name of their template."""


def sheet_pdf(tournament: Tournament, what: str, words: Wording, order: Order = USUAL) -> bytes:
    """A sheet as PDF; `what` is one of `SHEETS`.

    Raises:
        TournamentError: the order asks for what there is not.
    """
    sheet = SHEETS[what]
    paper = sheet.paper if sheet.fixed or order.paper is None else order.paper
    facts = Facts(tournament, words, replace(order, paper=paper), sheet.names)
    at = tournament.history[-1].at
    return pdf_of(what, sheet.facts(facts), at, tagged=not sheet.fixed)
