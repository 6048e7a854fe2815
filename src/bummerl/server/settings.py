"""What can be set: by options of ``bummerl serve``, else by environment variables ``BUMMERL_…``.

What need not be set is not set if it is empty.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
import secrets
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bummerl.server.refusals import SettingsError

SHORTEST_KEY: Final = 32
"""Characters that a secret key must have."""
_COMMAND: Final = 'python -c "import secrets; print(secrets.token_urlsafe(48))"'


class Settings(BaseSettings):
    """Everything that can be set; `load` makes them with errors as clear sentences."""

    model_config = SettingsConfigDict(env_prefix="BUMMERL_", extra="ignore", frozen=True)

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = Field(default=8000, ge=0, le=65535)
    """0: any that is free."""
    public_url: str | None = None
    """Under which address browsers reach the server, if another than that of the request."""
    database_url: str | None = None
    """``postgresql://…`` or ``sqlite:///…``; None: an SQLite file in the data folder."""
    redis_url: str | None = None
    """For several processes."""
    secret_key: SecretStr | None = None
    """Signs tokens against forged requests; None: one that is kept in the data folder."""
    data_dir: Path = Field(default_factory=lambda: user_data_path("bummerl", appauthor=False))
    """Folder of the database and the secret key."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    bot_threads: int = Field(default=1, ge=1, le=64)
    """Threads in which bots think."""
    warm_up: bool = True
    """Get the bots' machine code ready in the background when the server starts."""
    trusted_proxies: str = "127.0.0.1,::1"
    """Addresses, by commas, whose word on the client's address is believed."""
    metrics_token: SecretStr | None = None
    """With it ``/metrics`` may be read from anywhere, else only from this machine."""
    rate_limits: bool = True
    """Off only for measurements and tests."""
    session_days: int = Field(default=90, ge=1, le=400)
    """How long a browser stays signed in after it was last seen."""
    argon2_time: int = Field(default=3, ge=1)
    """Passes of the password hash."""
    argon2_memory: int = Field(default=65536, ge=8)
    """KiB of the password hash."""

    @field_validator("*", mode="before")
    @classmethod
    def _empty_is_none(cls, value: Any, info: ValidationInfo) -> Any:
        assert info.field_name is not None
        optional = cls.model_fields[info.field_name].default is None
        return None if optional and value == "" else value

    @field_validator("public_url")
    @classmethod
    def _is_url(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
            raise ValueError("it must look like https://cards.example.org, without a path")
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def exposed(self) -> bool:
        """Whether anybody but this machine can reach the server."""
        public = urlsplit(self.public_url).hostname if self.public_url else None
        return not is_loopback(self.host) or (public is not None and not is_loopback(public))

    @property
    def secure(self) -> bool:
        """Whether cookies travel only over https."""
        return self.public_url is not None and self.public_url.startswith("https:")

    @property
    def database(self) -> str:
        """The database's URL."""
        return self.database_url or f"sqlite:///{self.data_dir / 'bummerl.db'}"

    @cached_property
    def key(self) -> bytes:
        """The secret key.

        Raises:
            SettingsError: it is missing though the server is exposed, or too short.
        """
        if self.secret_key is not None:
            key = self.secret_key.get_secret_value()
            if len(key) < SHORTEST_KEY:
                raise SettingsError(
                    "BUMMERL_SECRET_KEY has {count} characters, but must have {least} or more; "
                    "make one with: {command}",
                    count=len(key),
                    least=SHORTEST_KEY,
                    command=_COMMAND,
                )
            return key.encode()
        if self.exposed:
            raise SettingsError(
                "others can reach this server, so it needs a secret key that nobody can guess: set "
                "BUMMERL_SECRET_KEY to what this prints: {command}",
                command=_COMMAND,
            )
        return _kept_key(self.data_dir / "secret_key")

    def derived_key(self, purpose: str) -> str:
        """A key of its own for each purpose, as hexadecimal digits."""
        return hmac.new(self.key, purpose.encode(), hashlib.sha256).hexdigest()


def load(**options: Any) -> Settings:
    """Settings from `options`, those that are None left out, else from the environment.

    Raises:
        SettingsError: a value cannot be, or the secret key is missing.
    """
    settings = _read(options)
    settings.key  # noqa: B018 - checks it
    return settings


def load_database(url: str | None) -> str:
    """The database's URL; for what needs no secret key.

    Raises:
        SettingsError: a value cannot be.
    """
    return _read({"database_url": url}).database


def _read(options: dict[str, Any]) -> Settings:
    try:
        return Settings(**{name: value for name, value in options.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        name = ".".join(map(str, first["loc"]))
        raise SettingsError(
            "the setting {name} cannot be {value!r}: {reason}",
            name=name,
            value=str(first["input"]),
            reason=first["msg"].removeprefix("Value error, "),
        ) from None


def is_loopback(host: str) -> bool:
    """Whether only this machine is reached under `host`.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _kept_key(path: Path) -> bytes:
    """The key in a file that only its owner can read; made if there is none."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(48))
            try:
                os.link(fresh, path)  # whole or not at all; the first of several processes wins
            except FileExistsError:
                pass
            finally:
                fresh.unlink()
        return path.read_bytes()
    except OSError as error:
        raise SettingsError(
            "the secret key cannot be kept in {path}: {reason}",
            path=str(path),
            reason=error.strerror or str(error),
        ) from None
