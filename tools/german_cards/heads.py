"""Faces, hair, beards and what people wear on their heads.

All is drawn around the middle of the face, (0, 0); a face is about 48 wide and 56 high.
"""

from __future__ import annotations

from tools.german_cards.paint import (
    BLUSH,
    GOLD,
    GREY,
    INK,
    PAPER,
    SKIN,
    STEEL,
    WHITE,
    ball,
    dot,
    group,
    shape,
    stroke,
)


def face() -> str:
    """A face from the front: eyes, brows, nose, mouth, cheeks."""
    return (
        shape("M-23-12C-23-30 23-30 23-12V4C23 18 11 29 0 29S-23 18-23 4Z", SKIN)
        + dot(-14, 9, 5, BLUSH)
        + dot(14, 9, 5, BLUSH)
        + dot(-9.5, -2, 3.2)
        + dot(9.5, -2, 3.2)
        + stroke("M-16-10C-13-13-8-13-5-11M5-11C8-13 13-13 16-10", INK, 3)
        + stroke("M0-3-3.5 8H1.5M-6 17C-3 19 3 19 6 17", INK, 2.6)
    )


def long_hair(colour: str) -> str:
    """Hair to the shoulders, to be drawn before the face."""
    return shape(
        "M-24-20C-36-8-34 14-40 32-30 38-18 36-14 30H14C18 36 30 38 40 32 34 14 36-8 24-20Z", colour
    )


def short_hair(colour: str) -> str:
    """Hair to the ears, to be drawn before the face."""
    return shape("M-24-22C-34-10-32 6-29 14H29C32 6 34-10 24-22Z", colour)


def moustache(colour: str) -> str:
    """A moustache with turned-up ends."""
    return shape(
        "M0 12C-6 8-13 12-20 9-18 18-8 20 0 16 8 20 18 18 20 9 13 12 6 8 0 12Z", colour, 2.4
    )


def full_beard(colour: str) -> str:
    """A round beard from ear to ear."""
    return shape(
        "M-24-2C-29 22-18 44 0 46 18 44 29 22 24-2 20 10 12 11 0 11-12 11-20 10-24-2Z", colour
    ) + stroke("M-6 19C-3 21.5 3 21.5 6 19", PAPER if colour == INK else INK, 2.8)


def long_beard(colour: str) -> str:
    """A beard down to the chest, in locks."""
    return shape(
        "M-24-2C-32 26-24 48-12 60L-6 52 0 68 6 52 12 60C24 48 32 26 24-2"
        " 20 10 12 11 0 11-12 11-20 10-24-2Z",
        colour,
    ) + stroke("M-6 19C-3 21.5 3 21.5 6 19M-11 30-9 42M11 30 9 42M0 30V48", INK, 2.6)


def pointed_beard(colour: str) -> str:
    """A beard at the chin only, with a moustache."""
    return shape("M-9 21C-9 32-4 40 0 46 4 40 9 32 9 21 3 24-3 24-9 21Z", colour, 2.6) + moustache(
        colour
    )


def crown(jewel: str) -> str:
    """A crown of five points with a jewel."""
    return (
        shape("M-27-18-35-52-19-38-13-62 0-42 13-62 19-38 35-52 27-18C10-24-10-24-27-18Z", GOLD)
        + stroke("M-30-28C-12-34 12-34 30-28", INK, 2.6)
        + ball(-35, -53, 4.5, jewel, 2.4)
        + ball(-13, -63, 4.5, jewel, 2.4)
        + ball(13, -63, 4.5, jewel, 2.4)
        + ball(35, -53, 4.5, jewel, 2.4)
    )


def closed_crown(velvet: str) -> str:
    """A crown of three lobes over a cap of velvet, with an orb on top."""
    return (
        shape("M-26-24C-34-46-18-58 0-58S34-46 26-24Z", velvet)
        + shape(
            "M-27-18-34-40C-40-48-30-56-25-48-20-54-12-48-15-41L-7-38C-14-50-7-58 0-55"
            " 7-58 14-50 7-38L15-41C12-48 20-54 25-48 30-56 40-48 34-40L27-18C10-24-10-24-27-18Z",
            GOLD,
        )
        + stroke("M-30-28C-12-34 12-34 30-28", INK, 2.6)
        + ball(0, -62, 6.5, GOLD, 2.8)
        + dot(-25, -43, 2.6, velvet)
        + dot(0, -46, 3, velvet)
        + dot(25, -43, 2.6, velvet)
    )


def hunters_hat(colour: str, band: str, feather: str) -> str:
    """Tell's hat: a brim that comes to a point, and one tall feather."""
    return (
        shape("M-14-30C-34-40-46-58-44-72-30-66-12-54-4-34Z", feather)
        + stroke("M-10-34C-24-44-34-54-40-66", INK, 2.4)
        + shape("M-25-20C-24-44-10-56 4-52 18-56 26-40 26-20Z", colour)
        + shape("M-26-26C-10-34 10-34 26-26L28-18C10-24-10-24-28-18Z", band, 2.6)
        + shape("M-40-26C-22-12 22-24 52-14 34-4 20-8 0-10-20-8-36-10-40-26Z", colour)
    )


