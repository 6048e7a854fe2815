"""The wall chart: a column for each round, filled in by pen or printed again after each draw.

Every round is drawn anew, so no lines lead from match to match.  Rounds of more matches than fit
beside the others have pages of their own.
"""

from __future__ import annotations

from typing import Any, Final

from bummerl.tournament.rounds import Match, Round
from bummerl.tournament.sheets.facts import Data, Facts, page_words

ROWS: Final = 16
"""Matches one below the other."""
COLUMNS: Final = 8
"""Columns on a page."""
_SHARED: Final = 32
"""A round of at most so many matches shares its page with those after it."""


def wall_chart(facts: Facts) -> Data:
    """All rounds, those not drawn yet as empty boxes; the last page ends with the winner."""
    words = facts.words
    blank = facts.order.blank
    rounds = [] if blank else [_round(facts, drawn) for drawn in facts.tournament.knockout]
    rounds += _to_come(facts, blank)
    pages = [page for matches, name in rounds for page in _own_pages(matches, name)]
    shared = [column for matches, name in rounds for column in _columns(matches, name)]
    pages.append({"title": "", "columns": shared, "finale": _finale(facts)})
    return facts.data(
        words.say("Wall chart"),
        pages=pages,
        digits=len(str(max([facts.tournament.settings.cards, *facts.tournament.entries.cards]))),
        words={
            **page_words(words),
            "bye": words.say("bye"),
            "winner": words.say("Winner"),
            "lots": words.say("Numbers {first} to {last}", first="<first>", last="<last>"),
        },
    )


_Slots = list[Data]


def _round(facts: Facts, drawn: Round) -> tuple[_Slots, str]:
    """A drawn round: its numbers in order, and its name."""
    by_cards = {match.cards: match for match in drawn.matches}
    slots: _Slots = []
    for lot, (left, right) in enumerate(facts.lots(drawn), start=1):
        if right is None:
            slots.append({"lot": lot, "sides": [_side(facts, left, "won"), {"bye": True}]})
        else:
            slots.append({"lot": lot, **_match(facts, by_cards[left, right])})
    return slots, facts.round_name(drawn)


def _match(facts: Facts, match: Match) -> Data:
    outcome = match.outcome
    if outcome is None:
        return {"sides": [_side(facts, card, "open") for card in match.cards]}
    won = {card: "won" if card == outcome.winner else "lost" for card in match.cards}
    data: Data = {"sides": [_side(facts, card, won[card]) for card in match.cards]}
    if outcome.how == "played" and outcome.score is not None:
        score = dict(zip((outcome.winner, outcome.loser), outcome.score, strict=True))
        for side, card in zip(data["sides"], match.cards, strict=True):
            side["score"] = str(score[card])
    elif outcome.how != "played":
        data["sides"][match.cards.index(outcome.loser)]["note"] = _how(facts, outcome.how)
    return data


def _how(facts: Facts, how: str) -> str:
    """Why a match was not won by play, in a word."""
    match how:
        case "self":
            return facts.words.say("own card")
        case "withdrawn":
            return facts.words.say("withdrawn")
        case "penalty":
            return facts.words.say("penalty")
    return facts.words.say("forfeit")


def _side(facts: Facts, card: int, state: str) -> Data:
    return {**facts.side(card), "state": state}


def _to_come(facts: Facts, blank: bool) -> list[tuple[_Slots, str]]:
    """The rounds that are not drawn yet, empty; or all."""
    t = facts.tournament
    last = t.current
    if t.knockout and last is not None and not blank:
        size = t.next_size() if last.complete and last.size > 2 else last.size // 2
    elif t.settings.danish is not None:
        size = t.settings.danish.qualifiers
    else:
        size = t.settings.cards
    number = 1 if blank else len(t.knockout) + 1
    found: list[tuple[_Slots, str]] = []
    while size >= 2:
        slots: _Slots = [{"lot": lot, "sides": [{}, {}]} for lot in range(1, size // 2 + 1)]
        found.append((slots, facts.name_of_size(size, number)))
        size, number = size // 2, number + 1
    return found


def _own_pages(slots: _Slots, name: str) -> list[Data]:
    """The pages of a round that has its own."""
    if len(slots) <= _SHARED:
        return []
    page = ROWS * COLUMNS
    pages = -(-len(slots) // page)
    each = -(-len(slots) // (pages * ROWS)) * ROWS
    return [
        {
            "title": name,
            "columns": [
                {"title": "", "slots": slots[start : start + ROWS]}
                for start in range(first, min(first + each, len(slots)), ROWS)
            ],
            "first": first + 1,
            "last": min(first + each, len(slots)),
        }
        for first in range(0, len(slots), each)
    ]


def _columns(slots: _Slots, name: str) -> list[Data]:
    """The columns of a round on the shared page."""
    if len(slots) > _SHARED:
        return []
    return [
        {"title": name if start == 0 else "", "slots": slots[start : start + ROWS]}
        for start in range(0, len(slots), ROWS)
    ]


def _finale(facts: Facts) -> Data:
    """The winner, and the matches for places."""
    t, blank = facts.tournament, facts.order.blank
    names: list[tuple[str, Any]] = []
    wanted = ("p3",) * (t.settings.third_place and t.settings.prizes > 2)
    if t.settings.places_5_8 and t.settings.prizes > 4:
        wanted += ("p5a", "p5b", "p5", "p7")
    due = {} if blank else t.due_places()
    for place in wanted:
        match = None if blank else t.place_matches.get(place)
        alone = due.get(place, ())
        if match is not None:
            data = _match(facts, match)
        elif len(alone) == 1:
            data = {"sides": [_side(facts, alone[0], "won"), {"bye": True}]}
        else:
            data = {"sides": [{}, {}]}
        names.append((facts.place_name(place) or "", data))
    winner = None
    if t.final_played and not blank:
        outcome = t.knockout[-1].matches[0].outcome
        assert outcome is not None
        winner = facts.side(outcome.winner)
    return {"winner": winner, "places": [{"title": title, **data} for title, data in names]}
