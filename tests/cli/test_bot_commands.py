"""``bummerl bot`` and ``bot-check``, the example, and docs/bots.md."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bummerl.match.arena import run_arena
from bummerl.players import registry
from bummerl.players.bot import Bot
from bummerl.players.bot_check import KINDS, check_program
from bummerl.players.protocol import write_answer
from bummerl.players.random_player import RandomPlayer
from bummerl.rules.moves import Move
from bummerl.rules.view import View
from command_line import Program, Run
from players.programs import GOOD, command, says

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "bot.py"
TEXT = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
SPN = "soft STQHQJDK/?4 C ?9+CJ - 1:DJ 0.0/0.0 - 7:7"


def test_bot_answers_each_line_and_goes_on(program: Program) -> None:
    asked = [json.dumps({"view": SPN}), "rubbish", "", json.dumps({"view": SPN, "time": 1, "x": 0})]
    done = program("bot", "greedy", stdin="\n".join(asked))
    assert (done.returncode, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [
        {"move": "DK"},
        {"error": "the line 'rubbish' is no JSON object"},
        {"error": "the line '' is no JSON object"},
        {"move": "DK"},
    ]


def test_bot_speaks_german(program: Program) -> None:
    done = program("bot", "greedy", "--lang", "de", stdin="rubbish\n{}\n")
    assert "kein JSON-Objekt" in done.stdout
    assert "view" in done.stdout.splitlines()[1]


def test_bot_answers_before_the_next_line_comes() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bummerl.cli.main", "bot", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(3):
            running.stdin.write(json.dumps({"view": SPN}) + "\n")
            running.stdin.flush()
            assert "move" in running.stdout.readline()
        running.stdin.close()
        assert running.wait(20) == 0


class Talker(RandomPlayer):
    """Prints while it thinks, as Python, as a file descriptor, and as a child."""

    def choose(self, view: View) -> Move:
        print("thinking")
        os.write(1, b"hm\n")
        subprocess.run([sys.executable, "-c", "print('child')"], check=True)
        return super().choose(view)


TALKING = """
import sys
from bummerl.players.registry import register
from cli.test_bot_commands import Talker
register("talker", Talker)
from bummerl.cli.main import main
main(["bot", "talker"])
"""


def test_nothing_but_answers_comes_out_of_stdout() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TALKING],
        input=json.dumps({"view": SPN}),
        capture_output=True,
        text=True,
        cwd=ROOT / "tests",
        check=True,
        timeout=60,
    )
    assert len(done.stdout.splitlines()) == 1
    assert "move" in json.loads(done.stdout)
    for word in ("thinking", "hm", "child"):
        assert word in done.stderr


def test_bot_in_this_process_prints_only_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Printing(RandomPlayer):
        def choose(self, view: View) -> Move:
            print("thinking")
            return super().choose(view)

    monkeypatch.setattr(registry, "_registered", {"printing": Printing})
    result = run("bot", "printing", stdin=json.dumps({"view": SPN}) + "\n")
    assert len(result.stdout.splitlines()) == 1
    assert "thinking" in result.stderr


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nobody", "bummerl: there is no player 'nobody'"),
        ("human", "bummerl: 'human' is a person, who cannot answer programs"),
    ],
)
def test_bot_refuses_whoever_cannot_play(run: Run, name: str, sentence: str) -> None:
    result = run("bot", name, stdin=json.dumps({"view": SPN}))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)


def test_bot_tells_on_stderr_why_a_program_gave_up(run: Run) -> None:
    lines = (json.dumps({"view": SPN}) + "\n") * 2  # the third death: one came before the first
    result = run("bot", "external(cmd='false')", stdin=lines)
    resigned, failed = map(json.loads, result.stdout.splitlines())
    assert resigned == {"move": "r"}
    assert "failed 3 times in a row" in failed["error"]
    told = f"bummerl: program 'false' forfeits the deal at {SPN}: it has ended with exit code 1\n"
    assert result.stderr == 2 * told


def test_bot_tells_in_german_that_a_program_is_given_up(program: Program) -> None:
    lines = (json.dumps({"view": SPN}) + "\n") * 2
    done = program("bot", "external(cmd='false')", "--lang", "de", stdin=lines)
    assert json.loads(done.stdout.splitlines()[1])["error"].endswith(
        "das Programm 'false' hat 3-mal hintereinander versagt, ohne dazwischen gültig zu "
        "antworten; der Grund beim letzten Mal: es hat sich mit Rückgabewert 1 beendet"
    )
    assert done.stderr.startswith("bummerl: das Programm 'false' verliert das Spiel bei ")


def test_bot_check_is_content(run: Run, tmp_path: Path) -> None:
    result = run("bot-check", command(tmp_path, GOOD), "--deals", "12")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert re.search(r": 12 deals under 10 presets, \d+ requests, \d+ of them unusual$", lines[0])
    assert lines[1].startswith("An answer took ")
    assert lines[2:] == ["No violations."]


def test_bot_check_names_violations(run: Run, tmp_path: Path) -> None:
    result = run("bot-check", command(tmp_path, says('{"move": "SA"}')), "--deals", "12")
    assert result.exit_code == 1
    assert re.search(r"^Illegal moves: \d+$", result.stdout, re.MULTILINE)
    assert re.search(
        r"^  deal 1 \(soft\): it answered SA, which is illegal: ", result.stdout, re.MULTILINE
    )
    assert re.search(r'^    \{.*"view": "soft ', result.stdout, re.MULTILINE)
    assert re.search(r"^  … and \d+ more; --json has all$", result.stdout, re.MULTILINE)


def test_bot_check_in_json(run: Run, tmp_path: Path) -> None:
    cmd = command(tmp_path, says("hello"))
    result = run("bot-check", cmd, "--deals", "3", "--seed", "s", "--json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert (data["ok"], data["program"], data["seed"], data["deals"]) == (False, cmd, "s", 3)
    assert len(data["violations"]) == data["asked"]
    good = run("bot-check", command(tmp_path, GOOD), "--deals", "3", "--json")
    assert (good.exit_code, json.loads(good.stdout)["ok"]) == (0, True)


def test_bot_check_tells_when_it_stops(run: Run, tmp_path: Path) -> None:
    result = run("bot-check", command(tmp_path, "sys.exit('out of order')"), "--lang", "en")
    assert result.exit_code == 1
    assert "Deaths: 10" in result.stdout
    assert "The check stopped there" in result.stdout
    assert "out of order" in result.stderr


def test_bot_check_without_a_program(run: Run) -> None:
    result = run("bot-check", "no-such-program")
    assert result.exit_code == 2
    assert result.stderr == "bummerl: there is no program 'no-such-program' to run\n"


def test_the_arena_warns_of_forfeited_deals(run: Run, tmp_path: Path) -> None:
    cmd = command(tmp_path, says("hello"))
    arguments = ["arena", f"external(cmd='{cmd}')", "random", "--deals", "4", "--processes", "1"]
    result = run(*arguments)
    assert result.exit_code == 0
    warnings = result.stderr.splitlines()
    assert len(warnings) == 6
    for line in warnings[:5]:
        assert line.startswith("bummerl: program ")
        assert line.endswith("it answered 'hello', which is no JSON object")
    assert warnings[5] == "… and 3 more; --json has all"
    data = json.loads(run(*arguments, "--json").stdout)
    assert data["wins"] == [0, 8]
    assert len(data["incidents"]) == 8


def test_the_arena_shows_what_was_played_before_a_program_was_given_up(
    run: Run, tmp_path: Path
) -> None:
    cmd = command(tmp_path, "sys.exit('boom')")
    arguments = ["arena", f"external(cmd='{cmd}')", "random", "--deals", "3", "--processes", "1"]
    result = run(*arguments, "--lang", "en")
    assert result.exit_code == 2
    assert "1 shuffles, each played on both sides" in result.stdout
    assert "Deals won: 0 of 2" in result.stdout
    *forfeits, reason = result.stderr.splitlines()
    assert len(forfeits) == 2
    assert all("forfeits the deal at soft" in line for line in forfeits)
    assert "failed 3 times in a row without a valid answer" in reason
    failed = run(*arguments, "--json")
    assert failed.exit_code == 2
    data = json.loads(failed.stdout)
    assert (data["wins"], data["interrupted"], len(data["incidents"])) == ([0, 2], True, 2)


# The example and its page ------------------------------------------------------------------------


def test_the_example_on_the_page_is_the_file() -> None:
    [shown] = re.findall(r"^```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    assert shown == EXAMPLE.read_text(encoding="utf-8")
    code = [line for line in shown.splitlines() if line and '"""' not in line]
    assert len(code) == 20
    imported = re.findall(r"^import (\w+)$", shown, re.MULTILINE)
    assert imported
    assert set(imported) <= set(sys.stdlib_module_names)


