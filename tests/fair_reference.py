"""Fair deals once more, written from docs/fairness.md alone, and its test vectors.

``python tests/fair_reference.py`` writes tests/golden/fairness_vectors.json, which all programs
that shuffle or verify have to agree with.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parent / "golden" / "fairness_vectors.json"


def hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 for keys of at most 64 bytes (RFC 2104)."""
    padded = key + bytes(64 - len(key))
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def key_of(word: str, deck: int, number: int, secret: bytes, clients: list[bytes]) -> bytes:
    text = b"bummerl/fair/1/" + word.encode() + b"\x00" + bytes([deck])
    text += bytes([number >> 24, number >> 16 & 255, number >> 8 & 255, number & 255])
    for client in clients:
        text += bytes([len(client)]) + client
    return hmac(secret, text)


def order(deck: int, key: bytes) -> list[str]:
    cards = [s + r for s in "SHDC" for r in "9JQKTA" if deck == 24 or r != "9"]
    supply: list[int] = []
    blocks = 0
    place = deck
    while place > 1:
        if not supply:
            supply = list(hmac(key, blocks.to_bytes(4, "big")))
            blocks += 1
        byte = supply.pop(0)
        if byte >= 256 // place * place:
            continue
        place -= 1
        other = byte % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def commitment(secret: bytes) -> str:
    return sha256(b"bummerl/fair/1/secret\x00" + secret).hexdigest()


def client_commitment(seat: int, client: bytes) -> str:
    return sha256(b"bummerl/fair/1/client\x00" + bytes([seat]) + client).hexdigest()


def draw(deck: int, secret: bytes, clients: list[bytes]) -> tuple[int, list[list[str]]]:
    rounds: list[list[str]] = []
    while True:
        cards = order(deck, key_of("draw", deck, len(rounds), secret, clients))
        rounds.append(cards[:2])
        ranks = ["9JQKTA".index(card[1]) for card in cards[:2]]
        if ranks[0] != ranks[1]:
            return (0 if ranks[0] > ranks[1] else 1), rounds


def some_bytes(name: str, count: int) -> bytes:
    return (sha256(f"vector {name}".encode()).digest() * 2)[:count]


def vector(deck: int, number: int, name: str, lengths: tuple[int, int]) -> dict[str, Any]:
    secret = some_bytes(f"{name} secret", 32)
    clients = [some_bytes(f"{name} client{seat}", lengths[seat]) for seat in (0, 1)]
    key = key_of("pack", deck, number, secret, clients)
    dealer, rounds = draw(deck, secret, clients)
    return {
        "deck": deck,
        "number": number,
        "secret": secret.hex(),
        "client0": clients[0].hex(),
        "client1": clients[1].hex(),
        "commitment": commitment(secret),
        "commitment0": client_commitment(0, clients[0]),
        "commitment1": client_commitment(1, clients[1]),
        "key": key.hex(),
        "pack": "".join(order(deck, key)),
        "draw": ["".join(cards) for cards in rounds],
        "dealer": dealer,
    }


def vectors() -> dict[str, Any]:
    cases = [
        vector(deck, number, f"{deck}/{number}", lengths)
        for deck in (20, 24)
        for number, lengths in (
            (1, (32, 32)),
            (2, (32, 32)),
            (3, (16, 64)),
            (4, (64, 16)),
            (5, (17, 33)),
            (256, (32, 32)),
            (65_537, (32, 32)),
            (2**32 - 1, (32, 32)),
        )
    ]
    repeated = (
        vector(deck, 1, f"draw {deck}/{case}", (32, 32)) for deck in (20, 24) for case in range(99)
    )
    cases += [case for case in repeated if len(case["draw"]) > 2][:4]
    return {"version": 1, "deals": cases}


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
