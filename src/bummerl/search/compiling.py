"""Turning kernels into machine code with numba, when the cache does not hold them.

Each kernel is compiled once and by itself: helpers are taken into it, calls of kernels, itself
included, stay calls of a symbol that `bummerl.search.native` resolves.  So the code of a kernel is
made once, however many others call it.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any, Final

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numba.core.cgutils
import numba.core.sigutils
import numba.core.typing.templates
import numba.extending

from bummerl.search import jit
from bummerl.search.native import Code, machine

untyped: Any = numba
core, extending = untyped.core, untyped.extending
cgutils, types, templates = core.cgutils, core.types, core.typing.templates

NOWHERE: Final = 1
"""Address of kernels for numba's own linker: nothing runs there."""

_translated: dict[Any, Any] = {}


def compiled(kernel: jit.Kernel) -> Code:
    """Machine code of a kernel for this machine.

    Raises:
        numba.core.errors.NumbaError: it uses what numba cannot compile.
    """
    with _without_collecting():
        dispatcher = _njit(_with_numba(kernel.py_func), kernel.signature)
        (signature,) = dispatcher.signatures
        name = dispatcher.overloads[signature].fndesc.llvm_func_name
        return _emitted(dispatcher.inspect_llvm(signature), name, kernel.symbol)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Garbage is left alone: numba makes much that lives on, and looking through it takes time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _njit(function: Callable[..., Any], signature: str | None = None) -> Any:
    """Without wrappers for Python and without counting references (callers hold all arrays)."""
    return untyped.njit(
        signature,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        _nrt=False,
    )(function)


def _with_numba(function: Any) -> Any:
    """The function, with helpers and kernels it calls in a form that numba can take in."""
    scope = dict(function.__globals__)
    for name in function.__code__.co_names:
        if name in scope:
            scope[name] = _translation(scope[name])
    code, defaults, closure = function.__code__, function.__defaults__, function.__closure__
    return FunctionType(code, scope, function.__name__, defaults, closure)


def _translation(value: Any) -> Any:
    if isinstance(value, jit.Kernel):
        if value not in _translated:
            _translated[value] = _declared(value)
    elif isinstance(value, FunctionType) and value in jit.HELPERS:
        if value not in _translated:
            _translated[value] = _njit(_with_numba(value))
    else:
        return value
    return _translated[value]


def _declared(kernel: jit.Kernel) -> Any:
    """What stands for a kernel where a kernel calls it."""
    formal, result = core.sigutils.normalize_signature(kernel.signature)
    llvm.add_symbol(kernel.symbol, NOWHERE)

    def call() -> None:
        """Stands for the kernel; never runs."""

    def generic(_template: Any, actual: Any, _keywords: Any) -> Any:
        fits = len(actual) == len(formal) and all(map(_fits, actual, formal))
        return result(*formal) if fits else None

    template = type("Call", (templates.AbstractTemplate,), {"key": call, "generic": generic})
    templates.infer_global(call, types.Function(template))

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        convention, (taken, given) = context.call_conv, (signature.args, signature.return_type)
        shape = convention.get_function_type(given, taken)
        function = cgutils.get_or_insert_function(builder.module, shape, kernel.symbol)
        status, value = convention.call_function(builder, function, given, taken, arguments)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return value

    extending.lower_builtin(call, *formal)(lowered)
    return call


def _fits(actual: Any, formal: Any) -> bool:
    """Whether a kernel takes an argument: arrays exactly, integers of any size also as reals."""
    actual = types.unliteral(actual)
    whole = isinstance(actual, (types.Integer, types.Boolean))
    return bool(actual == formal) or (whole and formal in (types.int64, types.float64))


def _emitted(text: str, name: str, symbol: str) -> Code:
    """The object file of numba's function `name`, which becomes `symbol`."""
    text = re.sub(rf'@"?{re.escape(name)}"?(?=[(,\s])', f"@{symbol}", text)
    text = re.sub(rf"^declare .*@{re.escape(symbol)}\(.*$", "", text, flags=re.MULTILINE)
    module = llvm.parse_assembly(text)
    needs = []
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name == symbol else "internal"
        elif not function.name.startswith("llvm."):
            needs.append(function.name)
    return Code(needs, machine().emit_object(module))


def _instruction(build: Callable[[Any, Any], Any]) -> Any:
    def operation(_typing: Any, _mask: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return build(builder, arguments[0])

        return types.int64(types.int64), generate

    return extending.intrinsic(operation)


_translated[jit.count] = _instruction(lambda builder, mask: builder.ctpop(mask))
_translated[jit.lowest] = _instruction(lambda builder, mask: builder.cttz(mask, cgutils.true_bit))
_translated[jit.highest] = _instruction(
    lambda builder, mask: builder.xor(mask.type(63), builder.ctlz(mask, cgutils.true_bit))
)
