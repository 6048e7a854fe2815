"""A draw is void and cards are given back: log, cash and proof still tell what was."""

from __future__ import annotations

import msgspec
import pytest

from bummerl.errors import TournamentError
from bummerl.tournament.cash import cash
from bummerl.tournament.checking import check_draws
from bummerl.tournament.desk import clear
from bummerl.tournament.drawing import undraw
from bummerl.tournament.events import Danish, Drawn, decode, encode
from bummerl.tournament.sale import Buyer, change, register, sell, unsell
from bummerl.tournament.state import Tournament
from bummerl.tournament.story import story
from tournament.evening import Desk, data, eight, fine
from tournament.hall import AT, announced, do, drawn, named, settings, sold, win


def told(t: Tournament) -> list[str]:
    """The log."""
    return [str(entry.text) for entry in story(t)]


def played_in_vain(**more: object) -> tuple[Tournament, int]:
    """A card that has won, until its draw was void and it was given back."""
    t = drawn(sold(8, named(1, 1, 1, 1, 1, 1), **more))
    match = t.open_matches()[0]
    win(t, match.id, match.a)
    do(t, clear(t, match.id, AT))
    do(t, undraw(t, "somebody came late", AT))
    do(t, unsell(t, [match.a], AT))
    return t, match.a


def test_the_log_tells_who_held_a_card_then() -> None:
    t, card = played_in_vain()
    before = told(t)
    beaten = next(line for line in before if " beats " in line)
    assert f"{card} P{card} Q{card} beats" in beaten
    do(t, sell(t, Buyer("Somebody Else"), AT, numbers=[card]))
    do(t, register(t, Buyer("P2 Q2"), AT, "Another Name"))
    do(t, change(t, settings(8, currency="CHF", name="Other"), AT))
    assert told(t)[: len(before)] == before


def test_the_log_from_somewhere_on() -> None:
    t, _ = played_in_vain()
    whole = list(story(t))
    for since in (0, 5, t.seq - 1, t.seq):
        assert list(story(t, since)) == whole[since:]


def test_commands_go_on_after_a_void_draw(cup: Desk) -> None:
    eight(cup)
    fine(cup("draw", "--word", "w"))
    match = data(cup("status", "--json"))["matches"][0]
    fine(cup("result", match["id"], str(match["a"])))
    fine(cup("undo", match["id"]))
    fine(cup("undraw", "--reason", "late"))
    fine(cup("unsell", str(match["a"])))
    fine(cup("draw", "--word", "v"))
    match = data(cup("status", "--json"))["matches"][0]
    said = fine(cup("result", match["id"], str(match["a"])))
    assert said.startswith(f"Match {match['id']}: {match['a']} {match['a_name']} beats ")
    assert "Draw void: late" in fine(cup("log"))


@pytest.mark.parametrize("danish", [None, Danish(2, 4)])
@pytest.mark.parametrize("names", ["short", "full", "number"])
def test_a_void_draw_is_proved_by_what_was_published(danish: Danish | None, names: str) -> None:
    t = announced(8, danish=danish, public_names=names)
    for name in ("Anna Berger", "Bert Huber", "Cara Eder"):
        do(t, sell(t, Buyer(name), AT, cards=2))
    drawn(t)
    published = t.draws[0].entries
    do(t, undraw(t, "late", AT))
    do(t, unsell(t, [6], AT))
    assert [verdict.ok for verdict in check_draws(t)] == [True]
    do(t, sell(t, Buyer("Anna Berger"), AT, numbers=[6]))
    do(t, register(t, Buyer("Bert Huber", display="Der Bertl"), AT))
    drawn(t)
    assert [verdict.ok for verdict in check_draws(t)] == [True, True]
    assert t.draws[0].entries == published
    again = Tournament.replay([decode(encode(event)) for event in t.history])
    assert [verdict.ok for verdict in check_draws(again)] == [True, True]


def test_a_published_list_stays_as_it_was_published(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names in public are made otherwise one day: a list is kept as it was read out."""
    with monkeypatch.context() as then:
        then.setattr("bummerl.tournament.standing.public_names", lambda names, *_: dict(names))
        t = drawn(sold(8, [("Berger, Anna", 2), ("Bert Huber", 2), ("Cara Eder", 2)]))
    again = Tournament.replay([decode(encode(event)) for event in t.history])
    assert "1 2: Berger, Anna\n" in again.draws[0].entries
    assert again.draws == t.draws
    assert [verdict.ok for verdict in check_draws(again)] == [True]
    *before, event = t.history
    assert isinstance(event, Drawn)
    assert event.entries is not None
    without = Tournament.replay([*before, msgspec.structs.replace(event, entries=None)])
    assert "1 2: Anna B.\n" in without.draws[0].entries, "as it follows from the log"


@pytest.mark.parametrize("entries", ["round 1\n", "round 1\nx: A\n", "round 1\n1 2: A\n", "\n"])
def test_a_list_that_is_none_is_wrong(entries: str) -> None:
    t = drawn(sold(8, named(2, 2, 2)))
    *before, event = t.history
    assert isinstance(event, Drawn)
    forged = Tournament.replay([*before, msgspec.structs.replace(event, entries=entries)])
    assert [verdict.ok for verdict in check_draws(forged)] == [False]


def test_sales_after_a_void_first_draw_are_no_sales_again() -> None:
    t, card = played_in_vain(price=500, rebuy_until=2, rebuy_price=300)
    do(t, sell(t, Buyer("Somebody Else"), AT, numbers=[card]))
    assert {payment.kind for payment in cash(t).payments} == {"sale", "refund"}
    assert not t.entries.cards[card].again
    drawn(t)
    match = t.open_matches()[0]
    win(t, match.id, match.a)
    loser = t.entries.person_of(match.b)
    do(t, sell(t, Buyer(loser.name), AT))
    last = cash(t).payments[-1]
    assert (last.kind, last.amount) == ("again", 300)
    assert t.entries.cards[last.cards[0]].again
    assert cash(t).total == 6 * 500 + 300


def test_nothing_is_given_back_or_withdrawn_without_a_card() -> None:
    from bummerl.tournament.desk import bring_back, withdraw

    t = sold(8, named(1, 1, 1, 1, 1))
    with pytest.raises(TournamentError, match="say which cards"):
        unsell(t, [], AT)
    assert [event.cards for event in unsell(t, [5, 5], AT)] == [(5,)]  # type: ignore[union-attr]
    drawn(t)
    with pytest.raises(TournamentError, match="say which cards"):
        withdraw(t, [], AT)
    [event] = withdraw(t, [1, 1], AT)
    assert event.cards == (1,)  # type: ignore[union-attr]
    do(t, [event])
    with pytest.raises(TournamentError, match="say which cards"):
        bring_back(t, [], AT)
    assert [back.cards for back in bring_back(t, [1, 1], AT)] == [(1,)]  # type: ignore[union-attr]
