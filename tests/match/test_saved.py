"""A match written as records at any moment, and taken up again from them."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.cards import CARD_NAMES
from bummerl.errors import MatchError
from bummerl.match.archive import check_text
from bummerl.match.bummerl import Match
from bummerl.notation.records import DealRecord
from bummerl.notation.sgn import dumps, loads
from bummerl.rules.variants import PRESETS
from support import random_move, random_rules

NAMES = ("Anna", "Bert")


def advance(match: Match, rng: random.Random, moves: int) -> None:
    """Some random moves, with new deals and now and then something given up."""
    for _ in range(moves):
        if match.over:
            return
        if match.deal_over:
            match.next_deal()
        chance = rng.random()
        if chance < 0.01:
            match.forfeit(rng.randrange(2))
        elif chance < 0.02:
            match.resign(rng.randrange(2))
        elif chance < 0.03:
            match.lose_on_time(rng.randrange(2))
        else:
            match.play(random_move(rng, match.position))


def state(match: Match) -> dict[str, object]:
    facts = {**vars(match), "seed": str(match.seed)}
    return facts | {"after": match.score_after, "over": match.over, "winner": match.winner}


def match_of_deals(deals: int = 3) -> Match:
    match = Match(PRESETS["soft"].with_(match=9), NAMES, seed="s", event="Club", date="2026.01.06")
    for number in range(deals):
        match.resign(number % 2)
        match.next_deal()
    return match


def retagged(record: DealRecord, **tags: str | None) -> DealRecord:
    changed = {**record.tags, **{tag: text for tag, text in tags.items() if text is not None}}
    return dataclasses.replace(
        record, tags={tag: text for tag, text in changed.items() if tags.get(tag, "") is not None}
    )


@given(st.integers(0, 2**32), st.integers(0, 150), st.sampled_from([None, 0, 1]))
def test_a_resumed_match_goes_on_like_one_never_interrupted(
    seed: int, moves: int, dealer: int | None
) -> None:
    rng = random.Random(seed)
    match = Match(random_rules(rng).with_(match=9), NAMES, seed=seed, dealer=dealer)
    advance(match, rng, moves)
    if match.over:
        return
    records = loads(dumps(match.records()))
    assert check_text(dumps(records)).errors == []
    resumed = Match.from_records(records)
    resumed.draw_rounds = match.draw_rounds  # a named dealer may be the one drawn for
    assert state(resumed) == state(match)
    rng_state = rng.getstate()
    for each in (match, resumed):
        rng.setstate(rng_state)
        advance(each, rng, 60)
    assert state(resumed) == state(match)
    assert resumed.records() == match.records()


@pytest.mark.rule("DEAL-1")
def test_resuming_remembers_the_cards_drawn_for_the_first_deal() -> None:
    match = match_of_deals()
    assert Match.from_records(match.records()).draw_rounds == match.draw_rounds != ()


@pytest.mark.rule("SCORE-4", "DEAL-5")
def test_records_tell_who_played_what_and_how_it_stood() -> None:
    match = Match(PRESETS["soft"].with_(match=9), NAMES, seed=3, event="Club", date="2026.01.06")
    for seat in (1, 1, 1):
        match.resign(seat)
        match.next_deal()
    first, *_, running = match.records()
    assert first.tags["Dealer"] == str(match.results[0].dealer)
    assert {tag: first.tags[tag] for tag in ("Event", "Date", "Match", "Game", "Deal")} == {
        "Event": "Club",
        "Date": "2026.01.06",
        "Match": "1",
        "Game": "1",
        "Deal": "1",
    }
    assert (first.tags["Seat0"], first.tags["Seat1"], first.tags["Seed"]) == ("Anna", "Bert", "3")
    assert first.tags["Pack"] == "".join(CARD_NAMES[card] for card in match.pack(1))
    assert (first.tags["Result"], first.tags["Reason"]) == ("0+3", "resigned")
    assert "Bummerls" not in first.tags
    assert "Carry" not in first.tags
    assert (running.tags["Result"], running.tags["Game"], running.tags["Deal"]) == ("*", "2", "4")
    assert running.tags["Bummerls"] == "2:0"


@pytest.mark.rule("LAST-3")
def test_records_tell_what_is_carried() -> None:
    match = Match(PRESETS["66"], NAMES, seed=1)
    match.score = dataclasses.replace(match.score, carry=2)
    match.start = match.position = dataclasses.replace(match.start, score=match.score)
    assert match.records()[0].tags["Carry"] == "2"


def test_forfeits_are_recorded() -> None:
    match = match_of_deals(2)
    match.forfeit(1)
    match.next_deal()
    match.forfeit(0, match=True)
    records = match.records()
    assert [record.tags.get("Forfeit") for record in records] == [None, None, "1", "0 match"]
    assert [record.tags["Result"] for record in records[2:]] == ["*", "*"]
    resumed = Match.from_records(records[:3])
    assert resumed.score_after.bummerls == (1, 0)


def test_what_cannot_go_on_is_refused_in_one_sentence() -> None:
    match = match_of_deals()
    records = match.records()
    first, second, third, running = records

    def refused(*changed: DealRecord) -> str:
        with pytest.raises(MatchError) as caught:
            Match.from_records(changed)
        return str(caught.value)

    assert refused() == "there is no deal to go on from"
    assert "without the tag Seed" in refused(retagged(first, Seed=None), second)
    assert refused(first, third) == "deal 2 is missing: deal 3 stands in its place"
    assert refused(second, third) == "deal 1 is missing: deal 2 stands in its place"
    assert "Rules is 'sharp' in deal 2" in refused(first, retagged(second, Rules="sharp"))
    assert "Seat1 is 'Cilli' in deal 2" in refused(first, retagged(second, Seat1="Cilli"))
    other_seed = [retagged(record, Seed="t") for record in records]
    assert "deal 1 is not the one that follows from the seed" in refused(*other_seed)
    unfinished = dataclasses.replace(second, final=second.start)
    assert refused(first, unfinished, third) == "deal 2 is unfinished, but other deals follow it"
    assert "the tag Forfeit is 'x' in deal 4" in refused(
        first, second, third, retagged(running, Forfeit="x")
    )
    match.forfeit(0, match=True)
    assert refused(*match.records()) == ("there is nothing to go on with: Bert has won this match")
    assert refused(*match.records(), running) == "the match is over: Bert has won it"
