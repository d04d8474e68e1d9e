from __future__ import annotations

import time
from pathlib import Path

import pytest
from playfunc_web.skullwhist.protocol import WhistProtocol
from web_site import open_test_site
from whist_live import live_whist, request

PATIENCE = 0.4


@pytest.mark.parametrize(
    "sent",
    [b"", b"POST /api/status/ HT", request("status", b"{}", close=False)[:-1]],
    ids=["nothing", "half of the first line", "all but a byte of the body"],
)
def test_a_request_that_does_not_arrive_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    for name in ("head_seconds", "body_seconds"):
        monkeypatch.setattr(WhistProtocol, name, PATIENCE)
    site = open_test_site(tmp_path / "site")
    with live_whist(site) as live:
        began = time.monotonic()
        assert live.raw(sent) == b""
        assert PATIENCE * 0.9 < time.monotonic() - began < 10
    site.database.close()


def test_a_request_that_waits_for_its_answer_is_not_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("head_seconds", "body_seconds"):
        monkeypatch.setattr(WhistProtocol, name, PATIENCE)
    site = open_test_site(tmp_path / "site")
    with live_whist(site) as live:
        live.post("register", name="ada", password="p")
        secret = live.post("login", name="ada", password="p")["session"]
        with live.connect() as connection:
            connection.sendall(request("new-game", {"session": secret}, close=False))
            connection.settimeout(PATIENCE * 3)
            with pytest.raises(TimeoutError):
                connection.recv(1)
            live.hall.waits.release()
    site.database.close()
