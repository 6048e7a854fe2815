"""Real servers for tests: `bummerl serve` as a process of its own, and what may be missing."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import NoReturn

import pytest

_HURRIED = Path(__file__).parent / "hurried.py"
STARTS_WITHIN = 30.0
"""Seconds; the first start on a machine compiles nothing, but imports much."""


class ServerDiedError(Exception):
    """The server did not start, or is gone; its log is the text."""


class Server:
    """A server with its own data folder; it may be stopped, killed and started again."""

    def __init__(
        self, folder: Path, port: int | None = None, *, hurry: str = "1", **settings: str
    ) -> None:
        self.folder = folder
        self._hurry = hurry  # how many times faster its time passes
        self.port = free_port() if port is None else port
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        """Start it and wait until it answers.

        Raises:
            ServerDiedError: it does not.
        """
        program = [str(_HURRIED)] if self._hurry != "1" else ["-m", "bummerl"]
        command = [sys.executable, *program, "serve", "--no-open"]
        environment = {
            **{
                name: value for name, value in os.environ.items() if not name.startswith("BUMMERL_")
            },
            "BUMMERL_DATA_DIR": str(self.folder),
            "BUMMERL_TEST_HURRY": self._hurry,
            "BUMMERL_RATE_LIMITS": "false",
            "BUMMERL_ARGON2_TIME": "1",
            "BUMMERL_ARGON2_MEMORY": "64",
            **{f"BUMMERL_{name.upper()}": value for name, value in self._settings.items()},
        }
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--port", str(self.port)],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + STARTS_WITHIN
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise ServerDiedError(self.log.read_text(encoding="utf-8", errors="replace"))
            time.sleep(0.05)
        return self

    def answers(self) -> bool:
        """Whether it is up and well."""
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def stop(self) -> int | None:
        """Ask it to stop, as systemd would; its exit status."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int | None:
        """Let it vanish, as a power cut would."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int | None:
        if self._process is None:
            return None
        if self._process.poll() is None:
            self._process.send_signal(how)
        try:
            return self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        finally:
            self._process = None


class Cable:
    """A line to a server that can be cut: connections end, and new ones find nobody."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._cut = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Cut it."""
        with self._lock:
            self._cut = True
            for end in self._open:
                _shut(end)
            self._open.clear()

    def mend(self) -> None:
        """Join it again."""
        with self._lock:
            self._cut = False

    def close(self) -> None:
        """Take it away."""
        self.cut()
        _shut(self._listener)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:  # taken away
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._server.port), timeout=10)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            with self._lock:
                if self._cut:
                    near.close()
                    far.close()
                    continue
                self._open |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            _shut(end)
        with self._lock:
            self._open -= {source, target}


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


def free_port() -> int:
    """A port on loopback that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def missing(why: str) -> NoReturn:
    """Skip a test for what this machine lacks; in CI, which has to have all, it fails."""
    if os.environ.get("BUMMERL_TEST_ALL") == "1":
        pytest.fail(why)
    pytest.skip(why)
