"""The built web client: files with a hash in their name for ever, the page itself never."""

from __future__ import annotations

import asyncio
import hashlib
import mimetypes
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from litestar import Request, Response, route
from litestar.di import NamedDependency
from litestar.params import FromPath

from bummerl.server.http.asking import wording_of
from bummerl.server.refusals import Unknown
from bummerl.text import N_

STATIC: Final = Path(__file__).parent.parent / "static"
"""Where the build of the web client puts it."""

_FOREVER: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".txt": "text/plain; charset=utf-8",
}
_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
_MISSING: Final = N_(
    "The web client has not been built: run pip install . where Bummerl's sources are, or make web."
)


class _File(NamedTuple):
    """A file as it was read."""

    changed: int
    data: bytes
    tag: str


class StaticFiles:
    """Reads files of the client, and keeps them until they change."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._kept: dict[Path, _File] = {}

    async def answer(self, request: Request[Any, Any, Any], path: str) -> Response[bytes] | None:
        """The answer to a request for `path`; None if there is no such file."""
        file = self._find(path)
        if file is None:
            return None
        headers = {
            "cache-control": _FOREVER if file.parent.name == "assets" else "no-cache",
            "vary": "accept-encoding",
        }
        chosen = self._encoded(request, file, headers)
        kept = await asyncio.to_thread(self._read, chosen)
        headers["etag"] = kept.tag
        kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        headers["content-type"] = kind or "application/octet-stream"
        if kept.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers)
        return Response(kept.data, headers=headers)

    def _find(self, path: str) -> Path | None:
        parts = PurePosixPath(path).parts
        if any(part in ("", ".", "..", "/") or part.startswith(".") for part in parts):
            return None
        if any("\0" in part or "\\" in part for part in parts):
            return None
        file = self._folder.joinpath(*parts)
        try:
            return file if parts and file.suffix not in (".br", ".gz") and file.is_file() else None
        except OSError:  # a name that is too long
            return None

    def _encoded(
        self, request: Request[Any, Any, Any], file: Path, headers: dict[str, str]
    ) -> Path:
        accepted = {
            part.split(";")[0].strip()
            for part in request.headers.get("accept-encoding", "").split(",")
            if not part.replace(" ", "").endswith((";q=0", ";q=0.0"))
        }
        for encoding, ending in _ENCODINGS:
            packed = file.with_name(file.name + ending)
            if encoding in accepted and packed.is_file():
                headers["content-encoding"] = encoding
                return packed
        return file

    def _read(self, file: Path) -> _File:
        changed = file.stat().st_mtime_ns
        kept = self._kept.get(file)
        if kept is None or kept.changed != changed:
            data = file.read_bytes()
            tag = f'"{hashlib.sha256(data).hexdigest()[:24]}"'
            kept = self._kept[file] = _File(changed, data, tag)
        return kept


@route(
    ["/", "/{path:path}"],
    http_method=["GET", "HEAD"],
    include_in_schema=False,
    exclude_from_csrf=True,
)
async def client(
    request: Request[Any, Any, Any], static: NamedDependency[StaticFiles], path: FromPath[str] = ""
) -> Response[bytes]:
    """A file of the client; the page itself for all of the client's own addresses."""
    wanted = str(path).lstrip("/")
    first = wanted.partition("/")[0]
    if first in ("api", "ws", "schema", "assets"):
        found = await static.answer(request, wanted) if first == "assets" else None
        if found is None:
            raise Unknown("there is nothing here")
        return found
    found = await static.answer(request, wanted) if wanted else None
    found = found or await static.answer(request, "index.html")
    if found is None:
        said = wording_of(request).say(_MISSING)
        headers = {"content-type": "text/plain; charset=utf-8", "cache-control": "no-store"}
        return Response(said.encode(), status_code=503, headers=headers)
    return found


@route(
    "/api/{path:path}",
    http_method=["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"],
    include_in_schema=False,
    status_code=404,
)
async def no_such_address(path: FromPath[str]) -> None:
    """What is asked of the API under an address that it has not."""
    raise Unknown("there is nothing here")
