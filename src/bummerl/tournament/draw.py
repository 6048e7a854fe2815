"""Draws nobody can rig (TOUR-2 … 4, 7, 11): secrets, seed, two pots, and lots drawn by hand.

Before cards are sold the hash of a secret is published.  When the sale is over, a word is called
out in the hall; secret, list of entries and word together give the seed, and all three are
published with the draw.  So the organiser, who knows the secret, does not know the word, and the
hall, which chooses the word, does not know the secret.

Every draw takes a secret of its own, so that nobody can reckon ahead whom a card would meet: the
secrets are a chain in which each is the hash of the next one, and the published hash is the first
link.  docs/tournament.md fixes every byte.

>>> end = bytes(32)
>>> link_hash(secret_of(end, 1)) == commitment_of(end)
True
>>> link_hash(secret_of(end, 2)) == secret_of(end, 1)
True
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from bummerl.errors import TournamentError

SECRET_BYTES: Final = 32
"""Length of a secret."""
MOST_DRAWS: Final = 64
"""Draws that one published hash is good for, those declared void included."""
SMALLEST: Final = 8
"""Fewest cards that are issued."""
LARGEST: Final = 1024
"""Most cards that are issued, or drawn in a round."""
LONGEST_WORD: Final = 200
"""Characters of what the hall calls out."""

# What is hashed begins with what it is, so that no value can pass for another.
_SECRET: Final = b"bummerl/tournament/1/secret\0"
_LIST: Final = b"bummerl/tournament/1/list\0"
_SEED: Final = b"bummerl/tournament/1/seed\0"


class Holder(NamedTuple):
    """Who draws: a person as the list of entries has them, with the cards held."""

    name: str
    cards: tuple[int, ...]
    """In ascending order."""


class Lots(NamedTuple):
    """A round as drawn: who holds which number (place 0 is number 1)."""

    left: tuple[int, ...]
    right: tuple[int | None, ...]


# ---- secret, list and seed -----------------------------------------------------------------


def new_secret() -> bytes:
    """The end of a chain of secrets, from the system's source of randomness."""
    return secrets.token_bytes(SECRET_BYTES)


def link_hash(secret: bytes) -> bytes:
    """The hash of a secret: the link before it."""
    return hashlib.sha256(_SECRET + secret).digest()


def secret_of(end: bytes, draw: int) -> bytes:
    """The secret of a draw, counted from 1; published with it.

    Raises:
        TournamentError: the chain has no further secret.
    """
    if draw > MOST_DRAWS:
        raise TournamentError(
            "there were {most} draws already, and the published hash is good for no more; "
            "draw lots by hand",
            most=MOST_DRAWS,
        )
    link = end
    for _ in range(MOST_DRAWS - draw):
        link = link_hash(link)
    return link


def commitment_of(end: bytes) -> bytes:
    """What is published before cards are sold: the hash of the first draw's secret."""
    return link_hash(secret_of(end, 1))


def entry_list(round_number: int, holders: Sequence[Holder]) -> str:
    """The list of entries of a draw as it is published: a line for each person, in order.

    >>> print(entry_list(1, [Holder("Anna B.", (1, 2)), Holder("Hans", (3,))]), end="")
    round 1
    1 2: Anna B.
    3: Hans
    """
    lines = [f"{' '.join(map(str, holder.cards))}: {holder.name}" for holder in holders]
    return "\n".join([f"round {round_number}", *lines, ""])


def list_hash(text: str) -> bytes:
    """The hash of a list of entries."""
    return hashlib.sha256(_LIST + text.encode()).digest()


def clean_word(word: str) -> str:
    """A word called out, as it is hashed: composed letters, one blank between parts.

    Raises:
        TournamentError: nothing is left of it, or nobody could read it out.
    """
    found = " ".join(unicodedata.normalize("NFC", word).split())
    if not found or not found.isprintable():
        raise TournamentError("let the hall call out a word: the draw follows from it")
    if len(found) > LONGEST_WORD:
        raise TournamentError(
            "the word is too long; up to {most} letters will do", most=LONGEST_WORD
        )
    return found


def seed_of(secret: bytes, hash_of_list: bytes, word: str) -> bytes:
    """The seed of a draw."""
    return hashlib.sha256(_SEED + secret + hash_of_list + word.encode()).digest()


# ---- lots from a seed ----------------------------------------------------------------------


class Chance:
    """Numbers that follow from a seed, each equally likely."""

    def __init__(self, seed: bytes) -> None:
        self._bytes = self._stream(seed)

    @staticmethod
    def _stream(seed: bytes) -> Iterator[bytes]:
        block = 0
        while True:
            digest = hmac.digest(seed, block.to_bytes(4, "big"), "sha256")
            yield from (digest[at : at + 4] for at in range(0, 32, 4))
            block += 1

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        fair = 2**32 - 2**32 % bound  # what lies above would favour small numbers
        return next(n for n in (int.from_bytes(b, "big") for b in self._bytes) if n < fair) % bound


