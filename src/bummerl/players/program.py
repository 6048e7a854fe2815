"""Foreign programs as processes that answer a line with a line.

`Program` is one running process, `Stable` keeps the processes of one command: whoever drops a
player hands its process back, and the next player takes it over, because an arena makes its
players anew for every deal, and a process takes long to start.  A process that nobody wants for
some seconds is ended, and all are when this one ends.

No shell is involved.  The process stands outside the terminal's process group, so that Ctrl-C
stops only us; then its input ends.  What it writes to stderr is kept out of the way, but for the
last line, which is told if it dies.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from typing import IO, Any, Final

from bummerl.errors import PlayerError
from bummerl.players.protocol import OffenceError
from bummerl.text import Text

_LONGEST: Final = 1 << 16
"""Bytes of a line; the rest counts as the next one."""
_MOST_UNREAD: Final = 1000
"""Lines nobody asked for, after which a program's output is cut off."""
_MOST_IDLE: Final = 4
"""Processes kept for one command."""
_IDLE_SECONDS: Final = 5.0
"""How long a process waits for somebody to want it."""
_END_SECONDS: Final = 0.5
"""How long a process may take to end after its input has."""
_LOOK_AGAIN: Final = 0.01
"""Seconds between two looks whether a program that does not read its input takes some more."""


def split_command(cmd: str) -> tuple[str, ...]:
    """The words of a command, as a shell has them; the first is a program that exists.

    Raises:
        PlayerError: no such program, or quotes that do not close.
    """
    try:
        words = tuple(shlex.split(cmd, posix=os.name != "nt"))
    except ValueError:
        words = ()
    if not words:
        raise PlayerError(
            "{cmd!r} is no command; write a program and its arguments, as in 'python bot.py'",
            cmd=cmd,
        )
    if shutil.which(words[0]) is None:
        raise PlayerError("there is no program {program!r} to run", program=words[0])
    return words


class Program:
    """A running program.

    Args:
        words: the program and its arguments.
        hear: is told each line of its stderr, in a thread of its own.

    Raises:
        PlayerError: it cannot be started.
    """

    def __init__(self, words: Sequence[str], hear: Callable[[str], None] | None = None) -> None:
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise PlayerError(
                "program {program!r} cannot be started: {reason}",
                program=shlex.join(words),
                reason=getattr(error, "strerror", None) or str(error),
            ) from error
        assert process.stdin is not None
        if hasattr(os, "set_blocking"):  # else a program that does not read could hold us
            os.set_blocking(process.stdin.fileno(), False)
        self._process = process
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._said: collections.deque[str] = collections.deque(maxlen=1)
        self._hearer = _thread(_hear, process.stderr, self._said, hear)
        _thread(_read, process.stdout, self._lines)
        self._owes = False
        self.has_answered = False
        self.close = weakref.finalize(self, _end, process)
        """Ends the process; also called when this object is dropped, or Python ends."""

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    @property
    def is_ready(self) -> bool:
        """Whether it runs and can be asked, owing no answer."""
        return self.close.alive and not self._owes and self._process.poll() is None

    def ask(self, line: str, seconds: float) -> str:
        """Its next line after `line` is sent.

        Args:
            line: the request, without its end.
            seconds: what sending and waiting may take together.

        Raises:
            OffenceError: ``late`` or ``died``; then there is nothing more to do than to close it.
        """
        end = time.monotonic() + seconds
        self._owes = True
        try:
            self._send(line.encode() + b"\n", end)
            answer = self._lines.get(timeout=max(0.0, end - time.monotonic()))
        except (OSError, ValueError):
            raise self._death() from None
        except (queue.Full, queue.Empty):
            raise OffenceError(
                "late", "it did not answer within {seconds:g} s", seconds=seconds
            ) from None
        if not answer:
            raise self._death()
        self._owes = False
        self.has_answered = True
        return answer.decode("utf-8", errors="replace").strip()

    def _send(self, data: bytes, end: float) -> None:
        """Writes to its input.

        Raises:
            queue.Full: it has not taken everything by `end`.
            OSError: it has closed its input.
            ValueError: we have.
        """
        assert self._process.stdin is not None
        while data:
            try:
                data = data[os.write(self._process.stdin.fileno(), data) :]
            except BlockingIOError:
                if time.monotonic() >= end:
                    raise queue.Full from None
                time.sleep(_LOOK_AGAIN)

    def unasked(self, wait: float = 0.0) -> list[str]:
        """Lines it has written without being asked, after waiting that many seconds for some."""
        found: list[str] = []
        with contextlib.suppress(queue.Empty):
            while line := self._lines.get(timeout=wait) if wait else self._lines.get_nowait():
                found.append(line.decode("utf-8", errors="replace").strip())
                wait = 0.0
            self._lines.put(b"")  # its end, for `ask`
        return found

    def _death(self) -> OffenceError:
        try:
            code = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return OffenceError("died", "it has closed its output")
        self._hearer.join(_END_SECONDS)
        if code < 0:
            how = Text("it was ended by signal {number}", number=-code)
        else:
            how = Text("it has ended with exit code {code}", code=code)
        if not self._said:
            return OffenceError("died", how)
        return OffenceError("died", "{how}, saying: {said}", how=how, said=self._said[0])


class Stable:
    """The processes of one command; see the module."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.deaths = 0
        """How often a process was late or died since one gave a valid answer."""
        self._lock = threading.RLock()  # a dropped player can hand back in the middle of `take`
        self._idle: list[tuple[Program, threading.Timer]] = []

    def take(self) -> Program:
        """A process nobody else uses: an idle one, or a new one.

        Raises:
            PlayerError: it cannot be started.
        """
        with self._lock:
            while self._idle:
                program, timer = self._idle.pop()
                timer.cancel()
                if program.is_ready:
                    return program
                program.close()
        return Program(self.words)

    def hand_back(self, program: Program) -> None:
        """Keeps a process for the next who wants one, for a while."""
        with self._lock:
            if len(self._idle) < _MOST_IDLE and program.is_ready:
                timer = threading.Timer(_IDLE_SECONDS, self._retire, (program,))
                timer.daemon = True
                self._idle.append((program, timer))
                timer.start()
                return
        program.close()

    def _retire(self, program: Program) -> None:
        with self._lock:
            left = [entry for entry in self._idle if entry[0] is not program]
            if len(left) == len(self._idle):
                return  # somebody has taken it in the last moment
            self._idle = left
        program.close()


stable = functools.cache(Stable)
"""The only `Stable` of a command in this process."""


def _thread(target: Callable[..., None], *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread


# These belong to no object, so that a thread does not keep a dropped program alive.


def _read(stream: IO[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    with stream, contextlib.suppress(OSError, ValueError):
        while lines.qsize() < _MOST_UNREAD and (line := stream.readline(_LONGEST)):
            lines.put(line)
    lines.put(b"")


def _hear(
    stream: IO[bytes], said: collections.deque[str], hear: Callable[[str], None] | None
) -> None:
    with stream, contextlib.suppress(OSError, ValueError):
        while line := stream.readline(_LONGEST):
            text = line.decode("utf-8", errors="replace").strip()
            if text:
                said.append(text)
            if hear is not None:
                hear(text)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process: politely by the end of its input, then with all its children."""
    with contextlib.suppress(OSError, ValueError):
        if process.stdin is not None:
            process.stdin.close()
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
