"""A match of fair deals: each pack comes from a `FairDeal`, not from a seed.

>>> from bummerl.rules.variants import PRESETS
>>> secrets = [bytes([number]) * 32 for number in range(3)]
>>> fair = [FairDeal(20, number, secrets[number], (bytes(16), bytes(16))) for number in (1, 2)]
>>> match = FairMatch(PRESETS["soft"], ["Anna", "Bert"], fair[0])
>>> _ = match.resign(0)
>>> match.prepare(fair[1])
>>> match.next_deal() == match.start, match.dealer == 1 - fair[0].drawn_dealer
(True, True)
"""

from __future__ import annotations

from collections.abc import Sequence

from bummerl.errors import MatchError
from bummerl.match.bummerl import Match
from bummerl.match.fairness import FairDeal, draw_of
from bummerl.match.saved import record_of_deal
from bummerl.notation.records import DealRecord
from bummerl.rules.dealing import Pack
from bummerl.rules.moves import Seat
from bummerl.rules.position import Position
from bummerl.rules.variants import Rules


class FairMatch(Match):
    """A `Match` that is dealt from fair deals, which must be there before they are dealt.

    The first dealer is drawn from the first of them, unless `dealer` names a seat.

    Raises:
        MatchError: there are not two names, or `first` is not deal 1 of this pack.
    """

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        first: FairDeal,
        *,
        event: str = "Match",
        date: str | None = None,
        dealer: Seat | None = None,
    ) -> None:
        self.fair: list[FairDeal] = []
        """All fair deals that are held, the first of them that after the `forgotten` ones."""
        self.forgotten = 0
        """How many deals of the beginning are not held any more; see `forget`."""
        self.rules = rules
        self.prepare(first)
        drawn, rounds = draw_of(first.deck, first.secret, *first.contributions)
        super().__init__(
            rules,
            names,
            seed="",
            event=event,
            date=date,
            dealer=drawn if dealer is None else dealer,
        )
        if dealer is None:
            self.draw_rounds = rounds

    def prepare(self, fair: FairDeal) -> None:
        """The deal that comes after all those that are known; `next_deal` will deal it.

        Raises:
            MatchError: it has another number, or another pack than the rules.
        """
        expected = self.forgotten + len(self.fair) + 1
        if (fair.number, fair.deck) != (expected, self.rules.deck):
            raise MatchError(
                "this is deal {number} of a pack of {deck}, but deal {expected} of a pack of "
                "{expected_deck} is due",
                number=fair.number,
                deck=fair.deck,
                expected=expected,
                expected_deck=self.rules.deck,
            )
        self.fair.append(fair)

    def pack(self, deal_number: int) -> Pack:
        """The pack order of a deal that is known.

        Raises:
            MatchError: its secret and contributions are not there yet, or no longer.
        """
        index = deal_number - 1 - self.forgotten
        if index < 0:
            raise MatchError("deal {number} has been forgotten", number=deal_number)
        if index >= len(self.fair):
            raise MatchError("deal {number} has not been shuffled yet", number=deal_number)
        return self.fair[index].pack

    def next_deal(self) -> Position:
        """Deals the deal that was prepared; see `Match.next_deal` and `pack` for errors."""
        if self.deal_over and not self.over:
            self.pack(self.deal_number + 1)  # before anything changes
        return super().next_deal()

    def forget(self) -> None:
        """Lets go of the deals before the current one, so that a long match stays small.

        The score stays as it is; `results`, `deals` and `records` begin with the current deal.
        """
        old = self.deal_number - 1 - self.forgotten
        del self.fair[:old], self.results[:old]
        self.forgotten += old

    def records(self) -> list[DealRecord]:
        """All deals that are held as records, oldest first, with the tags that verify them.

        The running deal has its cards, but neither secret nor contributions: who holds the
        record must not show it to the players anyway.
        """
        tags = {
            "Event": self.event,
            "Match": "1",
            "Seat0": self.names[0],
            "Seat1": self.names[1],
        }
        if self.date is not None:
            tags["Date"] = self.date
        made: list[DealRecord] = []
        for deal, fair in zip(self.deals, self.fair, strict=False):
            finished = deal.deal_number < self.deal_number or self.deal_over
            opened = fair.tags() if finished else {"Commitment": fair.commitment}
            made.append(record_of_deal(deal, tags | opened))
        return made
