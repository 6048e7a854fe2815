"""What a review writes: annotated records and pictures."""

from __future__ import annotations

import functools
import re
import struct
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bummerl.analysis import canvas
from bummerl.analysis.plot import HEIGHT, WIDTH, plot
from bummerl.analysis.report import annotated
from bummerl.analysis.review import Review, review
from bummerl.errors import FileError
from bummerl.notation.evaluation import parse_evaluation
from bummerl.notation.records import DealRecord
from bummerl.notation.sgn import dumps, load, loads
from bummerl.words.assessment import labels, remark, tell_review, without_remark
from bummerl.words.names import Language
from bummerl.words.wording import Wording

GOLDEN = Path(__file__).parent.parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"


@functools.cache
def reviewed() -> tuple[list[DealRecord], Review]:
    records = load(GOLDEN / "soft.sgn")
    return records, review(records, visits=1000)


def test_annotated_records_keep_comments_and_gain_values() -> None:
    records, found = reviewed()
    written = noted(records, found)
    again = loads(dumps(written))
    for deal, before, after in zip(found.deals, records, again, strict=True):
        assert after.moves == before.moves
        for made, comments in before.comments.items():
            assert after.comments[made][: len(comments)] == comments
        for decision in deal.decisions:
            comment = after.comments[decision.turn.made][-1]
            value = parse_evaluation(comment)
            assert value is not None
            assert value.ev == pytest.approx(decision.kept.points, abs=1e-4)
            assert value.win == pytest.approx(decision.kept.win, abs=1e-4)
            assert (decision.grade == "good") == comment.endswith("]")
    assert dumps(noted(written, review(written, visits=1000))) == dumps(written)


def noted(
    records: list[DealRecord], found: Review, words: Wording | None = None
) -> list[DealRecord]:
    wording = words or Wording()
    return annotated(records, found, lambda d: remark(d, wording), without_remark)


@pytest.mark.parametrize("words", [Wording(), Wording("de"), Wording("de", "german")])
def test_a_second_review_takes_the_place_of_the_first(words: Wording) -> None:
    records, found = reviewed()
    clean = [replace(record, comments={}) for record in records]
    again = review(clean, visits=300)
    once, expected = noted(clean, found, words), noted(clean, again)
    with_words = [
        replace(
            record,
            comments={
                0: ("[%ev 0.25 %win 0.5]", "[%win 0.5] by another program"),
                **{
                    made: ("was I asleep?", f"{text} so what", "[no evaluation]")
                    for made, (text,) in record.comments.items()
                },
            },
        )
        for record in once
    ]
    for after, new in zip(loads(dumps(noted(with_words, again))), expected, strict=True):
        assert after.comments == {
            0: ("by another program",),
            **{
                made: ("was I asleep?", "so what", "[no evaluation]", text)
                for made, (text,) in new.comments.items()
            },
        }


def test_the_summary_names_every_error_once() -> None:
    _, found = reviewed()
    told = tell_review(found, Wording())
    errors = [d for deal in found.deals for d in deal.decisions if d.grade != "good"]
    assert len(re.findall(r"^Deal \d, trick", told, re.MULTILINE)) == len(errors)
    only = tell_review(found, Wording(), only=1)
    assert len(re.findall(r"^Deal \d, trick \d+, Bert", only, re.MULTILINE)) == sum(
        decision.seat == 1 for decision in errors
    )
    assert ", Anna:" not in only


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_picture_marks_every_error(language: Language, tmp_path: Path) -> None:
    _, found = reviewed()
    path = tmp_path / "course.svg"
    plot(found, path, labels(found, Wording(language)))
    root = ET.parse(path).getroot()
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert {"Anna", "Bert", "1", "2", "3", "4", "5", "6"} <= set(words)
    errors = [d.grade for deal in found.deals for d in deal.decisions if d.grade != "good"]
    # one mark of each shape, and a square for each of two players, explain the others
    assert len(list(root.iter(f"{SVG}circle"))) == errors.count("inaccuracy") + 1
    polygons = len(errors) - errors.count("inaccuracy") + 2 + len(found.players)
    assert len(list(root.iter(f"{SVG}polygon"))) == polygons
    for shape in [*root.iter(f"{SVG}polygon"), *root.iter(f"{SVG}polyline")]:
        for point in shape.attrib["points"].split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT


def test_only_deals_of_the_first_player_are_drawn(tmp_path: Path) -> None:
    _, found = reviewed()
    seats = [("Anna", "Bert"), ("Carl", "Dora"), ("Dora", "Carl"), ("Carl", "Anna")]
    records = [
        replace(deal.record, tags={**deal.record.tags, "Seat0": first, "Seat1": second})
        for deal, (first, second) in zip(found.deals, seats, strict=False)
    ]
    several = review(records, visits=100)
    path = tmp_path / "course.svg"
    plot(several, path, labels(several, Wording()))
    root = ET.parse(path).getroot()
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "Chance of Anna to win the Bummerl" in words
    assert {"1", "4", "Anna", "Bert", "Carl"} <= set(words)
    assert not {"2", "3", "Dora"} & set(words)
    drawn = several.deals[0], several.deals[3]
    errors = [d for deal in drawn for d in deal.decisions if d.grade == "inaccuracy"]
    assert len(list(root.iter(f"{SVG}circle"))) == len(errors) + 1
    lines = [
        line.attrib["points"].split()
        for line in root.iter(f"{SVG}polyline")
        if line.attrib["stroke-width"] == "2"
    ]
    assert [len(line) for line in lines] == [2 * len(deal.decisions) + 2 for deal in drawn]
    # in deal 4 she sits at seat 1: the line ends at her result
    height = float(lines[1][-1].split(",")[1])
    top, bottom = 92, HEIGHT - 44
    assert (bottom - height) / (bottom - top) == pytest.approx(
        drawn[1].bummerl(1).result, abs=0.001
    )


def test_numbers_of_many_deals_do_not_touch(tmp_path: Path) -> None:
    _, few = reviewed()
    deals = (replace(deal, number=n) for n, deal in enumerate(few.deals * 20, start=1))
    found = replace(few, deals=tuple(deals))
    path = tmp_path / "long.svg"
    plot(found, path, labels(found, Wording()))
    numbers = [
        (float(text.attrib["x"]), len(text.text))
        for text in ET.parse(path).getroot().iter(f"{SVG}text")
        if text.text is not None and text.text.isdigit()
    ]
    assert len(numbers) > 10
    for (x, size), (following, size_there) in pairwise(numbers):
        assert following - x >= 3.5 * (size + size_there)


def test_a_png_is_twice_as_fine(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    _, found = reviewed()
    path = tmp_path / "course.png"
    plot(found, path, labels(found, Wording("de")))
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (2 * WIDTH, 2 * HEIGHT)


def test_what_cannot_be_drawn_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileError, match=r"must end in \.svg or \.png"):
        canvas.check_picture(tmp_path / "course.jpg")
    monkeypatch.setattr(canvas, "find_spec", lambda name: None)
    with pytest.raises(FileError, match="Pillow"):
        canvas.check_picture(tmp_path / "course.png")
    canvas.check_picture(tmp_path / "course.svg")
    with pytest.raises(FileError, match=r"cannot write .*missing"):
        canvas.check_picture(tmp_path / "missing" / "course.svg")
    assert not list(tmp_path.iterdir())
