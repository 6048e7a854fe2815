"""What a closed deal scores (CLOSE-5 … CLOSE-8)."""

from __future__ import annotations

import pytest

from support import play, position


@pytest.mark.rule("CLOSE-5")
def test_the_closer_must_say_so() -> None:
    closed = position("soft SAHT/?2 S ?+SK 0@20.1 0: 66.3/20.1")
    assert play(closed, "o").result == (0, 2, "closed won")
    assert not play(closed, "SA").over


@pytest.mark.rule("CLOSE-5")
@pytest.mark.parametrize("last_trick", ["wins", "ten"])
@pytest.mark.parametrize(
    ("hands", "tokens", "points"),
    [("SA/HJ", "SA HJ", (63, 20)), ("HJ/SA", "HJ SA", (50, 33))],
    ids=["the closer takes the last trick", "the other takes it"],
)
@pytest.mark.parametrize("deck", [20, 24])
def test_the_last_trick_does_not_save_the_closer(
    deck: int, hands: str, tokens: str, points: tuple[int, int], last_trick: str
) -> None:
    rules = f"soft(deck={deck},last_trick={last_trick})"
    after = play(position(f"{rules} {hands} S ?+SK 0@20.1 0: 50.3/20.1"), tokens)
    assert after.result == (1, 2, "closed lost")
    assert after.points == points  # and no ten points


@pytest.mark.rule("CLOSE-5")
@pytest.mark.parametrize("out", ["declared", "automatic"])
def test_the_ten_does_not_lift_the_closer_to_66(out: str) -> None:
    last = position(f"sixtysix(out={out}) SA/HJ S ?+SK 0@20.1 0: 52.3/20.1")
    assert play(last, "SA HJ").result == (1, 2, "closed lost")
    enough = position(f"sixtysix(out={out}) SA/HJ S ?+SK 0@20.1 0: 53.3/20.1")
    assert play(enough, "SA HJ").result == (0, 2, "closed won")


@pytest.mark.rule("CLOSE-6")
@pytest.mark.parametrize(
    ("at_close", "at_end", "by_close", "by_end"),
    [
        ("0.0", "0.0", 3, 3),
        ("0.0", "20.1", 3, 2),
        ("0.0", "40.2", 3, 1),
        ("20.1", "20.1", 2, 2),
        ("32.2", "33.3", 2, 1),
        ("32.2", "32.2", 2, 2),
        ("33.2", "33.2", 1, 1),
        ("14.1", "54.2", 2, 1),  # a pair after the close
    ],
)
@pytest.mark.parametrize("deck", [20, 24])
def test_the_closer_succeeds(
    deck: int, at_close: str, at_end: str, by_close: int, by_end: int
) -> None:
    for counts, points in (("at_close", by_close), ("at_end", by_end)):
        rules = f"soft(deck={deck},closed_counts={counts})"
        text = f"{rules} SAHT/?2 S ?+SK 0@{at_close} 0: 66.2/{at_end}"
        assert play(position(text), "o").result == (0, points, "closed won")


@pytest.mark.rule("CLOSE-6")
@pytest.mark.parametrize(("counts", "points"), [("at_close", 3), ("at_end", 2)])
def test_later_tricks_count_only_at_the_end(counts: str, points: int) -> None:
    start = position(f"soft(closed_counts={counts}) SATHTJCA/HKQDATCT S ?5+SK - 0: 40.2/0.0")
    after = play(start, "c HJ HQ HK HT SA DT o")
    assert after.points == (40 + 14 + 21, 5)
    assert after.result == (0, points, "closed won")


@pytest.mark.rule("CLOSE-7")
@pytest.mark.parametrize(
    ("at_close", "at_end", "by_close", "by_end"),
    [("0.0", "0.0", 3, 3), ("0.0", "20.1", 3, 2), ("20.1", "20.1", 2, 2), ("0.1", "0.1", 2, 2)],
)
@pytest.mark.parametrize("how", ["cards run out", "false call", "automatic"])
def test_the_closer_fails(how: str, at_close: str, at_end: str, by_close: int, by_end: int) -> None:
    out = "automatic" if how == "automatic" else "declared"
    for option, points in (("at_close", by_close), ("at_end", by_end)):
        rules = f"soft(out={out},failed_close_tricks={option},false_out=two_or_three)"
        last = position(f"{rules} SA/HJ S ?+SK 0@{at_close} 0: 40.3/{at_end}")
        after = play(last, "o" if how == "false call" else "SA HJ")
        reason = "false out" if how == "false call" else "closed lost"
        assert after.result == (1, points, reason)


