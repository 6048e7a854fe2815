"""What can be done beside playing a card: labels and what they mean.

A label marks its natural letter with ``&`` (``"&Close"``, ``"&Zudrehen"``), so the translator
chooses the terminal's key with the word; `plain` takes the mark out.
"""

from __future__ import annotations

from collections.abc import Iterator

from bummerl.cards import PAIR_MASKS, Suit
from bummerl.rules.moves import CLOSE, DRAW, EXCHANGE, OUT, PAIR, Move, is_card, is_pair
from bummerl.rules.scoring import pair_points
from bummerl.rules.view import View
from bummerl.words.tell import Before
from bummerl.words.wording import Wording


def plain(label: str) -> str:
    """A label without its mark."""
    return label.replace("&", "")


def fixed_labels(words: Wording) -> dict[Move, str]:
    """Labels of the moves that are the same in all deals, possible now or not."""
    say = words.say
    return {
        DRAW: say("&Draw"),
        EXCHANGE: say("E&xchange"),
        CLOSE: say("&Close"),
        OUT: say("&Go out"),
    }


def pair_label(suit: Suit, trump: Suit, words: Wording) -> str:
    """The label for announcing a pair."""
    worth = pair_points(suit, trump)
    if words.deck == "german":  # most of its signs are letters, and read as nothing in a sentence
        return words.say("&Announce {worth} {suit:suit}", worth=worth, suit=suit)
    return words.say("&Announce {worth} {suit:symbol}", worth=worth, suit=suit)


def held_pairs(view: View) -> list[Move]:
    """Announcements of the pairs in the own hand, allowed now or not; trump first."""
    held = [PAIR + s for s in range(4) if view.hand & PAIR_MASKS[s] == PAIR_MASKS[s]]
    return sorted(held, key=lambda move: move - PAIR != view.trump)


def looked_for(view: View) -> Iterator[Move]:
    """What a beginner may look for on his turn, allowed or not: in the order of a turn.

    Exchanging with the lowest trump in hand, closing while the talon is open, each pair held,
    going out where that must be said, and drawing where it is a move.
    """
    if view.announced is not None and not view.trick:
        yield from (move for move in view.legal_moves() if move == OUT)
        return
    if not view.trick and view.turn_up is not None and view.close is None:
        if view.hand >> view.lowest_trump & 1:
            yield EXCHANGE
        yield CLOSE
    yield from held_pairs(view)
    if view.rules.out == "declared":
        yield OUT
    if view.is_draw_due:
        yield DRAW


def meaning(move: Move, moment: Before, words: Wording) -> str:
    """What a move does, as an invitation: one sentence."""
    if is_card(move):
        return words.sentence("Play {card:card_acc}.", card=move)
    if is_pair(move):
        suit = move - PAIR
        return words.sentence(
            "Announce the pair in {suit:suit}: {worth} card points.",
            suit=suit,
            worth=pair_points(suit, moment.trump),
        )
    if move == EXCHANGE:
        return words.sentence(
            "Exchange {low:card_acc} for {card:card_acc}.",
            low=moment.lowest_trump,
            card=moment.turn_up,
        )
    if move == CLOSE:
        return words.sentence("Close the talon: nobody draws, and you must reach 66.")
    if move == DRAW:
        return words.sentence("Draw a card from the talon.")
    return words.sentence("Say that you have 66 card points: you win, or lose if you have not.")
