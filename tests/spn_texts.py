"""Texts that the tests of what SPN refuses start from, and how they change them."""

from __future__ import annotations

import pytest

from bummerl.errors import NotationError, SpnError
from bummerl.notation.spn import FIELD_NAMES, parse_spn

START = "schnapsen SQJHAJDT/DAQCAQJ H CTHKSKDJSASTCKHQDK+HT - 1: 0.0/0.0 - 7:7"
MIDDLE = "schnapsen SKQHKJDT/DQJCATJ H SASTCKHQDK+HT - 0: 22.1/5.1 SJHADACQ 7:7"
CLOSED = "schnapsen SKQHTKDT/DQJCATJ H SASTCKHQDK+HJ 0@5.1 0: 22.1/5.1 SJHADACQ 7:7"
VIEW = "schnapsen HTJDACAK/SA?4 S ?1+SJ - 0: 25.2/20.2 STKQHKDTJCTJ 4:4"
TABLE = "schnapsen SKHT?3/STDQCATJ H ?3+HJ 0@5.1 0: ?.2/5.1 SJHADACQ?2 7:7"
DRAW_DUE = "hoyle-66 SKHADTCAK/STHTDACQJ D SJHKHQDQCTHJC9H9S9DJD9+DK - 0: 14.1/0.0 SAQ 7:7"
ENDGAME = "schnapsen HKCTJ/HADQ H - - 1:HJ 75.6/13.1 SATKQJHTQDATKJCAKQ 7:7"
PENDING = "soft SKJHATCJ/STHKDAKQ C DTDJCACTHJHQCK+CQ - 1: 0.0+20/14.1 SAQ 3:7"
"""Seat 0 announced its pair in spades at its first lead, and lost that trick."""

NO_TRICK = "a pair can be announced only after having won a trick"
"""Why a pair cannot be announced under `pair_needs_trick`."""


def changed(text: str, **fields: str) -> str:
    """`text` with other fields."""
    values = dict(zip(FIELD_NAMES, text.split(), strict=True)) | fields
    assert len(values) == 9
    return " ".join(values.values())


def assert_refused(text: str, field: str, reason: str) -> None:
    with pytest.raises(SpnError) as caught:
        parse_spn(text)
    error = caught.value
    assert isinstance(error, NotationError)
    assert str(error).startswith(f"SPN, {field}: ")
    assert reason in str(error)
    assert error.field == field
