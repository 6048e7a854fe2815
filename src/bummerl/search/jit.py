"""How kernels are compiled: one decorator, one cache folder, three bit operations.

numba's cache does not see that a function in another module has changed.  So the folder is named
by a hash of all sources that kernels are made of and the versions of numba and Python; it lies in
the user's cache folder, or in a temporary one that goes with the process when that cannot be
written.  With ``NUMBA_DISABLE_JIT=1`` everything runs as plain Python.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, overload

import numba
import platformdirs
from numba.core import config as numba_config
from numba.core import types
from numba.core.cgutils import true_bit
from numba.extending import intrinsic, register_jitable

_F = TypeVar("_F", bound=Callable[..., Any])
config: Any = numba_config


class Row(Protocol):
    """A row of int64, as kernels see it."""

    def __getitem__(self, index: int, /) -> int:
        """One element."""

    def __setitem__(self, index: int | slice, value: int, /) -> None:
        """Change one element, or several."""


class Rows(Protocol):
    """Rows of int64 in one array, as kernels see them."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of rows and their length."""

    @overload
    def __getitem__(self, index: int, /) -> Row: ...

    @overload
    def __getitem__(self, index: tuple[int, int], /) -> int: ...

    def __setitem__(self, index: tuple[int, int], value: int, /) -> None:
        """Change one element."""


COMPILED: Final = not config.DISABLE_JIT
"""Whether kernels are machine code; else they run as plain Python."""


def _source_hash() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    folder = Path(__file__).parent
    for path in (*sorted(folder.glob("*.py")), folder.parent / "cards.py"):
        digest.update(path.read_bytes())
    digest.update(repr(config.BOUNDSCHECK).encode())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    base = config.CACHE_DIR or platformdirs.user_cache_dir("bummerl", appauthor=False)
    folder = Path(base) / f"kernels-{_source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        temporary = tempfile.mkdtemp(prefix="bummerl-kernels-")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return Path(temporary)


CACHE_FOLDER: Final = _cache_folder()
"""Where compiled kernels of exactly these sources lie."""


def is_cached() -> bool:
    """Whether kernels of these sources have been compiled before, as far as one can see."""
    return not COMPILED or any(CACHE_FOLDER.rglob("*.solve_worlds-*.nbi"))


def kernel(signature: str) -> Callable[[_F], _F]:
    """Compiles a function for exactly this signature, without the interpreter's lock.

    Kernels check nothing: indices, shapes and legality are their caller's business.
    """

    def compiled(function: _F) -> _F:
        if not COMPILED:
            return function
        before = config.CACHE_DIR
        config.CACHE_DIR = os.fspath(CACHE_FOLDER)  # read when the function is decorated
        try:
            decorate: Any = numba.njit(signature, cache=True, nogil=True, error_model="numpy")
            return decorate(function)  # type: ignore[no-any-return]
        finally:
            config.CACHE_DIR = before

    return compiled


def helper(function: _F) -> _F:
    """Marks a function of integers for use in kernels, which take it in when they are compiled."""
    return register_jitable(function) if COMPILED else function


def count(mask: int) -> int:
    """Number of bits set."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """Number of the lowest bit set; `mask` is not 0."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest(mask: int) -> int:
    """Number of the highest bit set; `mask` is not 0."""
    return int(mask).bit_length() - 1


python_count, python_lowest, python_highest = count, lowest, highest

if COMPILED:  # the same as one machine instruction each

    def _instruction(build: Callable[[Any, Any], Any]) -> Any:
        def operation(_typing: Any, _mask: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
                return build(builder, arguments[0])

            return types.int64(types.int64), generate

        return intrinsic(operation)

    count = _instruction(lambda builder, mask: builder.ctpop(mask))
    lowest = _instruction(lambda builder, mask: builder.cttz(mask, true_bit))
    highest = _instruction(
        lambda builder, mask: builder.xor(mask.type(63), builder.ctlz(mask, true_bit))
    )
