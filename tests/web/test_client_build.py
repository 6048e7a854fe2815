"""Building the client: only when something changed, and with one sentence when it cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools import client


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree with little in it, and a node that only writes down what it is asked."""
    for name in ("web/package-lock.json", "web/src/a.ts", "web/node_modules/b.js", "tools/c.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    node = tmp_path / "node"
    node.write_text(
        "#!/bin/sh\n"
        f'echo "$@" >>"{tmp_path}/calls"\n'
        f'[ -f "{tmp_path}/fails" ] && cat "{tmp_path}/fails" >&2 && exit 1\n'
        'if [ "$2" = build ]; then mkdir "$4"; echo page >"$4/index.html"; fi\n'
    )
    node.chmod(0o755)
    monkeypatch.setattr(client, "ROOT", tmp_path)
    monkeypatch.setattr(client, "WEB", tmp_path / "web")
    monkeypatch.setattr(client, "OUTPUT", tmp_path / "static")
    monkeypatch.setattr(client, "_MODULES", tmp_path / "web" / "node_modules")
    monkeypatch.setattr(client, "_node", lambda: client._Node(node, Path("npm-cli.js")))
    monkeypatch.setattr("tools.web.write_everything", lambda: None)
    monkeypatch.delenv("BUMMERL_SKIP_WEB", raising=False)
    return tmp_path


def calls(tree: Path) -> list[str]:
    file = tree / "calls"
    said = [line.split()[:2] for line in file.read_text().splitlines()] if file.is_file() else []
    file.unlink(missing_ok=True)
    return [f"{Path(script).name} {word}" for script, word in said]


def test_builds_once_and_again_only_after_a_change(tree: Path) -> None:
    assert client.build()
    assert calls(tree) == ["npm-cli.js ci", "vite.js build"]
    assert (tree / "static/index.html").read_text() == "page\n"
    assert not client.build()
    (tree / "web/node_modules/b.js").write_text("is not looked at")
    assert not client.build()
    assert calls(tree) == []
    (tree / "web/src/a.ts").write_text("changed")
    assert client.build()
    assert calls(tree) == ["vite.js build"]
    (tree / "web/package-lock.json").write_text("other packages")
    assert client.build()
    assert calls(tree) == ["npm-cli.js ci", "vite.js build"]


def test_a_removed_output_is_built_again(tree: Path) -> None:
    assert client.build()
    for file in (tree / "static").iterdir():
        file.unlink()
    assert client.build()


def test_without_network_one_sentence_says_so(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "fails").write_text("npm error code ENOTFOUND\nnpm error network request failed\n")
    assert client.main([]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "cannot be reached" in said
    assert "BUMMERL_SKIP_WEB=1" in said
    assert not (tree / "static").exists()
    (tree / "fails").unlink()
    assert client.main([]) == 0, "a failed build must not count as done"


def test_what_the_build_complains_about_is_passed_on(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "fails").write_text("src/a.ts: unexpected token\n")
    assert client.main([]) == 1
    said = capsys.readouterr().err
    assert "src/a.ts: unexpected token" in said
    assert "the packages of the web client" in said


def test_a_word_of_our_own_is_no_sign_of_a_missing_network(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert client.build()
    (tree / "web/src/a.ts").write_text("changed")
    (tree / "fails").write_text("src/a.ts:9: t('Is the network there? ETIMEDOUT')\n")
    assert client.main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith("bummerl: the web client does not build:\nsrc/a.ts:9:")
    assert "cannot be reached" not in said


def test_the_client_can_be_left_out(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BUMMERL_SKIP_WEB", "1")
    assert client.main([]) == 0
    assert "left out" in capsys.readouterr().out
    assert calls(tree) == []


def test_scripts_run_up_to_the_first_that_fails(tree: Path) -> None:
    assert client.main(["run", "lint", "check"]) == 0
    assert calls(tree) == ["npm-cli.js ci", "npm-cli.js run", "npm-cli.js run"]
    (tree / "fails").write_text("no")
    assert client.main(["run", "lint", "check"]) == 1
    assert calls(tree) == ["npm-cli.js run"]


def test_the_exports_need_nothing_but_babel() -> None:
    """As in the package build's environment: no other package may be imported.

    Where this tree is installed editable already, pip leaves its sources off the path.
    """
    code = (
        "import sys, tools.client, tools.web\n"
        "names = {name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names\n"
        "known = {'babel', 'bummerl', 'tools', '__main__'}\n"
        "print([name for name in names - known if not name.startswith('_sysconfigdata')])"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        cwd=root,
        env={"PYTHONPATH": f"{root}:{_place_of('babel')}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def _place_of(package: str) -> Path:
    module = __import__(package)
    assert module.__file__ is not None
    return Path(module.__file__).parents[1]
