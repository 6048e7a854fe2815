"""The game in a few sentences, for somebody who has never played it.

>>> the_game(Rules(), Wording())[1]
'The cards from the top, with their points: ace 11, ten 10, king 4, queen 3, jack 2.'
"""

from __future__ import annotations

from typing import Final

from bummerl.cards import ACE, JACK, KING, NINE, QUEEN, TEN
from bummerl.rules.variants import Rules
from bummerl.text import N_
from bummerl.words.wording import Wording

HEADING: Final = N_("The game")
"""What the sentences stand under."""

_RANKS: Final = {"ace": ACE, "ten": TEN, "king": KING, "queen": QUEEN, "jack": JACK, "nine": NINE}

_GOAL: Final = {
    "declared": N_("Be first to have 66 card points, and say so."),
    "automatic": N_("Be first to have 66 card points."),
}
_CARDS: Final = {
    20: N_(
        "The cards from the top, with their points: {ace:rank_word} 11, {ten:rank_word} 10, "
        "{king:rank_word} 4, {queen:rank_word} 3, {jack:rank_word} 2."
    ),
    24: N_(
        "The cards from the top, with their points: {ace:rank_word} 11, {ten:rank_word} 10, "
        "{king:rank_word} 4, {queen:rank_word} 3, {jack:rank_word} 2, {nine:rank_word} 0."
    ),
}
_PLAY: Final = (
    N_("Announce {king:rank_word} and {queen:rank_word} of one suit for 20, in trumps for 40."),
    N_("Talon open: play any card. Whoever wins the trick draws first and leads."),
    N_(
        "Talon closed or used up: follow suit and beat the card if you can; "
        "no card of the suit: trump."
    ),
)
_END: Final = {
    "wins": N_(
        "All cards played and nobody has won: the last trick wins, but whoever closed loses."
    ),
    "ten": N_("All cards played and nobody at 66: the deal is drawn, but whoever closed loses."),
}
_WORTH: Final = N_(
    "A win brings 3 points if the other has no trick, 2 if under 33, else 1. You need 7."
)


def the_game(rules: Rules, wording: Wording) -> tuple[str, ...]:
    """The game under `rules` in sentences: goal, cards, play, end of a deal, its points."""
    templates = (_GOAL[rules.out], _CARDS[rules.deck], *_PLAY, _END[rules.last_trick], _WORTH)
    return tuple(wording.say(template, **_RANKS) for template in templates)
