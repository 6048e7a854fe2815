"""Whatever the text, reading gives records or `SgnError`, and takes time in proportion to it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bummerl.errors import SgnError
from bummerl.notation import jsonl, sgn
from bummerl.notation.reading import Format

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.sgn"))
RECORDS = [record for path in GOLDEN for record in sgn.load(path)]
PIECES = [
    *('[SGN "1"]', '[Rules "soft"]', '[Deal "1"]', '[Dealer "1"]', '[Result "0+3"]', "[", "]"),
    *('[Start "soft SKQDTJCJ/SAHTDAKCA C SJHJCTCQHKDQHAHQST+CK - 0: 0.0/0.0 - 7:7"]', '"', "\\"),
    *(
        "{",
        "}",
        "{ }",
        ";",
        "\n",
        "\r",
        " ",
        "1.0",
        "SK",
        "mS",
        "o",
        "r",
        "r0",
        "t1",
        "0+3",
        "=",
        "*",
    ),
    *("\ufeff", "\x00", "\x1c", "\u2028", "é", "\ud800", '{"tags": {}}', "[[1,", "null", "1e999"),
]
TEXTS = {sgn.SGN: [sgn.dumps([record]) for record in RECORDS]} | {
    jsonl.JSONL: [jsonl.dumps([record]) for record in RECORDS]
}


def check_reading(form: Format, text: str) -> None:
    """Strict and lenient reading agree, and what was read can be written and read again."""
    reading = form.read(text)
    if reading.errors:
        with pytest.raises(SgnError) as raised:
            form.loads(text)
        assert str(raised.value) == str(reading.errors[0])
        assert all(error.line >= 1 and error.column >= 1 for error in reading.errors)
    else:
        assert form.loads(text) == reading.records
    written = form.dumps(reading.records)
    again = form.read(written)
    assert len(again.records) == len(reading.records)
    assert form.dumps(again.records) == written


FORMATS = pytest.mark.parametrize("form", [sgn.SGN, jsonl.JSONL], ids=["sgn", "jsonl"])


@FORMATS
@given(text=st.text())
def test_any_text(form: Format, text: str) -> None:
    check_reading(form, text)


@FORMATS
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=30))
@example(pieces=["\x1c"])
@example(pieces=["[" * 2000])
@example(pieces=["[" * 100_000])
@example(pieces=['{"tags": ' * 50_000])
@example(pieces=["9" * 10_000])
def test_any_pieces(form: Format, pieces: list[str]) -> None:
    check_reading(form, "".join(pieces))


@FORMATS
@given(data=st.data())
def test_damaged_records(form: Format, data: st.DataObject) -> None:
    text = "\n".join(data.draw(st.lists(st.sampled_from(TEXTS[form]), min_size=1, max_size=3)))
    for _ in range(data.draw(st.integers(1, 3))):
        begin = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(begin, min(len(text), begin + 12)))
        patch = st.text(max_size=4) | st.sampled_from(PIECES) | st.just(text[end : end + 10])
        text = text[:begin] + data.draw(patch) + text[end:]
    check_reading(form, text)


@FORMATS
@given(
    name=st.text(max_size=3) | st.sampled_from(["Event", "Deal", "Points", "Zimmer"]),
    value=st.text(),
    comments=st.lists(st.text(st.characters() | st.sampled_from('{};\n\r\\" '))),
    made=st.integers(0, 2),
)
def test_any_tag_and_comment_that_can_be_written_survives(
    form: Format, name: str, value: str, comments: list[str], made: int
) -> None:
    [record] = sgn.loads(TEXTS[sgn.SGN][0])
    record.tags[name] = value
    record.comments[made] = tuple(comments)
    try:
        text = form.dumps([record])
    except SgnError:
        return  # the tag cannot be
    [again] = form.read(text).records
    assert form.dumps([again]) == text
    if not set("\r\n") & set(value) and name not in ("Deal", "Points", "Pack"):
        assert again.tags[name] == value


SGN_BITS = (
    *('[SGN "1"]\n', '[SGN "', "[SGN \\", '[SGN "1"]{', "{", "{ ", ";", " ", "\n", "[", '[A "\\"'),
    *("x ", "=", "((", "é"),
)
JSON_BITS = ('{"tags":', '{"tags":1}\n', "[", "1", '"\\', "\n")


@pytest.mark.parametrize(
    ("form", "bit", "tail"),
    [
        *((sgn.SGN, bit, tail) for bit in SGN_BITS for tail in ("", "}", '"]')),
        *((jsonl.JSONL, bit, "") for bit in JSON_BITS),
    ],
)
def test_reading_is_linear(form: Format, bit: str, tail: str) -> None:
    text = bit * (100_000 // len(bit)) + tail
    begin = time.process_time()
    form.read(text)
    assert time.process_time() - begin < 5


@FORMATS
@pytest.mark.slow
def test_a_thousand_deals_are_read_in_a_second(form: Format) -> None:
    text = "\n".join(TEXTS[form] * 25)
    begin = time.process_time()
    reading = form.read(text)
    assert len(reading.records) == 25 * len(RECORDS)
    assert (time.process_time() - begin) / len(reading.records) < 0.003  # seconds for each
