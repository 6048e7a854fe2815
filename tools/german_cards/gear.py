"""What the figures hold: each thing stands upright around its grip, (0, 0)."""

from __future__ import annotations

from tools.german_cards.paint import (
    BROWN,
    GOLD,
    INK,
    PAPER,
    RED,
    STEEL,
    WHITE,
    ball,
    patch,
    shape,
    stroke,
    tube,
)


def crossbow() -> str:
    """Tell's: the bow at the top, the string drawn to the nut, a bolt on it."""
    return (
        tube("M0 66V-54", BROWN, 7)
        + stroke("M-36-22 0 4 36-22", INK, 2.6)
        + stroke("M-38-20C-30-40-14-48 0-48S30-40 38-20", INK, 12)
        + stroke("M-37-22C-29-39-14-46 0-46S29-39 37-22", STEEL, 5)
        + stroke("M0 4V-56", PAPER, 2.4)
        + shape("M0-74-7-56H7Z", STEEL, 2.6)
    )


def sword() -> str:
    """Rudenz': upright, the hilt in the hand."""
    return (
        shape("M-8-18V-72L0-88 8-72V-18Z", STEEL)
        + stroke("M0-22V-72", INK, 2.2)
        + tube("M0 22V-10", BROWN, 6)
        + shape("M-26-24C-16-18 16-18 26-24V-14C16-8-16-8-26-14Z", GOLD)
        + ball(0, 24, 7, GOLD)
    )


def baton() -> str:
    """Gessler's rod of office."""
    return tube("M0 50V-50", WHITE, 10) + "".join(
        shape(f"M-9 {y}H9V{y + 11}H-9Z", GOLD, 2.8) for y in (-58, -24, 10, 44)
    )


def halberd() -> str:
    """Stauffacher's: axe, spike and hook on a pole."""
    return (
        tube("M0 110V-20", BROWN, 6)
        + shape("M0-76C5-64 7-52 6-40H-6C-7-52-5-64 0-76Z", STEEL)
        + shape("M5-40C16-42 24-46 32-54 40-36 40-18 30-2 24-12 16-16 5-16Z", STEEL)
        + shape("M-5-38C-14-38-20-34-28-24-20-26-12-24-5-20Z", STEEL)
    )


def sceptre(jewel: str) -> str:
    """A king's: a golden staff with a knob and a cross."""
    return (
        tube("M0 80V-34", GOLD, 6)
        + shape("M-4-66H4V-58H12V-50H4V-42H-4V-50H-12V-58H-4Z", GOLD, 2.8)
        + ball(0, -34, 10, jewel)
        + stroke("M-8-36C-3-32 3-32 8-36", GOLD, 3)
    )


def whip() -> str:
    """Harras': a rider's whip with its lash in the air."""
    return (
        stroke("M0-56C-4-94 32-96 28-70 24-52 2-58 8-74 12-84 22-78 18-70", INK, 4)
        + tube("M0 40V-56", BROWN, 6)
        + shape("M-7-30H7V-20H-7Z", RED, 2.8)
    )


def staff() -> str:
    """Fürst's: an old man's staff with a carved head."""
    return (
        tube("M0 60V-60", BROWN, 7)
        + ball(0, -64, 13, GOLD)
        + stroke("M-7-68C-3-72 2-72 5-70", PAPER, 3)
    )


def crook() -> str:
    """Kuoni's shepherd's crook."""
    return tube("M0 60V-58C0-94-42-94-40-66-38-48-18-50-19-62", BROWN, 7)


def banner(field: str, mark: str) -> str:
    """Reding's: a standing banner with two tails and a white cross."""
    return (
        tube("M0 60V-92", BROWN, 5)
        + shape("M-26-86H26V-16L13-26 0-16-13-26-26-16Z", field)
        + patch("M-5-78H5V-65H18V-55H5V-36H-5V-55H-18V-65H-5Z", mark)
        + ball(0, -94, 5, GOLD, 2.8)
    )
