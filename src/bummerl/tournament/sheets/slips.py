"""Round slips for the result desk, score sheets for the tables: a form for each match."""

from __future__ import annotations

from typing import Final

from bummerl.errors import TournamentError
from bummerl.tournament.rounds import Match
from bummerl.tournament.sheets.facts import Data, Facts
from bummerl.words.rulebook import sentence

_LONGEST: Final = 17
"""Bummerls that one score sheet has room for."""


def round_slips(facts: Facts) -> Data:
    """A slip for each open match: to bring to the table and back with the result."""
    words = facts.words
    return facts.data(
        words.say("Round slips"),
        forms=_forms(facts, 8),
        words={
            **_form_words(facts),
            "score": words.say("Bummerls"),
            "signed": words.say("Signed"),
        },
    )


def score_sheets(facts: Facts) -> Data:
    """A score sheet for each open match: 7 → 0 for every Bummerl, dots for those lost."""
    words, rules = facts.words, facts.tournament.rules
    schneider, to_win = (
        sentence(option, getattr(rules, option), words)
        for option in ("schneider_bummerls", "match")
    )
    return facts.data(
        words.say("Score sheets"),
        forms=_forms(facts, 2),
        most=min(2 * rules.match - 1, _LONGEST),
        dots=rules.match + rules.schneider_bummerls - 1,
        words={
            **_form_words(facts),
            "bummerls": words.say("Bummerls"),
            "how": words.say(
                "Strike off what each deal brings. Whoever gets to 0 has won the Bummerl; the "
                "other fills in a dot."
            ),
            "schneider": schneider,
            "to_win": to_win,
            "winner": words.say("Winner"),
            "signed": words.say("Signed"),
        },
    )


def _form_words(facts: Facts) -> Data:
    words = facts.words
    return {
        "match": words.say("Match"),
        "board": words.say("Board"),
        "card": words.say("Card"),
        "name": words.say("Name"),
    }


def _forms(facts: Facts, page: int) -> list[Data]:
    """The forms of all open matches, or blank ones: a page of them, or as many as ordered.

    Raises:
        TournamentError: a match asked for is not there, or none is open.
    """
    t, order = facts.tournament, facts.order
    if order.blank or (t.current is None and order.round is None):
        return [_form("", "", "", ("", ""), ("", ""))] * (order.copies or page)
    found = _matches(facts)
    if not found:
        raise TournamentError("no match is open; name a round to print its matches all the same")
    return [_form_of(facts, match) for match in found]


def _matches(facts: Facts) -> list[Match]:
    t, order = facts.tournament, facts.order
    chosen = facts.round_wanted()
    assert chosen is not None
    if order.round is None and not order.only:
        return t.open_matches()
    found = [m for m in chosen.matches if m.outcome is None or not m.outcome.automatic]
    if not order.only:
        return found
    by_lot = {int(match.id.rpartition("-")[2]): match for match in chosen.matches}
    for lot in order.only:
        if lot not in by_lot:
            raise TournamentError(
                "no match has the number {lot} in round {round}", lot=lot, round=chosen.number
            )
    return [by_lot[lot] for lot in order.only]


def _form_of(facts: Facts, match: Match) -> Data:
    sides = [(str(card), facts.holder(card)) for card in match.cards]
    title = facts.place_name(match.id)
    if title is None:
        of_round = next(r for r in facts.tournament.rounds if match in r.matches)
        title = facts.round_name(of_round)
    return _form(title, match.id, str(match.board or ""), sides[0], sides[1])


def _form(title: str, match: str, board: str, a: tuple[str, str], b: tuple[str, str]) -> Data:
    sides = [{"card": card, "name": name} for card, name in (a, b)]
    return {"title": title, "match": match, "board": board, "sides": sides}
