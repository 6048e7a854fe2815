"""Leads its dearest card, plays its cheapest to a lead, and goes out with 66."""

import json
import re
import sys

RANKS = "9JQKTA"


def choose(view: str) -> str:
    """The move for whoever is to move in an SPN view."""
    rules, hands, trump, talon, closed, trick, points, *_ = view.split()
    leads = len(trick) == 2  # 0: when nothing lies on the table, 0:HT when the ten of hearts does
    seat = int(trick[0]) if leads else 1 - int(trick[0])
    suits = re.findall("([SHDC])([9JQKTA]+)", hands.split("/")[seat])
    hand = sorted((f"{s}{r}" for s, ranks in suits for r in ranks), key=lambda c: RANKS.index(c[1]))
    if leads:
        enough = int(points.split("/")[seat].split(".")[0]) >= 66
        draws = "hoyle" in rules and talon != "-" and closed == "-" and len(hand) < 6
        return "o" if enough else "d" if draws else hand[-1]
    same = [card for card in hand if card[0] == trick[2]]
    higher = [card for card in same if RANKS.index(card[1]) > RANKS.index(trick[3])]
    trumps = [card for card in hand if card[0] == trump]
    return (higher or same or trumps or hand)[0]


for line in sys.stdin:
    print(json.dumps({"move": choose(json.loads(line)["view"])}), flush=True)
