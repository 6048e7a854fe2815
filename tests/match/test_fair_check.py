"""Verifying fair deals from records: true ones pass, whatever is changed is found."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.match.fair_check import FAIR_TAGS, verify, verify_file
from bummerl.match.fairness import FairDeal
from bummerl.notation import jsonl, sgn
from bummerl.notation.records import DealRecord, record_of
from bummerl.rules.dealing import deal
from bummerl.rules.score import Score
from bummerl.rules.variants import PRESETS, Rules
from support import random_move


def fair_record(
    seed: int,
    *,
    rules: Rules = PRESETS["soft"],
    number: int = 2,
    dealer: int | None = None,
    score: Score = Score(),
) -> DealRecord:
    """A deal played at random from a fair pack."""
    rng = random.Random(seed)
    fair = FairDeal(rules.deck, number, rng.randbytes(32), (rng.randbytes(32), rng.randbytes(20)))
    start = deal(fair.pack, fair.drawn_dealer if dealer is None else dealer, rules, score)
    final = start
    while not final.over:
        final = final.play(random_move(rng, final))
    return record_of(start, final, fair.tags() | {"Deal": str(number)})


def changed(record: DealRecord, **tags: str) -> DealRecord:
    return dataclasses.replace(record, tags=record.tags | tags)


@given(
    st.integers(0, 2**32),
    st.sampled_from(sorted(PRESETS)),
    st.integers(2, 999_999_999),
    st.integers(0, 1),
)
def test_fair_deals_pass_in_both_formats(seed: int, preset: str, number: int, dealer: int) -> None:
    record = fair_record(
        seed, rules=PRESETS[preset], number=number, dealer=dealer, score=Score((3, 5), (1, 0), 1)
    )
    for form in (sgn, jsonl):
        [read] = form.loads(form.dumps([record]))
        verdict = verify(read)
        assert (verdict.status, verdict.deal, verdict.reasons) == ("fair", number, ())
        assert verdict.checks == dict.fromkeys(
            ("contributions", "commitment", "pack", "start"), True
        )


@given(st.integers(0, 2**32), st.sampled_from(FAIR_TAGS), st.data())
def test_every_changed_bit_is_found(seed: int, tag: str, data: st.DataObject) -> None:
    record = fair_record(seed)
    value = bytearray.fromhex(record.tags[tag])
    bit = data.draw(st.integers(0, 8 * len(value) - 1))
    value[bit // 8] ^= 1 << bit % 8
    verdict = verify(changed(record, **{tag: value.hex()}))
    assert verdict.status == "wrong"
    failed = {check for check, passed in verdict.checks.items() if not passed}
    assert (
        failed
        == {
            "Commitment": {"commitment"},
            "Secret": {"commitment", "pack", "start"},
            "Client0": {"pack", "start"},
            "Client1": {"pack", "start"},
        }[tag]
    )


@given(st.integers(0, 2**32), st.integers(0, 19), st.integers(0, 19))
def test_two_swapped_cards_are_found(seed: int, first: int, second: int) -> None:
    record = fair_record(seed)
    assert record.pack is not None
    pack = list(record.pack)
    pack[first], pack[second] = pack[second], pack[first]
    text = "".join("SHDC"[card // 6] + "9JQKTA"[card % 6] for card in pack)
    told = changed(record, Pack=text)
    assert verify(told).status == ("fair" if first == second else "wrong")
    # dealt from that pack as well: only the shuffle can tell
    dealer = record.dealer
    assert dealer is not None
    dealt = dataclasses.replace(told, start=deal(tuple(pack), dealer, record.rules))
    verdict = verify(dealt)
    assert verdict.status == ("fair" if first == second else "wrong")


def test_what_was_exchanged_is_found() -> None:
    record = fair_record(1)
    swapped = changed(record, Client0=record.tags["Client1"], Client1=record.tags["Client0"])
    assert not verify(swapped).checks["pack"]
    assert not verify(changed(record, Deal="3")).checks["pack"]
    start = record.start
    other = deal(verify_pack(record), start.leader, start.rules)  # dealt by the other seat
    assert not verify(dataclasses.replace(record, start=other)).checks["start"]
    later = start.play(start.legal_moves()[0])
    assert not verify(dataclasses.replace(record, start=later)).checks["start"]
    longer = dataclasses.replace(start, rules=PRESETS["sixtysix"])
    assert verify(dataclasses.replace(record, start=longer)).status == "wrong"


def verify_pack(record: DealRecord) -> tuple[int, ...]:
    assert record.pack is not None
    return record.pack


def test_the_dealer_of_the_first_deal_must_be_drawn() -> None:
    record = fair_record(5, number=1)
    assert verify(record).checks["dealer"]
    assert record.dealer is not None
    other = fair_record(5, number=1, dealer=1 - record.dealer)
    verdict = verify(other)
    assert [check for check, passed in verdict.checks.items() if not passed] == ["dealer"]
    assert "the draw for it fell on the other" in str(verdict.reasons[0])


def test_without_the_tags_nothing_is_said_and_without_pack_enough() -> None:
    record = fair_record(1)
    for tag in FAIR_TAGS:
        rest = {name: value for name, value in record.tags.items() if name != tag}
        verdict = verify(dataclasses.replace(record, tags=rest))
        assert verdict.status == "unverifiable"
        assert [str(reason) for reason in verdict.reasons] == [f"the tag {tag} is missing"]
    bare = record_of(record.start, record.final)
    assert "Commitment, Secret, Client0, Client1" in str(verify(bare).reasons[0])
    rest = {name: value for name, value in record.tags.items() if name != "Pack"}
    verdict = verify(dataclasses.replace(record, tags=rest))
    assert verdict.status == "fair"
    assert "pack" not in verdict.checks


@pytest.mark.parametrize("tag", FAIR_TAGS)
@pytest.mark.parametrize("value", ["", "zz", "ab" * 70, "AB" * 32])
def test_malformed_tags_are_named(tag: str, value: str) -> None:
    verdict = verify(changed(fair_record(1), **{tag: value}))
    assert verdict.status == "wrong"
    assert str(verdict.reasons[0]).startswith(f"{tag}: {value!r}"[:40])


def test_a_file_is_verified_deal_by_deal(tmp_path: Path) -> None:
    records = [fair_record(seed, number=2 + seed) for seed in range(4)]
    del records[1].tags["Secret"]
    records[2].tags["Commitment"] = "00" * 32
    lines = sgn.dumps(records).splitlines()
    last = max(n for n, line in enumerate(lines) if line.startswith("[Start"))
    lines[last] = '[Start "nonsense"]'
    path = tmp_path / "deals.sgn"
    path.write_bytes("\n".join(lines).encode() + b"\xff\n")
    verdicts = verify_file(path)
    damaged, *rest = verdicts
    assert (damaged.status, damaged.deal) == ("wrong", None)
    assert [verdict.status for verdict in rest] == ["fair", "unverifiable", "wrong", "wrong"]
    assert [verdict.deal for verdict in rest] == [2, 3, 4, None]
    firsts = [n for n, line in enumerate(lines, start=1) if line.startswith("[SGN")]
    assert [verdict.line for verdict in rest][:3] == firsts[:3]
    assert rest[3].line == last + 1
