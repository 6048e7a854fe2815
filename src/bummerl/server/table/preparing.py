"""How a deal is prepared: commitments and contributions of the seats, and what is the server's.

>>> from bummerl.server.table.events import Opened, Seated, Sitter, TableSpec
>>> table = Table.replay("t", [Opened(at=0, spec=TableSpec("soft"))])
>>> due(table, 0, lambda: bytes(32))
()
>>> for seat in (0, 1):
...     _ = table.apply(Seated(at=0, seat=seat, sitter=Sitter("Bot", bot="greedy")))
>>> while events := due(table, 0, lambda: bytes(32)):
...     for event in events:
...         _ = table.apply(event)
>>> table.phase
'playing'
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from typing import Final

from bummerl.errors import MatchError, NotationError
from bummerl.match.fairness import FairShuffle, client_commitment, parse_contribution
from bummerl.rules.moves import Seat
from bummerl.server import wire
from bummerl.server.table.events import AnyEvent, Committed, Events, Revealed, Shuffling
from bummerl.server.table.refusal import Refused
from bummerl.server.table.state import Table

MOST_ANEW: Final = 3
"""How often the shuffle of a deal may begin anew, so that nobody can put it off for ever."""


def commit(table: Table, command: wire.Commit, seat: Seat, at: int) -> Events:
    """`seat` is bound to its contribution; for one that is lost the shuffle begins anew.

    Raises:
        Refused: it cannot be (any more).
    """
    shuffle = _shuffle(table, command.deal)
    before = shuffle.commitments[seat]
    if before == command.commitment:
        return ()  # sent again after the connection was lost
    made = Committed(at=at, deal=shuffle.number, seat=seat, commitment=command.commitment)
    if before is None:
        _accepted(lambda: shuffle.committed(seat, command.commitment))
        return (made,)
    # The browser has lost its contribution and could never open it.  As long as nobody has opened
    # one that another does not know, nothing is known about the pack, and all begin anew.
    other = 1 - seat
    if table.anew >= MOST_ANEW:
        raise Refused("not_now", "this deal has been shuffled anew too often")
    if shuffle.contributions[seat] is not None or (
        shuffle.contributions[other] is not None and not table.is_bot(other)
    ):
        raise Refused("not_now", "you have committed yourself already and cannot choose again")
    secret = _derived(shuffle.secret, b"again")
    anew = FairShuffle(shuffle.deck, shuffle.number, secret)
    _accepted(lambda: anew.committed(seat, command.commitment))
    return (Shuffling(at=at, deal=shuffle.number, secret=secret.hex()), made)


def reveal(table: Table, command: wire.Reveal, seat: Seat, at: int) -> Events:
    """`seat` opens its contribution; nothing new if it has.

    Raises:
        Refused: a commitment is missing, or another contribution was committed to.
    """
    shuffle = _shuffle(table, command.deal)
    if None in shuffle.commitments:
        raise Refused("not_now", "both must have committed themselves first")
    if shuffle.contributions[seat] is not None:
        return ()
    _accepted(lambda: shuffle.revealed(seat, parse_contribution(command.contribution)))
    return (Revealed(at=at, deal=shuffle.number, seat=seat, contribution=command.contribution),)


def _shuffle(table: Table, deal: int) -> FairShuffle:
    shuffle = table.shuffle
    if shuffle is None or shuffle.number != deal:
        raise Refused("not_now", "deal {number} is not being shuffled now", number=deal)
    return shuffle


def _accepted(step: Callable[[], FairShuffle]) -> None:
    try:
        step()
    except (MatchError, NotationError) as error:
        raise Refused("illegal", error.text) from None


def _derived(secret: bytes, purpose: bytes) -> bytes:
    """32 bytes that follow from a secret and do not tell it."""
    return hmac.digest(secret, b"bummerl/table/1/" + purpose, hashlib.sha256)


def _bot_contribution(shuffle: FairShuffle, seat: Seat) -> bytes:
    # against a bot the second contribution is the server's: it follows from the secret, so that
    # it need not be kept anywhere between commitment and opening
    return _derived(shuffle.secret, b"bot" + bytes([seat]))


def due(table: Table, at: int, secrets: Callable[[], bytes]) -> Events:
    """What the table itself has to do now: call it, write and apply, until it gives nothing.

    Starts the shuffle of the next deal as soon as one is over, with a secret from `secrets`
    (32 random bytes), and commits and opens for bots.
    """
    if table.paused or table.phase not in ("shuffling", "deal_over"):
        return ()
    at, shuffle = max(at, table.at), table.shuffle
    if shuffle is None:
        return (Shuffling(at=at, deal=table.next_deal, secret=secrets().hex()),)
    return tuple(_for_bots(table, shuffle, at))[:1]


def _for_bots(table: Table, shuffle: FairShuffle, at: int) -> Iterator[AnyEvent]:
    for seat in filter(table.is_bot, (0, 1)):
        contribution = _bot_contribution(shuffle, seat)
        if table.owes(seat) == "commitment":
            commitment = client_commitment(seat, contribution)
            yield Committed(at=at, deal=shuffle.number, seat=seat, commitment=commitment)
        elif table.owes(seat) == "contribution":
            yield Revealed(at=at, deal=shuffle.number, seat=seat, contribution=contribution.hex())
