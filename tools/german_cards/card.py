"""Puts a card together: paper, index, band, and what stands between."""

from __future__ import annotations

from typing import Final

from bummerl.cards import (
    ACE,
    CARD_NAMES,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACK,
    NINE,
    SPADES,
    TEN,
    Card,
    Rank,
    Suit,
    rank,
    suit,
)
from bummerl.words.names import DECK_NAMES
from tools.german_cards.figures import NAMES, figure, low_sign
from tools.german_cards.letters import width, written
from tools.german_cards.paint import GOLD, LINE, PAPER, ball, dot, group, patch, shape, stroke
from tools.german_cards.seasons import SEASONS, scene
from tools.german_cards.suits import COLOURS, sign

WIDTH, HEIGHT = 240, 360
_FACE_MIDDLE: Final = (138, 88)
_TILT: Final = 14.0
"""Degrees by which the band across a figure falls to the right."""
_BAIZE: Final = "#1f5b44"
_EDGE: Final = "#8a8272"


def face(card: Card, index: str = "") -> str:
    """The face of a card as an SVG document; `index` stands in its corners for the usual one."""
    of_suit, of_rank = suit(card), rank(card)
    key = CARD_NAMES[card].lower()
    if of_rank in (NINE, TEN):
        middle = _pips(of_suit, of_rank)
    elif of_rank == ACE:
        middle = _ace(of_suit, key)
    else:
        middle = _two_headed(of_suit, of_rank, key)
    return _document(
        _title(card),
        _paper(PAPER)
        + middle
        + _twice(_index(of_suit, index or DECK_NAMES["de", "german"].indices[of_rank]), key, "i"),
    )


def back() -> str:
    """The back of all cards as an SVG document."""
    tiles = [(x, y) for y in range(24, 360, 24) for x in range(24, 240, 24)]
    lattice = "".join(f"M{x} {y - 12}l12 12-12 12-12-12Z" for x, y in tiles)
    dots = "".join(dot(x, y, 3.2, GOLD) for x, y in tiles)
    frame = "".join(
        f'<rect x="{n}" y="{n}" width="{WIDTH - 2 * n}" height="{HEIGHT - 2 * n}" rx="{r}"'
        f' fill="none" stroke="{colour}" stroke-width="{line}"/>'
        for n, r, colour, line in ((6, 11, PAPER, 12), (15, 7, _BAIZE, 6), (18, 5, GOLD, 2.4))
    )
    return _document(
        "Kartenrücken / card back",
        _paper(_BAIZE) + stroke(lattice, "#3f7f64", 2) + dots + frame + _medal() + _paper("none"),
    )


def _medal() -> str:
    """The middle of the back: the four signs around a Bummerl, the fat dot of a lost game."""
    signs = "".join(
        group(sign(of_suit, 0, -25, 26, line=1.6), turn=45 + 90 * n)
        for n, of_suit in enumerate((CLUBS, SPADES, HEARTS, DIAMONDS))
    )
    medal = dot(0, 0, 53, _BAIZE) + ball(0, 0, 46, PAPER, 5) + signs + dot(0, 0, 8)
    return group(medal, at=(WIDTH / 2, HEIGHT / 2))


def _title(card: Card) -> str:
    german, english = (
        DECK_NAMES[language, "german"].name("card", card) for language in ("de", "en")
    )
    key = (suit(card), rank(card))
    if key in NAMES:
        told = (NAMES[key].title(),) * 2
    elif key[1] == ACE:
        told = SEASONS[key[0]][1:]
    else:
        return f"{german} / {english}"
    return f"{german} ({told[0]}) / {english} ({told[1]})"


def suit_sign(of_suit: Suit) -> str:
    """The sign of a suit alone, on a rim of paper that sets it off from dark grounds."""
    german, english = (DECK_NAMES[language, "german"].suits[of_suit] for language in ("de", "en"))
    inside = sign(of_suit, 56, 56, 100, line=5, halo=True)
    return _document(f"{german} / {english}", inside, (112, 112))


