"""The layers of docs/architecture.md: imports point only downwards, and doors stay light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import bummerl

PACKAGE = Path(bummerl.__file__).parent
# lowest first; modules of one entry may import each other
LAYERS = (
    {"cards"},
    {"text"},
    {"errors"},
    {"rules"},
    {"notation"},
    {"search"},
    {"players"},
    {"match"},
    {"tournament"},
    {"analysis"},
    {"words"},
    {"sheets"},
    {"server"},
    {"tui"},
    {"cli"},
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
OUTSIDE = {
    "search": {"llvmlite", "numba", "numpy", "platformdirs"},
    "tournament": {"msgspec"},
    "analysis": {"PIL"},  # only for PNG, an extra
    "words": set[str](),
    "sheets": {"msgspec", "segno", "typst"},
    "tui": {"textual"},
    "server": {
        "alembic",
        "argon2",
        "litestar",
        "msgspec",
        "platformdirs",
        "prometheus_client",
        "pydantic",
        "pydantic_settings",
        "redis",
        "segno",
        "sqlalchemy",
        "structlog",
        "uvicorn",
    },
    "cli": {"click", "platformdirs"},
}


def modules() -> list[Path]:
    return sorted(
        path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.stem in LEVEL
    )


def imports(path: Path) -> set[str]:
    """Dotted names of the modules a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} uses a relative import"
            assert node.module is not None
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def layer_of(path: Path) -> str:
    return layer_of_name(".".join(path.relative_to(PACKAGE).with_suffix("").parts))


def layer_of_name(module: str) -> str:
    """The layer of a module, named from inside the package."""
    if f"{module}.".startswith("tournament.sheets."):
        return "sheets"  # the one folder within another that is a layer of its own
    return module.partition(".")[0]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_downwards(path: Path) -> None:
    assert layer_of(path) in LEVEL, f"{path} belongs to no layer of docs/architecture.md"
    level = LEVEL[layer_of(path)]
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "bummerl" and len(parts) > 1 and parts[1] in LEVEL:
            if layer_of(path) == "rules" and name.startswith("bummerl.notation.spn"):
                continue  # __str__ of a situation, imported when called
            imported = LEVEL[layer_of_name(".".join(parts[1:]))]
            assert imported <= level, f"{path.name} imports {name} from above"
        elif parts[0] not in sys.stdlib_module_names and parts[0] not in ("bummerl", "__future__"):
            assert parts[0] in OUTSIDE.get(layer_of(path), set()), f"{path.name} imports {name}"


@pytest.mark.parametrize(
    ("command", "forbidden"),
    [
        (
            "import bummerl",
            "click textual numba numpy bummerl.match bummerl.words multiprocessing",
        ),
        (
            "import sys; sys.argv = ['bummerl', '--help']\n"
            "from bummerl.cli.main import main\n"
            "try: main()\nexcept SystemExit: pass",
            "textual rich numba numpy bummerl.match.arena multiprocessing",
        ),
    ],
    ids=["import", "help"],
)
def test_doors_import_lazily(command: str, forbidden: str) -> None:
    report = f"print('LOADED', [m for m in {forbidden.split()!r} if m in sys.modules])"
    code = f"{command}\nimport sys\n{report}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "LOADED []"


def test_public_names_exist_and_are_few() -> None:
    assert len(bummerl.__all__) <= 25
    assert sorted(bummerl.__all__, key=str) == sorted(set(bummerl.__all__), key=str)
    for name in bummerl.__all__:
        assert getattr(bummerl, name) is not None
        assert name == "PRESETS" or getattr(bummerl, name).__doc__
    with pytest.raises(AttributeError):
        bummerl.no_such_name  # noqa: B018
