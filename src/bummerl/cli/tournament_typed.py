"""``bummerl tournament``: cards, persons and lots as people type them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bummerl.errors import TournamentError
from bummerl.words.printable import printable

if TYPE_CHECKING:
    from bummerl.tournament.state import Tournament


def winning_card(t: Tournament, match: str, winner: str) -> int:
    """The card of a match that somebody means by a number, or by its holder's name."""
    from bummerl.tournament.entries import whole_number

    card = whole_number(winner)
    if card is not None:
        return card
    person, found = t.entries.find(winner), t.match(match.strip().lower())
    own = [card for card in found.cards if t.person_id(card) == person.id] if found else []
    if len(own) != 1:
        raise TournamentError(
            "{name} does not play in match {match}; give the winning card",
            name=person.name,
            match=match,
        )
    return own[0]


def cards_of(t: Tournament, who: Sequence[str], *, withdrawn: bool) -> list[int]:
    """Cards by number, or all that a person has left (or has withdrawn)."""
    from bummerl.tournament.desk import cards_left
    from bummerl.tournament.entries import whole_number

    cards: list[int] = []
    for word in who:
        card = whole_number(word)
        if card is not None:
            cards.append(card)
            continue
        person = t.entries.find(word)
        if withdrawn:
            cards += [card for card in t.entries.cards_of(person.id) if card in t.withdrawn]
        else:
            cards += cards_left(t, person)
    if not cards:
        raise TournamentError("{name} has not withdrawn any card", name=" ".join(who))
    return cards


def given_back(t: Tournament, who: Sequence[str], count: int) -> list[int]:
    """Cards by number, or so many that a person has bought last."""
    from bummerl.tournament.entries import whole_number
    from bummerl.tournament.sale import latest_cards

    cards: list[int] = []
    for word in who:
        card = whole_number(word)
        cards += latest_cards(t, t.entries.find(word), count) if card is None else [card]
    return cards


def read_lots(path: Path) -> list[tuple[int, str, int]]:
    """Lots from a file, or typed in."""
    from bummerl.tournament.csv_io import decoded, read_lots

    data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    return read_lots(printable(decoded(data), keep="\n\t"))
