from __future__ import annotations

from threading import BoundedSemaphore

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from playfunc_web.accounts import passwords
from playfunc_web.accounts.passwords import (
    LEAST_CHARACTERS,
    MOST_CHARACTERS,
    hashed,
    matches,
    unmatched_hash,
)
from playfunc_web.errors import ProblemError
from playfunc_web.skullwhist import passwords as bots


def test_only_the_password_itself_matches() -> None:
    encoded = hashed("correct horse")
    assert encoded.startswith("$argon2id$")
    assert matches(encoded, "correct horse")
    assert not matches(encoded, "correct hors")


def test_an_account_without_a_password_matches_nothing() -> None:
    assert not matches(None, "nobody's password")
    assert not matches("", "")


@pytest.mark.parametrize("hasher", [passwords._HASHER, bots.HASHER])
def test_what_is_compared_where_no_account_is_takes_as_long_as_a_real_hash(hasher: PasswordHasher) -> None:
    unmatched = unmatched_hash(hasher)
    assert not hasher.check_needs_rehash(unmatched)
    assert len(unmatched) == len(hasher.hash("correct horse"))
    with pytest.raises(VerifyMismatchError):  # and not that it is no hash, which is known at once
        hasher.verify(unmatched, "correct horse")


@pytest.mark.parametrize("length", [0, LEAST_CHARACTERS - 1, MOST_CHARACTERS + 1])
def test_a_password_of_an_unfit_length_is_refused(length: int) -> None:
    with pytest.raises(ProblemError, match=f"this one has {length}"):
        hashed("a" * length)


def test_those_who_wait_leave_threads_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = BoundedSemaphore(2)
    monkeypatch.setattr(passwords, "_QUEUE", queue)
    with queue, queue, pytest.raises(ProblemError, match="few seconds") as refused:
        matches(None, "somebody's password")
    assert refused.value.status == 503
    assert ("Retry-After", "5") in refused.value.headers
    assert not matches(None, "somebody's password")  # and the places are free again
    assert queue.acquire(blocking=False)
