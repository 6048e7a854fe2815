"""How kernels are compiled: once each, a cache of their own, lazily, also without JIT."""

from __future__ import annotations

import importlib
import inspect
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bummerl.search
from bummerl.search import jit, layout, solving
from bummerl.search.jit import COMPILED, Row, count, highest, kernel, lowest
from bummerl.search.warmup import warm_up

FOLDER = Path(bummerl.search.__file__).parent
MODULES = [
    importlib.import_module(f"bummerl.search.{path.stem}") for path in sorted(FOLDER.glob("*.py"))
]
KERNELS = {name: value for name, value in jit.KERNELS.items() if name.startswith("bummerl.")}
SOLVE = """
from bummerl.notation.spn import parse_spn
from bummerl.search.solver import solve
s = solve(parse_spn("soft STHTJCAQ/SQHAQDTCT H DQDJDACJDKSACKSKSJ+HK - 1: 0.0/0.0 - 7:7"))
print(s.value, s.moves, s.line, s.nodes)
"""
compiled_only = pytest.mark.skipif(not COMPILED, reason="runs as plain Python")


def python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@compiled_only
def test_warming_up_leaves_every_kernel_loaded_and_cached() -> None:
    assert warm_up() > 0
    assert len(KERNELS) >= 8
    for name, compiled in KERNELS.items():
        assert compiled.is_ready, name
        assert len(list(jit.CACHE_FOLDER.glob(f"{name}-*.o"))) == 1, name
    assert jit.is_cached()


@compiled_only
def test_what_is_not_compiled_yet_does_not_count_as_cached(tmp_path: Path) -> None:
    code = "import bummerl.search.solving; from bummerl.search.jit import is_cached\n"
    assert python(f"{code}print(is_cached())", NUMBA_CACHE_DIR=str(tmp_path)) == "False"


def test_kernels_are_short() -> None:
    for module in MODULES:
        for name, value in vars(module).items():
            function = getattr(value, "py_func", value)
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                assert len(inspect.getsource(function).splitlines()) <= 120, name


def test_the_cache_is_named_by_the_sources() -> None:
    name = python("from bummerl.search.jit import _source_hash; print(_source_hash())")
    assert len(name) == 16
    assert jit.CACHE_FOLDER.name == f"kernels-{name}"


