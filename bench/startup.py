"""How long Bummerl takes to start: CPU and wall time of fresh processes.

``python -m bench.startup`` compares with the target; ``--details`` lists the slowest imports.
Needs `os.wait4`, so not Windows.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

TARGET = 0.2
"""Seconds a start may take."""
SCRIPT = Path(sysconfig.get_path("scripts"), "bummerl")
STARTS = {
    "python -c pass": ["-c", "pass"],
    "import bummerl": ["-c", "import bummerl"],
    "bummerl --help": [str(SCRIPT), "--help"],
}
"""Arguments of Python; the first shows what Python itself takes."""
# without .pyc files every start compiles everything
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def start(arguments: list[str]) -> tuple[float, float]:
    """CPU and wall seconds of one fresh process."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments], env=ENVIRONMENT, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"python {' '.join(arguments)} failed")
    return used.ru_utime + used.ru_stime, wall


def slowest_imports(arguments: list[str], count: int) -> list[tuple[int, int, str]]:
    """The modules with the most time of their own: that and with what they import, in µs."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    lines = re.findall(r"import time: +(\d+) \| +(\d+) \| +(\S+)", done.stderr)
    found = [(int(own), int(total), name) for own, total, name in lines]
    return sorted(found, reverse=True)[:count]


def main() -> None:
    parser = argparse.ArgumentParser(description="Start-up time.")
    parser.add_argument("--runs", type=int, default=11, help="starts of each (default 11)")
    parser.add_argument("--details", action="store_true", help="list the slowest imports, too")
    options = parser.parse_args()
    if not SCRIPT.exists():
        sys.exit("The command bummerl is not installed in this environment.")
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in STARTS}
    for number in range(options.runs + 1):
        for name, arguments in STARTS.items():
            times = start(arguments)
            if number:  # the first start may have to compile
                measured[name].append(times)
    print("| start | CPU s (median) | wall s (median) | wall s (min) | target |")
    print("|---|---|---|---|---|")
    for name, runs in measured.items():
        cpu, wall = (statistics.median(times) for times in zip(*runs, strict=True))
        best = min(wall for _, wall in runs)  # whatever else runs can only add to it
        verdict = "met" if best < TARGET else "missed"
        print(f"| {name} | {cpu:.3f} | {wall:.3f} | {best:.3f} | {TARGET} {verdict} |")
    if options.details:
        for name in list(STARTS)[1:]:
            print(f"\n{name}: own time and with imports, µs")
            for own, total, module in slowest_imports(STARTS[name], 12):
                print(f"{own:8} {total:8}  {module}")


if __name__ == "__main__":
    main()
