"""docs/operations.md says what is true: its settings are ours, and its nginx lines work."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from bummerl.server.settings import Settings
from serving import Server, free_port, missing

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
OPENSSL = shutil.which("openssl")
NAME = "cards.example.org"


def test_the_table_of_settings_is_complete() -> None:
    rows = re.findall(r"^\| `BUMMERL_(\w+)` \| (.*?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    told = {name.lower(): default.strip("`") for name, default in rows}
    assert told.keys() == Settings.model_fields.keys()
    for name, field in Settings.model_fields.items():
        if isinstance(field.default, str | int | bool):
            assert told[name] == str(field.default).replace("True", "true"), name


def lines_of_the_page() -> str:
    [block] = re.findall(r"```nginx\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return str(block)


class Proxy(NamedTuple):
    """nginx in front of two servers."""

    tls: int
    plain: int
    trust: ssl.SSLContext

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        connection = HTTPSConnection("127.0.0.1", self.tls, context=self.trust, timeout=20)
        connection.request("GET", path, headers={"Host": NAME, **headers})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, body


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    if NGINX is None:
        missing("nginx is not installed")
    if OPENSSL is None:
        missing("openssl is not installed")
    folder = tmp_path_factory.mktemp("nginx")
    key, certificate = _certificate(folder)
    server = Server(folder, public_url=f"https://{NAME}", secret_key="x" * 40, warm_up="false")
    tls, plain = free_port(), free_port()
    text = lines_of_the_page()
    for old, new in {
        "127.0.0.1:8000": f"127.0.0.1:{server.port}",
        "127.0.0.1:8001": f"127.0.0.1:{free_port()}",  # a process that is down does no harm
        "listen 443 ssl": f"listen 127.0.0.1:{tls} ssl",
        "listen 80": f"listen 127.0.0.1:{plain}",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(certificate),
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(key),
    }.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    configuration = _configuration(folder, text)
    server.start()
    nginx = subprocess.Popen(
        [NGINX, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(configuration)]
    )
    try:
        running = Proxy(tls, plain, ssl.create_default_context(cafile=certificate))
        running.trust.check_hostname = False
        _wait_for(running, nginx, folder)
        yield running
    finally:
        nginx.terminate()
        nginx.wait(10)
        server.stop()


def _certificate(folder: Path) -> tuple[Path, Path]:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    asked = (
        f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={NAME} "
        f"-addext subjectAltName=DNS:{NAME} -keyout {key} -out {certificate}"
    )
    subprocess.run([str(OPENSSL), *asked.split()], check=True, capture_output=True)
    return key, certificate


def _configuration(folder: Path, http: str) -> Path:
    """What surrounds the page's lines in nginx's own file."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    path = folder / "nginx.conf"
    path.write_text(
        f"daemon off;\npid {folder}/nginx.pid;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{http}\n}}\n"
    )
    return path


def _wait_for(proxy: Proxy, nginx: subprocess.Popen[bytes], folder: Path) -> None:
    for _ in range(100):
        assert nginx.poll() is None, (folder / "error.log").read_text()
        try:
            proxy.get("/health")
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail((folder / "error.log").read_text())


def test_nginx_passes_on_pages_and_the_api(proxy: Proxy) -> None:
    status, _, body = proxy.get("/health")
    assert (status, json.loads(body)["status"]) == (200, "ok")
    status, headers, body = proxy.get("/api/me")
    assert (status, json.loads(body)) == (200, {"user": None})
    # the server knows that browsers come by https
    assert "secure" in headers["set-cookie"].lower()
    assert "wss://" in headers["content-security-policy"]
    assert "strict-transport-security" in headers
    status, headers, _ = proxy.get("/lobby")
    assert headers["content-type"].startswith(("text/html", "text/plain"))


def test_plain_http_leads_to_https(proxy: Proxy) -> None:
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_args: Any, **_values: Any) -> None:
            return None

    opener = urllib.request.build_opener(Stay)
    request = urllib.request.Request(f"http://127.0.0.1:{proxy.plain}/new", headers={"Host": NAME})
    with pytest.raises(urllib.error.HTTPError) as redirected:
        opener.open(request, timeout=10)
    redirected.value.close()
    assert redirected.value.code == 301
    assert redirected.value.headers["location"] == f"https://{NAME}/new"


def test_numbers_are_not_for_everybody(proxy: Proxy) -> None:
    assert proxy.get("/metrics")[0] == 404


@pytest.mark.parametrize(("origin", "let_in"), [(f"https://{NAME}", True), ("https://x.y", False)])
def test_sockets_pass_and_only_for_our_pages(proxy: Proxy, origin: str, let_in: bool) -> None:
    def lobby() -> Any:
        with connect(
            f"wss://{NAME}/ws/lobby",
            sock=socket.create_connection(("127.0.0.1", proxy.tls), timeout=20),
            ssl=proxy.trust,
            server_hostname=NAME,
            origin=Origin(origin),
        ) as lobby_socket:
            return json.loads(lobby_socket.recv(timeout=20))

    if let_in:
        assert {"seeks", "tables"} <= lobby().keys()
    else:
        with pytest.raises(Exception, match=r"403|4\d\d"):
            lobby()
