"""Colours: a quiet room, a green table, a slate; the cards are the only colourful thing on it."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

THEME: Final = Theme(
    name="bummerl",
    primary="#E08A5B",
    secondary="#7CC08A",
    accent="#E08A5B",
    success="#7CC08A",
    warning="#E3B341",
    error="#F08A80",
    foreground="#ECE6DA",
    background="#171613",
    surface="#22262A",
    panel="#22262A",
    dark=True,
    variables={
        "baize": "#173F31",
        "rail": "#10302A",
        "slate": "#22262A",
        "chalk": "#F0ECE2",
        "paper": "#F6F1E7",
        "worn": "#DDD7CA",
        "ink": "#22201C",
        "red": "#B3261E",
        "leaf": "#2A6339",
        "bell": "#7A4F00",
        "acorn": "#6B4A1F",
        "back": "#6E3B22",
        "gold": "#E3B341",
        "glow": "#F3D98B",
    },
)
"""The only theme; its own variables are what cards and table are painted with."""
