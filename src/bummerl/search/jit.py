"""How kernels are marked: compiled functions, helpers they take in, three bit operations.

A kernel is compiled when it is first called, by `bummerl.search.compiling`, and kept in a cache
folder, whence `bummerl.search.native` loads it without numba.  The folder is named by a hash of all
sources that kernels are made of and the versions of numba and Python; it lies in the user's cache
folder, or in a temporary one that goes with the process when that cannot be written.  With
``NUMBA_DISABLE_JIT=1`` everything runs as plain Python.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, cast, overload

import platformdirs

_F = TypeVar("_F", bound=Callable[..., Any])


class Row(Protocol):
    """A row of int64, as kernels see it."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its length."""

    @overload
    def __getitem__(self, index: int, /) -> int: ...

    @overload
    def __getitem__(self, index: slice, /) -> Row: ...

    def __setitem__(self, index: int | slice, value: int, /) -> None:
        """Change one element, or several."""


class Reals(Protocol):
    """A row of float64, as kernels see it."""

    def __getitem__(self, index: int, /) -> float:
        """One element."""

    def __setitem__(self, index: int | slice, value: float, /) -> None:
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


COMPILED: Final = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether kernels are machine code; else they run as plain Python."""
FOLDER: Final = Path(__file__).parent
KERNELS: Final[dict[str, Kernel]] = {}
"""All kernels of the modules imported so far, by symbol."""
HELPERS: Final[set[Callable[..., Any]]] = set()
"""All helpers of the modules imported so far."""


def _source_hash() -> str:
    numba = find_spec("numba")
    assert numba is not None
    assert numba.origin is not None
    versions = Path(numba.origin).parent.glob("_version.py")
    digest = hashlib.sha256(sys.version.encode())
    for path in (*versions, *sorted(FOLDER.glob("*.py")), FOLDER.parent / "cards.py"):
        digest.update(path.read_bytes())
    for name, value in sorted(os.environ.items()):
        if name.startswith("NUMBA_") and name not in ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT"):
            digest.update(f"{name}={value}".encode())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir(
        "bummerl", appauthor=False
    )
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
    """Whether the kernels of all modules imported so far can be loaded without compiling any."""
    if not COMPILED:
        return True
    from bummerl.search.native import is_kept

    return all(kernel.is_ready or is_kept(kernel, CACHE_FOLDER) for kernel in KERNELS.values())


class Kernel:
    """A function that runs as machine code: loaded, or compiled, when it is first called."""

    def __init__(self, function: Callable[..., Any], signature: str) -> None:
        functools.update_wrapper(self, function)
        self.py_func: Final[Any] = function
        self.signature: Final = signature
        symbol = f"{function.__module__}.{function.__name__}"
        while symbol in KERNELS:
            symbol += "_"
        self.symbol: Final = symbol
        KERNELS[symbol] = self
        self._call: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Runs it, without the interpreter's lock.

        Raises:
            TypeError: arguments of another number or kind than in the signature.
        """
        call = self._call or self.load()
        return call(*arguments)

    def load(self) -> Callable[..., Any]:
        """Makes the code ready, and that of all kernels it calls; the function to call."""
        from bummerl.search.native import loaded

        self._call = loaded(self, CACHE_FOLDER)
        return self._call

    @property
    def is_ready(self) -> bool:
        """Whether a call starts at once."""
        return self._call is not None

    def stamp(self) -> str:
        """What the code is made of, besides the sources that name the cache folder."""
        code = self.py_func.__code__
        path = Path(code.co_filename)
        if path.parent == FOLDER:
            return self.signature
        content = path.stat().st_mtime_ns if path.exists() else code.co_code
        return f"{self.signature} {path} {content}"


def kernel(signature: str) -> Callable[[_F], _F]:
    """Compiles a function for exactly this signature, without the interpreter's lock.

    Kernels check nothing: indices, shapes and legality are their caller's business.
    """

    def compiled(function: _F) -> _F:
        return cast("_F", Kernel(function, signature)) if COMPILED else function

    return compiled


def helper(function: _F) -> _F:
    """Marks a function of integers for use in kernels, which take it in when they are compiled."""
    HELPERS.add(function)
    return function


@helper
def count(mask: int) -> int:
    """Number of bits set."""
    return int(mask).bit_count()


@helper
def lowest(mask: int) -> int:
    """Number of the lowest bit set; `mask` is not 0."""
    return (int(mask) & -int(mask)).bit_length() - 1


@helper
def highest(mask: int) -> int:
    """Number of the highest bit set; `mask` is not 0."""
    return int(mask).bit_length() - 1