def _document(title: str, inside: str, size: tuple[int, int] = (WIDTH, HEIGHT)) -> str:
    wide, high = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
        f' width="{wide}" height="{high}" role="img"><title>{title}</title>'
        f'<g stroke-width="{LINE}" stroke-linecap="round" stroke-linejoin="round">'
        f"{inside}</g></svg>\n"
    )


def _paper(fill: str) -> str:
    return (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="15" fill="{fill}"'
        f' stroke="{_EDGE}" stroke-width="2"/>'
    )


def _twice(upper: str, key: str, part: str) -> str:
    """`upper`, and the same for who sits opposite."""
    name = f"{key}-{part}"
    return f'<g id="{name}">{upper}</g><use href="#{name}" transform="rotate(180 120 180)"/>'


def _index(of_suit: Suit, letter: str) -> str:
    wide = len(letter) > 1
    return written(
        letter,
        middle=(40 if wide else 36, 40),
        height=44,
        colour=COLOURS[of_suit].letter,
        weight=1.9 if wide else 2.1,
        gap=3,
    ) + sign(of_suit, 36, 92, 42, line=2.4)


def _pips(of_suit: Suit, of_rank: Rank) -> str:
    if of_rank == TEN:
        upper = [(108, 46), (198, 46), (153, 92), (108, 138), (198, 138)]
    else:
        upper = [(108, 46), (196, 46), (108, 116), (196, 116)]
    places = upper + [(240 - x, 360 - y) for x, y in upper]
    places += [(120, 180)] if of_rank == NINE else []
    colour = COLOURS[of_suit].letter
    tendril = stroke(
        "M0 0C12-16 34-16 40-2 44 8 30 14 26 4M40-2C52-14 70-12 92 0", colour, 3
    ) + dot(96, 1, 5, colour)
    rule = (
        group(dot(0, 0, 6, colour) + tendril + group(tendril, turn=180), at=(120, 180), turn=_TILT)
        if of_rank == TEN
        else ""
    )
    return rule + "".join(sign(of_suit, x, y, 54, turn=0 if y <= 180 else 180) for x, y in places)


def _ace(of_suit: Suit, key: str) -> str:
    colours = COLOURS[of_suit]
    name = SEASONS[of_suit][0]
    window = f'<clipPath id="{key}-c"><path d="M2 132H238V228H2Z"/></clipPath>'
    band = patch("M2 227H238V242H2Z", colours.letter) + written(
        name, middle=(120, 235.2), height=7.4, colour=PAPER, weight=1.8, gap=6
    )
    return (
        window
        + f'<g clip-path="url(#{key}-c)">{group(scene(of_suit), at=(0, 130))}</g>'
        + _twice(band + sign(of_suit, 96, 300, 92, line=3.6, turn=180), key, "b")
    )


def _two_headed(of_suit: Suit, of_rank: Rank, key: str) -> str:
    colours = COLOURS[of_suit]
    clip = f'<clipPath id="{key}-c"><path d="M2 2H238V210L2 150Z"/></clipPath>'
    half = f'<g clip-path="url(#{key}-c)">{group(figure(of_suit, of_rank), at=_FACE_MIDDLE)}</g>'
    name = NAMES.get((of_suit, of_rank), "")
    band = shape("M-130-13H130V13H-130Z", PAPER) + sign(of_suit, 0, 0, 20, line=1.8)
    side = (
        _name(name, colours.letter)
        if name
        else "".join(sign(of_suit, x, 0, 16, line=1.8) for x in (-96, -64, -32))
    )
    cross = group(band + side + group(side, turn=180), at=(120, 180), turn=_TILT)
    edge = f'<clipPath id="{key}-e"><path d="M2 2H238V358H2Z"/></clipPath>'
    over = ""
    if of_rank == JACK:
        over = _twice(group(low_sign(of_suit), at=_FACE_MIDDLE), key, "l")
    return clip + _twice(half, key, "h") + edge + f'<g clip-path="url(#{key}-e)">{cross}</g>' + over


def _name(name: str, colour: str) -> str:
    height = min(11, 900 / width(name, 3))
    return written(name, middle=(-62, 0), height=round(height, 1), colour=colour, weight=1.7)
