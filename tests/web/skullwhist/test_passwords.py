from __future__ import annotations

import asyncio

import pytest
from playfunc_arena.whist.live import RefusedError
from playfunc_web.skullwhist import passwords
from playfunc_web.skullwhist.passwords import HASHER, WRONG, Passwords
from whist_server import CHEAP


def test_only_the_password_matches() -> None:
    async def run() -> list[bool]:
        pool = Passwords()
        try:
            encoded = await pool.hashed("ünïcode 🂡")
            others = [(encoded, "unicode"), (encoded, ""), (None, "nobody's password"), ("no hash", "x")]
            pairs = [(encoded, "ünïcode 🂡"), *others]
            return [await pool.match(*pair, "ada", "") for pair in pairs]
        finally:
            pool.close()

    assert asyncio.run(run()) == [True, False, False, False, False]


def test_hashes_are_argon2id_with_the_least_that_is_recommended() -> None:
    assert HASHER.hash("x").startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_too_many_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "MOST_WAITING", 2)

    async def run() -> list[object]:
        pool = Passwords()
        try:
            return list(await asyncio.gather(*(pool.hashed("x") for _ in range(3)), return_exceptions=True))
        finally:
            pool.close()

    told = asyncio.run(run())
    assert [type(each) for each in told] == [str, str, RefusedError]
    assert "Too many bots log in at once" in str(told[2])


def test_many_wrong_passwords_for_a_bot_are_refused_where_they_come_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passwords, "HASHER", CHEAP)

    async def run() -> None:
        pool = Passwords()
        try:
            encoded = await pool.hashed("right")
            for _ in range(WRONG.amount):
                assert not await pool.match(encoded, "wrong", "ada", "10.0.0.1")
            with pytest.raises(RefusedError, match="20 wrong passwords for ada: wait a minute"):
                await pool.match(encoded, "right", "ada", "10.0.0.1")
            assert await pool.match(encoded, "right", "bob", "10.0.0.1"), "another bot"
            assert await pool.match(encoded, "right", "ada", "10.0.0.2"), "another network"
        finally:
            pool.close()

    asyncio.run(run())
