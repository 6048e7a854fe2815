"""An installed Bummerl serves its page and a table, without node: ``python page.py``."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path


def main() -> None:
    """Start the installed command, ask it for its page, and stop it."""
    assert shutil.which("node") is None, "node must not be there"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(Path(sys.executable).with_name("bummerl")), "serve", "--no-open"]
    server = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port)],
        env={**os.environ, "BUMMERL_DATA_DIR": str(Path("data").resolve())},
    )
    began = time.monotonic()
    try:
        wait_for(port, server)
        print(f"serves after {time.monotonic() - began:.1f} s")
        look_at_page(port)
    finally:
        server.terminate()
        code = server.wait(15)
    assert code == 0, f"the server ended with {code}"


def get(port: int, path: str) -> tuple[int, dict[str, str], str]:
    """Status, headers and text of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until the server is well."""
    for _ in range(600):
        assert server.poll() is None, "the server has ended"
        try:
            status, _, text = get(port, "/health")
        except OSError:
            time.sleep(0.05)
        else:
            assert status == 200, text
            assert json.loads(text)["status"] == "ok", text
            return
    raise AssertionError("the server does not answer")


def look_at_page(port: int) -> None:
    """The page, and every file that it names."""
    status, headers, page = get(port, "/")
    assert status == 200, page
    assert headers["content-type"].startswith("text/html"), headers
    files = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    assert any(file.endswith(".js") for file in files), page
    for file in files:
        status, headers, text = get(port, file)
        assert status == 200, file
        assert text, file
        if file.startswith("/assets/"):
            assert "immutable" in headers["cache-control"], headers
    assert get(port, "/table/abc")[2] == page, "the client's own addresses lead to the page"


if __name__ == "__main__":
    main()
