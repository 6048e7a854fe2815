"""What is wrong with an SGN text is said with line, column and reason, strictly or leniently."""

from __future__ import annotations

import pytest

from bummerl.errors import SgnError
from bummerl.notation.sgn import disagreements, loads, read
from bummerl.rules.dealing import deal
from bummerl.rules.variants import PRESETS

GOOD = """\
[SGN "1"]
[Rules "soft"]
[Deal "1"]
[Dealer "1"]
[Start "soft SKQDTJCJ/SAHTDAKCA C SJHJCTCQHKDQHAHQST+CK - 0: 0.0/0.0 - 7:7"]
[Result "1+3"]
[Reason "resigned"]
[Points "0-28"]

1.0 SK SA
2.1 DA DJ
3.1 r0
1+3
"""
PACK = "SKSQDTSAHTDACKDJCJDKCASJHJCTCQHKDQHAHQST"


def error_of(text: str) -> SgnError:
    """The error that strict reading stops at; lenient reading finds it first too."""
    with pytest.raises(SgnError) as raised:
        loads(text, file="deals.sgn")
    first = read(text, file="deals.sgn").errors[0]
    assert str(first) == str(raised.value)
    return raised.value


def place_and_reason(text: str) -> tuple[int, int, str]:
    error = error_of(text)
    assert str(error).startswith(f"deals.sgn, line {error.line}, column {error.column}: ")
    return error.line, error.column, str(error.reason)


