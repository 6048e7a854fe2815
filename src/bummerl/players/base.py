"""The contract between the game and whoever plays it.

A player is any object with ``choose(view) -> move``; it need not inherit from anything.

**What it gets.**  A `bummerl.rules.view.View`: everything its seat may know, with a perfect
memory.  ``view.seat`` is its seat, ``view.hand`` its cards as a mask, ``view.hands`` what it
knows of every hand, ``view.unseen`` the cards that may be in the other hand or face down in the
talon, ``view.points`` and ``view.tricks`` the standing by seat, ``view.score`` that of the match,
``view.history`` all moves.  It is immutable and stays valid: keep it, but never change it.

Only whoever is asked for a hint gets the table view (`View.table`) instead, which has None for
card points that the rules hide.

**What it answers.**  One of ``view.legal_moves()``, which is never empty and lists the moves in
ascending order, as a plain ``int`` (`bummerl.rules.moves`; the referee takes numpy's, too).  It
may also resign the deal.  Closing, exchanging and announcing are moves of their own: whoever
announces is asked again, for the card.

**Who calls when.**  The referee, whenever the seat has to move, even if only one move is legal.
The opponent's moves, the start and the end of a deal are not told: they show in ``view.history``
and ``view.score``.  One object may be asked in many deals, and by somebody who analyses some
position in between, so its answer should follow from the view and not from calls before.

**What an illegal answer costs.**  A held card that strict play or an announcement forbids is a
Renonce where the rules have it, and costs the deal (PLAY-7).  Any other answer that the rules
refuse, and any exception, is never played: the referee breaks the match off with a
`bummerl.errors.PlayerError` that names the player.  A false ``OUT`` is legal, and costs the deal
(OUT-4): compare ``view.points[view.seat]`` with 66 before calling.

**Threads and processes.**  One object is asked one thing at a time.  Different objects of a class
may be asked at the same time in threads and processes, so they must not share anything they
change.  A player that uses chance takes a ``seed`` and uses a generator of its own, so that equal
seeds give equal play.

`bummerl.players.registry.register` makes a player known by a name within a program, the
entry-point group ``bummerl.players`` of an installed package everywhere.

A whole player, which plays its dearest card and goes out when it can:

>>> from bummerl.cards import card_points
>>> from bummerl.rules.moves import OUT, is_card
>>> class Dearest:
...     def choose(self, view):
...         moves = view.legal_moves()
...         if OUT in moves and view.points[view.seat] >= 66:
...             return OUT
...         cards = [move for move in moves if is_card(move)]
...         return max(cards, key=card_points) if cards else moves[-1]

>>> from bummerl.players.conformance import check_player
>>> check_player(lambda seed: Dearest(), deals=2) > 100
True
"""

from __future__ import annotations

from typing import Protocol

from bummerl.rules.moves import Move
from bummerl.rules.view import View


class Player(Protocol):
    """Whoever plays a seat; the module tells the whole contract."""

    def choose(self, view: View) -> Move:
        """The move of ``view.seat``, which is the seat to move."""
