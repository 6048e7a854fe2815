"""``python -m tools.german_cards DIRECTORY`` writes all cards there, named as in records.

``python -m tools.german_cards --sheet`` renews docs/german_cards.svg, which shows them all.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.german_cards.sheet import FILE, pictures, sheet


def write_all(directory: Path) -> list[Path]:
    """Writes ``S9.svg`` … ``CA.svg`` and ``back.svg``; returns the files.

    The directory is made if need be; files of those names in it are replaced.
    """
    directory.mkdir(parents=True, exist_ok=True)
    files = []
    for name, picture in pictures().items():
        file = directory / f"{name}.svg"
        file.write_text(picture, encoding="utf-8", newline="\n")
        files.append(file)
    return files


def main(arguments: list[str]) -> int:
    """Does what the arguments ask; returns the exit code."""
    match arguments:
        case ["--sheet"]:
            FILE.write_text(sheet(), encoding="utf-8", newline="\n")
            print(FILE)
        case [directory] if not directory.startswith("-"):
            for file in write_all(Path(directory)):
                print(file)
        case _:
            print("usage: python -m tools.german_cards DIRECTORY | --sheet", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
