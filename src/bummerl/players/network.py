"""The network by itself: the likeliest option of `bummerl.search.network`, without any search.

It decides in microseconds, does not look at the score, and keeps nothing between two decisions.
"""

from __future__ import annotations

from bummerl.rules.moves import Move
from bummerl.rules.view import View


class NetworkPlayer:
    """Plays what the network finds likeliest.

    >>> from bummerl.notation.spn import parse_spn
    >>> view = parse_spn("pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7")
    >>> NetworkPlayer().choose(view) in view.legal_moves()
    True
    """

    def choose(self, view: View) -> Move:
        """The likeliest option; going out, drawing and exchanging go without saying."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        from bummerl.rules.world import some_world
        from bummerl.search.instinct import likeliest_move
        from bummerl.search.network import shipped_network
        from bummerl.search.pack import pack, pack_rules, relabelled_move

        network = shipped_network(view.rules.deck)
        move = likeliest_move(pack(some_world(view)), pack_rules(view.rules), network)
        return relabelled_move(move, view.trump)
