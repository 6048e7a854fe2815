"""How kernels are compiled: one signature each, a cache of their own, lazily, also without JIT."""

from __future__ import annotations

import importlib
import inspect
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import bummerl.search
from bummerl.search import jit, layout, solving
from bummerl.search.jit import (
    COMPILED,
    count,
    highest,
    kernel,
    lowest,
    python_count,
    python_highest,
    python_lowest,
)

FOLDER = Path(bummerl.search.__file__).parent
MODULES = [
    importlib.import_module(f"bummerl.search.{path.stem}") for path in sorted(FOLDER.glob("*.py"))
]
KERNELS = {
    f"{module.__name__}.{name}": value
    for module in MODULES
    for name, value in vars(module).items()
    if hasattr(value, "signatures") and value.__module__ == module.__name__
}


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


@pytest.mark.skipif(not COMPILED, reason="runs as plain Python")
def test_every_kernel_has_one_signature() -> None:
    assert len(KERNELS) >= 8
    assert {name: len(compiled.signatures) for name, compiled in KERNELS.items()} == dict.fromkeys(
        KERNELS, 1
    )


@pytest.mark.skipif(not COMPILED, reason="runs as plain Python")
def test_every_kernel_frees_the_lock_and_is_cached() -> None:
    for name, compiled in KERNELS.items():
        assert compiled.targetoptions["nogil"], name
        assert Path(compiled.stats.cache_path).is_relative_to(jit.CACHE_FOLDER), name


def test_what_is_compiled_counts_as_cached() -> None:
    assert jit.is_cached()


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


@kernel("UniTuple(int64,3)(int64)")
def bits(mask: int) -> tuple[int, int, int]:
    return count(mask), lowest(mask), highest(mask)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="runs as plain Python")
def test_a_cold_and_a_warm_start_give_the_same(tmp_path: Path) -> None:
    """A recursive kernel with a second signature would crash only when read from the cache."""
    code = (
        "from bummerl.notation.spn import parse_spn\n"
        "from bummerl.search.jit import is_cached\n"
        "from bummerl.search.solver import solve\n"
        "s = solve(parse_spn('soft STHTJCAQ/SQHAQDTCT H DQDJDACJDKSACKSKSJ+HK - 1: "
        "0.0/0.0 - 7:7'))\n"
        "print(s.value, s.moves, s.line, s.nodes, is_cached())"
    )
    cold, warm = (python(code, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert cold == warm
    assert cold.startswith("-2 ")


def test_bit_operations() -> None:
    for mask in (1, 6, 0b1011000, 1 << 23, 0xFFFFFF, 1 << 62):
        want = [mask.bit_count(), (mask & -mask).bit_length() - 1, mask.bit_length() - 1]
        assert [python_count(mask), python_lowest(mask), python_highest(mask)] == want
        assert [int(number) for number in bits(mask)] == want


def test_two_threads_search_at_the_same_time() -> None:
    """One thread's long search does not keep another from running (nogil)."""
    from bummerl.rules.dealing import deal, shuffled
    from bummerl.rules.variants import PRESETS
    from bummerl.search.pack import pack
    from bummerl.search.solver import Solver

    if not COMPILED:
        pytest.skip("runs as plain Python")
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
