"""Machine code of kernels: kept in the cache folder, loaded and called without numba.

Importing numba takes longer than all else a program does before its first solve, and it is needed
only to compile.  What it makes is kept as one object file for each kernel; llvmlite loads it and
ctypes calls it, without the interpreter's lock.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import os
import re
import tempfile
import threading
from collections.abc import Callable
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numpy as np

if TYPE_CHECKING:
    from bummerl.search.jit import Kernel


class Code(NamedTuple):
    """Machine code of one kernel."""

    needs: list[str]
    """Symbols it calls: kernels and functions of the C library."""
    object_file: bytes
    """What the linker takes in."""


def _features() -> str:
    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:  # not told on this kind of processor
        return ""


def machine() -> Any:
    """This machine, as LLVM sees it, for code that is loaded where it was made."""
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=_features(),
        opt=3,
        reloc="static" if target.name.startswith("x86") else "default",
        codemodel="jitdefault",
        jit=True,
    )


def _start() -> Any:
    with contextlib.suppress(RuntimeError, AttributeError):  # newer versions need no such call
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine())


_lock: Final = threading.RLock()
_engine: Final = _start()
_objects: Final[dict[str, Any]] = {}
_processor: Final = f"{llvm.llvm_version_info} {llvm.get_host_cpu_name()} {_features()}"


def is_kept(kernel: Kernel, folder: Path) -> bool:
    """Whether the kernel's own code lies in `folder`."""
    return _path(kernel, folder).exists()


def loaded(kernel: Kernel, folder: Path) -> Callable[..., Any]:
    """The kernel's code as a function of Python, compiled now if `folder` does not hold it."""
    result_type, kinds = _parsed(kernel.signature)
    with _lock:
        for symbol, code in _missing(kernel, folder, {}).items():
            _objects[symbol] = llvm.ObjectFileRef.from_data(code.object_file)
            _engine.add_object_file(_objects[symbol])
        _engine.finalize_object()
        address = _engine.get_function_address(kernel.symbol)
    return _function(kernel.symbol, address, result_type, kinds)


def _missing(kernel: Kernel, folder: Path, found: dict[str, Code]) -> dict[str, Code]:
    """`found`, and the codes of the kernel and all it calls that the linker does not have yet."""
    from bummerl.search.jit import KERNELS

    if kernel.symbol in _objects or kernel.symbol in found:
        return found
    found[kernel.symbol] = code = _code(kernel, folder)
    for symbol in code.needs:
        if symbol in KERNELS:
            _missing(KERNELS[symbol], folder, found)
        elif llvm.address_of_symbol(symbol) is None:
            _with_numbas_functions(symbol)
    return found


def _with_numbas_functions(symbol: str) -> None:
    """Makes a function known that numba brings along; the linker would end the process."""
    from numba.core.registry import cpu_target

    assert cpu_target.target_context
    if llvm.address_of_symbol(symbol) is None:
        raise ImportError(f"a kernel needs {symbol}, which is nowhere to be found")


def _path(kernel: Kernel, folder: Path) -> Path:
    key = hashlib.sha256(f"{_processor} {kernel.stamp()}".encode()).hexdigest()[:16]
    return folder / f"{kernel.symbol}-{key}.o"


def _code(kernel: Kernel, folder: Path) -> Code:
    """From the folder, or compiled and put there: a line of JSON, then the object file."""
    path = _path(kernel, folder)
    with contextlib.suppress(OSError, ValueError):
        head, _, object_file = path.read_bytes().partition(b"\n")
        needs, size = json.loads(head)
        if len(object_file) == size:
            return Code(needs, object_file)
    from bummerl.search.compiling import compiled

    code = compiled(kernel)
    _keep(path, json.dumps([code.needs, len(code.object_file)]).encode() + b"\n" + code.object_file)
    return code


def _keep(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all; another process may write the same."""
    with contextlib.suppress(OSError):
        number, name = tempfile.mkstemp(dir=path.parent)
        with open(number, "wb") as file:
            file.write(content)
        os.replace(name, path)


class _Array(NamedTuple):
    """An array argument."""

    dtype: Any
    dimensions: int

    @property
    def flat(self) -> list[Any]:
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        return [pointer, pointer, number, number, pointer, *[number] * (2 * self.dimensions)]

    def flattened(self, array: Any) -> tuple[Any, ...]:
        """Its owner twice (none), size, size of an element, start, shape and strides."""
        fits = isinstance(array, np.ndarray) and array.ndim == self.dimensions
        if not fits or array.dtype != self.dtype or not array.flags.carray:
            wanted = f"a writable array of {self.dtype} with {self.dimensions} axes in C order"
            raise TypeError(f"a kernel takes {wanted} here, not {array!r}")
        start = _START.from_buffer(array)
        return (None, None, array.size, array.itemsize, start, *array.shape, *array.strides)


_START: Final = ctypes.c_char * 0
_SCALARS: Final[dict[str, Any]] = {"int64": ctypes.c_int64, "float64": ctypes.c_double}


def _parsed(signature: str) -> tuple[Any, list[Any]]:
    """What a signature gives and takes.

    Raises:
        TypeError: it has other types than int64, float64, arrays in C order, and, as a result
            only, void and ``UniTuple`` of one of the first two.
    """
    given, _, taken = signature.rstrip(")").rpartition("(")
    kinds: list[Any] = []
    for name, axes in re.findall(r"(\w+)(\[[:,]*::1\])?", taken):
        kinds.append(_Array(np.dtype(name), axes.count(",") + 1) if axes else _scalar(name))
    several = re.fullmatch(r"UniTuple\((\w+), ?(\d+)\)", given)
    if several:
        return _scalar(several[1]) * int(several[2]), kinds
    return ctypes.c_void_p if given == "void" else _scalar(given), kinds


def _scalar(name: str) -> Any:
    if name not in _SCALARS:
        raise TypeError(f"a kernel takes and gives {', '.join(_SCALARS)} or arrays, not {name}")
    return _SCALARS[name]


def _function(symbol: str, address: int, result_type: Any, kinds: list[Any]) -> Callable[..., Any]:
    """Calls machine code by numba's convention: result, error, then all arguments, flat."""
    flat_types: list[Any] = []
    for kind in kinds:
        flat_types += kind.flat if isinstance(kind, _Array) else [kind]
    pointer = ctypes.c_void_p
    code = ctypes.CFUNCTYPE(ctypes.c_int32, pointer, pointer, *flat_types)(address)

    def call(*arguments: Any) -> Any:
        if len(arguments) != len(kinds):
            raise TypeError(f"{symbol} takes {len(kinds)} arguments, not {len(arguments)}")
        flat: list[Any] = []
        for argument, kind in zip(arguments, kinds, strict=True):
            if isinstance(kind, _Array):
                flat += kind.flattened(argument)
            else:
                flat.append(index(argument) if kind is ctypes.c_int64 else float(argument))
        result, error = result_type(), pointer()
        if code(ctypes.byref(result), ctypes.byref(error), *flat):
            raise IndexError(f"{symbol} failed; with NUMBA_DISABLE_JIT=1 you see where")
        if result_type is pointer:
            return None
        return result.value if hasattr(result, "value") else tuple(result)

    return call
