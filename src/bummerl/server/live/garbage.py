"""Python's garbage collector, told not to stop the event loop.

With a thousand tables a look at all objects takes a quarter of a second, and by default there is
one every few seconds of play, since each move leaves some objects that stay for a deal.  Nearly all
of them go without the collector; what it has to find are mostly connections that have ended.
"""

from __future__ import annotations

import gc
from typing import Final

THRESHOLDS: Final = (1000, 10, 200)
"""The youngest objects are looked at often, which takes a millisecond; all of them only when two
million more have been made than let go."""


def calm() -> None:
    """To be called once, when the server has started: what is there now will stay for ever."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
