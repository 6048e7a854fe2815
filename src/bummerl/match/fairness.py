"""Deals nobody can rig: pack orders from a secret of the server and a contribution of each player.

Before a deal the server shows a *commitment*, the hash of its secret, and each player's client one
of its contribution.  Only when all three are on the table are the contributions opened; the pack
order follows from secret, contributions and number of the deal, and after the deal the secret is
opened too.  So nobody, not even the server together with one player, can choose a pack: whoever
kept his contribution to himself until then has shuffled.  Against a bot the second contribution is
the server's.

docs/fairness.md fixes every byte and has test vectors.  Only SHA-256 and HMAC are needed.
`bummerl.match.fair_check` verifies records.

>>> secret, ours, theirs = bytes(32), bytes(range(32)), bytes(range(32, 64))
>>> shuffle = FairShuffle(deck=20, number=1, secret=secret)
>>> for seat, contribution in enumerate((ours, theirs)):
...     shuffle = shuffle.committed(seat, client_commitment(seat, contribution))
>>> fair = shuffle.revealed(1, theirs).revealed(0, ours).deal
>>> fair.commitment == shuffle.commitment, fair.pack == pack_of(20, 1, secret, ours, theirs)
(True, True)
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from bummerl.cards import CARD_NAMES, PACK_MASKS, Card, cards_of, rank
from bummerl.errors import MatchError, NotationError
from bummerl.rules.dealing import Pack
from bummerl.rules.moves import Seat
from bummerl.rules.variants import check_value

SECRET_BYTES: Final = 32
"""Length of the server's secret."""
CONTRIBUTION_BYTES: Final = (16, 64)
"""The shortest and the longest contribution; a client takes 32 random bytes."""
LAST_NUMBER: Final = 2**32 - 1
"""The highest number of a deal."""

# What is hashed begins with what it is, so that no value can pass for another or for one of a
# later version.
_SECRET: Final = b"bummerl/fair/1/secret\0"
_CLIENT: Final = b"bummerl/fair/1/client\0"
_PACK: Final = b"bummerl/fair/1/pack\0"
_DRAW: Final = b"bummerl/fair/1/draw\0"

_HEX: Final = re.compile("(?:[0-9a-f]{2})*")


def new_secret() -> bytes:
    """A secret, or a contribution, from the system's source of randomness: 32 bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment_of(secret: bytes) -> str:
    """The server's commitment to its secret: 64 hexadecimal digits.

    Raises:
        MatchError: the secret has not 32 bytes.
    """
    return hashlib.sha256(_SECRET + _checked_secret(secret)).hexdigest()


def client_commitment(seat: Seat, contribution: bytes) -> str:
    """A client's commitment to its contribution: 64 hexadecimal digits.

    The seat is part of it, so that nobody can pass off the other's commitment as his own.

    Raises:
        MatchError: there is no such seat, or the contribution is too short or too long.
    """
    _check_seat(seat)
    return hashlib.sha256(_CLIENT + bytes([seat]) + _checked(contribution)).hexdigest()


def pack_of(deck: int, number: int, secret: bytes, client0: bytes, client1: bytes) -> Pack:
    """The pack order of deal `number`, top card first.

    Raises:
        RulesError: there is no pack of `deck` cards.
        MatchError: the number, the secret or a contribution cannot be.
    """
    return _shuffled(_PACK, deck, number, secret, (client0, client1))


def draw_of(
    deck: int, secret: bytes, client0: bytes, client1: bytes
) -> tuple[Seat, tuple[tuple[Card, Card], ...]]:
    """Who deals the first deal of a match, and the cards drawn for it by seat (DEAL-1).

    Round by round both draw the two top cards of a pack of its own, until the ranks differ; the
    higher one deals.  Secret and contributions are those of the match's first deal.  For errors
    see `pack_of`.
    """
    rounds: list[tuple[Card, Card]] = []
    while True:
        first, second, *_ = _shuffled(_DRAW, deck, len(rounds), secret, (client0, client1))
        rounds.append((first, second))
        if rank(first) != rank(second):
            return (0 if rank(first) > rank(second) else 1), tuple(rounds)


def _shuffled(
    label: bytes, deck: int, number: int, secret: bytes, contributions: tuple[bytes, ...]
) -> Pack:
    """The pack after Fisher and Yates, from the last place to the second."""
    _check_deal(deck, number)
    message = label + bytes([deck]) + number.to_bytes(4, "big")
    for contribution in map(_checked, contributions):
        message += bytes([len(contribution)]) + contribution
    key = hmac.digest(_checked_secret(secret), message, "sha256")
    pack = list(cards_of(PACK_MASKS[deck]))
    stream = _stream(key)
    for last in range(deck - 1, 0, -1):
        pick = _below(last + 1, stream)
        pack[last], pack[pick] = pack[pick], pack[last]
    return tuple(pack)


def _stream(key: bytes) -> Iterator[int]:
    """Bytes without end: the blocks HMAC(key, 0), HMAC(key, 1) and so on."""
    block = 0
    while True:
        yield from hmac.digest(key, block.to_bytes(4, "big"), "sha256")
        block += 1


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each equally likely."""
    # bytes from the last incomplete run of `bound` values on would favour small numbers
    fair = 256 - 256 % bound
    return next(byte for byte in stream if byte < fair) % bound


