"""May this happen? Results and all that the desk does while it is played: events, or an error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bummerl.errors import TournamentError
from bummerl.text import Text
from bummerl.tournament.announcing import MOST_BOARDS
from bummerl.tournament.danish import NEED_SCORE
from bummerl.tournament.entries import Person
from bummerl.tournament.events import (
    AnyEvent,
    Boarded,
    Cleared,
    Delayed,
    How,
    Offence,
    Resulted,
    Returned,
    Withdrawn,
)
from bummerl.tournament.rounds import Match
from bummerl.tournament.sale import Stamp, distinct
from bummerl.tournament.state import Tournament

_SHOWN: Final = 6
"""Matches that an error names."""
_FORFEIT: Final = Text("in its match for a place, enter that the other card wins by forfeit")

# ---- results -------------------------------------------------------------------------------


def result(
    t: Tournament,
    match_id: str,
    winner: int,
    stamp: Stamp,
    *,
    score: tuple[int, int] | None = None,
    how: How = "played",
    offence: Offence | None = None,
    reason: str | None = None,
) -> tuple[AnyEvent, ...]:
    """A match has a result; a penalty tells which `offence`.

    Raises:
        TournamentError: there is no such match, it has a result, the card does not play there,
            or the score cannot be.
    """
    match = _running(t, match_id)
    if match.outcome is not None:
        raise TournamentError(
            "match {match} has a result: card {winner} has won; correct it if that is wrong",
            match=match.id,
            winner=match.outcome.winner,
        )
    return (_resulted(t, match, winner, score, how, offence, reason, stamp),)


def correct(
    t: Tournament,
    match_id: str,
    winner: int,
    stamp: Stamp,
    *,
    score: tuple[int, int] | None = None,
    how: How = "played",
    offence: Offence | None = None,
    reason: str | None = None,
) -> tuple[AnyEvent, ...]:
    """A result was wrong; possible until the next round is drawn (TOUR-11).

    Raises:
        TournamentError: as in `result`, or there is none to correct.
    """
    match = _correctable(t, match_id)
    return (_resulted(t, match, winner, score, how, offence, reason, stamp),)


def clear(
    t: Tournament, match_id: str, stamp: Stamp, reason: str | None = None
) -> tuple[AnyEvent, ...]:
    """A result is taken back, and the match played again; possible as `correct` is."""
    match = _correctable(t, match_id)
    return (Cleared(match=match.id, reason=reason, at=stamp.at, by=stamp.by),)


def _running(t: Tournament, match_id: str) -> Match:
    """A match whose result is still open to change.

    Raises:
        TournamentError: there is no such match, it was decided without play, or the next round is
            drawn.
    """
    match = t.match(match_id.strip().lower())
    if match is None:
        left = [m.id for m in t.open_matches()]
        if not left:
            raise TournamentError(
                "there is no match {match!r}: no match is open now", match=match_id
            )
        raise TournamentError(
            "there is no match {match!r}; open are: {matches}",
            match=match_id,
            matches=", ".join(left[:_SHOWN]) + (" …" if len(left) > _SHOWN else ""),
        )
    if match not in t.matches():
        raise TournamentError(
            "match {match} cannot be changed any more: the next round is drawn", match=match.id
        )
    if match.outcome is not None and match.outcome.automatic:
        raise TournamentError(
            "match {match} was decided without play: card {winner} moves on",
            match=match.id,
            winner=match.outcome.winner,
        )
    return match


def _correctable(t: Tournament, match_id: str) -> Match:
    match = _running(t, match_id)
    if match.outcome is None:
        raise TournamentError(
            "match {match} has no result yet, so there is nothing to correct", match=match.id
        )
    _check_not_followed(t, match)
    return match


def _check_not_followed(t: Tournament, match: Match) -> None:
    """Raises TournamentError if a match with a result has followed from this one."""
    if match.id not in ("p5a", "p5b"):
        return
    for later in ("p5", "p7"):
        follower = t.place_matches.get(later)
        if follower and follower.outcome and not follower.outcome.automatic:
            raise TournamentError(
                "match {later} followed from {match} and has a result; take that back first",
                later=later,
                match=match.id,
            )


def _resulted(
    t: Tournament,
    match: Match,
    winner: int,
    score: tuple[int, int] | None,
    how: How,
    offence: Offence | None,
    reason: str | None,
    stamp: Stamp,
) -> Resulted:
    if winner not in match.cards:
        raise TournamentError(
            "card {card} does not play in match {match}: there {a} meets {b}",
            card=winner,
            match=match.id,
            a=match.a,
            b=match.b,
        )
    assert how not in ("self", "withdrawn")
    if how == "penalty" and offence is None:
        raise TournamentError("say what the penalty is for")
    _check_score(t, match, score, how)
    return Resulted(
        match=match.id,
        winner=winner,
        loser=match.other(winner),
        score=score,
        how=how,
        offence=offence if how == "penalty" else None,
        reason=reason or None,
        at=stamp.at,
        by=stamp.by,
    )


def _check_score(t: Tournament, match: Match, score: tuple[int, int] | None, how: How) -> None:
    needed, most = t.rules.match, t.rules.match + t.rules.schneider_bummerls - 1
    if score is not None and not (needed <= score[0] <= most and 0 <= score[1] < needed):
        raise TournamentError(
            "the score {won}:{lost} cannot be: the winner comes first and has {needed} Bummerls, "
            "the loser fewer",
            won=score[0],
            lost=score[1],
            needed=needed if needed == most else Text("{a} or {b}", a=needed, b=most),
        )
    stage = t.settings.danish
    if score is None and how == "played" and stage is not None and match.id.startswith("d"):
        wanted = NEED_SCORE & set(stage.keys)
        if wanted:
            raise TournamentError(
                "match {match} needs its score in Bummerls, since it counts for the ranking",
                match=match.id,
            )


# ---- persons who leave, boards -------------------------------------------------------------


def withdraw(
    t: Tournament, cards: Sequence[int], stamp: Stamp, reason: str | None = None
) -> tuple[AnyEvent, ...]:
    """These cards are not played any more; whoever meets them moves on.

    Raises:
        TournamentError: nothing is drawn yet, there is no card, or one is out.
    """
    if not t.rounds:
        raise TournamentError("nothing is drawn yet: undo the sale of the card instead")
    given, alive = distinct(cards), set(t.alive())
    for card in given:
        t.entries.check_card(card)
        if card not in alive or card in t.withdrawn:
            raise TournamentError(
                "card {card} is out already; {forfeit}"
                if _for_places(t, card)
                else "card {card} is out already",
                card=card,
                forfeit=_FORFEIT,
            )
    return (Withdrawn(cards=given, reason=reason or None, at=stamp.at, by=stamp.by),)


def bring_back(t: Tournament, cards: Sequence[int], stamp: Stamp) -> tuple[AnyEvent, ...]:
    """Withdrawn cards are played again.

    Raises:
        TournamentError: there is no card, one was not withdrawn, or has been beaten in a round
            before.
    """
    given = distinct(cards)
    current = set(t.current.cards) if t.current else set()
    places = {card for match in t.place_matches.values() for card in match.cards}
    for card in given:
        t.entries.check_card(card)
        if card not in t.withdrawn:
            raise TournamentError("card {card} was not withdrawn", card=card)
        if card not in current | places | set(t.alive()):
            raise TournamentError(
                "card {card} cannot come back: it was beaten in a round before", card=card
            )
        for match in t.place_matches.values():
            if card in match.cards:
                _check_not_followed(t, match)
    return (Returned(cards=given, at=stamp.at, by=stamp.by),)


def cards_left(t: Tournament, person: Person) -> tuple[int, ...]:
    """The cards of a person that can still win and are not withdrawn.

    Raises:
        TournamentError: there is none.
    """
    alive, held = set(t.alive()) - t.withdrawn, t.entries.cards_of(person.id)
    cards = tuple(card for card in held if card in alive)
    if not cards:
        raise TournamentError(
            "{name} has no card left; {forfeit}"
            if any(_for_places(t, card) for card in held)
            else "{name} has no card left",
            name=person.name,
            forfeit=_FORFEIT,
        )
    return cards


def _for_places(t: Tournament, card: int) -> bool:
    """Whether a card that is out can still play for one of the places 3 to 8."""
    found = (place for place in t.places() if card in place.cards)
    return any(place.first <= 8 and not place.decided for place in found)


def board(t: Tournament, match_id: str, number: int, stamp: Stamp) -> tuple[AnyEvent, ...]:
    """A match is put on a board by hand; what is there, or has one of its persons, makes way.

    Raises:
        TournamentError: the match is not open, or there is no such board.
    """
    match = _open(t, match_id)
    most = t.settings.boards or MOST_BOARDS
    if not 1 <= number <= most:
        raise TournamentError(
            "there is no board {board}; the boards are 1 to {most}", board=number, most=most
        )
    return (Boarded(match=match.id, board=number, at=stamp.at, by=stamp.by),)


def delay(t: Tournament, match_id: str, stamp: Stamp, on: bool = True) -> tuple[AnyEvent, ...]:
    """A match leaves its board and waits, as somebody is away; or it waits no more (`on` False).

    Raises:
        TournamentError: the match is not open.
    """
    match = _open(t, match_id)
    if match.delayed == on:
        return ()
    return (Delayed(match=match.id, delayed=on, at=stamp.at, by=stamp.by),)


def _open(t: Tournament, match_id: str) -> Match:
    match = _running(t, match_id)
    if match.outcome is not None:
        raise TournamentError("match {match} is over", match=match.id)
    return match
