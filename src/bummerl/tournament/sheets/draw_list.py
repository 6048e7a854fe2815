"""The draw list: who meets whom, from both pots; then where each person finds that."""

from __future__ import annotations

from bummerl.errors import TournamentError
from bummerl.tournament.rounds import Round
from bummerl.tournament.sheets.facts import Data, Facts, page_words
from bummerl.tournament.standing import DrawRecord
from bummerl.tournament.state import Tournament
from bummerl.words.wording import Wording


def draw_list(facts: Facts) -> Data:
    """A round as drawn.

    Raises:
        TournamentError: nothing is drawn yet, or not this round.
    """
    t, words = facts.tournament, facts.words
    if facts.order.blank:
        return _to_fill_in(facts)
    drawn = facts.round_wanted()
    if drawn is None:
        raise TournamentError("nothing is drawn yet; a blank list can be printed")
    rows = _rows(facts, drawn)
    matches, byes = len(drawn.matches), len(drawn.byes)
    note = words.say_n("{n} match", "{n} matches", matches)
    if byes:
        note = f"{note}, {words.say_n('{n} bye', '{n} byes', byes)}"
    return facts.data(
        words.say("Draw: {round}", round=facts.round_name(drawn)),
        note=note,
        rows=rows,
        people=_people(facts, drawn, rows),
        proof=_proof(t, drawn, words),
        words=_list_words(words, pots=drawn.stage == "knockout"),
    )


def _to_fill_in(facts: Facts) -> Data:
    """A list for the next draw by hand: numbers, and lines for who has them."""
    t, words = facts.tournament, facts.words
    size = t.next_size()
    return facts.data(
        words.say("Draw: {round}", round=facts.name_of_size(size, len(t.knockout) + 1)),
        note=words.say_n("{n} card", "{n} cards", size),
        rows=[_row(lot) for lot in range(1, size // 2 + 1)],
        people=[],
        proof=[],
        words=_list_words(words, pots=True),
    )


def _row(lot: int) -> Data:
    return {"lot": lot, "left": None, "right": None, "board": "", "note": ""}


def _list_words(words: Wording, pots: bool) -> Data:
    return {
        **page_words(words),
        "lot": words.say("No."),
        "left": words.say("Left pot") if pots else words.say("Card"),
        "right": words.say("Right pot") if pots else words.say("Card"),
        "board": words.say("Board"),
        "bye": words.say("bye – moves on"),
        "people": words.say("Whom do I meet?"),
        "proof": words.say("How this was drawn"),
    }


def _rows(facts: Facts, drawn: Round) -> list[Data]:
    by_cards = {match.cards: match for match in drawn.matches}
    rows: list[Data] = []
    for number, (left, right) in enumerate(facts.lots(drawn), start=1):
        row = {**_row(number), "left": facts.side(left)}
        if right is not None:
            match = by_cards[left, right]
            row["right"] = facts.side(right)
            row["board"] = str(match.board or "")
            if match.outcome is not None and match.outcome.automatic:
                winner = match.outcome.winner
                row["note"] = (
                    facts.words.say("own card: {card} moves on", card=winner)
                    if match.outcome.how == "self"
                    else facts.words.say("withdrawn: {card} moves on", card=winner)
                )
        rows.append(row)
    return rows


def _people(facts: Facts, drawn: Round, rows: list[Data]) -> list[Data]:
    """Everybody in the order of names: own card, number, whom it meets."""
    lines: dict[str, list[Data]] = {}
    for row in rows:
        for mine, other in (("left", "right"), ("right", "left")):
            if row[mine] is not None:
                met = row[other]
                line = {"card": row[mine]["card"], "lot": row["lot"], "name": met and met["name"]}
                lines.setdefault(row[mine]["name"], []).append(line)
    return [
        {"name": name, "cards": sorted(lines[name], key=lambda line: int(line["card"]))}
        for name in sorted(lines, key=str.casefold)
    ]


def _proof(t: Tournament, drawn: Round, words: Wording) -> list[list[str]]:
    """What is published of the draw (TOUR-11), as pairs of label and value."""
    record = _record_of(t, drawn)
    if record is None:
        return []
    if record.by_hand:
        return [[words.say("Lots"), words.say("drawn by hand")]]
    if record.word is None or record.secret is None or record.seed is None:
        return [[words.say("Lots"), words.say("none: two cards are left")]]
    return [
        [words.say("Word from the hall"), record.word],
        [words.say("Hash published before the sale"), t.commitment],
        [words.say("Secret of this draw"), record.secret],
        [words.say("Hash of the list of entries"), record.list_hash],
        [words.say("Seed"), record.seed],
    ]


def _record_of(t: Tournament, drawn: Round) -> DrawRecord | None:
    found = (
        record
        for record in t.draws
        if record.void is None and (record.stage, record.round) == (drawn.stage, drawn.number)
    )
    return next(found, None)
