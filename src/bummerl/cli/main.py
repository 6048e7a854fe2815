"""Entry point of the ``bummerl`` command."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from bummerl.cli.language import speak


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    The code is 0 if all is fine, 1 for disagreements found, 2 for wrong use or what cannot be
    done, 130 for an interruption.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    speak(words)
    from bummerl.cli.app import app  # after the language is set: help texts are worded on import

    for name in ("stdin", "stdout", "stderr"):  # started without one: as if it led nowhere
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO()))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # suit symbols and odd bytes must not break it
            stream.reconfigure(encoding="utf-8", errors="replace")
    app.main(args=words, prog_name="bummerl")


if __name__ == "__main__":
    main()
