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
from bummerl.words.assessment import labels, remark, tell_review
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
    words = Wording()
    written = annotated(records, found, lambda decision: remark(decision, words))
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
    assert dumps(annotated(written, review(written, visits=1000), lambda d: remark(d, words))) == (
        dumps(written)
    )


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
