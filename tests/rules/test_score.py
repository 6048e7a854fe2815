"""Games, Schneider, matches, reasons, conceding (SCORE-1 … SCORE-5)."""

from __future__ import annotations

import pytest

from bummerl.errors import IllegalMoveError
from bummerl.rules.moves import RESIGN, TIME
from bummerl.rules.score import GAME, Score
from bummerl.rules.scoring import REASONS, Result
from bummerl.rules.variants import PRESETS, Rules
from support import legal, play, position

SOFT = PRESETS["soft"]


@pytest.mark.rule("SCORE-1")
def test_both_start_at_seven_and_count_down() -> None:
    assert GAME == 7
    score = Score()
    assert (score.needed, score.bummerls, score.carry) == ((7, 7), (0, 0), 0)
    score = score.after(Result(0, 3, "out"), SOFT)
    assert score == Score((4, 7))
    score = score.after(Result(1, 1, "last trick"), SOFT)
    assert score == Score((4, 6))


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize(("needed", "points"), [(1, 1), (1, 3), (2, 2), (3, 3)])
def test_who_reaches_zero_or_below_wins_the_game(needed: int, points: int) -> None:
    score = Score((needed, 4), (0, 1)).after(Result(0, points, "out"), SOFT)
    assert score == Score((7, 7), (1, 1))


@pytest.mark.rule("SCORE-1")
def test_short_of_zero_the_game_goes_on() -> None:
    assert Score((4, 7)).after(Result(0, 3, "out"), SOFT) == Score((1, 7))


@pytest.mark.rule("SCORE-2")
@pytest.mark.parametrize("schneider", [1, 2])
@pytest.mark.parametrize("winner", [0, 1])
def test_schneider(winner: int, schneider: int) -> None:
    rules = SOFT.with_(schneider_bummerls=schneider)
    for others, bummerls in ((7, schneider), (6, 1), (1, 1)):
        needed = (2, others) if winner == 0 else (others, 2)
        score = Score(needed).after(Result(winner, 2, "out"), rules)
        assert score == Score((7, 7), (bummerls, 0) if winner == 0 else (0, bummerls))


@pytest.mark.rule("SCORE-3")
@pytest.mark.parametrize("match", [1, 2, 3, 99])
def test_the_match_is_won_with_n_bummerls(match: int) -> None:
    rules = SOFT.with_(match=match)
    assert Score(bummerls=(match - 1, match - 1)).match_winner(rules) is None
    assert Score(bummerls=(match, match - 1)).match_winner(rules) == 0
    assert Score(bummerls=(match - 1, match + 1)).match_winner(rules) == 1


@pytest.mark.rule("SCORE-3", "SCORE-2")
def test_a_schneider_can_win_a_match_to_two_at_once() -> None:
    score = Score((1, 7)).after(Result(0, 1, "out"), SOFT)
    assert score.match_winner(SOFT) == 0
    single = SOFT.with_(schneider_bummerls=1)
    assert Score((1, 7)).after(Result(0, 1, "out"), single).match_winner(single) is None


@pytest.mark.rule("SCORE-4")
def test_the_reasons_of_a_deal_exactly() -> None:
    assert set(REASONS) == {
        "out",
        "closed won",
        "closed lost",
        "false out",
        "last trick",
        "drawn",
        "renonce",
        "resigned",
        "time",
    }


@pytest.mark.rule("SCORE-4")
@pytest.mark.parametrize(
    ("text", "tokens", "reason"),
    [
        ("soft ?5/?5 S ?+SK - 0: 66.2/20.1", "o", "out"),  # talon open
        ("soft SA/HJ S - - 0: 70.5/20.4", "o", "out"),  # exhausted
        ("soft SA/HJ S ?+SK 0@0.0 0: 66.3/20.2", "o", "closed won"),
        ("soft SA/HJ S ?+SK 0@0.0 0: 40.3/20.2", "SA HJ", "closed lost"),
        ("soft SA/HJ S ?+SK 1@0.0 0: 66.3/20.2", "o", "closed lost"),
        ("soft ?5/?5 S ?+SK - 0: 20.2/20.1", "o", "false out"),
        ("soft SA/HJ S ?+SK 0@0.0 0: 20.2/20.1", "o", "false out"),
        ("soft SA/HJ S ?+SK 1@0.0 0: 20.2/20.1", "o", "false out"),
        ("soft SA/HJ S - - 0: 53.5/54.4", "SA HJ", "last trick"),
        ("66 SA/HJ S - - 0: 20.6/80.5", "SA HJ", "last trick"),  # whoever wins
        ("66 SA/HJ S - - 0: 42.6/65.5", "SA HJ", "drawn"),
        ("app SA/HJ S - - 0: 53.5/54.4", "SA HJ", "out"),
        ("soft HAST/SASJ S - - 0: 40.4/40.4", "HA SJ", "running"),
        ("soft SAHT/SJ S - - 1:HA 40.4/40.4", "SA", "renonce"),
        ("soft ?5/?5 S ?+SK - 0: 20.2/20.1", "r", "resigned"),
        ("soft ?5/?5 S ?+SK - 0: 20.2/20.1", "t", "time"),
    ],
)
def test_the_reason_of_an_end(text: str, tokens: str, reason: str) -> None:
    after = play(position(text), tokens)
    assert (after.result.reason if after.result else "running") == reason


