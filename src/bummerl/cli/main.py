"""Entry point of the ``bummerl`` command."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

from bummerl.cli.language import speak


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    The code is 0 if all is fine, 1 for disagreements found, 2 for wrong use or what cannot be
    done, 130 for an interruption, and 141, as shells have it, where nobody reads the output to its
    end.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    speak(words)
    from bummerl.cli.app import app  # after the language is set: help texts are worded on import
    from bummerl.cli.common import UnreadError

    for name in ("stdin", "stdout", "stderr"):  # started without one
        if getattr(sys, name) is None:
            setattr(sys, name, _nowhere())
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # suit symbols and odd bytes must not break it
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        app.main(args=words, prog_name="bummerl")
    except (UnreadError, BrokenPipeError):  # the latter from a complaint
        sys.stdout = sys.stderr = _nowhere()  # what is left to write would fail again
        sys.exit(141)


def _nowhere() -> io.TextIOWrapper:
    """A stream that leads nowhere."""
    return io.TextIOWrapper(io.BytesIO())


if __name__ == "__main__":
    main()
