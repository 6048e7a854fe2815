"""Reviews: sums that hold exactly, grades that mean something, nothing but what a seat knew."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from analysis.played import VISITS, BestPlan, played, played_by
from bummerl.analysis.report import review_json
from bummerl.analysis.review import GRADES, LIMITS, DealReview, Review, review
from bummerl.analysis.turns import turns_of
from bummerl.cards import cards_of, mask_of
from bummerl.notation.records import DealRecord, record_of
from bummerl.notation.sgn import load
from bummerl.notation.tokens import parse_move
from bummerl.players.equity import bummerl_chance
from bummerl.players.registry import make_player
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import OUT
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.scoring import Result
from bummerl.rules.variants import PRESETS
from support import random_deal

TESTS = Path(__file__).parent.parent
RECORDS = sorted((TESTS / "golden").glob("*.sgn"))
GAMES = sorted((TESTS / "cases" / "games").glob("*.sgn"))
DRAWN = "sixtysix SKHKCAT9/SATJHACQ C - - 0: 14.2/40.5 SQ9HTQJ9DATKQJ9CKJ 7:7"
ALL_KNOWN = "soft SAHQDACAJ/HATDKCTQ C - - 0: 31.2/33.3 STKQJHKJDTQJCK 3:3"


def assert_sums(found: DealReview) -> None:
    for seat in (0, 1):
        for balance in (found.points(seat), found.bummerl(seat)):
            total = balance.expected + balance.luck - balance.own + balance.other
            assert total == pytest.approx(balance.result, abs=1e-9)
    for mine, yours in (
        (found.points(0), found.points(1)),
        (found.bummerl(0), found.bummerl(1)),
    ):
        assert mine.luck == pytest.approx(-yours.luck, abs=1e-9)
        assert (mine.own, mine.other) == (yours.other, yours.own)
    assert found.bummerl(0).result + found.bummerl(1).result == pytest.approx(1)
    result = found.record.final.result
    if result is not None:
        won = result.points if result.winner == 0 else -result.points
        assert found.points(0).result == won


@pytest.mark.slow
@pytest.mark.parametrize("path", [*RECORDS, *GAMES], ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_luck_and_losses_add_up_to_the_result(path: Path) -> None:
    records = load(path)
    found = review(records[: 2 if records[0].rules.deck == 20 else 1], visits=300)
    for reviewed in found.deals:
        assert_sums(reviewed)
        for decision in reviewed.decisions:
            assert decision.loss >= -1e-9
            assert decision.worst <= decision.kept.bummerl + 1e-9
            assert 0 <= decision.had.win <= 1
    for totals in found.players:
        assert sum(totals.count(grade) for grade in GRADES) == len(totals.decisions)
        assert totals.accuracy is None or 0 <= totals.accuracy <= 1 + 1e-9


def test_whoever_plays_the_best_plan_loses_nothing() -> None:
    rules = PRESETS["soft"]
    players = [BestPlan(0), BestPlan(0)]
    found = review([played_by(players, 1, rules=rules)], visits=VISITS).deals[0]
    assert len(found.decisions) > 3
    assert all(decision.loss == 0 for decision in found.decisions)
    assert {decision.grade for decision in found.decisions} == {"good"}
    balance = found.points(0)
    assert balance.own == balance.other == 0
    assert balance.result == pytest.approx(balance.expected + balance.luck)


def test_random_play_loses_much_and_good_play_little() -> None:
    records = [
        played_by([make_player("greedy"), make_player(f"random(seed={seed})")], seed)
        for seed in range(5)
    ]
    greedy, chance = review(records, visits=VISITS).players
    assert chance.loss_points > 0.3
    assert chance.loss > 2 * greedy.loss
    assert greedy.accuracy is not None
    assert chance.accuracy is not None
    assert greedy.accuracy > chance.accuracy + 0.15
    assert chance.count("blunder") > greedy.count("blunder")


def test_a_decision_is_judged_without_the_hidden_cards() -> None:
    start = deal(shuffled(20, seed=3), dealer=0)
    hidden = [*cards_of(start.hands[0]), *start.talon[:-1]]
    random.Random(1).shuffle(hidden)
    twin = start._but(
        hands=(mask_of(hidden[:5]), start.hands[1]), talon=(*hidden[5:], start.talon[-1])
    )
    assert twin.hands != start.hands
    firsts = [
        review([record_of(position, position.play(parse_move("DJ")))], visits=VISITS)
        .deals[0]
        .decisions[0]
        for position in (start, twin)
    ]
    assert firsts[0].had == firsts[1].had
    assert firsts[0].kept == firsts[1].kept


def test_a_lost_trick_that_costs_the_deal_is_a_blunder() -> None:
    # all cards are known: CJ and DA win, everything else loses
    found = review([played(ALL_KNOWN, "HQ HA")], visits=VISITS).deals[0]
    first = found.decisions[0]
    assert first.best is not None
    assert first.best.plan in ((parse_move("CJ"),), (parse_move("DA"),))
    assert (first.had.points, first.kept.points) == (1, -1)
    assert first.grade == "blunder"
    assert found.points(0).own == pytest.approx(2)


def test_grades_follow_their_limits() -> None:
    found = review(load(TESTS / "golden" / "soft.sgn"), visits=VISITS)
    limits = {grade: limit for limit, grade in LIMITS}
    assert sorted(limits.values(), reverse=True) == list(limits.values())
    for reviewed in found.deals:
        for decision in reviewed.decisions:
            if decision.grade == "good":
                assert decision.loss < limits["inaccuracy"] or decision.loss <= decision.noise
            else:
                assert decision.loss >= limits[decision.grade]
                assert decision.loss > decision.noise


def test_a_forced_card_is_no_decision() -> None:
    # seat 1 must follow with its only diamond
    found = review([played(ALL_KNOWN, "DA DK")], visits=VISITS).deals[0]
    assert [decision.seat for decision in found.decisions] == [0]


def test_who_does_not_say_66_pays_for_what_comes_of_it() -> None:
    rng = random.Random(2)
    for start in with_66(rng):
        end = start
        while not end.over:
            cards = [move for move in end.legal_moves() if move < 24]
            end = end.play(rng.choice(cards))
        found = review([record_of(start, end, {"Dealer": "0"})], visits=VISITS).deals[0]
        first = found.decisions[0]
        assert first.best is not None
        assert first.best.plan == (OUT,)
        assert first.had.points == pytest.approx(round(first.had.points))
        assert first.had.points > 0.5
        assert first.kept.bummerl <= first.had.bummerl
        assert_sums(found)


def with_66(rng: random.Random) -> list[Position]:
    """Positions in which to say 66 is right, but nobody has to."""
    found: list[Position] = []
    while len(found) < 3:
        for position in random_deal(rng, PRESETS["soft"]):
            may_call = not position.over and OUT in position.legal_moves()
            if may_call and position.points[position.to_move] >= 66 and not position.trick:
                found.append(position)
    return found


def test_giving_up_a_won_deal_costs_all_it_was_worth() -> None:
    found = review([played(ALL_KNOWN, "r0")], visits=VISITS).deals[0]
    (decision,) = found.decisions
    assert (decision.had.points, decision.kept.points) == (1, -2)
    assert decision.grade == "blunder"


def test_giving_up_in_the_turn_of_the_other_is_the_own_error() -> None:
    found = review([played(ALL_KNOWN, "r1")], visits=VISITS).deals[0]
    (decision,) = found.decisions
    assert decision.seat == 1
    assert decision.best is None
    assert (decision.had.points, decision.kept.points) == (-1, -1)
    assert (decision.loss, decision.grade) == (0, "good")
    assert_sums(found)


def test_a_turn_that_was_cut_short_is_worth_its_best_end() -> None:
    start = deal(shuffled(20, seed=3), dealer=0)
    closed = start.play(parse_move("c"))
    found = review([record_of(start, closed.resign(0))], visits=VISITS).deals[0]
    first, second = found.decisions
    assert first.turn.plan == (parse_move("c"),)
    assert first.kept.points < first.had.points
    assert (second.seat, second.best) == (0, None)
    assert_sums(found)


def test_unfinished_deals_end_where_they_stand() -> None:
    start = deal(shuffled(20, seed=3), dealer=0)
    records = [record_of(start, start.play(parse_move("DJ"))), record_of(start, start)]
    found = review(records, visits=VISITS)
    assert found.skipped == (2,)
    (reviewed,) = found.deals
    assert reviewed.result.points == pytest.approx(-reviewed.decisions[0].kept.points)
    assert_sums(reviewed)


def test_a_deal_is_expected_to_bring_what_equity_says() -> None:
    score = Score((3, 5))
    greedy = make_player("greedy")
    found = review([played_by([greedy, greedy], 4, score=score, dealer=1)], visits=300)
    balance = found.deals[0].bummerl(0)
    assert balance.expected == pytest.approx(bummerl_chance(PRESETS["soft"], (3, 5), False))
    middle = review([played(ALL_KNOWN, "HQ HA")], visits=300).deals[0]
    assert middle.points(0).deal_luck == 0


def test_a_bummerl_runs_on_from_deal_to_deal() -> None:
    records = played_bummerl()
    found = review(records, visits=300)
    for before, after in zip(found.deals[:-1], found.deals[1:], strict=True):
        assert before.bummerl(0).result == pytest.approx(after.bummerl(0).expected, abs=0.005)
    assert found.deals[-1].bummerl(0).result in (0, 1)


def played_bummerl() -> list[DealRecord]:
    from bummerl.match.bummerl import Match

    match = Match(PRESETS["soft"], ["Anna", "Bert"], seed=5)
    greedy = make_player("greedy")
    while not match.game_over:
        if match.deal_over:
            match.next_deal()
        position = match.position
        match.play(greedy.choose(position.view(position.to_move)))
    return match.records()


def test_a_drawn_deal_is_won_by_nobody() -> None:
    found = review([played(DRAWN, "CT CQ C9 SJ CA HA HK ST SK SA")], visits=VISITS)
    (deal,) = found.deals
    assert deal.record.final.result == Result(None, 0, "drawn")
    assert deal.result[:3] == (0, 0, 0)
    assert deal.decisions
    for decision, (had, kept) in zip(deal.decisions, deal.course, strict=True):
        assert decision.best is not None
        odds = decision.best.odds if decision.seat == 0 else decision.best.odds[::-1]
        assert had.win == pytest.approx(sum(odds[4:]))
        assert had.lose == pytest.approx(sum(odds[:3]))
        assert 0 <= kept.win <= 1 - kept.lose
    assert any(had.win + had.lose == 0 for had, _ in deal.course)


def test_players_are_told_apart_by_name_or_seat() -> None:
    greedy = make_player("greedy")
    record = played_by([greedy, greedy], 1)
    swapped = {**record.tags, "Seat0": "Bert", "Seat1": "Anna"}
    nameless = {k: v for k, v in record.tags.items() if not k.startswith("Seat")}
    twins = {**record.tags, "Seat0": "Anna", "Seat1": "Anna"}

    def names(*all_tags: dict[str, str]) -> list[str]:
        records = [record_of(record.start, record.final, tags) for tags in all_tags]
        return [totals.name for totals in review(records, visits=100).players]

    assert names(record.tags, swapped) == ["Anna", "Bert"]
    assert names(nameless) == ["0", "1"]
    assert names(twins) == ["Anna (0)", "Anna (1)"]


def test_progress_counts_every_turn() -> None:
    records = load(TESTS / "golden" / "tournament.sgn")
    told: list[int] = []
    review(records, visits=100, progress=told.append)
    assert told == list(range(1, 1 + sum(len(list(turns_of(record))) for record in records)))


def test_json_tells_all_of_it() -> None:
    found: Review = review(load(TESTS / "golden" / "sharp.sgn"), visits=VISITS)
    told = review_json(found)
    assert [deal["number"] for deal in told["deals"]] == [1, 2, 3]
    decisions = [d for deal in told["deals"] for d in deal["decisions"]]
    assert {d["class"] for d in decisions} <= set(GRADES)
    assert all(d["best"] is None or d["best"] for d in decisions)
    for player, totals in zip(told["players"], found.players, strict=True):
        assert player["name"] == totals.name
        assert sum(player["classes"].values()) == player["decisions"]
        balance = player["points"]
        assert math.isclose(
            balance["expected"] + balance["luck"] - balance["own"] + balance["other"],
            balance["result"],
            abs_tol=0.001,
        )