@pytest.mark.rule("CLOSE-6", "CLOSE-7", "CLOSE-8")
@pytest.mark.parametrize(
    ("text", "tokens", "result"),
    [
        ("SA/HJ S ?+SK 1@40.3 0: 40.3/20.2", "SA HJ", (0, 2, "closed lost")),
        ("SA/HJ S ?+SK 1@40.3 0: 66.3/20.2", "o", (0, 2, "closed lost")),
        ("HJ/SA S ?+SK 1@40.3 1: 40.3/66.2", "o", (1, 1, "closed won")),
        ("HJ/SA S ?+SK 1@0.0 1: 40.3/20.2", "o", (0, 3, "false out")),
    ],
)
def test_either_seat_may_be_the_closer(
    text: str, tokens: str, result: tuple[int, int, str]
) -> None:
    assert play(position(f"soft {text}"), tokens).result == result


@pytest.mark.rule("CLOSE-7", "CLOSE-5")
def test_66_not_called_is_a_failed_close() -> None:
    last = position("soft HJ/SA S ?+SK 0@0.0 0: 70.3/20.1")
    assert play(last, "HJ SA").result == (1, 3, "closed lost")


@pytest.mark.rule("CLOSE-8")
@pytest.mark.parametrize(
    ("at_close", "closer_now", "penalty_close", "penalty_end", "regular"),
    [
        ("0.0", "0.0", 3, 2, 3),
        ("0.0", "20.1", 3, 2, 2),
        ("0.0", "33.2", 3, 2, 1),
        ("20.1", "0.0", 2, 2, 3),
        ("20.1", "32.2", 2, 2, 2),
        ("20.1", "40.2", 2, 2, 1),
    ],
)
@pytest.mark.parametrize("deck", [20, 24])
def test_the_other_goes_out_first(
    deck: int,
    at_close: str,
    closer_now: str,
    penalty_close: int,
    penalty_end: int,
    regular: int,
) -> None:
    for options, points in (
        ("closed_defender=penalty,failed_close_tricks=at_close", penalty_close),
        ("closed_defender=penalty,failed_close_tricks=at_end", penalty_end),
        ("closed_defender=regular,failed_close_tricks=at_close", regular),
        ("closed_defender=regular,failed_close_tricks=at_end", regular),
    ):
        rules = f"soft(deck={deck},{options})"
        text = f"{rules} ?2/SAHT S ?+SK 0@{at_close} 1: {closer_now}/66.2"
        assert play(position(text), "o").result == (1, points, "closed lost")


@pytest.mark.rule("CLOSE-8", "OUT-1")
@pytest.mark.parametrize(("defender", "points"), [("penalty", 2), ("regular", 1)])
def test_the_other_reaches_66_where_outs_are_automatic(defender: str, points: int) -> None:
    start = position(f"app(closed_defender={defender}) HJCJ/SAHT S ?+SK 0@20.1 1: 40.2/55.2")
    assert play(start, "SA HJ").result == (1, points, "closed lost")


@pytest.mark.rule("CLOSE-8", "CLOSE-7", "OUT-6")
@pytest.mark.parametrize(("defender", "called", "uncalled"), [("penalty", 3, 3), ("regular", 1, 3)])
def test_an_uncalled_66_of_the_other_is_not_going_out(
    defender: str, called: int, uncalled: int
) -> None:
    rules = f"soft(closed_defender={defender})"
    closer_takes_last = position(f"{rules} SA/HJ S ?+SK 0@0.0 0: 40.2/66.2")
    assert play(closer_takes_last, "SA HJ").result == (1, uncalled, "closed lost")
    other_takes_last = position(f"{rules} HJ/SA S ?+SK 0@0.0 0: 40.2/66.2")
    assert play(other_takes_last, "HJ SA").result == (1, called, "closed lost")