@dataclass(frozen=True)
class FairDeal:
    """All that decides a fair deal's pack; secret until the deal is over.

    Raises:
        RulesError: there is no pack of `deck` cards.
        MatchError: the number, the secret or a contribution cannot be.
    """

    deck: int
    """Cards in the pack."""
    number: int
    """Of the deal in its match, as in the tag ``Deal``."""
    secret: bytes = dataclasses.field(repr=False)
    """The server's."""
    contributions: tuple[bytes, bytes] = dataclasses.field(repr=False)
    """By seat."""

    def __post_init__(self) -> None:
        self.pack  # noqa: B018 - checks all four

    @property
    def commitment(self) -> str:
        """What the server showed before the deal."""
        return commitment_of(self.secret)

    @property
    def pack(self) -> Pack:
        """The pack order, top card first."""
        return pack_of(self.deck, self.number, self.secret, *self.contributions)

    @property
    def drawn_dealer(self) -> Seat:
        """Who deals, if this is a match's first deal; see `draw_of`."""
        return draw_of(self.deck, self.secret, *self.contributions)[0]

    def tags(self) -> dict[str, str]:
        """The tags of a record that let everybody verify it; only for a deal that is over."""
        return {
            "Pack": "".join(CARD_NAMES[card] for card in self.pack),
            "Client0": self.contributions[0].hex(),
            "Client1": self.contributions[1].hex(),
            "Commitment": self.commitment,
            "Secret": self.secret.hex(),
        }


