"""Session tokens: random; only hashes are kept, so a stolen database signs nobody in."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """A token that nobody can guess: 32 random bytes, as text for a cookie."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """What the database keeps of a token: its SHA-256."""
    return hashlib.sha256(token.encode()).digest()
