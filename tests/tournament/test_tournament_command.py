"""``bummerl tournament``: a whole evening on one file, JSON, sentences, exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bummerl.tournament.checking import check_draws
from bummerl.tournament.store import TournamentFile
from command_line import Program, Run
from tournament.evening import Desk, announced, data, eight, fine, refused


def test_the_commands_of_the_issue(cup: Desk, tmp_path: Path) -> None:
    made = data(
        cup(
            *("new", "--name", "N", "--cards", "64", "--max-per-person", "4"),
            *("--rules", "sharp", "--bummerls", "2", "--json"),
        )
    )
    assert re.fullmatch("[0-9a-f]{64}", made["hash"])
    sold = data(cup("sell", "Anna", "--cards", "3", "--group", "women", "--json"))
    assert sold["cards"] == [1, 2, 3]
    for n in range(31):
        fine(cup("sell", f"Person {n}"))
    drawn = data(cup("draw", "--word", "W", "--json"))
    assert drawn["draw"]["word"] == "W"
    status = data(cup("status", "--json"))
    assert {"round", "cards", "matches", "byes", "prizes"} <= status.keys()
    assert (status["round"], status["cards"], len(status["byes"])) == (1, 34, 30)
    assert {"id", "a", "b", "board", "state"} <= status["matches"][0].keys()
    match = status["matches"][0]
    told = data(cup("result", match["id"], str(match["a"]), "--score", "2:1", "--json"))
    assert told["match"]["winner"] == match["a"]
    assert told["match"]["score"] == "2:1"
    told = data(cup("correct", match["id"], str(match["b"]), "--json"))
    assert told["match"]["winner"] == match["b"]
    fine(cup("withdraw", str(status["matches"][1]["a"])))
    fine(cup("export", "-o", str(tmp_path / "backup")))
    fine(cup("status"))


def test_a_whole_evening_told_by_status(cup: Desk, tmp_path: Path) -> None:
    eight(cup, "--boards", "2", "--price", "5", "--prize", "Ham", "--prize", "Wine")
    for _ in range(60):
        status = data(cup("status", "--json"))
        if status["next"] == "over":
            break
        # whoever does what `status` says gets through the evening
        line = fine(cup("status")).splitlines()[-1]
        _bummerl, _group, command, _file, *rest = line.split()
        assert command == {"draw": "draw", "results": "result"}[status["next"]]
        fine(cup(command, *("Bummerl" if word == "WORD" else word for word in rest)))
    assert status["phase"] == "over"
    assert [prize["prize"] for prize in status["prizes"]] == [1, 2]
    assert all(prize["winner"] for prize in status["prizes"])
    assert "Next: The tournament is over: hand out the prizes." in fine(cup("status"))
    assert "   1. " in fine(cup("prizes"))
    assert "(Ham)" in fine(cup("prizes"))
    backups = sorted(path.name for path in tmp_path.glob("*.backup"))
    parts = ("round-1", "round-2", "round-3", "sale")
    assert backups == [f"cup.db.{part}.backup" for part in parts]
    assert "Published hash: " in fine(cup("verify"))
    assert data(cup("verify", "--json"))["ok"] is True
    assert fine(cup("log")).count("\n") == data(cup("log", "--json"))["events"][-1]["seq"]
    assert "beats" in fine(cup("results"))
    assert len(data(cup("results", "--json"))["rounds"]) == 3
    assert fine(cup("cash")).splitlines()[-1] == "In the till: 40.00 €"
    assert data(cup("cash", "--json"))["cents"] == 4000


def test_every_command_speaks_json(cup: Desk, tmp_path: Path) -> None:
    announced(cup)
    assert data(cup("change", "--boards", "3", "--json"))["settings"]["boards"] == 3
    assert data(cup("change", "--boards", "3", "--json"))["changed"] is False
    listed = tmp_path / "list.csv"
    listed.write_text("Name;Cards\nAnna;2\nBert;2\nCara;2\n", encoding="utf-8")
    assert data(cup("csv-in", str(listed), "--json")) == {"lines": 3, "cards": 6, "sold": 6}
    assert data(cup("unsell", "Cara", "--json")) == {"cards": [6], "refund": True, "sold": 5}
    assert data(cup("unsell", "5", "--no-refund", "--json"))["refund"] is False
    assert data(cup("sell", "Dora", "--number", "8", "--json"))["cards"] == [8]
    person = data(cup("person", "Dora", "--rename", "Dora D", "--club", "FF", "--json"))
    assert (person["name"], person["display"], person["club"]) == ("Dora D", "Dora D", "FF")
    listing = data(cup("list", "--json"))["persons"]
    assert [entry["cards"] for entry in listing] == [[1, 2], [3, 4], [], [8]]
    drawn = data(cup("draw", "--word", "w", "--json"))
    assert drawn["backup"].endswith(".backup")
    assert data(cup("undraw", "--reason", "Cara is here", "--json"))["phase"] == "sale"
    fine(cup("draw", "--word", "w"))
    match = data(cup("status", "--json"))["matches"][0]
    assert data(cup("board", match["id"], "2", "--json"))["match"]["board"] == 2
    assert data(cup("board", match["id"], "--later", "--json"))["match"]["board"] is None
    fine(cup("board", match["id"], "--ready"))
    done = data(cup("result", match["id"], match["a_name"], "--forfeit", "--json"))
    assert done["match"]["winner"] == match["a"]
    assert done["match"]["how"] == "forfeit"
    assert data(cup("undo", match["id"], "--json"))["open"] == 1
    assert data(cup("withdraw", match["a_name"], "--json"))["open"] == 0
    assert data(cup("withdraw", match["a_name"], "--back", "--json"))["open"] == 1
    done = data(
        cup("result", match["id"], str(match["b"]), "--penalty", "late", "--reason", "x", "--json")
    )
    assert (done["match"]["offence"], done["match"]["reason"]) == ("late", "x")
    shown = data(cup("status", "--public", "--json"))["matches"]
    penalty = next(one for one in shown if one["id"] == match["id"])
    assert (penalty["offence"], "reason" in penalty) == ("late", False)
    assert done["round_complete"] is True
    assert done["backup"].endswith("cup.db.round-1.backup")
    assert data(cup("prizes", "--json"))["club_prize"] is None
    for what in ("entries", "matches", "prizes", "cash"):
        target = tmp_path / f"{what}.csv"
        assert data(cup("csv-out", what, "-o", str(target), "--json"))["lines"] > 0
        assert target.read_bytes().startswith(b"\xef\xbb\xbf")
    assert data(cup("export", "-o", str(tmp_path / "b"), "--json"))["events"] > 10


def test_restored_on_another_machine(run: Run, cup: Desk, tmp_path: Path) -> None:
    eight(cup)
    fine(cup("draw", "--word", "w"))
    fine(cup("export", "-o", str(tmp_path / "stick")))
    for place, order in (("a.db", "{0} {1}"), ("b.db", "{1} {0}"), ("c.db", "{1} -o {0}")):
        arguments = order.format(tmp_path / place, tmp_path / "stick").split()
        result = run("tournament", "import", *arguments)
        assert "Cup: round 1, 8 cards left" in fine(result)
        with TournamentFile(tmp_path / place) as file:
            t = file.read()
            with TournamentFile(tmp_path / "cup.db") as original:
                assert t == original.read()
            assert [verdict.ok for verdict in check_draws(t)] == [True]
    assert "give the new file and the backup" in refused(cup("import"))
    assert "there is such a file already" in refused(
        run("tournament", "import", str(tmp_path / "a.db"), str(tmp_path / "stick"))
    )


def test_lots_typed_in(cup: Desk) -> None:
    eight(cup)
    lots = "1 left 1\n3 left 2\n5 left 3\n7 left 4\n2 right 2\n4 right 1\n6 right 4\n8 right 3\n"
    assert "by hand" not in fine(cup("draw", "--lots", "-", stdin=lots))
    matches = data(cup("status", "--json"))["matches"]
    assert [(m["a"], m["b"]) for m in matches] == [(1, 4), (3, 2), (5, 8), (7, 6)]
    assert "draw 1, round 1: by hand, nothing to reckon" in fine(cup("verify"))


def test_a_danish_stage(cup: Desk) -> None:
    announced(cup, "--danish-rounds", "2", "--qualifiers", "4", "--danish-key", "wins")
    for n in range(6):
        fine(cup("sell", f"P{n} Q{n}"))
    fine(cup("draw", "--word", "w"))
    for number in (1, 2):
        for place in (1, 2, 3):
            match = data(cup("status", "--json"))["matches"][place - 1]
            fine(cup("result", match["id"], str(match["a"])))
        if number == 1:
            assert "draw" in fine(cup("status")).splitlines()[-1]
            assert "WORD" not in fine(cup("status")).splitlines()[-1]
            fine(cup("draw"))
    told = fine(cup("ranking"))
    assert "* qualifies as things stand" in told
    ranks = data(cup("ranking", "--json"))["ranking"]
    assert [entry["qualifies"] for entry in ranks] == [True] * 4 + [False] * 2
    assert data(cup("status", "--json"))["ranking"] == ranks
    assert "--word WORD" in fine(cup("status")).splitlines()[-1]
    fine(cup("draw", "--word", "x"))
    assert data(cup("status", "--json"))["stage"] == "knockout"


def test_public_status_has_no_full_names(cup: Desk) -> None:
    eight(cup)
    fine(cup("draw", "--word", "w"))
    public = cup("status", "--public", "--json").stdout
    assert "Anna B." in public
    assert "Berger" not in public
    assert "Berger" in cup("status", "--json").stdout


def test_nobody_is_shown_the_secret(cup: Desk, tmp_path: Path) -> None:
    eight(cup)
    with TournamentFile(tmp_path / "cup.db") as file:
        t = file.read()
        secret = t.secret.hex()
    fine(cup("draw", "--word", "w"))
    for command in ("status", "list", "log", "verify", "cash", "results", "prizes"):
        for more in ([], ["--json"]):
            assert secret not in cup(command, *more).output


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (("sell", "Anna", "--cards", "9"), "only 0 of the 8 cards are left"),
        (("sell", "Anna", "--price", "much"), "is no amount of money: write 5 or 2.50"),
        (("unsell", "Nobody"), "nobody is called 'Nobody'"),
        (("unsell", "77"), "card 77 was not sold"),
        (("result", "1-1", "1"), "there is no match '1-1': no match is open now"),
        (("result", "1-1", "1", "--score", "two"), "a score looks like 2:1, the winner first"),
        (("result", "1-1", "1", "--forfeit", "--penalty", "late"), "either --forfeit or --penalty"),
        (("draw",), "let the hall call out a word, and give it with --word"),
        (("draw", "--word", "w", "--lots", "x"), "either --word or --lots"),
        (("draw", "--lots", "missing"), "missing: No such file"),
        (("undraw", "--reason", "x"), "nothing is drawn yet"),
        (("change", "--cards", "12"), "12 cards cannot be issued"),
        (("change", "--danish-rounds", "3"), "needs --danish-rounds and --qualifiers"),
        (("change", "--list", "women"), "a list looks like women=3 or guests=2:apart"),
        (("ranking",), "there is no Danish stage"),
        (("board", "1-1"), "give a board, or --later, or --ready"),
        (("csv-in", "missing.csv"), "missing.csv: No such file"),
        (("withdraw", "1"), "nothing is drawn yet: undo the sale of the card instead"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    cup: Desk, command: tuple[str, ...], reason: str
) -> None:
    eight(cup)
    said = refused(cup(*command))
    assert reason in said
    assert "Traceback" not in said


def test_files_that_are_missing_or_there(cup: Desk, tmp_path: Path) -> None:
    assert "a new tournament begins with 'bummerl tournament new'" in refused(cup("status"))
    announced(cup)
    assert "there is such a file already" in refused(cup("new", "--name", "Other"))
    assert "give the backup a name" in refused(cup("export", "-o", str(tmp_path / "cup.db")))


def test_a_rigged_file_is_found(cup: Desk, tmp_path: Path) -> None:
    import sqlite3

    eight(cup)
    fine(cup("draw", "--word", "w"))
    database = sqlite3.connect(tmp_path / "cup.db")
    [text] = database.execute("SELECT data FROM events ORDER BY seq DESC").fetchone()
    event = json.loads(text)
    event["right"] = event["right"][::-1]
    database.execute("UPDATE events SET data = ? WHERE data = ?", (json.dumps(event), text))
    database.commit()
    database.close()
    result = cup("verify")
    assert result.exit_code == 1
    assert "WRONG: the lots are not those that follow from the seed" in result.stdout
    assert json.loads(cup("verify", "--json").stdout)["ok"] is False


def test_a_failed_backup_is_told_and_the_result_kept(cup: Desk, tmp_path: Path) -> None:
    eight(cup)
    (tmp_path / "cup.db.sale.backup").mkdir()
    (tmp_path / "cup.db.round-1.backup").mkdir()
    result = cup("draw", "--word", "w")
    assert result.exit_code == 0
    assert "the backup failed" in result.stderr
    assert data(cup("status", "--json"))["round"] == 1


def test_german(program: Program, tmp_path: Path) -> None:
    """Whatever is translated so far: options, money and help work in German."""
    path = str(tmp_path / "cup.db")
    german = {"lang": "de_AT.UTF-8"}
    done = program("tournament", "new", path, "--name", "Cup", "--price", "2,50", **german)
    assert (done.returncode, done.stderr) == (0, "")
    assert program("tournament", "sell", path, "Jörg", **german).returncode == 0
    table = path + ".csv"
    done = program("tournament", "csv-out", path, "entries", "-o", table, **german)
    assert done.returncode == 0
    assert "Karten" in Path(table).read_text(encoding="utf-8-sig")


def test_help_lists_commands_in_the_order_of_an_evening(run: Run) -> None:
    told = fine(run("tournament", "--help"))
    places = [told.index(f"\n  {name} ") for name in ("new", "sell", "draw", "result", "prizes")]
    assert places == sorted(places)
    listed = told.split("Commands:\n")[1]
    assert "..." not in listed, "every command is told in one whole sentence"
