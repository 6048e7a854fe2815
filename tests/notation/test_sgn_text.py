"""SGN as text: what is accepted, and the one form in which it is written."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bummerl.errors import FileError, SgnError
from bummerl.notation.records import DealRecord, record_of
from bummerl.notation.sgn import dump, dumps, load, loads, read, read_file
from bummerl.rules.moves import RESIGN, TIME, Played
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from support import random_deal, random_rules

CASES = sorted((Path(__file__).parent.parent / "cases" / "games").glob("*.sgn"))

PLAIN = """\
[SGN "1"]
[Rules "soft"]
[Deal "2"]
[Dealer "1"]
[Start "soft SKQDTJCJ/SAHTDAKCA C SJHJCTCQHKDQHAHQST+CK - 0: 0.0/0.0 - 7:4"]
[Result "1+3"]
[Reason "false out"]
[Points "0-0"]

1.0 mS o
1+3
"""
"""A small deal in canonical form."""
TWO_TRICKS = """\
[SGN "1"]
[Rules "soft"]
[Event "Kaffeehaus"]
[Deal "1"]
[Dealer "1"]
[Start "soft SKQDTJCJ/SAHTDAKCA C SJHJCTCQHKDQHAHQST+CK - 0: 0.0/0.0 - 7:7"]
[Result "1+3"]
[Reason "resigned"]
[Points "0-28"]

