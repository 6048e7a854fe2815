"""What there is to see of a deal's shuffle, before, during and after it."""

from __future__ import annotations

from bummerl.match.fair_match import FairMatch
from bummerl.match.fairness import client_commitment
from bummerl.rules.moves import Seat
from bummerl.server.table.state import Table
from bummerl.server.wire import FairScene


def fair_scene(table: Table, match: FairMatch) -> FairScene:
    """Of the deal on the table: contributions at once, the secret and the pack after it."""
    key = "fair", match.deal_over
    shown: FairScene | None = table.memos.get(key)
    if shown is None:
        fair, over = match.fair[-1], match.deal_over
        first, second = fair.contributions
        tags = fair.tags() if over else {}
        shown = table.memos[key] = FairScene(
            deal=fair.number,
            deck=fair.deck,
            commitment=fair.commitment,
            commitments=(client_commitment(0, first), client_commitment(1, second)),
            contributions=(first.hex(), second.hex()),
            secret=tags.get("Secret"),
            pack=tags.get("Pack"),
            dealer=match.dealer,
        )
    return shown


def next_fair_scene(table: Table, seat: Seat | None) -> FairScene | None:
    """Of the deal that is being shuffled.

    A commitment of the other is shown only when both are there, so that nobody chooses after
    having seen it; one's own is always shown, so that a browser knows what it has done.
    """
    shuffle = table.shuffle
    if shuffle is None:
        return None
    first, second = shuffle.commitments
    if first is None or second is None:
        first, second = (first if seat == 0 else None), (second if seat == 1 else None)
    opened = [None if one is None else one.hex() for one in shuffle.contributions]
    match = table.match
    return FairScene(
        deal=shuffle.number,
        deck=shuffle.deck,
        commitment=shuffle.commitment,
        commitments=(first, second),
        contributions=(opened[0], opened[1]),
        secret=None,
        pack=None,
        dealer=None if match is None else 1 - match.dealer,
    )
