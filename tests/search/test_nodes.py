"""The search's fingerprint: nodes on fixed deals. A change here is a change of the search."""

from __future__ import annotations

import numpy as np
import pytest

from bummerl.rules.variants import PRESETS
from bummerl.search.pack import pack
from bummerl.search.solver import Solver
from search.worlds import fixed_deals

NODES = {
    "soft": 718897,
    "sharp": 826891,
    "tournament": 956052,
    "duel-schnapsen": 2948491,
    "tavern": 971235,
    "sixtysix": 11170016,
    "duel-66": 50675352,
    "hoyle-66": 20407571,
}
"""By preset, for 100 deals and an empty table at the start; `soft` also stands for its kin."""


@pytest.mark.parametrize("preset", list(NODES))
def test_nodes_on_fixed_deals(preset: str) -> None:
    rules = PRESETS[preset]
    worlds = np.array([pack(position) for position in fixed_deals(rules, 100)])
    solver = Solver(rules)
    solver.values(worlds, np.empty(100, np.int64))
    assert solver.nodes == NODES[preset]