def beret(colour: str, feather: str) -> str:
    """Rudenz' hat: a wide, soft, slanting beret with an ostrich plume over the edge."""
    return (
        shape(
            "M-25-14C-48-18-50-40-28-46-6-56 34-54 44-36 48-24 36-16 25-14 8-24-8-24-25-14Z", colour
        )
        + stroke("M-27-18C-10-27 10-27 27-18", INK, 2.6)
        + shape(
            "M8-40C0-58-18-70-36-68-46-67-54-58-52-48-49-53-45-54-42-53-46-48-47-43-44-38-40-43-35-46-30-46"
            "-32-42-31-39-28-36-16-40-4-34 8-40Z",
            feather,
        )
        + stroke("M4-42C-10-54-26-60-42-58", INK, 2.4)
    )


def plumed_hat(colour: str, plumes: tuple[str, str, str]) -> str:
    """Gessler's hat: a flat brim and three plumes standing up."""
    return (
        shape("M-4-36C-22-44-40-56-38-70-20-72-4-58 0-40Z", plumes[0])
        + shape("M4-36C22-44 40-56 38-70 20-72 4-58 0-40Z", plumes[2])
        + shape("M-8-36C-14-54-8-70 0-76 8-70 14-54 8-36Z", plumes[1])
        + shape("M-25-20C-26-36-16-42 0-42S26-36 25-20Z", colour)
        + shape("M-50-22C-30-32 30-32 50-22 46-10 26-14 0-14-26-14-46-10-50-22Z", colour)
        + ball(0, -30, 5, GOLD, 2.4)
    )


def broad_hat(colour: str, band: str, feather: str) -> str:
    """Stauffacher's hat: low, very broad, with a short feather."""
    return (
        shape("M-20-36C-36-42-50-54-52-66-36-66-20-56-10-40Z", feather)
        + shape("M-24-22C-26-46-20-50-8-48 0-46 8-48 14-50 24-46 26-36 24-22Z", colour)
        + shape("M-25-30C-8-36 8-36 25-30V-20H-25Z", band, 2.6)
        + shape("M-56-16C-40-28 40-28 56-16 34-10 20-14 0-14-20-14-34-10-56-16Z", colour)
    )


def helmet() -> str:
    """Harras' iron cap, with the wheel of a spur for a crest: he is master of the horse."""
    return (
        shape("M0-73 4-63 14-64 8-56 14-48 4-49 0-39-4-49-14-48-8-56-14-64-4-63Z", GOLD, 2.8)
        + shape("M-27-8C-30-40-14-47 0-47S30-40 27-8L20-12C10-20-10-20-20-12Z", STEEL)
        + stroke("M0-46V-18M-24-24C-10-31 10-31 24-24", INK, 2.6)
        + dot(-16, -22, 2)
        + dot(16, -22, 2)
    )


def fur_cap(top: str, fur: str) -> str:
    """Fürst's cap: a soft top in a rim of fur."""
    return (
        shape("M-23-24C-26-46-14-54 0-54S26-46 23-24Z", top)
        + stroke("M0-53V-30M-14-49-10-30M14-49 10-30", INK, 2.4)
        + shape(
            "M-28-12C-34-16-34-24-28-27-24-32-16-30-14-29-10-34-2-33 0-30 2-33 10-34 14-29"
            " 16-30 24-32 28-27 34-24 34-16 28-12 20-17-20-17-28-12Z",
            fur,
        )
        + stroke("M-22-22-20-19M-8-24-7-20M8-24 7-20M22-22 20-19", INK, 2.4)
    )


def herdsmans_cap(felt: str, stitched: str) -> str:
    """Kuoni's cap: a round of felt, stitched with flowers."""
    flowers = "".join(
        "".join(dot(x + a, y + b, 2.6, WHITE) for a, b in ((-3, 0), (3, 0), (0, -3), (0, 3)))
        + dot(x, y, 2, stitched)
        for x, y in ((-16, -30), (0, -33), (16, -30))
    )
    return (
        shape("M-28-18C-31-42-16-50 0-50S31-42 28-18C10-26-10-26-28-18Z", felt)
        + stroke("M-27-23C-10-31 10-31 27-23", stitched, 3)
        + group(flowers, at=(0, -7))
    )


def cap(left: str, right: str) -> str:
    """Reding's cap: close to the head, half and half, with flaps over the ears."""
    return (
        shape("M-26 8C-34 6-34-6-30-20-26-42-12-46 0-46V-20C-10-20-18-18-21-12Z", left)
        + shape("M26 8C34 6 34-6 30-20 26-42 12-46 0-46V-20C10-20 18-18 21-12Z", right)
        + ball(0, -47, 4.5, GREY, 2.6)
    )


def fringe(colour: str) -> str:
    """Hair over the forehead."""
    return shape("M-23-8C-24-26-10-30 0-29S24-26 23-8C16-16 8-17 0-17S-16-16-23-8Z", colour)