CONCEDING = pytest.mark.parametrize("reason", ["resigned", "time"])


def concede(text: str, seat: int, reason: str) -> Result | None:
    start = position(text)
    return (start.resign if reason == "resigned" else start.lose_on_time)(seat).result


@pytest.mark.rule("SCORE-5")
@CONCEDING
@pytest.mark.parametrize(
    ("standing", "points"), [("0.0", 3), ("32.1", 2), ("33.1", 1), ("66.2", 1)]
)
@pytest.mark.parametrize("leader", [0, 1])
def test_the_opponent_scores_as_if_he_went_out_now(
    standing: str, points: int, leader: int, reason: str
) -> None:
    for text, seat in (
        (f"soft ?5/?5 S ?+SK - {leader}: {standing}/20.1", 0),
        (f"66 ?6/?6 S ?+SK - {leader}: 20.1/{standing}", 1),
    ):
        assert concede(text, seat, reason) == (1 - seat, points, reason)


@pytest.mark.rule("SCORE-5", "CLOSE-7", "CLOSE-8")
@CONCEDING
@pytest.mark.parametrize(
    ("defender", "failed", "at_close", "closer", "other", "points"),
    [
        ("penalty", "at_close", "0.0", "50.3", "40.2", 3),
        ("penalty", "at_end", "0.0", "50.3", "40.2", 2),
        ("penalty", "at_close", "20.1", "0.0", "40.2", 2),
        ("regular", "at_close", "20.1", "0.0", "40.2", 3),  # 3 by CLOSE-8, 2 by CLOSE-7
        ("regular", "at_close", "20.1", "50.3", "40.2", 2),  # 1 by CLOSE-8, 2 by CLOSE-7
        ("regular", "at_close", "0.0", "50.3", "40.2", 3),
        ("regular", "at_end", "0.0", "20.3", "40.2", 2),
    ],
)
def test_the_closer_concedes(
    defender: str, failed: str, at_close: str, closer: str, other: str, points: int, reason: str
) -> None:
    rules = f"soft(closed_defender={defender},failed_close_tricks={failed})"
    text = f"{rules} ?2/?2 S ?+SK 0@{at_close} 0: {closer}/{other}"
    assert concede(text, 0, reason) == (1, points, reason)


@pytest.mark.rule("SCORE-5", "CLOSE-6")
@CONCEDING
@pytest.mark.parametrize(
    ("counts", "at_close", "now", "points"),
    [
        ("at_close", "0.0", "40.2", 3),
        ("at_end", "0.0", "40.2", 1),
        ("at_close", "20.1", "40.2", 2),
        ("at_close", "40.2", "40.2", 1),
    ],
)
def test_the_closers_opponent_concedes(
    counts: str, at_close: str, now: str, points: int, reason: str
) -> None:
    text = f"soft(closed_counts={counts}) ?2/?2 S ?+SK 0@{at_close} 0: 30.2/{now}"
    assert concede(text, 1, reason) == (0, points, reason)


@pytest.mark.rule("SCORE-5", "PAIR-3")
@CONCEDING
def test_pending_points_count_for_nobody(reason: str) -> None:
    assert concede("soft ?5/?5 H ?+HJ - 1: 0.0+40/14.1", 0, reason) == (1, 3, reason)


@pytest.mark.rule("SCORE-5")
def test_conceding_is_possible_any_time_until_the_end_and_never_listed() -> None:
    for text in (
        "soft ?5/?5 S ?9+SK - 0: 0.0/0.0",
        "soft ?5/?4 S ?9+SK - 1:HA 0.0/0.0",
        "soft SKSQ?3/?5 S ?9+SJ - 0:mS 0.0+40/0.0",
        "hoyle-66 ?5/?5 S ?+SK - 0: 20.1/0.0",
    ):
        start = position(text)
        assert not {"r", "t"} & legal(start)
        for move, reason in ((RESIGN, "resigned"), (TIME, "time")):
            assert start.why_illegal(move) is None
            ended = start.play(move)
            assert ended.result is not None
            assert ended.result.winner == 1 - start.to_move
            assert ended.result.reason == reason
            assert ended.history[-1] == (start.to_move, move)
        for seat in (0, 1):
            with pytest.raises(IllegalMoveError, match=r"^the deal is over$"):
                ended.resign(seat)
            with pytest.raises(IllegalMoveError, match=r"^the deal is over$"):
                ended.lose_on_time(seat)


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize("loser", [0, 1])
def test_a_forfeited_game_is_one_bummerl(loser: int) -> None:
    score = Score((3, 7), (1, 1)).after_forfeit(loser)
    assert score == Score((7, 7), (1, 2) if loser == 0 else (2, 1))


def test_a_win_uses_up_what_was_carried() -> None:
    rules: Rules = PRESETS["66"]
    assert Score((7, 7), carry=2).after(Result(0, 1, "out"), rules) == Score((4, 7), carry=0)