@dataclass(frozen=True)
class FairShuffle:
    """How a fair deal comes about: first both commitments, then both contributions.

    Every step gives a new value; a step out of order is refused.

    Raises:
        RulesError: there is no pack of `deck` cards.
        MatchError: the number or the secret cannot be.
    """

    deck: int
    number: int
    secret: bytes = dataclasses.field(repr=False)
    commitments: tuple[str | None, str | None] = (None, None)
    """Of the clients by seat, as far as they came."""
    contributions: tuple[bytes | None, bytes | None] = dataclasses.field(
        default=(None, None), repr=False
    )
    """By seat, as far as they came."""

    def __post_init__(self) -> None:
        _check_deal(self.deck, self.number)
        _checked_secret(self.secret)

    @property
    def commitment(self) -> str:
        """What the server shows both players before they commit themselves."""
        return commitment_of(self.secret)

    def committed(self, seat: Seat, commitment: str) -> FairShuffle:
        """`seat` is bound to what it has chosen.

        Raises:
            MatchError: there is no such seat, or it had committed itself before.
            NotationError: the text is no SHA-256 hash in hexadecimal digits.
        """
        _check_seat(seat)
        if self.commitments[seat] is not None:
            raise MatchError(
                "seat {seat} has committed itself already and cannot choose again", seat=seat
            )
        parse_hex(commitment, SECRET_BYTES, SECRET_BYTES)
        return dataclasses.replace(self, commitments=_put(self.commitments, seat, commitment))

    def revealed(self, seat: Seat, contribution: bytes) -> FairShuffle:
        """`seat` opens its contribution.

        Raises:
            MatchError: there is no such seat, a commitment is missing, or the contribution is
                not the one that the seat has committed itself to.
        """
        _check_seat(seat)
        if None in self.commitments:
            raise MatchError(
                "seat {seat} has not committed itself yet; no contribution may be opened before",
                seat=self.commitments.index(None),
            )
        if client_commitment(seat, contribution) != self.commitments[seat]:
            raise MatchError(
                "the contribution of seat {seat} does not match its commitment", seat=seat
            )
        return dataclasses.replace(self, contributions=_put(self.contributions, seat, contribution))

    @property
    def deal(self) -> FairDeal:
        """The deal.

        Raises:
            MatchError: a contribution is missing.
        """
        first, second = self.contributions
        if first is None or second is None:
            raise MatchError(
                "the contribution of seat {seat} is missing: there is no deal before it is opened",
                seat=self.contributions.index(None),
            )
        return FairDeal(self.deck, self.number, self.secret, (first, second))


_T = TypeVar("_T")


def _put(pair: tuple[_T, _T], seat: Seat, value: _T) -> tuple[_T, _T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def parse_hex(text: str, least: int, most: int) -> bytes:
    """Bytes from lower-case hexadecimal digits, two a byte.

    Raises:
        NotationError: other characters, or not `least` to `most` bytes.
    """
    if 2 * least <= len(text) <= 2 * most and _HEX.fullmatch(text):
        return bytes.fromhex(text)
    shown = text if len(text) <= 4 * most else text[: 4 * most] + "…"
    if least == most:
        raise NotationError(
            "{text!r} is not what it must be: {count} digits 0 … 9 and a … f",
            text=shown,
            count=2 * most,
        )
    raise NotationError(
        "{text!r} is not what it must be: {least} to {most} digits 0 … 9 and a … f, two a byte",
        text=shown,
        least=2 * least,
        most=2 * most,
    )


def parse_secret(text: str) -> bytes:
    """The server's secret as in the tag ``Secret``; see `parse_hex` for errors."""
    return parse_hex(text, SECRET_BYTES, SECRET_BYTES)


def parse_contribution(text: str) -> bytes:
    """A contribution as in the tags ``Client0`` and ``Client1``; see `parse_hex` for errors."""
    return parse_hex(text, *CONTRIBUTION_BYTES)


def _checked_secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise MatchError(
            "the secret has {count} bytes, but must have {expected}",
            count=len(secret),
            expected=SECRET_BYTES,
        )
    return secret


def _checked(contribution: bytes) -> bytes:
    least, most = CONTRIBUTION_BYTES
    if not least <= len(contribution) <= most:
        raise MatchError(
            "a contribution has {count} bytes, but must have {least} to {most}",
            count=len(contribution),
            least=least,
            most=most,
        )
    return contribution


def _check_deal(deck: int, number: int) -> None:
    check_value("deck", deck)
    if not 0 <= number <= LAST_NUMBER:
        raise MatchError(
            "the number of a deal is {number}, but must be from 0 to {last}",
            number=number,
            last=LAST_NUMBER,
        )


def _check_seat(seat: Seat) -> None:
    if seat not in (0, 1):
        raise MatchError("there is no seat {seat}; the seats are 0 and 1", seat=seat)
