"""Settings: what is refused, and where the secret key comes from."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from bummerl.server.refusals import SettingsError
from bummerl.server.serve import address_of
from bummerl.server.settings import Settings, load, load_database


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in os.environ:
        if name.startswith("BUMMERL_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("BUMMERL_DATA_DIR", str(tmp_path / "data"))


def test_alone_on_this_machine_everything_has_a_default(tmp_path: Path) -> None:
    settings = load()
    assert (settings.host, settings.port, settings.exposed) == ("127.0.0.1", 8000, False)
    assert settings.database == f"sqlite:///{tmp_path / 'data' / 'bummerl.db'}"
    assert not settings.secure
    assert settings.redis_url is None


def test_the_secret_key_is_kept_where_only_its_owner_reads_it(tmp_path: Path) -> None:
    first = load()
    kept = tmp_path / "data" / "secret_key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert len(first.key) >= 32
    assert load().key == first.key
    assert [path.name for path in kept.parent.iterdir()] == ["secret_key"]
    assert first.derived_key("a") != first.derived_key("b")
    assert first.key.decode() not in repr(first)


@pytest.mark.parametrize(
    "exposing",
    [
        {"host": "0.0.0.0"},
        {"host": "::"},
        {"host": "192.168.1.5"},
        {"public_url": "https://cards.example.org"},
    ],
    ids=str,
)
def test_others_are_let_in_only_with_a_secret_key(
    exposing: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SettingsError, match=r"BUMMERL_SECRET_KEY.*python -c \"import secrets"):
        load(**exposing)
    monkeypatch.setenv("BUMMERL_SECRET_KEY", "short")
    with pytest.raises(SettingsError, match="has 5 characters, but must have 32 or more"):
        load(**exposing)
    monkeypatch.setenv("BUMMERL_SECRET_KEY", "k" * 32)
    settings = load(**exposing)
    assert settings.exposed
    assert settings.key == b"k" * 32
    assert "kkk" not in repr(settings)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8"])
def test_loopback_is_not_exposed(host: str) -> None:
    assert not load(host=host, public_url="http://localhost:5173").exposed


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("port", "70000"),
        ("port", "x"),
        ("public_url", "cards.example.org"),
        ("public_url", "https://cards.example.org/bummerl"),
        ("public_url", "ftp://cards.example.org"),
        ("log_level", "chatty"),
        ("session_days", "0"),
    ],
)
def test_values_that_cannot_be(option: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"BUMMERL_{option.upper()}", value)
    with pytest.raises(SettingsError, match=f"the setting {option} cannot be '{value}'"):
        load()


def test_options_win_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUMMERL_PORT", "9000")
    assert load().port == 9000
    assert load(port=9001).port == 9001


OPTIONAL = [name for name, field in Settings.model_fields.items() if field.default is None]


@pytest.mark.parametrize("name", OPTIONAL)
def test_what_need_not_be_set_is_not_set_if_it_is_empty(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert getattr(load(**{name: ""}), name) is None
    monkeypatch.setenv(f"BUMMERL_{name.upper()}", "")
    assert getattr(load(), name) is None


def test_no_proxy_is_trusted_if_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUMMERL_TRUSTED_PROXIES", "")
    assert load().trusted_proxies == ""


def test_https_makes_cookies_secure() -> None:
    assert load(public_url="https://cards.example.org/", secret_key="k" * 32).secure
    assert not load(public_url="http://10.0.0.5:8000", secret_key="k" * 32).secure


def test_the_data_folder_may_not_be_there_to_write(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BUMMERL_DATA_DIR", str(tmp_path / "file" / "data"))
    with pytest.raises(SettingsError, match="the secret key cannot be kept in"):
        load()


def test_the_database_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUMMERL_HOST", "0.0.0.0")
    assert load_database("postgresql://a@b/c") == "postgresql://a@b/c"
    assert load_database(None).startswith("sqlite:///")


@pytest.mark.parametrize(
    ("options", "address"),
    [
        ({}, "http://127.0.0.1:81"),
        ({"host": "0.0.0.0"}, "http://localhost:81"),
        ({"host": "::1"}, "http://[::1]:81"),
        ({"public_url": "https://cards.example"}, "https://cards.example"),
    ],
    ids=str,
)
def test_the_address_that_is_told(options: dict[str, Any], address: str) -> None:
    assert address_of(Settings(**options), 81) == address