def shuffled(cards: Sequence[int], seed: bytes) -> tuple[int, ...]:
    """Cards in an order by lot (after Fisher and Yates, from the last place to the second)."""
    order, chance = list(cards), Chance(seed)
    for last in range(len(order) - 1, 0, -1):
        pick = chance.below(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def draw_lots(holders: Sequence[Holder], size: int, seed: bytes) -> Lots:
    """A round of `size` cards: the holders draw in turn, all their numbers at once (TOUR-2, 3).

    From half of `size` to `size` cards must be held together.
    """
    half, chance = size // 2, Chance(seed)
    pots = (list(range(1, half + 1)), list(range(1, half + 1)))
    left: dict[int, int] = {}
    right: dict[int, int] = {}
    for holder in holders:
        own: set[int] = set()
        for card in holder.cards:
            if pots[0]:
                number = pots[0].pop(chance.below(len(pots[0])))
                left[number] = card
                own.add(number)
            else:
                right[_from_right(pots[1], own, chance)] = card
    numbers = range(1, half + 1)
    return Lots(tuple(left[n] for n in numbers), tuple(right.get(n) for n in numbers))


def _from_right(pot: list[int], own: Collection[int], chance: Chance) -> int:
    """A number from the right pot; one's own is drawn again, once, while there are others."""
    number = pot[chance.below(len(pot))]
    others = [other for other in pot if other not in own]
    if number in own and others:
        number = others[chance.below(len(others))]
    pot.remove(number)
    return number


# ---- sizes, and lots drawn by hand ---------------------------------------------------------


def is_power_of_two(number: int) -> bool:
    """Whether a number is 1, 2, 4, 8, and so on."""
    return number > 0 and number & (number - 1) == 0


def size_for(cards: int) -> int:
    """The smallest power of two that so many cards fit in."""
    return 1 << max(cards - 1, 0).bit_length()


def unavoidable(holder: Holder, size: int) -> int:
    """How often a person must be drawn against himself: more cards than there are numbers."""
    return max(0, len(holder.cards) - size // 2)


def check_lots(lots: Lots, holders: Sequence[Holder], size: int) -> None:
    """Whether lots drawn by hand can be.

    Raises:
        TournamentError: a card has no lot or two, a number is missing on the left, or somebody
            has a number twice without need (TOUR-3).
    """
    half = size // 2
    held = {card: holder for holder in holders for card in holder.cards}
    right = [card for card in lots.right if card is not None]
    drawn = [*lots.left, *right]
    for card in drawn:
        if card not in held:
            raise TournamentError("card {card} is not in this round", card=card)
        if drawn.count(card) > 1:
            raise TournamentError("card {card} has two lots; it draws only one", card=card)
    missing = sorted(held.keys() - set(drawn))
    if missing:
        raise TournamentError(
            "these cards have no lot yet: {cards}", cards=", ".join(map(str, missing))
        )
    if len(lots.left) != half or len(lots.right) != half:
        raise TournamentError(
            "each pot has the numbers 1 to {half}, and all on the left are drawn", half=half
        )
    for holder in holders:
        own = {number for number, card in enumerate(lots.left) if card in holder.cards}
        twice = [number for number in own if lots.right[number] in holder.cards]
        if len(twice) > unavoidable(holder, size):
            raise TournamentError(
                "{name} has the number {number} from both pots; the one from the right is drawn "
                "again, among the other numbers",
                name=holder.name,
                number=min(twice) + 1,
            )


def lots_of(drawn: Sequence[tuple[int, str, int]], size: int) -> Lots:
    """Lots typed in as card, pot and number.

    Raises:
        TournamentError: a number is not in the pot, was drawn twice, or is missing on the left.
    """
    half = size // 2
    places: dict[str, dict[int, int]] = {"left": {}, "right": {}}
    for card, pot, number in drawn:
        if not 1 <= number <= half:
            raise TournamentError(
                "card {card} has number {number}, but the pots have 1 to {half}",
                card=card,
                number=number,
                half=half,
            )
        other = places[pot].setdefault(number, card)
        if other != card:
            raise TournamentError(
                "number {number} of one pot was drawn by card {other} and card {card}",
                number=number,
                other=other,
                card=card,
            )
    missing = [number for number in range(1, half + 1) if number not in places["left"]]
    if missing:
        raise TournamentError(
            "nobody drew these numbers on the left: {numbers}; that pot is emptied first",
            numbers=", ".join(map(str, missing)),
        )
    numbers = range(1, half + 1)
    return Lots(
        tuple(places["left"][n] for n in numbers), tuple(places["right"].get(n) for n in numbers)
    )
