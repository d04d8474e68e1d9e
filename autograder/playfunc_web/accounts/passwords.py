"""Passwords: Argon2id's hashes. One costs 64 MB and a third of a second, so few are made at once."""

from __future__ import annotations

from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from playfunc_web.errors import ProblemError

__all__ = ["LEAST_CHARACTERS", "hashed", "matches", "unmatched_hash"]

LEAST_CHARACTERS = 10
MOST_CHARACTERS = 200

_HASHER = PasswordHasher()
_PLACES = BoundedSemaphore(2)
"""Hashes that are made at once; others wait."""

_QUEUE = BoundedSemaphore(20)
"""Requests that make a hash or wait to; each takes one of the forty threads that answer all pages."""

_WAIT_SECONDS = 20


def unmatched_hash(hasher: PasswordHasher) -> str:
    """A hash that no password has, as it takes this hasher as long to compare as any other. (To hash something takes
    a third of a second of every start.)"""
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${costs}${'A' * 22}${'A' * 43}"  # a salt of 16 bytes and a digest of 32, all 0


_UNMATCHED = unmatched_hash(_HASHER)
"""Compared with where there is no such account, so that the time of an answer tells nothing."""


def hashed(password: str) -> str:
    """Raises `ProblemError` for a password that is too short or too long."""
    if not LEAST_CHARACTERS <= len(password) <= MOST_CHARACTERS:
        raise ProblemError(
            422,
            "Choose another password",
            f"A password has {LEAST_CHARACTERS} to {MOST_CHARACTERS} characters; this one has {len(password)}.",
        )
    with _Place():
        return _HASHER.hash(password)


def matches(encoded: str | None, password: str) -> bool:
    """Whether the password is the account's; always false, after the same time, where it has none."""
    with _Place():
        try:
            return (
                _HASHER.verify(encoded or _UNMATCHED, password[: MOST_CHARACTERS + 1]) and encoded is not None
            )
        except (Argon2Error, InvalidHashError):
            return False


class _Place:
    def __enter__(self) -> None:
        if not _QUEUE.acquire(blocking=False):
            raise _busy()
        if not _PLACES.acquire(timeout=_WAIT_SECONDS):
            _QUEUE.release()
            raise _busy()

    def __exit__(self, *error: object) -> None:
        _PLACES.release()
        _QUEUE.release()


def _busy() -> ProblemError:
    return ProblemError(
        503, "Many people log in now", "Try again in a few seconds.", headers=(("Retry-After", "5"),)
    )