def test_an_unwritable_cache_is_replaced_by_a_temporary_one(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "from bummerl.search.jit import CACHE_FOLDER; print(CACHE_FOLDER.is_dir(), CACHE_FOLDER)"
    there, folder = python(code, NUMBA_CACHE_DIR=str(blocked)).split(" ", 1)
    assert there == "True"
    assert not Path(folder).is_relative_to(blocked)
    assert not Path(folder).exists(), "it goes with the process"


def test_the_package_does_not_import_numba() -> None:
    code = (
        "import sys, bummerl, bummerl.players.registry, bummerl.cli.app, bummerl.cli.solve\n"
        "import bummerl.search.warmup\n"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    assert python(code) == "[]"


def test_plain_python_gives_the_same_values_and_nodes() -> None:
    """Equal node counts of two implementations are the sharpest test of both."""
    code = """
import itertools
import numpy as np
from bummerl.rules.variants import PRESET_NAMES
from bummerl.search.pack import pack
from bummerl.search.solver import Solver
from search.worlds import positions
for preset in PRESET_NAMES:
    for position in itertools.islice(positions(preset, "twins", talon=4), 10):
        solver = Solver(position.rules)
        value = solver.values(pack(position)[np.newaxis], np.empty(1, np.int64))
        print(int(value[0]), solver.nodes)
"""
    path = str(Path(__file__).parent.parent)
    compiled = python(code, PYTHONPATH=path)
    assert compiled == python(code, PYTHONPATH=path, NUMBA_DISABLE_JIT="1")
    assert len(compiled.splitlines()) == 100


@pytest.mark.slow
@compiled_only
def test_a_cold_and_a_warm_start_give_the_same(tmp_path: Path) -> None:
    cold, warm = (python(SOLVE, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert cold == warm
    assert cold.startswith("-2 ")


@compiled_only
def test_a_warm_start_does_without_numba() -> None:
    warm_up()
    code = f"{SOLVE}import sys; print('numba' in sys.modules)"
    assert python(code).splitlines()[-1] == "False"


@compiled_only
def test_a_damaged_file_is_compiled_again(tmp_path: Path) -> None:
    code = """
from bummerl.search.jit import CACHE_FOLDER
from bummerl.search.layout import MOVES
from bummerl.search.transition import legal_moves
import numpy as np
from search.worlds import positions
from bummerl.search.pack import pack
position = next(iter(positions("soft", "twins", talon=4)))
print(legal_moves(pack(position), 0, np.zeros(MOVES, np.int64)))
(file,) = CACHE_FOLDER.iterdir()
print(file.stat().st_size)
file.write_bytes(file.read_bytes()[:-1])
"""
    path = str(Path(__file__).parent.parent)
    first, second = (
        python(code, PYTHONPATH=path, NUMBA_CACHE_DIR=str(tmp_path)).splitlines() for _ in range(2)
    )
    assert first == second
    assert int(first[0]) > 0


@kernel("UniTuple(int64,3)(int64)")
def bits(mask: int) -> tuple[int, int, int]:
    return count(mask), lowest(mask), highest(mask)


@kernel("int64(int64,float64,int64[::1])")
def halved(steps: int, size: float, sums: Row) -> int:
    """Calls itself with a literal, another kernel, and with an integer for a real."""
    if steps == 0:
        return bits(6)[2]
    sums[0] += int(size)
    return halved(0, steps, sums) if steps == 1 else halved(steps - 1, size / 2, sums)


def test_kernels_call_kernels_and_themselves() -> None:
    sums = np.zeros(1, np.int64)
    assert halved(4, 8.0, sums) == 2
    assert sums[0] == 8 + 4 + 2 + 1


@compiled_only
@pytest.mark.parametrize(
    "sums",
    [
        np.zeros(1, np.int32),
        np.zeros(1),
        np.zeros((1, 1), np.int64),
        np.zeros(4, np.int64)[::2],
        [0],
    ],
    ids=["too small", "reals", "two axes", "gaps", "a list"],
)
def test_arguments_that_do_not_fit_are_refused(sums: Any) -> None:
    with pytest.raises(TypeError, match="a writable array of int64 with 1 axes in C order"):
        halved(1, 1.0, sums)


@compiled_only
def test_numbers_that_do_not_fit_are_refused() -> None:
    sums = np.zeros(1, np.int64)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        halved(1.5, 1.0, sums)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="halved takes 3 arguments, not 2"):
        halved(1, 1.0)  # type: ignore[call-arg]


@compiled_only
def test_what_no_kernel_can_take_is_named() -> None:
    before = set(jit.KERNELS)

    @kernel("int64(int32)")
    def small(number: int) -> int:
        return number

    try:
        with pytest.raises(TypeError, match="int64, float64 or arrays, not int32"):
            small(1)
    finally:  # who makes all kernels ready must not find it
        for symbol in set(jit.KERNELS) - before:
            del jit.KERNELS[symbol]


def test_bit_operations() -> None:
    for mask in (1, 6, 0b1011000, 1 << 23, 0xFFFFFF, 1 << 62):
        want = [mask.bit_count(), (mask & -mask).bit_length() - 1, mask.bit_length() - 1]
        assert [count(mask), lowest(mask), highest(mask)] == want
        assert [int(number) for number in bits(mask)] == want


@compiled_only
def test_two_threads_search_at_the_same_time() -> None:
    """One thread's long search does not keep another from running (nogil)."""
    from bummerl.rules.dealing import deal, shuffled
    from bummerl.rules.variants import PRESETS
    from bummerl.search.pack import pack
    from bummerl.search.solver import Solver

    rules = PRESETS["soft"]
    worlds = np.array([pack(deal(shuffled(20, seed), 0, rules)) for seed in range(500)])
    solver, out = Solver(rules), np.empty(500, np.int64)
    worker = threading.Thread(target=solver.values, args=(worlds, out))
    worker.start()
    ticks = 0
    while worker.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert ticks > 10, "the interpreter was blocked during the search"


def test_the_names_of_the_layout_fit() -> None:
    assert layout.TALON + 12 == layout.WIDTH
    assert layout.TABLE >= layout.GOOD_LEAD + 13
    assert solving.ROWS >= 4
