"""Nothing that is printed can steer a terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bummerl.words.printable import printable

STEERING = "\x00\x07\x08\x1b\r\n\t\x7f\x85\x9b\u200e\u202e\u2028\ud800"


@given(st.text() | st.text(STEERING))
def test_only_what_shows_is_left(text: str) -> None:
    left = printable(text)
    assert left.isprintable()
    assert left == "".join(c for c in text if c in left)
    assert printable(left) == left
    assert printable(text, keep="\n").split("\n") == [printable(t) for t in text.split("\n")]


def test_names_in_any_script_stay() -> None:
    for name in ("Jürgen Großmüller", "Čeněk", "Ольга", "李雷", "♥10 🂡", ""):
        assert printable(name) == name


def test_what_steers_goes() -> None:
    assert printable(f"A{STEERING}B") == "AB"
    assert printable("\x1b]0;title\x07A\nB", keep="\n") == "]0;titleA\nB"
