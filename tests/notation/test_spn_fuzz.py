"""Whatever text comes: a value that can be written and played, or an SpnError, and soon."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bummerl.errors import SpnError
from bummerl.notation.spn import FIELD_NAMES, parse_spn, write_spn
from bummerl.rules.position import Position
from bummerl.rules.view import View
from support import random_deal, random_move, random_rules

SEEDS = (
    "schnapsen HTJDACAK/SA?4 S ?1+SJ - 0: 25.2/20.2 STKQHKDTJCTJ 4:4",
    "schnapsen SKQHTKDT/DQJCATJ H SASTCKHQDK+HJ 0@5.1 0:mS 42.1/5.1 SJHADACQ 7:7",
    "schnapsen SKHT?3/STDQCATJ H ?3+HJ 0@5.1 0: ?.2/5.1 SJHADACQ?2 7:7",
    "hoyle-66 SKHADTCAK/STHTDACQJ D SJHKHQDQCTHJC9H9S9DJD9+DK - 0: 14.1/0.0 SAQ 7:7",
    "soft SKJHATCJ/STHKDAKQ C DTDJCACTHJHQCK+CQ - 1: 0.0+20/14.1 SAQ 3:7",
)
LETTERS = "SHDCAKQJT19?+-/@.:0234567m ()=_aſßK♥é\0\ud800"


def parsed(text: str) -> Position | View | None:
    """What the text says; None if it is refused."""
    try:
        return parse_spn(text)
    except SpnError as error:
        assert error.field in (*FIELD_NAMES, "text")  # noqa: PT017
        assert str(error).startswith(f"SPN, {error.field}: ")  # noqa: PT017
        return None


def check(rng: random.Random, text: str) -> None:
    value = parsed(text)
    if value is None:
        return
    written = write_spn(value)
    assert parse_spn(written, strict=True) == value
    if isinstance(value, View):
        assert value.seat != value.to_move or value.legal_moves()
        return
    while not value.over:
        assert parsed(write_spn(value)) is not None, f"{write_spn(value)} follows from {text}"
        value = value.play(random_move(rng, value))


def mutated(rng: random.Random, text: str) -> str:
    """A text like `text`, with a few letters, numbers, cards or fields changed."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        place = rng.randrange(len(text) + 1)
        other = rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                text = text[:place] + rng.choice(LETTERS) + text[place:]
            case 1:
                text = text[:place] + text[place + rng.randint(1, 3) :]
            case 2:
                text = text[:place] + rng.choice(LETTERS) + text[place + 1 :]
            case 3:
                fields, others = text.split(" "), rng.choice(SEEDS).split(" ")
                field = rng.randrange(len(fields))
                fields[field] = others[field % len(others)]
                text = " ".join(fields)
            case _:
                low, high = sorted((place, other))
                text = text[:low] + text[low:high][::-1] + text[high:]
    return text


def swapped(rng: random.Random, text: str) -> str:
    """A text with two of its cards, or two of its numbers, in each other's place."""
    kind = rng.choice(("AKQJT9", "0123456789", "SHDC"))
    places = [place for place, letter in enumerate(text) if letter in kind]
    if len(places) < 2:
        return text
    letters = list(text)
    a, b = rng.sample(places, 2)
    letters[a], letters[b] = letters[b], letters[a]
    return "".join(letters)


@given(
    st.text() | st.text(LETTERS) | st.lists(st.text(LETTERS), min_size=9, max_size=9).map(" ".join)
)
def test_any_text(text: str) -> None:
    check(random.Random(0), text)


@settings(max_examples=400)
@given(st.randoms(use_true_random=True))
def test_texts_that_are_nearly_right(rng: random.Random) -> None:
    check(rng, mutated(rng, rng.choice(SEEDS)))


@settings(max_examples=150)
@given(st.randoms(use_true_random=True))
def test_texts_of_deals_that_are_nearly_right(rng: random.Random) -> None:
    """What is accepted can be played to its end, and none of what follows is refused."""
    positions = [position for position in random_deal(rng, random_rules(rng)) if not position.over]
    position = rng.choice(positions)
    situation = rng.choice((position, position.view(rng.choice((0, 1, None)))))
    text = write_spn(situation if isinstance(situation, Position) else situation.table())
    for _ in range(5):
        check(rng, swapped(rng, text))
        check(rng, mutated(rng, text))


def test_the_fuzz_reaches_values_and_every_field() -> None:
    rng = random.Random(1)
    fields = set()
    values = 0
    for _ in range(2000):
        text = mutated(rng, rng.choice(SEEDS))
        try:
            parse_spn(text)
            values += 1
        except SpnError as error:
            fields.add(error.field)
    assert fields == {*FIELD_NAMES, "text"}
    assert values > 100


@pytest.mark.parametrize("field", range(9), ids=FIELD_NAMES)
@pytest.mark.parametrize("filling", ["SA", "9", "?", "10", "(", "soft", "+", "é", "SHDC", "0@"])
def test_endless_fields_are_refused_at_once(field: int, filling: str) -> None:
    fields = SEEDS[0].split(" ")
    fields[field] = filling * (50_000 // len(filling))
    started = time.process_time()
    assert parsed(" ".join(fields)) is None
    fields[field] = SEEDS[1].split(" ")[field] + fields[field]
    assert parsed(" ".join(fields)) is None
    assert time.process_time() - started < 1


@pytest.mark.parametrize("text", [" " * 100_000, "x " * 50_000, "soft" + "/" * 100_000])
def test_endless_texts_are_refused_at_once(text: str) -> None:
    started = time.process_time()
    assert parsed(text) is None
    assert time.process_time() - started < 1
