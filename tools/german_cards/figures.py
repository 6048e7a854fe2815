"""The twelve two-headed figures: kings, Ober and Unter, with the names of the Tell deck.

A figure is drawn for the upper half of a card around the middle of its face; `card` turns it for
the lower half.  Rank is told thrice: king with crown and ermine; Ober with a brimmed, feathered
hat and the sign high; Unter with a close cap and the sign low.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bummerl.cards import CLUBS, DIAMONDS, HEARTS, JACK, KING, QUEEN, SPADES, Rank, Suit
from tools.german_cards import gear, heads
from tools.german_cards.paint import (
    BLUE,
    BROWN,
    GOLD,
    GREEN,
    GREY,
    INK,
    LINE,
    PAPER,
    RED,
    SKIN,
    WHITE,
    ball,
    dot,
    group,
    patch,
    shape,
    stroke,
)
from tools.german_cards.suits import COLOURS, sign

NAMES: Final[dict[tuple[Suit, Rank], str]] = {
    (CLUBS, QUEEN): "TELL",
    (SPADES, QUEEN): "RUDENZ",
    (HEARTS, QUEEN): "GESSLER",
    (DIAMONDS, QUEEN): "STAUFFACHER",
    (CLUBS, JACK): "HARRAS",
    (SPADES, JACK): "FÜRST",
    (HEARTS, JACK): "KUONI",
    (DIAMONDS, JACK): "REDING",
}
"""Who the Ober and Unter are."""

_CHESTNUT: Final = "#5f3416"
_AUBURN: Final = "#a4461f"
_HIGH: Final = (69.0, -42.0)
_LOW: Final = (64.0, 72.0)


class _Person(NamedTuple):
    """What tells a figure from the others of its rank."""

    head: str
    """Hair, face, beard and hat."""
    thing: str
    """What the hand holds, around its grip."""
    hand: tuple[float, float]


_KINGS: Final[dict[Suit, tuple[str, str, str]]] = {
    CLUBS: (_CHESTNUT, heads.full_beard(_CHESTNUT), heads.crown(RED)),
    SPADES: (INK, heads.pointed_beard(INK), heads.closed_crown(RED)),
    HEARTS: (GREY, heads.long_beard(WHITE), heads.crown(GREEN)),
    DIAMONDS: (
        _AUBURN,
        heads.moustache(_AUBURN) + heads.fringe(_AUBURN),
        heads.closed_crown(BLUE),
    ),
}
"""Colour of the hair, beard, crown."""

_OBER: Final[dict[Suit, _Person]] = {
    CLUBS: _Person(
        heads.short_hair(_CHESTNUT)
        + heads.face()
        + heads.full_beard(_CHESTNUT)
        + heads.hunters_hat(GREEN, GOLD, RED),
        group(gear.crossbow(), size=0.82),
        (66, 62),
    ),
    SPADES: _Person(
        heads.short_hair(_AUBURN)
        + heads.face()
        + heads.moustache(_AUBURN)
        + heads.beret(RED, WHITE),
        gear.sword(),
        (68, 82),
    ),
    HEARTS: _Person(
        heads.short_hair(INK)
        + heads.face()
        + heads.pointed_beard(INK)
        + heads.plumed_hat(INK, (RED, GOLD, RED)),
        gear.baton(),
        (66, 58),
    ),
    DIAMONDS: _Person(
        heads.short_hair(GREY)
        + heads.face()
        + heads.long_beard(GREY)
        + group(heads.broad_hat(BLUE, GOLD, RED), size=0.9),
        group(gear.halberd(), size=0.82),
        (66, 66),
    ),
}

_UNTER: Final[dict[Suit, _Person]] = {
    CLUBS: _Person(
        heads.short_hair(_CHESTNUT) + heads.face() + heads.moustache(_CHESTNUT) + heads.helmet(),
        gear.whip(),
        (68, 22),
    ),
    SPADES: _Person(
        heads.short_hair(GREY) + heads.face() + heads.full_beard(GREY) + heads.fur_cap(GOLD, BROWN),
        gear.staff(),
        (68, 22),
    ),
    HEARTS: _Person(
        heads.short_hair(_AUBURN)
        + heads.face()
        + heads.full_beard(_AUBURN)
        + heads.herdsmans_cap(INK, GOLD),
        gear.crook(),
        (78, 22),
    ),
    DIAMONDS: _Person(
        heads.face() + heads.fringe(_CHESTNUT) + heads.cap(BLUE, GOLD),
        gear.banner(RED, WHITE),
        (68, 22),
    ),
}


def figure(of_suit: Suit, of_rank: Rank) -> str:
    """The upper half of king, Ober or Unter, whose sign lies over the band: see `low_sign`."""
    return {KING: _king, QUEEN: _ober, JACK: _unter}[of_rank](of_suit)


def low_sign(of_suit: Suit) -> str:
    """The sign of an Unter."""
    return sign(of_suit, *_LOW, 60, halo=True)


def _coat(cloth: str) -> str:
    outline = "M-16 22C-34 30-58 36-66 66L-80 150H90L66 66C58 36 34 30 16 22Z"
    return shape(outline, cloth) + _cuts(-64)


def _cuts(x: float) -> str:
    """Shade at the left, as a knife leaves it in lino."""
    wedges = ((0, 26, 52), (-1, 22, 61), (-3, 26, 70), (-5, 20, 79), (-7, 24, 88))
    return "".join(
        patch(f"M{x + left + 2:g} {y:g}L{x + left + long:g} {y + 2:g}L{x + left:g} {y + 5:g}Z", INK)
        for left, long, y in wedges
    )


def _arm(cloth: str, hand: tuple[float, float], cuff: str) -> str:
    x, y = hand
    d = f"M46 50C56 62 62 78 {x - 4:g} {y + 34:g}L{x:g} {y + 14:g}"
    return (
        stroke(d, INK, 26 + LINE)
        + stroke(d, cloth, 26 - LINE)
        + shape(f"M{x - 15:g} {y + 8:g}H{x + 15:g}V{y + 19:g}H{x - 15:g}Z", cuff, 3)
        + ball(x, y, 10, SKIN)
    )


def _king(of_suit: Suit) -> str:
    colours = COLOURS[of_suit]
    hair, beard, crown = _KINGS[of_suit]
    ermine = shape(
        "M-20 22C-34 26-40 30-46 38L-26 62C-12 54-6 54-4 66L-6 140H6L4 66"
        "C6 54 12 54 26 62L46 38C40 30 34 26 20 22Z",
        WHITE,
    )
    tails = stroke(
        "M-34 38-31 44M-20 46-18 52M34 38 31 44M20 46 18 52M0 52V58M0 70V76M0 86V92", INK, 4
    )
    return (
        _coat(colours.cloth)
        + heads.long_hair(hair)
        + ermine
        + tails
        + group(gear.sceptre(RED if colours.cloth != RED else GREEN), at=(66, 66))
        + _arm(colours.cloth, (66, 66), colours.lining)
        + heads.face()
        + beard
        + crown
        + sign(of_suit, *_HIGH, 54)
    )


def _ober(of_suit: Suit) -> str:
    colours, person = COLOURS[of_suit], _OBER[of_suit]
    return (
        _coat(colours.cloth)
        + _front(colours.lining)
        + group(person.thing, at=person.hand)
        + _arm(colours.cloth, person.hand, colours.lining)
        + person.head
        + sign(of_suit, *_HIGH, 54)
    )


def _front(lining: str) -> str:
    return (
        shape("M-18 22-34 40 0 66 34 40 18 22C10 34-10 34-18 22Z", lining)
        + stroke("M0 66V140", INK)
        + "".join(dot(8, y, 3.4, GOLD) for y in (78, 92))
    )


def _unter(of_suit: Suit) -> str:
    colours, person = COLOURS[of_suit], _UNTER[of_suit]
    return (
        group(person.thing, at=person.hand)
        + _raised(colours.cloth, person.hand, colours.lining)
        + _tunic(colours.cloth, colours.lining)
        + person.head
    )


def _raised(cloth: str, hand: tuple[float, float], cuff: str) -> str:
    x, y = hand
    d = f"M30 54L{x - 12:g} 56 {x:g} {y + 16:g}"
    return (
        stroke(d, INK, 26 + LINE)
        + stroke(d, cloth, 26 - LINE)
        + shape(f"M{x - 14:g} {y + 7:g}H{x + 14:g}V{y + 17:g}H{x - 14:g}Z", cuff, 3)
        + ball(x, y, 10, SKIN)
    )


def _tunic(cloth: str, lining: str) -> str:
    return (
        shape("M-16 22C-34 30-56 36-62 66L-72 150H44L40 66C42 46 34 30 16 22Z", cloth)
        + _cuts(-59)
        + patch("M-28 30-46 140H-24L-10 32Z", lining)
        + patch("M28 30 34 140H14L10 32Z", lining)
        + stroke("M-28 30-46 140M-10 32-24 140M28 30 34 140M10 32 14 140", INK, 2.6)
        + shape("M-22 24C-10 36 10 36 22 24L26 32C12 46-12 46-26 32Z", PAPER, 2.8)
    )
