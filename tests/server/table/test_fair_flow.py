"""Before a deal: commitments, contributions, and what goes wrong on the way."""

from __future__ import annotations

from bummerl.match.fairness import FairDeal, client_commitment, commitment_of
from bummerl.server import wire
from bummerl.server.table import commands
from bummerl.server.table.events import Committed, Revealed, Shuffling
from bummerl.server.table.preparing import MOST_ANEW
from bummerl.server.table.scene import Viewer, scene
from server.table.dealt import ANNA, BERT, BOT, Driven, dealt, opened, refused

MINE = bytes(range(32))


def fair(driven: Driven, seat: int | None) -> wire.FairScene:
    shown = scene(driven.table, Viewer(seat, "en", "french"), driven.at).next_fair
    assert shown is not None
    return shown


def commit(seat: int = 0, contribution: bytes = MINE, deal: int = 1) -> wire.Commit:
    return wire.Commit(id=1, deal=deal, commitment=client_commitment(seat, contribution))


def reveal(contribution: bytes = MINE, deal: int = 1) -> wire.Reveal:
    return wire.Reveal(id=1, deal=deal, contribution=contribution.hex())


def test_shuffle_begins_when_both_seats_are_taken() -> None:
    driven = opened("soft", ANNA, None)
    assert (driven.table.phase, driven.table.shuffle) == ("waiting", None)
    driven.write(commands.seated(driven.table, 1, BERT, driven.at))
    driven.settle()
    assert driven.table.phase == "shuffling"
    [secret] = [event.secret for event in driven.log if isinstance(event, Shuffling)]
    shown = fair(driven, 0)
    assert shown.commitment == commitment_of(bytes.fromhex(secret))
    assert (shown.deal, shown.deck, shown.secret, shown.pack) == (1, 20, None, None)


def test_commitments_are_shown_together_and_ones_own_at_once() -> None:
    driven = opened()
    driven.commit(0)
    mine = client_commitment(0, driven.contributions[1, fair(driven, 0).commitment, 0])
    assert fair(driven, 0).commitments == (mine, None)
    assert fair(driven, 1).commitments == (None, None)
    assert fair(driven, None).commitments == (None, None)
    driven.commit(1)
    both = fair(driven, 0).commitments
    assert both[0] == mine
    assert None not in both
    assert fair(driven, 1).commitments == fair(driven, None).commitments == both


def test_the_second_contribution_deals() -> None:
    driven = opened()
    driven.commit(0)
    driven.commit(1)
    driven.reveal(1)
    shown = scene(driven.table, Viewer(0, "en", "french"), driven.at)
    assert [side.ready for side in shown.seats] == [False, True]
    assert shown.phase == "shuffling"
    [step] = driven.reveal(0)
    assert step.dealt
    match = driven.table.match
    assert match is not None
    secret = bytes.fromhex(next(e.secret for e in driven.log if isinstance(e, Shuffling)))
    first, second = (
        bytes.fromhex(
            next(e.contribution for e in driven.log if isinstance(e, Revealed) and e.seat == s)
        )
        for s in (0, 1)
    )
    agreed = FairDeal(20, 1, secret, (first, second))
    assert match.pack(1) == agreed.pack
    assert match.dealer == agreed.drawn_dealer
    assert (driven.table.phase, driven.table.shuffle) == ("playing", None)


def test_the_secret_is_opened_after_the_deal_and_not_before() -> None:
    driven = dealt()
    for seat in (0, 1, None):
        shown = scene(driven.table, Viewer(seat, "en", "french"), driven.at).fair
        assert shown is not None
        assert None not in (*shown.commitments, *shown.contributions)
        assert (shown.secret, shown.pack) == (None, None)
    driven.play_deal()
    after = scene(driven.table, Viewer(None, "en", "french"), driven.at).fair
    assert after is not None
    assert after.secret is not None
    assert commitment_of(bytes.fromhex(after.secret)) == after.commitment
    assert after.pack is not None
    assert len(after.pack) == 40
    assert driven.table.next_deal == 2
    assert fair(driven, 0).commitment != after.commitment


def test_wrong_order_is_refused() -> None:
    driven = opened()
    assert refused(driven, 0, reveal()) == ("not_now", "both must have committed themselves first")
    driven.do(0, commit())
    assert refused(driven, 0, reveal())[0] == "not_now"
    assert refused(driven, 0, commit(deal=2)) == ("not_now", "deal 2 is not being shuffled now")
    assert refused(driven, None, commit())[0] == "not_yours"
    waiting = opened("soft", ANNA, None)
    assert refused(waiting, 0, commit())[0] == "not_now"
    running = dealt()
    assert refused(running, 0, commit())[0] == "not_now"


