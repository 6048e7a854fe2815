"""Entry cards: number, holder, tournament, QR code; eight on a page."""

from __future__ import annotations

from typing import Final

from bummerl.errors import TournamentError
from bummerl.tournament.sheets.facts import Data, Facts

_NAMED_ROUNDS: Final = 6
"""More have no room for names, but for numbers only."""


def entry_cards(facts: Facts) -> Data:
    """All cards that are issued, or those asked for; unsold ones have a line for a name.

    Raises:
        TournamentError: a number is not among those issued.
    """
    t, words = facts.tournament, facts.words
    sold = {} if facts.order.blank else t.entries.cards
    last = max([t.settings.cards, *t.entries.cards])
    for card in facts.order.only:
        if not 1 <= card <= last:
            raise TournamentError(
                "there is no card {card}; the cards are 1 to {last}", card=card, last=last
            )
    name = t.settings.name
    cards = [
        {
            "card": card,
            "name": facts.holder(card) if card in sold else "",
            "code": facts.code(
                words.say("{name}, card {card}", name=name, card=card), f"?card={card}"
            ),
        }
        for card in facts.order.only or range(1, last + 1)
    ]
    return facts.data(
        words.say("Entry cards"),
        cards=cards,
        rounds=_rounds(facts),
        words={
            "card": words.say("Entry card"),
            "name": words.say("Name"),
        },
    )


def _rounds(facts: Facts) -> list[str]:
    """What stands over the boxes where players note their numbers: the rounds."""
    settings = facts.tournament.settings
    if settings.danish is None:
        cards, before = settings.cards, 0
    else:
        cards, before = settings.danish.qualifiers, settings.danish.rounds
    count = cards.bit_length() - 1
    if before + count > _NAMED_ROUNDS or before:
        return [str(number + 1) for number in range(before + count)]
    return [facts.name_of_size(2 ** (count - n), n + 1) for n in range(count)]
