"""A match: deals in a row, games to seven, Bummerls (DEAL-1, SCORE-1 … SCORE-5).

`Match` is the one writer of a match's state.  Whoever runs a match – referee, terminal, server –
calls its methods and reads its attributes.  Everything follows from the rules, the seed and the
moves, so that a match can be written as records at any moment and taken up again from them.

>>> from bummerl.rules.variants import PRESETS
>>> match = Match(PRESETS["soft"], ["Anna", "Bert"], seed=1)
>>> while not match.deal_over:
...     position = match.play(match.position.legal_moves()[0])
>>> match.deal_number, match.results[0].result == match.position.result
(1, True)
>>> match.next_deal().forehand == match.results[0].dealer
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bummerl.errors import MatchError
from bummerl.rules.dealing import Pack, deal, draw_for_deal, shuffled
from bummerl.rules.moves import Move, Played, Seat
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.scoring import Result
from bummerl.rules.variants import Rules

if TYPE_CHECKING:
    from bummerl.notation.records import DealRecord


class Forfeit(NamedTuple):
    """Something given up beyond a deal."""

    seat: Seat
    """Who gave up."""
    match: bool
    """The whole match, not only the Bummerl in progress."""


class MatchDeal(NamedTuple):
    """One deal of a match."""

    deal_number: int
    """From 1, through the match."""
    game: int
    """Number of the Bummerl it belongs to, from 1."""
    dealer: Seat
    result: Result | None
    """None if the deal is running, or was when a Bummerl or the match was forfeited."""
    score: Score
    """Before the deal."""
    score_after: Score
    """After the deal; while it runs the same as `score`."""
    start: Position
    position: Position
    """At the end, or as it stands."""
    forfeit: Forfeit | None = None
    """What was given up in this deal or behind it."""

    @property
    def game_over(self) -> bool:
        """Whether it ended a Bummerl (or the match)."""
        return self.forfeit is not None or self.score_after.bummerls != self.score.bummerls


class Match:
    """A match of two seats, one deal at a time.

    Deal n is dealt from the pack ``shuffled(rules.deck, f"{seed}/{n}")``.  The first dealer is
    drawn for (DEAL-1, `draw_rounds`) unless `dealer` names a seat; then the dealer alternates
    with every deal.

    Raises:
        MatchError: there are not two names.
    """

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        *,
        seed: int | str,
        event: str = "Match",
        date: str | None = None,
        dealer: Seat | None = None,
    ) -> None:
        if len(names) != 2:
            raise MatchError("a match needs two names, but got {count}", count=len(names))
        self.rules = rules
        self.names = tuple(names)
        """By seat."""
        self.seed = seed
        self.event = event
        self.date = date
        """As in records, ``2026.12.01``; None if it does not matter."""
        self.draw_rounds: tuple[tuple[int, int], ...] = ()
        """The cards both seats drew to find the first dealer, round by round (DEAL-1)."""
        if dealer is None:
            dealer, self.draw_rounds = draw_for_deal(seed, rules.deck)
        self.results: list[MatchDeal] = []
        """The finished deals, oldest first."""
        self.dealer: Seat = dealer
        self.game = 1
        """Number of the Bummerl in progress, from 1."""
        self.deal_number = 0
        """Number of the current deal, from 1 through the match."""
        self.deal_over = False
        """Whether the current deal is finished, or was cut short by a forfeit."""
        self._deal(Score())

    def _deal(self, score: Score) -> None:
        self.deal_number += 1
        self.deal_over = False
        self.score = score
        """Before the current deal."""
        self.start = deal(self.pack(self.deal_number), self.dealer, self.rules, score)
        """The current deal's first position."""
        self.position = self.start
        """The current deal as it stands; it has no result if a forfeit cut it short."""

    def pack(self, deal_number: int) -> Pack:
        """The pack order of a deal of this match, played or not."""
        return shuffled(self.rules.deck, f"{self.seed}/{deal_number}")

    @property
    def score_after(self) -> Score:
        """The score after the current deal; while it runs the same as `score`."""
        return self.results[-1].score_after if self.deal_over else self.score

    @property
    def deals(self) -> list[MatchDeal]:
        """All deals, oldest first, with the running one."""
        return self.results if self.deal_over else [*self.results, self._current(self.score)]

    @property
    def game_over(self) -> bool:
        """Whether the current deal is over and ended a Bummerl."""
        return self.deal_over and self.results[-1].game_over

    @property
    def game_winner(self) -> Seat | None:
        """Who has won the Bummerl that the current deal ended; None if it ended none."""
        if not self.game_over:
            return None
        last = self.results[-1]
        if last.score_after.bummerls == last.score.bummerls:
            return self.winner
        return 0 if last.score_after.bummerls[0] > last.score.bummerls[0] else 1

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return self.deal_over and self.winner is not None

    @property
    def winner(self) -> Seat | None:
        """Who has won the match (SCORE-3); None while it runs."""
        if not self.deal_over:
            return None
        last = self.results[-1]
        if last.forfeit is not None and last.forfeit.match:
            return 1 - last.forfeit.seat
        return last.score_after.match_winner(self.rules)

    def play(self, move: Move) -> Position:
        """The seat to move makes `move`; the position after it.

        Raises:
            IllegalMoveError: the rules do not allow it.
            MatchError: no deal is running.
        """
        self._must_run()
        return self._reach(self.position.play(move))

    def apply(self, played: Played) -> Position:
        """A move of a record, which may be the other seat's giving up; see `play` for errors."""
        self._must_run()
        return self._reach(self.position.apply(played))

    def resign(self, seat: Seat) -> Position:
        """`seat` gives up the current deal (SCORE-5); see `play` for errors."""
        self._must_run()
        return self._reach(self.position.resign(seat))

    def lose_on_time(self, seat: Seat) -> Position:
        """`seat` loses the current deal on time (SCORE-5); see `play` for errors.

        Where a clock runs for the whole Bummerl, `forfeit` follows unless the game is over.
        """
        self._must_run()
        return self._reach(self.position.lose_on_time(seat))

    def take_back(self, moves: int) -> Position:
        """The running deal stands as after its first `moves` moves again; see `play` for errors.

        Whether nobody has learned anything by what is taken back is the caller's business.

        Raises:
            MatchError: it has not so many moves.
        """
        self._must_run()
        made = self.position.history[len(self.start.history) :]
        if not 0 <= moves <= len(made):
            raise MatchError(
                "only {count} moves have been made, so not so many as {moves} can stay",
                count=len(made),
                moves=moves,
            )
        position = self.start
        for played in made[:moves]:
            position = position.apply(played)
        self.position = position
        return position

    def next_deal(self) -> Position:
        """Deals the next deal; its first position.

        Raises:
            MatchError: a deal is running, or the match is over.
        """
        if self.over:
            raise self._over_error()
        if not self.deal_over:
            raise MatchError(
                "deal {number} is still running: finish it before the next one",
                number=self.deal_number,
            )
        if self.game_over:
            self.game += 1
        self.dealer = 1 - self.dealer  # DEAL-1
        self._deal(self.score_after)
        return self.position

    def forfeit(self, seat: Seat, *, match: bool = False) -> None:
        """`seat` gives up the Bummerl in progress, or with `match` the whole match.

        The other seat hangs one Bummerl for it, if one is in progress.  A running deal ends
        without a result; a deal that is over keeps its own.

        Raises:
            MatchError: the match is over, or (without `match`) the Bummerl is.
        """
        if self.over:
            raise self._over_error()
        if self.game_over and not match:
            raise MatchError(
                "Bummerl {game} is over: start the next deal, or give up the match",
                game=self.game,
            )
        after = self.score_after if self.game_over else self.score_after.after_forfeit(seat)
        if self.deal_over:
            self.results.pop()
        self._finish(after, Forfeit(seat, match))

    def records(self) -> list[DealRecord]:
        """All deals as records, oldest first; a running one is unfinished (``*``).

        They hold all that `from_records` needs, the seed in the tag ``Seed``; a deal after which
        something was given up says so in ``Forfeit``: ``0`` or ``0 match``.
        """
        from bummerl.match.saved import records_of

        return records_of(self)

    @classmethod
    def from_records(cls, records: Iterable[DealRecord]) -> Match:
        """The match that `records` were made of, ready to go on.

        Raises:
            MatchError: it cannot go on: it is over, deals are missing, the records do not belong
                to one match, or they do not say from which seed it was dealt.
        """
        from bummerl.match.saved import resume

        return resume(records)

    def _reach(self, position: Position) -> Position:
        self.position = position
        if position.result is not None:
            self._finish(self.score.after(position.result, self.rules))
        return position

    def _finish(self, after: Score, forfeit: Forfeit | None = None) -> None:
        self.deal_over = True
        self.results.append(self._current(after, forfeit))

    def _current(self, after: Score, forfeit: Forfeit | None = None) -> MatchDeal:
        return MatchDeal(
            self.deal_number,
            self.game,
            self.dealer,
            self.position.result,
            self.score,
            after,
            self.start,
            self.position,
            forfeit,
        )

    def _must_run(self) -> None:
        if not self.deal_over:
            return
        if self.over:
            raise self._over_error()
        raise MatchError("deal {number} is over: start the next one", number=self.deal_number)

    def _over_error(self) -> MatchError:
        assert self.winner is not None
        return MatchError("the match is over: {name} has won it", name=self.names[self.winner])