def changed(old: str, new: str, text: str = GOOD) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def test_the_good_deal_is_good() -> None:
    assert len(loads(GOOD)) == 1
    assert len(loads(changed("[Start", f'[Pack "{PACK}"]\n[Start'))) == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "reason"),
    [
        ('[SGN "1"]', '[SGN "2"]', 1, 1, "the tag SGN is '2', but must be 1, the version"),
        ('[SGN "1"]\n', "", 1, 1, "the tag SGN is missing"),
        ('[Deal "1"]\n', "", 1, 1, "the tag Deal is missing"),
        ('[Deal "1"]', '[Deal "one"]', 3, 1, "the tag Deal is 'one', but must be a whole number"),
        ('[Deal "1"]', '[Deal "1"] [Deal "2"]', 3, 12, "the tag Deal stands twice"),
        ('[Dealer "1"]', '[Dealer "2"]', 4, 1, "but must be the seat 0 or 1"),
        ('[Rules "soft"]', '[Rules "softly"]', 2, 1, "there is no rule preset 'softly'"),
        ("SKQDTJCJ/", "SKQDTJCQ/", 5, 1, "SPN, "),
        ("SKQDTJCJ/SAHTDAKCA", "SKQDTJCJ/?5", 5, 1, "Start leaves cards unknown with ?"),
        ('"1+3"', '"1+4"', 6, 1, "the tag Result is '1+4', but must be winner + game points"),
        ('"resigned"', '"tired"', 7, 1, "must be one of: out, closed won, closed lost"),
        ('"0-28"', '"28"', 8, 1, "must be the card points at the end by seat"),
        ('[Deal "1"]', "[Deal 1]", 3, 1, 'a tag must look like [Name "value"], on one line'),
        ('[Deal "1"]', '[Deal "1]', 3, 1, "a tag must look like"),
        ('[Deal "1"]', '[Deal "1\n"]', 3, 1, "a tag must look like"),
        ('[Deal "1"]', '[1Deal "1"]', 3, 1, "a tag must look like"),
        ('[Deal "1"]', '[Bummerls "1"]', 3, 1, "the Bummerls each seat has hung on the other"),
        ('[Deal "1"]', '[Pack "SA"]', 3, 1, "the cards from the top of the pack"),
        ("1.0 SK SA", "1.0 SK ♠A", 10, 8, "'♠' can stand only in tag values and comments"),
        ("1.0 SK SA", "1.0 SK {SA", 10, 8, "the comment that begins here is never closed with }"),
        ("1.0 SK SA", "1.0 SK }SA", 10, 8, "'}' is not expected here"),
        ("1.0 SK SA", "1.0 SK \x01 SA", 10, 8, "'\\x01' is not expected here"),
        ("1.0 SK SA", "1.0 SK \x1f", 10, 8, "'\\x1f' is not expected here"),
        ("1.0 SK SA", "1.0 SK S1", 10, 8, "'S1' is no move"),
        ("1.0 SK SA", "1.0 SK r2", 10, 8, "'r2' is no move"),
        ("1.0 SK SA", "1.0 SK SK", 10, 8, "SK is not possible: you do not hold the king of spades"),
        ("1.0 SK SA", "1.0 SK x", 10, 8, "x is not possible: that is possible only when you lead"),
        ("1.0 SK SA", "1.1 SK SA", 10, 1, "the label is 1.1, but it must be 1.0, as seat 0 leads"),
        ("2.1 DA", "3.1 DA", 11, 1, "the label is 3.1, but it must be 2.1"),
        ("2.1 DA", "2.0 DA", 11, 1, "the label is 2.0, but it must be 2.1, as seat 1 leads to tr"),
        ("2.1 DA DJ", "2.1 DA 2.1 DJ", 11, 8, "the label 2.1 stands in the middle of a turn"),
        ("2.1 DA DJ", "2.1 c 2.1 DA DJ", 11, 7, "the label 2.1 stands in the middle of a turn"),
        ("3.1 r0", "3.1 r0 CA", 12, 8, "CA is not possible: the deal is over"),
        ("3.1 r0", "3.1 r0 4.1", 12, 8, "the deal is over"),
        ("3.1 r0", "3.1 r0 [", 12, 8, "a tag must look like"),
        ("3.1 r0\n1+3\n", "3.1 r0\n", 13, 1, "the deal ends here without its result line"),
        ("3.1 r0\n1+3", '3.1 r0\n[SGN "1"]', 13, 1, "the deal ends here without its result"),
        ("1+3\n", "1+3 SA\n", 13, 5, "behind a result line only comments and the next deal"),
        ("1+3\n", "1+3\n1+3\n", 14, 1, "behind a result line only comments and the next deal"),
        ("1+3\n", "1+3\n{", 14, 1, "the comment that begins here is never closed"),
        ("1+3\n", '1+3\n[SGN "1', 14, 1, "a tag must look like"),
        ("1+3\n", "1+2\n", 13, 1, "the result line is 1+2, but the moves give 1+3"),
        ("1+3\n", "=\n", 13, 1, "the result line is =, but the moves give 1+3"),
        ("3.1 r0\n1+3", "*", 6, 1, "Result says 1+3, but the moves give *"),
        ('"1+3"', '"1+2"', 6, 1, "Result says 1+2, but the moves give 1+3"),
        ('"1+3"', '"*"', 6, 1, "Result says *, but the moves give 1+3"),
        ('"resigned"', '"time"', 7, 1, "Reason says time, but the moves give resigned"),
        ('[Reason "resigned"]\n', "", 1, 1, "the tag Reason is missing"),
        ('"0-28"', '"28-0"', 8, 1, "Points says 28-0, but the moves give 0-28"),
        ('[Rules "soft"]', '[Rules "sharp"]', 2, 1, "Rules says sharp, but Start has soft"),
        ('[Dealer "1"]', '[Dealer "0"]', 4, 1, "Dealer says 0, but in Start that seat leads"),
    ],
)
def test_each_error_has_its_place_and_reason(
    old: str, new: str, line: int, column: int, reason: str
) -> None:
    found = place_and_reason(changed(old, new))
    assert found[:2] == (line, column)
    assert reason in found[2]


def test_moves_without_tags_are_no_deal() -> None:
    assert place_and_reason("\n  1.0 SK SA")[:2] == (2, 3)
    assert "a deal begins with its tags" in place_and_reason("hello")[2]


def test_equal_rules_may_have_two_names() -> None:
    assert len(loads(changed('[Rules "soft"]', '[Rules "schnapsen"]'))) == 1


