"""What is known before the hall calls out a word: the list of entries, and the right size."""

from __future__ import annotations

import random

import pytest

from bummerl.errors import TournamentError
from bummerl.tournament.drawing import draw
from bummerl.tournament.events import Danish
from bummerl.tournament.report import advice
from bummerl.tournament.sale import Buyer, register
from tournament.hall import AT, do, drawn, named, play_round, sold


@pytest.mark.rule("TOUR-11")
def test_the_list_is_published_before_the_word_and_does_not_change_with_it() -> None:
    t = sold(8, named(3, 3, 2))
    before = (t.next_list, t.next_list_hash)
    drawn(t, "Kraut")
    assert (t.draws[-1].entries, t.draws[-1].list_hash) == before
    assert t.next_list is None, "results are missing, so nobody knows the list"
    play_round(t, random.Random(1))
    known = t.next_list_hash
    do(t, register(t, Buyer(t.entries.person_of(t.alive()[0]).name, display="Somebody else"), AT))
    assert t.next_list_hash != known, "a name changed after the word would be seen"
    play_round(drawn(t), random.Random(2))
    assert t.next_size() == 2
    assert t.next_list is None, "the final needs no word"


def test_a_word_can_be_read_out() -> None:
    t = sold(8, named(4, 4))
    draw(t, "x" * 200, AT)
    with pytest.raises(TournamentError, match="too long"):
        draw(t, "x" * 201, AT)


@pytest.mark.rule("TOUR-4")
def test_the_desk_advises_the_size_that_the_draw_would() -> None:
    t = sold(64, named(4, 1))
    with pytest.raises(TournamentError, match="issue 8 cards instead"):
        draw(t, "x", AT)
    assert "issue 8 cards" in str(advice(t).text)


def test_too_few_cards_for_a_danish_stage_are_told_before_and_at_the_draw() -> None:
    t = sold(16, named(4, 3), danish=Danish(2, 8))
    assert advice(t).kind == "sell"
    assert "the Danish stage needs 8" in str(advice(t).text)
    with pytest.raises(TournamentError, match="cards sold: 7, but 8 shall qualify"):
        draw(t, "x", AT)
    t = sold(8, named(3), danish=Danish(2, 2))
    assert advice(t).kind == "sell"
    with pytest.raises(TournamentError, match="cards sold: 3; a tournament needs 4"):
        draw(t, "x", AT)
