"""Reckons the draws again from what was published: nobody has rigged them (TOUR-11)."""

from __future__ import annotations

from typing import NamedTuple

from bummerl.text import Text
from bummerl.tournament import danish
from bummerl.tournament.draw import (
    Holder,
    draw_lots,
    link_hash,
    list_hash,
    seed_of,
    shuffled,
)
from bummerl.tournament.events import Drawn
from bummerl.tournament.standing import DrawRecord
from bummerl.tournament.state import Tournament


class Verdict(NamedTuple):
    """What became of a draw's check."""

    draw: int
    ok: bool | None
    """None: the lots were drawn by hand, or no lot was needed; there is nothing to reckon."""
    fault: Text | None = None


def check_draws(t: Tournament) -> list[Verdict]:
    """All draws, also void ones, in order."""
    return [check_draw(t, record) for record in t.draws]


def check_draw(t: Tournament, record: DrawRecord) -> Verdict:
    """One draw: its secret leads back to the published hash, and the lots follow from the seed."""
    if record.secret is None or record.word is None:
        return Verdict(record.number, None)
    secret = bytes.fromhex(record.secret)
    link = secret
    for _ in range(record.number):
        link = link_hash(link)
    if link.hex() != t.commitment:
        return _wrong(record, Text("the secret does not lead to the hash published before"))
    seed = seed_of(secret, list_hash(record.entries), record.word)
    holders = _holders(record.entries)
    if isinstance(record.event, Drawn):
        lots = draw_lots(holders, record.event.size, seed)
        same = (lots.left, lots.right) == (record.event.left, record.event.right)
    else:
        order = shuffled(sorted(card for holder in holders for card in holder.cards), seed)
        pairing = danish.pairing(order, {}, t.entries.same_person)
        same = pairing == (record.event.pairs, record.event.bye)
    if not same:
        return _wrong(record, Text("the lots are not those that follow from the seed"))
    return Verdict(record.number, True)


def _wrong(record: DrawRecord, fault: Text) -> Verdict:
    return Verdict(record.number, False, fault)


def _holders(entries: str) -> list[Holder]:
    """Who drew, from the published list of entries."""
    holders = []
    for line in entries.splitlines()[1:]:
        cards, _, name = line.partition(": ")
        holders.append(Holder(name, tuple(map(int, cards.split()))))
    return holders
