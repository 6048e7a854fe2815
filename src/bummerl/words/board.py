"""A position or view as a few lines of text, for the command line."""

from __future__ import annotations

from typing import Final

from bummerl.cards import Card, Mask, in_hand_order
from bummerl.notation.tokens import write_move
from bummerl.rules.moves import PAIR, Move, Seat, is_card, is_pair
from bummerl.rules.situation import Situation
from bummerl.rules.view import View
from bummerl.text import N_
from bummerl.words.wording import Wording

REASONS: Final = {
    "out": N_("out"),
    "closed won": N_("closed won"),
    "closed lost": N_("closed lost"),
    "false out": N_("false out"),
    "last trick": N_("last trick"),
    "renonce": N_("renonce"),
    "resigned": N_("resigned"),
    "time": N_("on time"),
}
"""Reasons (SCORE-4) in a word or two."""


def describe(s: Situation, words: Wording) -> str:
    """What lies where, whose turn it is and what is legal; the result if the deal is over.

    Unknown cards are shown as ``?``; hidden counts as ``?`` too.
    """
    lines = [_heading(s, words)]
    lines += [_seat_line(s, seat, words) for seat in range(s.seats)]
    lines += _table_lines(s, words)
    if s.result is not None:
        return "\n".join([*lines, _result_line(s, words)])
    legal = " ".join(_move(move, words) for move in s.legal_moves()) or "–"
    lines.append(words.say("To move: seat {seat}", seat=s.to_move))
    lines.append(words.say("Legal: {moves}", moves=legal))
    return "\n".join(lines)


def _heading(s: Situation, words: Wording) -> str:
    return words.say(
        "{rules} – trump {suit:symbol} {suit:suit}, {phase}",
        rules=str(s.rules),
        suit=s.trump,
        phase=_phase(s, words),
    )


def _phase(s: Situation, words: Wording) -> str:
    if s.close is not None:
        return words.say(
            "talon closed by seat {seat} "
            "(the other side had {points} card points, {tricks} tricks)",
            seat=s.close.seat,
            points=_count(s.close.points),
            tricks=s.close.tricks,
        )
    if not s.talon:
        return words.say("talon used up")
    return words.say("talon open")


def _seat_line(s: Situation, seat: Seat, words: Wording) -> str:
    size = s.hand_sizes[seat]
    facts = words.say(
        "{points} card points, {tricks} tricks, needs {needed}",
        points=_count(s.points[seat]),
        tricks=s.tricks[seat],
        needed=s.needed[seat],
    )
    if s.pending[seat]:
        facts += words.say(", {points} pending", points=s.pending[seat])
    cards = _cards(s.hands[seat], size, words)
    mark = " *" if isinstance(s, View) and s.seat == seat else ""
    return words.say(
        "Seat {seat}{mark}: {cards} ({facts})", seat=seat, mark=mark, cards=cards, facts=facts
    )


def _table_lines(s: Situation, words: Wording) -> list[str]:
    lines = []
    if s.talon:
        *hidden, turned = s.talon
        backs = " ".join(_card(card, words) for card in hidden)
        lines.append(
            words.say(
                "Talon: {cards} | turned up {turned}", cards=backs, turned=_card(turned, words)
            )
        )
    if s.announced is not None:
        lines.append(
            words.say("Seat {seat} has announced {suit:suit}", seat=s.leader, suit=s.announced)
        )
    if s.trick:
        played = " ".join(words.short(card) for card in s.trick)
        lines.append(words.say("Trick: seat {seat} led {cards}", seat=s.leader, cards=played))
    gone = _cards(s.gone, s.seats * sum(s.tricks), words)
    lines.append(words.say("Gone: {cards}", cards=gone))
    return lines


def _result_line(s: Situation, words: Wording) -> str:
    assert s.result is not None
    winner, points, reason = s.result
    if winner is None:
        return words.say("The deal is over: drawn")
    return words.say(
        "The deal is over: seat {seat} scores {points} ({reason})",
        seat=winner,
        points=points,
        reason=words.say(REASONS[reason]),
    )


def _cards(known: Mask, size: int, words: Wording) -> str:
    names = [words.short(card) for card in in_hand_order(known)]
    return " ".join(names + ["?"] * (size - len(names))) or "–"


def _card(card: Card | None, words: Wording) -> str:
    return "?" if card is None else words.short(card)


def _move(move: Move, words: Wording) -> str:
    """As in records, but with the signs that the cards have here."""
    if is_card(move):
        return words.short(move)
    if is_pair(move):
        return f"m{words.symbol(move - PAIR)}"
    return write_move(move)


def _count(points: int | None) -> str:
    return "?" if points is None else str(points)
