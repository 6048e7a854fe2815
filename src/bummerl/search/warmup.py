"""Compiling ahead: the kernels are compiled when they are first imported, and then cached.

Nothing here imports numba before it must, so that a program can say what it is waiting for.
"""

from __future__ import annotations

import time
from collections.abc import Callable


def warm_up(announce: Callable[[], None] | None = None) -> float:
    """Makes the kernels ready; CPU seconds it took (some seconds once, then a fraction of one).

    `announce` is called first if they have to be compiled, unless they are loaded already.
    """
    start = time.process_time()
    from bummerl.search.jit import is_cached

    if announce is not None and not is_cached():
        announce()
    import bummerl.search.solving  # noqa: F401 - importing it is what compiles

    return time.process_time() - start
