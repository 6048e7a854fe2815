"""Draws once more, written from docs/tournament.md and TOUR-2 … 4 and 11 alone."""

from __future__ import annotations

import hmac
from hashlib import sha256


class Reference:
    """The numbers that follow from published secret, list and word."""

    def __init__(self, secret: bytes, entries: str, word: str) -> None:
        hashed = sha256(b"bummerl/tournament/1/list\x00" + entries.encode()).digest()
        text = b"bummerl/tournament/1/seed\x00" + secret + hashed + word.encode()
        self.seed = sha256(text).digest()
        self.used = 0

    def pick(self, count: int) -> int:
        """A number from 0 to count - 1."""
        while True:
            block, place = divmod(self.used, 8)
            self.used += 1
            mac = hmac.new(self.seed, block.to_bytes(4, "big"), "sha256").digest()
            number = int.from_bytes(mac[4 * place : 4 * place + 4], "big")
            if number < 2**32 // count * count:
                return number % count


def persons(entries: str) -> list[list[int]]:
    """The cards of each person, from the published list."""
    return [[int(c) for c in line.split(":")[0].split()] for line in entries.splitlines()[1:]]


def two_pots(
    secret: bytes, entries: str, word: str, numbers: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Cards by number, as drawn from the left and from the right pot with `numbers` each."""
    reference = Reference(secret, entries, word)
    left: dict[int, int] = {}
    right: dict[int, int] = {}
    for cards in persons(entries):
        mine: list[int] = []
        for card in cards:
            if len(left) < numbers:
                pot = [n for n in range(1, numbers + 1) if n not in left]
                number = pot[reference.pick(len(pot))]
                left[number] = card
                mine.append(number)
                continue
            pot = [n for n in range(1, numbers + 1) if n not in right]
            number = pot[reference.pick(len(pot))]
            again = [n for n in pot if n not in mine]
            if number in mine and again:
                number = again[reference.pick(len(again))]
            right[number] = card
    return left, right


def shuffle(secret: bytes, entries: str, word: str) -> list[int]:
    """The cards of the Danish stage in the order of their lots."""
    reference = Reference(secret, entries, word)
    cards = sorted(card for held in persons(entries) for card in held)
    for place in range(len(cards) - 1, 0, -1):
        other = reference.pick(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def hash_before(secret: bytes, draw: int) -> str:
    """The hash that had to be published before anything, if this is the secret of draw `draw`."""
    for _ in range(draw):
        secret = sha256(b"bummerl/tournament/1/secret\x00" + secret).digest()
    return secret.hex()
