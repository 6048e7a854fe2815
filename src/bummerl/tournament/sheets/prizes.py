"""The list of prizes, and a certificate for each."""

from __future__ import annotations

from itertools import groupby

from bummerl.errors import TournamentError
from bummerl.tournament.prizes import Prize
from bummerl.tournament.sheets.facts import Data, Facts, page_words


def prize_list(facts: Facts) -> Data:
    """All prizes with their winners, as far as known."""
    t, words = facts.tournament, facts.words
    lists = [
        {"title": group or "", "prizes": [_row(facts, prize) for prize in prizes]}
        for group, prizes in groupby(t.prizes(), lambda prize: prize.list)
    ]
    club = t.club_prize()
    return facts.data(
        words.say("Prizes"),
        lists=lists,
        club=None
        if club is None
        else {
            "name": club.name,
            "clubs": ", ".join(club.clubs) if club.players else "",
            "players": words.say_n("{n} player", "{n} players", club.players),
        },
        note=words.say("A person keeps the best prize only.") if t.settings.one_prize_each else "",
        words={
            **page_words(words),
            "card": words.say("Card"),
            "club": words.say("For the club with the most players"),
            "unawarded": words.say("not awarded"),
        },
    )


def _row(facts: Facts, prize: Prize) -> Data:
    return {
        "number": prize.number,
        "prize": prize.name or "",
        "card": "" if prize.card is None else str(prize.card),
        "who": "" if prize.card is None else facts.holder(prize.card),
        "unawarded": prize.unawarded,
    }


def certificates(facts: Facts) -> Data:
    """A certificate for each prize that has a winner; before, or if ordered blank, for all.

    Raises:
        TournamentError: there is no prize of a number asked for.
    """
    t, words, order = facts.tournament, facts.words, facts.order
    prizes = [prize for prize in t.prizes() if not prize.unawarded]
    for number in order.only:
        if number not in {prize.number for prize in prizes}:
            raise TournamentError("there is no prize {number}", number=number)
    chosen = [prize for prize in prizes if not order.only or prize.number in order.only]
    won = [prize for prize in chosen if prize.card is not None]
    blank = order.blank or not won
    return facts.data(
        words.say("Certificates"),
        certificates=[_certificate(facts, prize, blank) for prize in (chosen if blank else won)],
        words={
            "certificate": words.say("Certificate"),
            "at": words.say("at the tournament"),
            "signed": words.say("For the organisers"),
            "day": words.say("Place and date"),
        },
    )


def _certificate(facts: Facts, prize: Prize, blank: bool) -> Data:
    card = None if blank else prize.card
    return {
        "place": facts.words.say("Prize {n}", n=prize.number),
        "number": prize.number,
        "list": prize.list or "",
        "prize": prize.name or "",
        "who": "" if card is None else facts.holder(card),
    }
