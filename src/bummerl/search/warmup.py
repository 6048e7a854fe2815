"""Compiling ahead: kernels are compiled when they are first called, and then cached.

Nothing here imports numpy before it must, so that a program can say what it is waiting for.
"""

from __future__ import annotations

import pkgutil
import time
from collections.abc import Callable
from importlib import import_module

import bummerl.search


def warm_up(announce: Callable[[], None] | None = None, *, everything: bool = False) -> float:
    """Makes kernels ready; CPU seconds it took (some seconds once, then a fraction of one).

    Ready are then the solver's kernels and those of all modules imported so far, or with
    `everything` all there are.  `announce` is called first if any has to be compiled.
    """
    start = time.process_time()
    from bummerl.search import jit, solving  # noqa: F401 - its kernels are made ready

    if everything:
        for module in pkgutil.iter_modules(bummerl.search.__path__):
            if module.name != "compiling":  # it imports numba, which may not be needed
                import_module(f"bummerl.search.{module.name}")
    if announce is not None and not jit.is_cached():
        announce()
    for kernel in list(jit.KERNELS.values()):
        kernel.load()
    return time.process_time() - start
