"""A whole match of fair deals, from the first envelope to the verified file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bummerl.errors import MatchError
from bummerl.match.archive import check_file
from bummerl.match.bummerl import Match
from bummerl.match.fair_check import verify_file
from bummerl.match.fair_match import FairMatch
from bummerl.match.fairness import FairDeal, FairShuffle, client_commitment
from bummerl.notation.sgn import dump
from bummerl.rules.variants import PRESETS, Rules
from support import random_move

NAMES = ("Anna", "Bert")


def fair_deal(number: int, deck: int = 20) -> FairDeal:
    """A deal as it comes about at a table."""
    rng = random.Random(f"{number}/{deck}")
    contributions = [rng.randbytes(32) for _ in (0, 1)]
    shuffle = FairShuffle(deck, number, rng.randbytes(32))
    for seat in (1, 0):
        commitment = client_commitment(seat, contributions[seat])
        shuffle = shuffle.committed(seat, commitment)
    for seat in (0, 1):
        shuffle = shuffle.revealed(seat, contributions[seat])
    return shuffle.deal


def played(rules: Rules, *, deals: int = 99) -> FairMatch:
    rng = random.Random(1)
    match = FairMatch(rules, NAMES, fair_deal(1, rules.deck), event="Club", date="2026.12.01")
    while True:
        while not match.deal_over:
            match.play(random_move(rng, match.position))
        if match.over or match.deal_number == deals:
            return match
        match.prepare(fair_deal(match.deal_number + 1, rules.deck))
        match.next_deal()


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_played_match_is_proved_fair_and_agrees_with_itself(preset: str, tmp_path: Path) -> None:
    match = played(PRESETS[preset])
    path = tmp_path / "match.sgn"
    dump(match.records(), path)
    verdicts = verify_file(path)
    assert len(verdicts) == match.deal_number > 1
    assert {verdict.status for verdict in verdicts} == {"fair"}
    assert "dealer" in verdicts[0].checks
    assert check_file(path).errors == []


def test_the_first_dealer_is_drawn_or_named() -> None:
    first = fair_deal(1)
    match = FairMatch(PRESETS["soft"], NAMES, first)
    assert match.dealer == first.drawn_dealer
    assert match.draw_rounds
    named = FairMatch(PRESETS["soft"], NAMES, first, dealer=1 - first.drawn_dealer)
    assert named.dealer == 1 - first.drawn_dealer
    assert named.draw_rounds == ()
    assert match.pack(1) == named.pack(1) == first.pack


def test_the_secret_of_the_running_deal_is_in_no_record() -> None:
    match = played(PRESETS["soft"], deals=1)
    match.prepare(fair_deal(2))
    match.next_deal()
    finished, running = match.records()
    assert finished.tags["Secret"] == fair_deal(1).secret.hex()
    assert running.tags["Commitment"] == fair_deal(2).commitment
    assert not {"Secret", "Client0", "Client1"} & set(running.tags)
    match.forfeit(0)  # it is over then, though without a result
    assert match.records()[1].tags["Secret"] == fair_deal(2).secret.hex()
    with pytest.raises(MatchError, match="without the tag Seed"):
        Match.from_records(match.records())


def test_no_deal_before_it_has_been_shuffled() -> None:
    match = played(PRESETS["soft"].with_(match=9), deals=1)
    before = (match.deal_number, match.dealer, match.game)
    with pytest.raises(MatchError, match="deal 2 has not been shuffled yet"):
        match.next_deal()
    assert (match.deal_number, match.dealer, match.game) == before
    with pytest.raises(MatchError, match=r"this is deal 3 .* but deal 2 of a pack of 20 is due"):
        match.prepare(fair_deal(3))
    with pytest.raises(MatchError, match="pack of 24, but deal 2 of a pack of 20"):
        match.prepare(fair_deal(2, deck=24))
    with pytest.raises(MatchError, match="deal 1 of a pack of 20 is due"):
        FairMatch(PRESETS["soft"], NAMES, fair_deal(2))
    match.prepare(fair_deal(2))
    match.next_deal()
    assert match.dealer == 1 - before[1]
    with pytest.raises(MatchError, match="still running"):
        match.next_deal()


def test_a_match_that_forgets_goes_on_as_it_would_have() -> None:
    whole, forgetful = (
        FairMatch(PRESETS["soft"].with_(match=9), NAMES, fair_deal(1)) for _ in range(2)
    )
    rng = random.Random(5)
    for number in range(2, 6):
        while not whole.deal_over:
            move = random_move(rng, whole.position)
            whole.play(move)
            forgetful.play(move)
        for match in (whole, forgetful):
            match.prepare(fair_deal(number))
            match.next_deal()
        forgetful.forget()
        forgetful.forget()  # once more forgets nothing
        assert (forgetful.forgotten, len(forgetful.fair), forgetful.results) == (number - 1, 1, [])
        assert forgetful.position == whole.position
        assert (forgetful.score, forgetful.game, forgetful.dealer) == (
            whole.score,
            whole.game,
            whole.dealer,
        )
    assert forgetful.records() == whole.records()[-1:]
    assert "Secret" not in forgetful.records()[0].tags
    with pytest.raises(MatchError, match="deal 2 has been forgotten"):
        forgetful.pack(2)
    with pytest.raises(MatchError, match="but deal 6 of a pack of 20 is due"):
        forgetful.prepare(fair_deal(5))
    forgetful.resign(0)
    assert "Secret" in forgetful.records()[0].tags
    assert len(forgetful.results) == 1
