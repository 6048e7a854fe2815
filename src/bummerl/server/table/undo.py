"""How far one may go back in a practice game: not behind a card that one has seen since.

Who plays has a perfect memory, so what counts is whether a card that was hidden from him then has
been seen since: played by the other, drawn, or shown.  Where everything was known already, as when
the talon is used up, undo goes back further and further.
"""

from __future__ import annotations

from bummerl.cards import Mask, mask_of
from bummerl.match.bummerl import Match
from bummerl.rules.moves import Seat
from bummerl.rules.view import View
from bummerl.text import Text


def moves_to_keep(match: Match, seat: Seat) -> int | Text:
    """How many moves of the running deal stay when `seat` goes back to its last decision.

    A `Text` says why it cannot.
    """
    if match.deal_over:
        return Text("the deal is over, and all cards have been seen")
    made = match.position.history[len(match.start.history) :]
    kept = max((n for n, played in enumerate(made) if played.seat == seat), default=None)
    if kept is None:
        return Text("you have not made a move yet")
    then = match.start
    for played in made[:kept]:
        then = then.apply(played)
    if _seen(match.position.view(seat)) & ~_seen(then.view(seat)):
        return Text("a card has been seen since that was hidden from you then")
    return kept


def _seen(view: View) -> Mask:
    """All cards whose place is known, or that are played."""
    seen = view.gone | mask_of(view.trick)
    seen |= mask_of(card for card in view.talon if card is not None)
    for hand in view.hands:
        seen |= hand
    return seen
