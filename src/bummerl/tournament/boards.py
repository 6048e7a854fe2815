"""Who plays now: nobody at two boards at once, those who owe the most matches first (TOUR-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias

from bummerl.tournament.rounds import Match

State: TypeAlias = Literal["waiting", "ready", "playing", "done"]
"""Of a match: a person plays elsewhere, or it was put off; a board is missing; on a board; over."""
PersonOf: TypeAlias = Callable[[int], int]
"""Who holds a card."""


def fill(matches: Sequence[Match], person_of: PersonOf, boards: int) -> None:
    """Put matches on free boards, the lowest first; 0 boards: as many as needed.

    What is on a board stays there.  Whoever owes the most matches comes first, since the round
    is over when the last of them is.
    """
    for match in matches:
        if match.board is not None and (match.outcome is not None or 0 < boards < match.board):
            match.board = None
    taken = {match.board for match in matches if match.board is not None}
    if 0 < boards <= len(taken):
        return
    busy = busy_persons(matches, person_of)
    waiting = [
        match
        for match in matches
        if match.outcome is None
        and match.board is None
        and not match.delayed
        and person_of(match.a) not in busy
        and person_of(match.b) not in busy
    ]
    if not waiting:
        return
    owed = owed_by_person(matches, person_of)

    def urgency(match: Match) -> tuple[int, int]:
        debts = sorted((owed[person_of(match.a)], owed[person_of(match.b)]))
        return (-debts[1], -debts[0])

    board = 1
    for match in sorted(waiting, key=urgency):
        while board in taken:
            board += 1
        if 0 < boards < board:
            return
        persons = {person_of(match.a), person_of(match.b)}
        if not persons & busy:
            match.board = board
            taken.add(board)
            busy |= persons


def busy_persons(matches: Iterable[Match], person_of: PersonOf) -> set[int]:
    """Who sits at a board."""
    return {person_of(card) for m in matches if m.board is not None for card in m.cards}


def owed_by_person(matches: Iterable[Match], person_of: PersonOf) -> Counter[int]:
    """How many matches each person still has to play."""
    return Counter(person_of(card) for m in matches if m.outcome is None for card in m.cards)


def put_on(match: Match, board: int, matches: Iterable[Match], person_of: PersonOf) -> None:
    """Put a match on a board by hand; what is there, or has one of its persons, makes way."""
    persons = {person_of(card) for card in match.cards}
    for other in matches:
        if other.board == board or persons & {person_of(card) for card in other.cards}:
            other.board = None
    match.board = board
    match.delayed = False


def state_of(match: Match, busy: set[int], person_of: PersonOf) -> State:
    """How a match stands, given who is `busy`."""
    if match.outcome is not None:
        return "done"
    if match.board is not None:
        return "playing"
    if match.delayed or busy & {person_of(card) for card in match.cards}:
        return "waiting"
    return "ready"