@pytest.mark.rule("DEAL-5")
@pytest.mark.parametrize(
    ("pack", "reason"),
    [
        (PACK[2:] + PACK[:2], "Pack does not deal the hands and the talon of Start"),
        (PACK[:-4] + PACK[-2:] + PACK[-4:-2], "Pack does not deal the hands"),
        (PACK[:-2] + "S9", "the pack must be the 20 cards of the rules, each once"),
        (PACK[:-2] + "SK", "the pack must be the 20 cards of the rules, each once"),
    ],
)
def test_the_pack_must_deal_the_start(pack: str, reason: str) -> None:
    text = changed("[Start", f'[Pack "{pack}"]\n[Start')
    assert place_and_reason(text)[0] == 5
    assert reason in place_and_reason(text)[2]


def test_the_pack_is_told_as_cards() -> None:
    [record] = loads(changed("[Start", f'[Pack "{PACK.lower()[:10]} {PACK[10:]}"]\n[Start'))
    assert record.pack is not None
    assert deal(record.pack, 1, PRESETS["soft"]).hands == record.start.hands


def test_lenient_reading_finds_everything_and_goes_on() -> None:
    wrong = changed("1+3\n", "1+2\n", changed('"0-28"', '"1-28"', changed('"1+3"', '"0+3"')))
    unreadable = changed("2.1 DA DJ", "2.1 DA HT xyz (((")
    text = "\n".join([GOOD, wrong, unreadable, GOOD, "junk", GOOD])
    reading = read(text)
    assert [record.place.line for record in reading.records] == [1, 15, 43, 58]
    assert [error.line for error in reading.errors] == [20, 22, 27, 39, 57]


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('[SGN "1"]\n', ""),
        lambda text: text.replace('[SGN "1"]', '[SGN "1]'),
        lambda text: text.replace('[SGN "1"]', "[SGN]"),
        lambda text: text.replace("[Rules", "Rules"),
        lambda text: text.replace("1.0", "{"),
        lambda text: text.replace("SK SA", "SK ["),
        lambda text: text.replace("\n1+3\n", "\n"),
        lambda text: text.split("\n\n")[0] + "\n",
        lambda text: text.replace("\n\n1.0", "\n\nä 1.0"),
        lambda text: text[: len(text) // 2],
    ],
)
def test_a_damaged_deal_costs_no_other(damage: object) -> None:
    assert callable(damage)
    other = changed('[Deal "1"]', '[Deal "7"]')
    reading = read("\n".join([other, damage(GOOD), other, other]))
    assert [record.deal for record in reading.records] == [7, 7, 7]
    assert len(reading.errors) == 1


def test_a_record_is_checked_wherever_it_comes_from() -> None:
    [record] = loads(GOOD)
    assert disagreements(record) == []
    record.tags["Points"] = "0-1"
    del record.tags["Reason"]
    record.tags["Dealer"] = "0"
    errors = disagreements(record)
    assert [(error.line, str(error.reason)) for error in errors] == [
        (4, "Dealer says 0, but in Start that seat leads the first trick"),
        (7, "the tag Reason is missing"),
        (8, "Points says 0-1, but the moves give 0-28"),
    ]
    record.tags["Points"] = "many"
    [error] = disagreements(record)
    assert "the tag Points is 'many'" in str(error)
    del record.tags["Points"], record.tags["Result"]
    [error] = disagreements(record)
    assert str(error) == "line 1, column 1: the tag Result is missing"


def test_an_unfinished_deal_may_not_have_a_reason() -> None:
    text = changed('[Points "0-28"]\n', "").replace("3.1 r0\n", "").replace("1+3", "*")
    assert place_and_reason(text) == (7, 1, "an unfinished deal has no Reason")


def test_an_unfinished_deal_may_not_have_points() -> None:
    text = changed('[Reason "resigned"]\n', "").replace("3.1 r0\n", "").replace("1+3", "*")
    line = text.splitlines().index('[Points "0-28"]') + 1
    assert place_and_reason(text) == (line, 1, "an unfinished deal has no Points")
