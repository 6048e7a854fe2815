"""SPN, the one-line text of a position or view: nine fields between single blanks.

``rules hands trump talon closed trick points gone needed`` – docs/notation.md describes each.
A text without ``?`` is a whole position; with ``?`` it is what one seat knows (a view).

>>> from bummerl.notation.tokens import write_move
>>> view = parse_spn("schnapsen HTJDACAK/SA?4 S ?1+SJ - 0: 25.2/20.2 STKQHKDTJCTJ 4:4")
>>> view.seat, view.points, [write_move(move) for move in view.legal_moves()]
(0, (25, 20), ['HJ', 'HT', 'DA', 'CK', 'CA', 'c', 'o'])
>>> write_spn(view)
'schnapsen HTJDACAK/SA?4 S ?1+SJ - 0: 25.2/20.2 STKQHKDTJCTJ 4:4'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeVar

from bummerl.cards import CARD_NAMES, PAIR_MASKS, SUITS, Card, Mask, mask_of
from bummerl.errors import BummerlError, NotationError, SpnError, TokenError
from bummerl.notation.spn_check import SpnFields, check_spn
from bummerl.notation.spn_points import check_points
from bummerl.notation.tokens import parse_cards, parse_suit, write_cards
from bummerl.rules.moves import Seat
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.scoring import Close
from bummerl.rules.situation import Situation
from bummerl.rules.variants import parse_rules
from bummerl.rules.view import View

FIELD_NAMES: Final = (
    "rules",
    "hands",
    "trump",
    "talon",
    "closed",
    "trick",
    "points",
    "gone",
    "needed",
)
"""The nine fields in order; `SpnError.field` is one of these, or ``text``."""

_T = TypeVar("_T")


# Writing ----------------------------------------------------------------------------------------


def write_spn(s: Situation) -> str:
    """The canonical SPN of a position or view.

    Raises:
        NotationError: the deal is over; SPN describes only positions in which a move is due.
    """
    if s.result is not None:
        raise NotationError("a finished deal has no SPN; it has a result")
    return " ".join(
        (
            str(s.rules),
            "/".join(
                _write_set(hand, size) for hand, size in zip(s.hands, s.hand_sizes, strict=True)
            ),
            SUITS[s.trump],
            _write_talon(s.talon),
            _write_close(s.close),
            f"{s.leader}:{_write_trick(s)}",
            "/".join(map(_write_standing, s.points, s.tricks, s.pending)),
            _write_set(s.gone, s.seats * sum(s.tricks)),
            ":".join(map(str, s.needed)),
        )
    )


def _write_set(known: Mask, size: int) -> str:
    unknown = size - known.bit_count()
    return (write_cards(known) + (f"?{unknown}" if unknown else "")) or "-"


def _write_talon(talon: tuple[Card | None, ...]) -> str:
    if not talon:
        return "-"
    *hidden, turn_up = talon
    assert turn_up is not None
    if None in hidden:
        return f"?{len(hidden)}+{CARD_NAMES[turn_up]}"
    return f"{''.join(CARD_NAMES[c] for c in hidden if c is not None)}+{CARD_NAMES[turn_up]}"


def _write_close(close: Close | None) -> str:
    if close is None:
        return "-"
    return f"{close.seat}@{_write_points(close.points)}.{close.tricks}"


def _write_trick(s: Situation) -> str:
    if s.announced is not None:
        return f"m{SUITS[s.announced]}"
    return "".join(CARD_NAMES[card] for card in s.trick)


def _write_standing(points: int | None, tricks: int, pending: int) -> str:
    return f"{_write_points(points)}.{tricks}" + (f"+{pending}" if pending else "")


def _write_points(points: int | None) -> str:
    return "?" if points is None else str(points)


# Reading ----------------------------------------------------------------------------------------


def parse_spn(text: str, *, strict: bool = False) -> Position | View:
    """The position, or with any ``?`` the view, that `text` describes.

    Lenient: accepts lower case, ``10``, unsorted ranks and repeated suits; with `strict` only
    the canonical text.  Impossible positions are refused either way.

    Raises:
        SpnError: malformed or impossible; `SpnError.field` names the field.
    """
    parts = text.split()
    if len(parts) != len(FIELD_NAMES):
        raise SpnError(
            "text",
            "there are {count} fields, but a position has nine: {names}",
            count=len(parts),
            names=" ".join(FIELD_NAMES),
        )
    fields = _read_fields(parts)
    check_spn(fields)
    check_points(fields)
    situation = _build(fields)
    if strict and write_spn(situation) != text:
        raise SpnError("text", "not canonical; write {spn}", spn=write_spn(situation))
    return situation


def _read_fields(parts: list[str]) -> SpnFields:
    rules_text, hands, trump, talon, closed, trick, points, gone, needed = parts
    leader, trick_cards, announced = _in_field("trick", _read_trick, trick)
    standings = [_read_standing(part) for part in _by_seat("points", points, "/")]
    return SpnFields(
        rules=_in_field("rules", parse_rules, rules_text),
        hands=tuple(_in_field("hands", _read_set, p) for p in _by_seat("hands", hands, "/")),
        trump=_in_field("trump", parse_suit, trump),
        talon=_in_field("talon", _read_talon, talon),
        close=_in_field("closed", _read_close, closed),
        leader=leader,
        trick=trick_cards,
        announced=announced,
        points=tuple(standing[0] for standing in standings),
        tricks=tuple(standing[1] for standing in standings),
        pending=tuple(standing[2] for standing in standings),
        gone=_in_field("gone", _read_set, gone),
        needed=tuple(_read_needed(part) for part in _by_seat("needed", needed, ":")),
    )


def _in_field(field: str, read: Callable[[str], _T], text: str) -> _T:
    try:
        return read(text)
    except SpnError:
        raise
    except BummerlError as error:
        raise SpnError(field, error.text) from None


def _by_seat(field: str, text: str, separator: str) -> list[str]:
    parts = text.split(separator)
    if len(parts) != 2:
        raise SpnError(
            field,
            "{text!r} should have one part for each of two seats, separated by {separator}",
            text=text,
            separator=separator,
        )
    return parts


def _read_set(text: str) -> tuple[tuple[Card, ...], int]:
    """Known cards and the number of unknown ones; ``-`` is none."""
    found = re.fullmatch(r"([^?]*)(?:\?([0-9]{1,2}))?", text)
    if text == "-":
        return (), 0
    if not found or not text:
        raise TokenError("{text!r} should be cards, then ?n for unknown ones, or -", text=text)
    unknown = int(found[2] or 0)
    if found[2] is not None and not unknown:
        raise TokenError("{text!r}: write ?n only for n unknown cards", text=text)
    return parse_cards(found[1]), unknown


def _read_talon(text: str) -> tuple[Card | None, ...]:
    if text == "-":
        return ()
    hidden, plus, turn_up = text.partition("+")
    turned = parse_cards(turn_up) if plus else ()
    if len(turned) != 1:
        raise SpnError(
            "talon",
            "{text!r} should be the face-down cards or ?n, then + and the turned-up card, or -",
            text=text,
        )
    known, unknown = _read_set(hidden) if hidden else ((), 0)
    if known and unknown:
        raise SpnError("talon", "{text!r} mixes known and unknown face-down cards", text=text)
    return (*known, *(None,) * unknown, turned[0])


def _read_close(text: str) -> Close | None:
    if text == "-":
        return None
    found = re.fullmatch(r"([01])@([0-9]{1,3}|\?)\.([0-9]{1,2})", text)
    if not found:
        raise SpnError(
            "closed",
            "{text!r} should be - or the closer's seat @ the other side's card points . tricks, "
            "as in 0@12.1",
            text=text,
        )
    return Close(int(found[1]), _read_points(found[2]), int(found[3]))


def _read_trick(text: str) -> tuple[Seat, tuple[Card, ...], int | None]:
    found = re.fullmatch(r"([01]):(.*)", text)
    if not found:
        raise SpnError(
            "trick",
            "{text!r} should be the seat that leads, a colon, and what lies there, as in 1:CQ",
            text=text,
        )
    rest = found[2]
    if re.fullmatch("[mM][SHDCshdc]", rest):
        return int(found[1]), (), parse_suit(rest[1])
    cards = parse_cards(rest)
    if len(cards) > 1:
        raise SpnError(
            "trick", "{text!r} has more than one card; finished tricks are gone", text=text
        )
    return int(found[1]), cards, None


def _read_standing(text: str) -> tuple[int | None, int, int]:
    found = re.fullmatch(r"([0-9]{1,3}|\?)\.([0-9]{1,2})(?:\+([0-9]{1,2}))?", text)
    if not found:
        raise SpnError(
            "points",
            "{text!r} should be card points . tricks, then + announced points that do not count "
            "yet, as in 25.2 or 0.0+40",
            text=text,
        )
    return _read_points(found[1]), int(found[2]), int(found[3] or 0)


def _read_points(text: str) -> int | None:
    return None if text == "?" else int(text)


def _read_needed(text: str) -> int:
    if not re.fullmatch("[1-7]", text):
        raise SpnError("needed", "{text!r} should be from 1 to 7 game points", text=text)
    return int(text)


def _build(fields: SpnFields) -> Position | View:
    leader = fields.leader
    announced_pair = 0 if fields.announced is None else PAIR_MASKS[fields.announced]
    common = {
        "rules": fields.rules,
        "hands": tuple(mask_of(known) for known, _ in fields.hands),
        "trump": fields.trump,
        "talon": fields.talon,
        "leader": leader,
        "close": fields.close,
        "trick": fields.trick,
        "announced": fields.announced,
        "points": fields.points,
        "tricks": fields.tricks,
        "pending": fields.pending,
        "gone": mask_of(fields.gone[0]),
        "score": Score(needed=fields.needed),
        "forehand": leader if not sum(fields.tricks) else None,
    }
    if not fields.has_unknown:
        shown = tuple(announced_pair if seat == leader else 0 for seat in range(2))
        return Position(**common, shown=shown)  # type: ignore[arg-type]
    return _build_view(fields, common, announced_pair)


def _build_view(fields: SpnFields, common: dict[str, object], announced_pair: Mask) -> View:
    unknown = [count for _, count in fields.hands]
    to_move = (fields.leader + len(fields.trick)) % 2
    seat: Seat | None = to_move
    if all(unknown):
        seat = None
    elif any(unknown):
        seat = unknown.index(0)
    shown = tuple(
        mask_of(known) if count else announced_pair if place == fields.leader else 0
        for place, (known, count) in enumerate(fields.hands)
    )
    return View(
        **common,  # type: ignore[arg-type]
        seat=seat,
        shown=shown,
    )
