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
from bummerl.tournament.events import Drawn, Paired
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
    """One draw: its secret leads back to the published hash, and the lots follow from the seed.

    Nothing but what was published then is asked: persons and cards may have changed since.
    """
    if record.secret is None or record.word is None:
        return Verdict(record.number, None)
    secret = bytes.fromhex(record.secret)
    link = secret
    for _ in range(record.number):
        link = link_hash(link)
    if link.hex() != t.commitment:
        return _wrong(record, Text("the secret does not lead to the hash published before"))
    seed = seed_of(secret, list_hash(record.entries), record.word)
    try:
        holders = _holders(record.entries)
    except ValueError:
        return _wrong(record, Text("the published list cannot be read"))
    if not _follows(record.event, holders, seed):
        return _wrong(record, Text("the lots are not those that follow from the seed"))
    return Verdict(record.number, True)


def _follows(event: Drawn | Paired, holders: list[Holder], seed: bytes) -> bool:
    """Whether these lots follow from list and seed."""
    person = {card: place for place, holder in enumerate(holders) for card in holder.cards}
    if isinstance(event, Drawn):
        if not event.size // 2 <= len(person) <= event.size:
            return False
        lots = draw_lots(holders, event.size, seed)
        return (lots.left, lots.right) == (event.left, event.right)
    order = shuffled(sorted(person), seed)
    pairing = danish.pairing(order, {}, lambda a, b: person[a] == person[b])
    return pairing == (event.pairs, event.bye)


def _wrong(record: DrawRecord, fault: Text) -> Verdict:
    return Verdict(record.number, False, fault)


def _holders(entries: str) -> list[Holder]:
    """Who drew, from the published list of entries.

    Raises:
        ValueError: it is no such list.
    """
    holders = []
    for line in entries.splitlines()[1:]:
        cards, _, name = line.partition(": ")
        holders.append(Holder(name, tuple(map(int, cards.split()))))
    return holders
