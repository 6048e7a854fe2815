"""The course of a deal in words, as far as it may be read."""

from __future__ import annotations

import pytest

from bummerl.rules.moves import is_card, is_pair
from bummerl.rules.trick import Trick
from bummerl.tui.review import (
    all_cards,
    counted_tricks,
    deals_played,
    end_of_deal,
    price_of_giving_up,
    tricks_to_see,
)
from bummerl.tui.session import Session
from tui.at_table import forward, make_session


def after_tricks(rules: str, count: int, seed: int = 7) -> Session:
    return forward(
        make_session(rules, seed),
        lambda s: sum(s.view.tricks) == count and s.my_turn and not s.view.trick,
    )


def test_deal_opens_with_the_cut_the_dealer_and_the_turned_up_card() -> None:
    told = [entry.text for entry in make_session().course.entries]
    assert told[:3] == [
        "You cut the jack of clubs, Franz cuts the king of hearts.",
        "Franz deals.",
        "The ace of clubs is turned up.",
    ]


def test_later_deals_have_no_cut() -> None:
    session = forward(make_session(), lambda s: s.match.deal_number == 2)
    assert session.course.entries[0].text == "You deal."


def test_tricks_are_numbered_and_told() -> None:
    session = after_tricks("soft", 2)
    cards = [entry for entry in session.course.entries if entry.card is not None]
    assert [entry.trick for entry in cards][:4] == [1, 1, 2, 2]
    won = [entry for entry in session.course.entries if "win" in entry.text]
    assert [entry.trick for entry in won] == [1, 2]


def test_strict_play_is_told_when_it_begins_and_only_then() -> None:
    session = make_session()
    forward(session, lambda s: not s.view.over and not s.view.talon)
    line = "The talon is used up. Follow suit, win if you can."
    assert [entry.text for entry in session.course.entries].count(line) == 1
    assert after_tricks("soft", 2).course.entries[-1].text != line


@pytest.mark.rule("PLAY-8")
@pytest.mark.parametrize("rules", ["sharp", "tavern", "soft"])
def test_cards_of_hidden_tricks_cannot_be_read(rules: str) -> None:
    session = after_tricks(rules, 3)
    view = session.view
    read = {e.card for e in session.course.readable(view) if e.card is not None}
    seen = {card for trick in view.finished for card in trick.cards} | set(view.trick)
    assert read == seen
    hidden = [e for e in session.course.entries if e.card not in read and e.card is not None]
    assert (hidden == []) == (len(view.finished) == 3)
    assert len([e for e in session.course.readable(view) if "win" in e.text]) == 3


@pytest.mark.rule("PLAY-8")
def test_trick_still_lying_can_be_read() -> None:
    session = after_tricks("sharp", 3)
    last = session.match.position.finished[-1]
    assert session.course.readable(session.view)[-1].card is None
    taken = Trick(last.leader, last.cards, last.winner)
    read = {e.card for e in session.course.readable(session.view, taken)}
    assert set(last.cards) <= read


def test_everything_can_be_read_when_the_deal_is_over() -> None:
    session = forward(make_session("sharp"), lambda s: s.match.deal_over)
    assert session.course.readable(session.view) == session.course.entries
    played = [p for p in session.match.position.history if is_card(p.move)]
    assert len([e for e in session.course.entries if e.card is not None]) == len(played)


@pytest.mark.rule("PLAY-8")
def test_tricks_to_look_back_at_keep_their_numbers() -> None:
    assert tricks_to_see(after_tricks("sharp", 3)) == []
    last = tricks_to_see(after_tricks("tavern", 3))
    assert [seen.before.split(",")[0] for seen in last] == ["Trick 3"]
    session = forward(make_session("soft", seed=11), lambda s: s.my_turn and s.view.tricks[1] >= 2)
    own = tricks_to_see(session)
    numbers = [int(seen.before.split()[1].rstrip(",")) for seen in own]
    finished = session.match.position.finished
    assert [finished[number - 1] for number in numbers] == list(session.view.finished)
    assert len(own) < len(finished)


def test_all_cards_of_a_finished_deal() -> None:
    session = forward(make_session(), lambda s: s.match.deal_over)
    mine, theirs, talon = all_cards(session)
    assert mine.before == "Your cards at first:"
    assert len({*mine.cards, *theirs.cards, *talon.cards}) == 20
    assert talon.cards == session.match.start.talon
    assert len(tricks_to_see(session)) == len(session.match.position.finished)


def test_tricks_of_a_finished_deal_are_counted() -> None:
    session = forward(make_session(), lambda s: s.match.deal_over)
    position = session.match.position
    rows = [row for row in counted_tricks(session) if row.cards]
    assert [row.cards for row in rows] == [trick.cards for trick in position.finished]
    assert rows[0].before == "1  You:"
    assert rows[0].behind.startswith("→ ")
    last = position.finished[-1]
    assert rows[-1].behind.endswith(f"({position.points[last.winner]})")
    announced = sum(is_pair(move) for _, move in position.history)
    told = " ".join(row.before for row in counted_tricks(session))
    assert told.count(": 20") + told.count(": 40") == announced


def test_deals_of_a_match_are_listed() -> None:
    session = forward(make_session(), lambda s: s.match.deal_number == 3)
    lines = deals_played(session)
    assert [line.split(":")[0] for line in lines] == ["Deal 1", "Deal 2"]
    for line, deal in zip(lines, session.match.results, strict=True):
        assert deal.result is not None
        assert f"+{deal.result.points} (" in line


def test_giving_up_has_its_price() -> None:
    session = make_session()
    assert price_of_giving_up(session) == (
        "Give up the deal: 3 points for Franz. Give up the match: Franz wins it."
    )
    session.resign()
    result = session.match.results[-1].result
    assert result is not None
    assert result.points == 3


def test_end_of_deal_tells_result_and_score() -> None:
    session = forward(make_session(), lambda s: s.match.deal_over)
    told = end_of_deal(session)
    assert "point" in told[0]
    needed = session.match.score_after.needed
    assert told[-1] == f"You {needed[0]} : {needed[1]} Franz"


def test_end_of_a_match_given_up() -> None:
    session = make_session("soft(match=1)")
    session.give_up()
    assert end_of_deal(session) == (
        "You give up the match.",
        "Franz wins the match.",
    )
