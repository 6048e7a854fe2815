"""Records that Python and the browser must judge alike; web/src/lib/fair has the same test."""

from __future__ import annotations

import json
from pathlib import Path

from bummerl.match.fair_check import verify_file

FOLDER = Path(__file__).parent.parent / "golden" / "fair"


def test_golden_records_get_their_verdicts() -> None:
    expected = json.loads((FOLDER / "verdicts.json").read_text(encoding="utf-8"))
    found = [
        {"deal": verdict.deal, "status": verdict.status, "checks": verdict.checks}
        for verdict in verify_file(FOLDER / "records.sgn")
    ]
    assert found == expected
    statuses = [verdict["status"] for verdict in expected]
    assert {status: statuses.count(status) for status in statuses} == {
        "fair": 7,
        "wrong": 7,
        "unverifiable": 1,
    }