1.0 SK {first} SA
2.1 DA DJ
3.1 r0
1+3
"""


def one(text: str) -> DealRecord:
    """The only record of a text."""
    [record] = loads(text)
    return record


def with_moves(moves: str, *, text: str = TWO_TRICKS) -> str:
    """The text with other lines between tags and result."""
    tags, _ = text.split("\n\n")
    return f"{tags}\n\n{moves}\n1+3\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_games_of_an_independent_program_are_read_and_written_unchanged(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    records = load(path)
    assert len(records) == 16
    assert {record.rules for record in records} == {PRESETS[path.stem]}
    assert dumps(records) == text


def test_there_is_a_game_file_for_every_preset() -> None:
    assert {path.stem for path in CASES} == set(PRESET_NAMES)


@pytest.mark.parametrize("seed", range(40))
def test_random_deals_survive_writing_and_reading(seed: int) -> None:
    rng = random.Random(seed)
    positions = list(random_deal(rng, random_rules(rng)))
    final = positions[-1] if seed % 4 else positions[len(positions) // 2]
    record = record_of(positions[0], final, {"Seat0": 'Anna "die Sau"', "Zettel": "1"})
    text = dumps([record])
    assert one(text) == record
    assert dumps([one(text)]) == text


@pytest.mark.parametrize("seed", range(20))
def test_records_may_start_at_any_moment_of_a_deal(seed: int) -> None:
    rng = random.Random(seed)
    positions = list(random_deal(rng, random_rules(rng)))
    start = rng.choice(positions[:-1])
    record = record_of(start, positions[-1])
    read_back = one(dumps([record]))
    assert read_back.moves == record.moves
    assert read_back.final.result == positions[-1].result
    assert read_back.start.forehand == start.forehand
    assert dumps([read_back]) == dumps([record])


def test_a_deal_of_two_tricks_is_read_whole() -> None:
    record = one(TWO_TRICKS)
    assert record.start.forehand == 0
    assert [tuple(played) for played in record.moves] == [
        (0, 3),  # SK
        (1, 5),  # SA
        (1, 17),  # DA
        (0, 13),  # DJ
        (0, RESIGN),
    ]
    assert record.comments == {1: ("first",)}
    assert record.final.points == (0, 28)


@pytest.mark.parametrize(
    "moves",
    [
        "1.0 sk {first} sa\n2.1 da dj\n3.1 r0",
        "1.0 SK{first}SA 2.1 DA DJ 3.1 r0",
        "SK {first} SA DA DJ r0",
        "1.0\tSK\n\n{\n  first\n}\nAS\r\n2.1 AD DJ\r3.1 R0",
        "01.0 Pik-König {first} S-A\n2.1 DA DJ\n3.1 r0",
        "1.0 SK ;first\nSA\n2.1 DA DJ\n3.1 r0",
    ],
)
def test_reading_is_lenient_about_spelling_and_blanks(moves: str) -> None:
    text = with_moves(moves).replace("ö", "oe")
    assert dumps(loads(text)) == TWO_TRICKS


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\n", " "),
        lambda text: text.replace("\n\n", "\n\n\n") + "\n\n",
        lambda text: text.replace("[", " [ ").replace("]", " ] "),
        lambda text: text.replace('[Deal "1"]\n', "").replace("[Rules", '[Deal "001"]\n[Rules'),
        lambda text: text.replace("soft SKQDTJCJ", "soft skqdj10cj"),
    ],
)
def test_reading_is_lenient_about_lines_and_order(change: object) -> None:
    assert callable(change)
    assert dumps(loads(change(TWO_TRICKS))) == TWO_TRICKS


def test_an_empty_text_has_no_records() -> None:
    assert loads("") == loads("\n \n") == loads("; only a remark\n{and another}") == []
    assert dumps([]) == ""


def test_deals_stand_behind_each_other_with_a_blank_line() -> None:
    text = TWO_TRICKS + "\n" + PLAIN
    assert dumps(loads(text)) == text
    assert dumps(loads(TWO_TRICKS + PLAIN)) == text


def test_tags_are_written_in_canonical_order_and_unknown_ones_by_name() -> None:
    tags, moves = TWO_TRICKS.split("\n\n")
    lines = [*tags.split("\n"), '[Zimmer "2"]', '[Match "03"]', '[Anlass "Namenstag"]']
    shuffled = "\n".join(reversed(lines))
    record = one(f"{shuffled}\n\n{moves}")
    names = [line[1:].split(" ")[0] for line in dumps([record]).split("\n\n")[0].split("\n")]
    assert names == [
        *("SGN", "Rules", "Event", "Match", "Deal", "Dealer", "Start"),
        *("Result", "Reason", "Points", "Anlass", "Zimmer"),
    ]
    assert record.tags["Anlass"] == "Namenstag"
    assert record.match == 3


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r"Anna \"die Sau\" B.", 'Anna "die Sau" B.'),
        (r"C:\\Spiele\\", "C:\\Spiele\\"),
        (r"C:\Spiele", r"C:\Spiele"),
        (r"\\\"", r"\""),
        ("{;[Größe]} ♠", "{;[Größe]} ♠"),
        ("", ""),
    ],
)
def test_quotes_and_backslashes_in_tag_values(written: str, value: str) -> None:
    record = one(TWO_TRICKS.replace("Kaffeehaus", written))
    assert record.tags["Event"] == value
    text = dumps([record])
    assert one(text).tags["Event"] == value
    assert dumps([one(text)]) == text


def test_a_line_break_in_a_tag_value_is_written_as_a_blank() -> None:
    record = one(TWO_TRICKS)
    record.tags["Event"] = "a\nb\r\nc\rd"
    assert one(dumps([record])).tags["Event"] == "a b c d"


@pytest.mark.parametrize(
    ("moves", "comments"),
    [
        (
            "{a} {b}\n1.0 SK {c} {d} SA {e}\n2.1 DA DJ\n3.1 r0 {f}",
            {0: "ab", 1: "cd", 2: "e", 5: "f"},
        ),
        ("1.0 {a} SK SA {b} 2.1 {c} DA DJ {d}\n3.1 r0", {0: "a", 2: "bc", 4: "d"}),
        ("1.0 SK ; a {1} ;\n SA\n2.1 DA DJ {}\n3.1 r0", {1: ("a {1} ;",)}),
        ('1.0 SK SA {a\n\n  b; [x] "y" é}\n2.1 DA DJ\n3.1 r0', {2: ('a\n\n  b; [x] "y" é',)}),
    ],
)
def test_comments_are_kept_behind_their_move(
    moves: str, comments: dict[int, str | tuple[str, ...]]
) -> None:
    record = one(with_moves(moves))
    assert record.comments == {made: tuple(texts) for made, texts in comments.items()}
    text = dumps([record])
    assert one(text) == record
    assert dumps([one(text)]) == text


def test_comments_are_written_in_their_places() -> None:
    text = with_moves("{before}\n{and\nmore}\n1.0 SK ;a } b\nSA {c}\n2.1 DA DJ\n3.1 r0 ;x}")
    assert dumps(loads(text)) == text


def test_comments_outside_the_moves_belong_to_the_nearest_deal() -> None:
    first = TWO_TRICKS.replace("[Rules", "{between}\n[Rules").replace("1+3\n", "1+3 {end}\n")
    one_, two = loads(f"; head\n{first}\n; next\n{PLAIN}; last\n")
    assert one_.comments == {0: ("head", "between"), 1: ("first",), 5: ("end",)}
    assert two.comments == {0: ("next",), 2: ("last",)}


def test_a_comment_that_fits_no_form_becomes_several() -> None:
    record = one(TWO_TRICKS)
    record.comments[2] = (" a } b\nc\r\n\n", "", " d ")
    text = dumps([record])
    assert one(text).comments[2] == ("a } b", "c", "d")
    assert dumps(loads(text)) == text


@pytest.mark.rule("CLOSE-4")
def test_calls_belong_to_the_turn_of_the_new_leader() -> None:
    path = next(path for path in CASES if path.stem == "hoyle-66")
    first, second, third = load(path)[:3]
    text = dumps([first, second, third])
    assert "\n2.0 d SQ CQ\n3.0 o\n1+3\n" in text
    assert "\n4.1 c CQ DA\n" in text
    assert "\n2.0 d mC CK HK\n" in text


@pytest.mark.rule("PLAY-7")
def test_a_renonce_is_the_last_token() -> None:
    # seat 0 closes and leads the ace of diamonds; seat 1 holds a diamond, but plays a spade
    text = (
        PLAIN.replace("false out", "renonce")
        .replace("1.0 mS o", "1.0 c DT SA")
        .replace("1+3", "0+3")
    )
    record = one(text)
    assert record.moves[-1] == Played(1, 5)
    assert record.final.result == (0, 3, "renonce")
    assert dumps([record]) == text


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize(
    ("token", "seat", "move", "winner"),
    [
        ("r", 0, RESIGN, 1),
        ("t", 0, TIME, 1),
        ("r1", 1, RESIGN, 0),
        ("t1", 1, TIME, 0),
        ("t0", 0, TIME, 1),
    ],
)
def test_giving_up_names_the_seat_that_is_not_to_move(
    token: str, seat: int, move: int, winner: int
) -> None:
    reason = "resigned" if move == RESIGN else "time"
    text = PLAIN.replace("false out", reason).replace("mS o", f"mS {token}")
    record = one(text.replace("1+3", f"{winner}+3"))
    assert record.moves[-1] == (seat, move)
    assert f"1.0 mS {token.rstrip('0')}\n{winner}+3\n" in dumps([record])


def test_an_unfinished_deal_has_no_reason() -> None:
    text = PLAIN.replace('[Reason "false out"]\n[Points "0-0"]\n', "").replace("1+3", "*")
    text = text.replace("1.0 mS o", "1.0 mS SK")
    record = one(text)
    assert (record.result, record.final.result, record.points) == (None, None, None)
    assert dumps([record]) == text
    nothing_played = text.replace("1.0 mS SK\n", "")
    assert dumps(loads(nothing_played)) == nothing_played


def test_a_trick_that_began_before_the_record_keeps_its_label() -> None:
    text = TWO_TRICKS.replace("soft SKQDTJCJ/", "soft SQDTJCJ/").replace(" 0: ", " 0:SK ")
    text = text.replace("1.0 SK {first} SA", "1.0 SA")
    record = one(text)
    assert record.moves[0] == (1, 5)
    assert dumps([record]) == text


def test_unknown_files_and_bytes_are_reported(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"cannot read .*nowhere"):
        load(tmp_path / "nowhere.sgn")
    with pytest.raises(FileError, match="cannot write"):
        dump([], tmp_path / "no" / "folder.sgn")
    path = tmp_path / "latin.sgn"
    path.write_bytes(TWO_TRICKS.replace("Kaffee", "Café").encode("latin-1"))
    with pytest.raises(SgnError, match=r"latin\.sgn, line 3, column 12: the byte 0xe9 is not") as e:
        load(path)
    assert (e.value.line, e.value.column, e.value.file) == (3, 12, str(path))
    reading = read_file(path)
    assert [error.line for error in reading.errors] == [3]
    assert reading.records[0].tags["Event"] == "Caf\ufffdhaus"


def test_files_are_utf8_with_line_feeds(tmp_path: Path) -> None:
    path = tmp_path / "games.sgn"
    record = one(TWO_TRICKS.replace("Kaffeehaus", "Café"))
    record.tags["Seat0"] = "\udc80"  # a lone surrogate, as from a broken file name
    dump([record], path)
    data = path.read_bytes()
    assert b"Caf\xc3\xa9" in data
    assert b"\r" not in data
    assert load(path)[0].tags["Seat0"] == "?"


def test_lenient_reading_is_the_same_where_nothing_is_wrong() -> None:
    reading = read(TWO_TRICKS + PLAIN)
    assert reading.errors == []
    assert reading.records == loads(TWO_TRICKS + PLAIN)
    assert isinstance(reading.records[0].start, Position)
