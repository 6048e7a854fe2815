"""The sentences of the rule book: every option, value and preset, in short.

docs/rules.md tells the same at length.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from bummerl.rules.variants import Value
from bummerl.text import N_


class Option(NamedTuple):
    """How one rule option is told."""

    clause: str
    """The clause of docs/rules.md that says most about it."""
    label: str
    """A few words for tables."""
    sentences: Mapping[Value, str]
    """A template for each value; none for ``match``, whose sentence has a number."""


SECTIONS: Final[Mapping[str, Mapping[str, Option]]] = {
    N_("Deck and deal"): {
        "deck": Option(
            "CARD-2",
            N_("cards in the pack"),
            {
                20: N_("20 cards: five in each hand, ten in the talon."),
                24: N_("24 cards, with the nines: six in each hand, twelve in the talon."),
            },
        ),
    },
    N_("Pairs"): {
        "pair_needs_trick": Option(
            "PAIR-4",
            N_("pair needs a trick"),
            {
                False: N_(
                    "A pair may be announced from the very first lead on; "
                    "it counts once you have won a trick."
                ),
                True: N_("A pair may be announced only after you have won a trick."),
            },
        ),
        "pair_lead": Option(
            "PAIR-2",
            N_("pair is led with"),
            {
                "either": N_("After announcing a pair you lead {king:rank} or {queen:rank}."),
                "king": N_("After announcing a pair you lead {king:rank}."),
            },
        ),
        "pair_after_talon": Option(
            "PAIR-5",
            N_("pair in strict play"),
            {
                False: N_("Pairs may be announced only while the talon is open."),
                True: N_("Pairs may be announced in strict play too."),
            },
        ),
    },
    N_("Exchange"): {
        "exchange_needs_trick": Option(
            "XCHG-2",
            N_("exchange needs a trick"),
            {
                False: N_("The turned-up card may be exchanged from the very first lead on."),
                True: N_("The turned-up card may be exchanged only after you have won a trick."),
            },
        ),
        "exchange_min_talon": Option(
            "XCHG-3",
            N_("talon cards to exchange"),
            {
                2: N_("Exchanging is possible as long as the talon is open."),
                4: N_("No exchange any more when only one face-down card is left."),
            },
        ),
    },
    N_("Closing"): {
        "close_needs_trick": Option(
            "CLOSE-3",
            N_("close needs a trick"),
            {
                False: N_("The talon may be closed from the very first lead on."),
                True: N_("The talon may be closed only after you have won a trick."),
            },
        ),
        "close_min_talon": Option(
            "CLOSE-2",
            N_("talon cards to close"),
            {
                2: N_("Closing is possible as long as the talon is open."),
                4: N_("No closing any more when only one face-down card is left."),
            },
        ),
        "close_before_draw": Option(
            "CLOSE-4",
            N_("close before drawing"),
            {
                False: N_("After a trick both draw; then the talon may be closed."),
                True: N_(
                    "The winner of a trick may also close before anybody draws; "
                    "both then play on with one card fewer."
                ),
            },
        ),
        "closed_counts": Option(
            "CLOSE-6",
            N_("close won: count taken"),
            {
                "at_close": N_(
                    "If the closer wins, what the opponent had when the talon was closed counts."
                ),
                "at_end": N_("If the closer wins, what the opponent has at the end counts."),
            },
        ),
        "failed_close_tricks": Option(
            "CLOSE-7",
            N_("close lost: count taken"),
            {
                "at_close": N_(
                    "If the closer fails, the opponent gets three points "
                    "if it had no trick when the talon was closed, else two."
                ),
                "at_end": N_(
                    "If the closer fails, the opponent gets three points "
                    "if it had no trick at the end, else two."
                ),
            },
        ),
        "closed_defender": Option(
            "CLOSE-8",
            N_("opponent out first"),
            {
                "penalty": N_("If the opponent is out first, it is scored as a failed close."),
                "regular": N_(
                    "If the opponent is out first, it is scored as usual, "
                    "by what the closer has at the end."
                ),
            },
        ),
    },
    N_("Going out"): {
        "out": Option(
            "OUT-1",
            N_("going out"),
            {
                "declared": N_("Whoever has 66 must say so, on lead."),
                "automatic": N_("Whoever reaches 66 has won at once."),
            },
        ),
        "false_out": Option(
            "OUT-4",
            N_("false call"),
            {
                "mirror": N_("A false call brings the opponent what it would have brought you."),
                "two_or_three": N_(
                    "A false call brings the opponent two points, or three if it had no trick."
                ),
            },
        ),
    },
    N_("Last trick"): {
        "last_trick": Option(
            "LAST-1",
            N_("last trick"),
            {
                "wins": N_(
                    "If nobody has gone out and nobody has closed, the last trick wins the deal."
                ),
                "ten": N_("The last trick brings ten card points, unless the talon was closed."),
            },
        ),
        "drawn_deal_carries": Option(
            "LAST-3",
            N_("drawn deal carries over"),
            {
                False: N_("A drawn deal changes nothing."),
                True: N_("After a drawn deal the next one is worth a point more."),
            },
        ),
    },
    N_("Scoring"): {
        "schneider_bummerls": Option(
            "SCORE-2",
            N_("Bummerls for Schneider"),
            {
                1: N_("Schneider (lost at seven) costs one Bummerl, like any other game."),
                2: N_("Schneider (lost at seven) costs two Bummerls."),
            },
        ),
        "match": Option("SCORE-3", N_("Bummerls to win"), {}),
    },
    N_("At the table"): {
        "illegal_card": Option(
            "PLAY-7",
            N_("illegal card"),
            {
                "refuse": N_("A card that is not allowed is refused."),
                "lose_three": N_(
                    "A card that is not allowed is a renonce: the deal is lost, with three points."
                ),
            },
        ),
        "tricks_visible": Option(
            "PLAY-8",
            N_("tricks to look at"),
            {
                "none": N_("Nobody looks at finished tricks."),
                "last": N_("You may look at the last trick until the next card is led."),
                "own_and_first": N_("You may look at your own tricks and the opponent's first."),
            },
        ),
        "points_visible": Option(
            "PLAY-9",
            N_("own points shown"),
            {
                False: N_("You count your card points in your head."),
                True: N_("You see a running count of your own card points."),
            },
        ),
    },
}
"""All options by the heading they stand under."""

VALUES: Final[Mapping[Value, str]] = {
    "either": "{king:rank_word}/{queen:rank_word}",
    "king": "{king:rank_word}",
    "at_close": N_("at the close"),
    "at_end": N_("at the end"),
    "penalty": N_("failed close"),
    "regular": N_("as usual"),
    "declared": N_("declared"),
    "automatic": N_("automatic"),
    "mirror": N_("as claimed"),
    "two_or_three": N_("2 or 3"),
    "wins": N_("wins"),
    "ten": N_("ten points"),
    "refuse": N_("refused"),
    "lose_three": N_("renonce"),
    "none": N_("none"),
    "last": N_("the last"),
    "own_and_first": N_("own + first"),
}
"""Values that are words, said in a word or two."""

PRESET_TEXTS: Final[Mapping[str, str]] = {
    "soft": N_("Soft Schnapsen: announce, exchange and close whenever you lead."),
    "sharp": N_(
        "Sharp Schnapsen: a trick first, the king leads a pair, "
        "no exchange or close with one card left."
    ),
    "tournament": N_(
        "Tournament Schnapsen: tricks after the close count, and nobody looks back or counts aloud."
    ),
    "duel-schnapsen": N_(
        "Schnapsen as a duel: a trick before exchanging, the king leads a pair, "
        "tricks after the close count."
    ),
    "app": N_("Schnapsen on a screen: 66 ends the deal by itself."),
    "tavern": N_("Tavern Schnapsen: close only with a trick, tricks after the close count."),
    "pagat": N_("Schnapsen as most English analysis has it: soft, 66 ends the deal by itself."),
    "sixtysix": N_("Sixty-six: 24 cards, and the last trick brings ten."),
    "duel-66": N_(
        "Sixty-six as a duel: a trick first, the last trick wins, tricks after the close count."
    ),
    "hoyle-66": N_(
        "Sixty-six by the old book: close before drawing, no pairs in strict play, "
        "ten for the last trick."
    ),
}
"""What each preset is, in one line."""

PRESET_TITLES: Final[Mapping[str, str]] = {
    "soft": N_("Soft"),
    "sharp": N_("Sharp"),
    "tournament": N_("Tournament"),
    "duel-schnapsen": N_("Duel"),
    "app": N_("Screen"),
    "tavern": N_("Tavern"),
    "pagat": N_("English"),
    "sixtysix": N_("Sixty-six"),
    "duel-66": N_("Sixty-six duel"),
    "hoyle-66": N_("Old sixty-six"),
}
"""What people call each preset, in a word or two."""