def test_the_example_keeps_the_protocol_and_beats_random() -> None:
    cmd = shlex.join([sys.executable, str(EXAMPLE)])
    report = check_program(cmd, deals=100)
    assert report.violations == []
    result = run_arena(f"external(cmd='{cmd}')", "random", 60)
    assert result.incidents == ()
    assert result.win_rate > 0.6


def test_the_transcript_on_the_page_is_true() -> None:
    [transcript] = re.findall(r"^```jsonl\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    lines = transcript.splitlines()
    bot = Bot("greedy")
    assert len(lines) > 4
    for request, answer in zip(lines[::2], lines[1::2], strict=True):
        assert write_answer(bot.answer(request)) == answer


def test_the_page_names_every_field_and_kind(run: Run) -> None:
    [transcript] = re.findall(r"^```jsonl\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    for name in json.loads(transcript.splitlines()[0]):
        assert f"| `{name}` |" in TEXT
    for kind in KINDS:
        assert f"| `{kind}` |" in TEXT
    answers = re.findall(r"^```json\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    assert [list(json.loads(text)) for text in answers] == [["move"], ["error"]]
    said = run("bot", "greedy", stdin="{}\n").stdout
    assert said == answers[1]


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        file, _, anchor = target.partition("#")
        goal = (ROOT / "docs" / (file or "bots.md")).resolve()
        assert goal.exists(), target
        if anchor:
            text = goal.read_text(encoding="utf-8")
            headings = [
                re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")
                for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
            ]
            assert anchor in headings or f'<a id="{anchor}">' in text, target