def test_what_does_not_match_the_commitment_is_refused() -> None:
    driven = opened()
    driven.do(0, commit())
    driven.commit(1)
    code, reason = refused(driven, 0, reveal(bytes(32)))
    assert (code, reason) == (
        "illegal",
        "the contribution of seat 0 does not match its commitment",
    )
    # somebody else's commitment cannot be passed off as one's own
    copied = opened()
    copied.do(0, commit())
    copied.do(1, commit(seat=0))
    assert refused(copied, 1, reveal())[0] == "illegal"
    short = wire.Commit(id=1, deal=1, commitment="ab" * 20)
    assert refused(opened(), 0, short)[0] == "illegal"


def test_sent_twice_counts_once() -> None:
    driven = opened()
    driven.do(0, commit())
    assert driven.do(0, commit()) == []
    driven.commit(1)
    assert len(driven.do(0, reveal())) == 1
    assert driven.do(0, reveal()) == []


def test_a_lost_contribution_begins_the_shuffle_anew() -> None:
    driven = opened()
    driven.do(0, commit())
    driven.commit(1)
    before = fair(driven, 0)
    driven.do(0, commit(contribution=bytes(32)))
    after = fair(driven, 0)
    assert after.commitment != before.commitment
    assert after.commitments == (client_commitment(0, bytes(32)), None)
    driven.commit(1)
    driven.reveal(1)
    driven.do(0, reveal(bytes(32)))
    assert driven.table.phase == "playing"


def test_nobody_chooses_again_after_another_has_opened() -> None:
    driven = opened()
    driven.do(0, commit())
    driven.commit(1)
    driven.reveal(1)
    again = commit(contribution=bytes(32))
    assert refused(driven, 0, again) == (
        "not_now",
        "you have committed yourself already and cannot choose again",
    )
    assert refused(driven, 1, commit(seat=1))[0] == "not_now"


def test_a_shuffle_begins_anew_only_so_often() -> None:
    driven = opened()
    for number in range(MOST_ANEW + 1):
        driven.do(0, commit(contribution=bytes([number]) * 32))
    assert driven.do(0, commit(contribution=bytes([MOST_ANEW]) * 32)) == []
    assert refused(driven, 0, commit(contribution=b"x" * 32)) == (
        "not_now",
        "this deal has been shuffled anew too often",
    )
    driven.commit(1)
    driven.do(0, reveal(bytes([MOST_ANEW]) * 32))
    driven.reveal(1)
    driven.play_deal()
    driven.do(0, commit(deal=2))
    driven.do(0, commit(contribution=bytes(32), deal=2))  # each deal has its own count


def test_against_a_bot_the_server_contributes() -> None:
    driven = opened("soft", ANNA, BOT)
    assert fair(driven, 0).commitments == (None, None)
    driven.do(0, commit())
    shown = fair(driven, 0)
    assert None not in shown.commitments
    assert shown.contributions[0] is None
    theirs = shown.contributions[1]
    assert theirs is not None
    assert client_commitment(1, bytes.fromhex(theirs)) == shown.commitments[1]
    assert driven.table.match is None
    driven.do(0, reveal())
    assert driven.table.phase == "playing"
    events = [type(e) for e in driven.log if isinstance(e, Committed | Revealed)]
    assert events.count(Committed) == events.count(Revealed) == 2


def test_a_bots_contribution_differs_from_deal_to_deal_and_survives_a_restart() -> None:
    driven = opened("soft", ANNA, BOT)
    driven.do(0, commit())
    first = fair(driven, 0).contributions[1]
    driven.do(0, reveal())
    driven.play_deal()
    driven.do(0, commit(deal=2))
    second = fair(driven, 0).contributions[1]
    assert first != second
    # the log ends between the bot's commitment and its opening
    end = max(n for n, e in enumerate(driven.log) if isinstance(e, Committed) and e.seat == 0)
    again = Driven(type(driven.table).replay("t1", driven.log[: end + 1]), driven.rng)
    again.settle()
    assert fair(again, 0).contributions[1] == second


def test_a_lost_contribution_against_a_bot() -> None:
    driven = opened("soft", BOT, ANNA)
    driven.do(1, commit(seat=1))
    assert fair(driven, 1).contributions[0] is not None
    driven.do(1, commit(seat=1, contribution=bytes(32)))
    driven.do(1, reveal(bytes(32)))
    assert driven.table.phase == "playing"


def test_no_shuffle_where_none_is_needed() -> None:
    def due(driven: Driven) -> object:
        return commands.due(driven.table, driven.at, lambda: bytes(32))

    assert due(opened("soft", ANNA, None)) == ()
    assert due(dealt()) == ()
    over = dealt("soft(match=1)")
    over.do(0, wire.GiveUp(id=1, scope="match"))
    assert (over.table.phase, due(over)) == ("over", ())
    stopping = opened()
    stopping.write(commands.paused(stopping.table, stopping.at))
    assert due(stopping) == ()
