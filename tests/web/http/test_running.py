"""Requests are answered until a signal comes."""

from __future__ import annotations

import os
import signal
import socket
import threading

import httpx2
from fastapi import FastAPI
from playfunc_web.http.running import answer_requests, hear_signals


def test_a_signal_ends_it_and_not_the_process() -> None:
    app, before = FastAPI(), signal.getsignal(signal.SIGTERM)
    app.add_api_route("/", lambda: "here")
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    got = []

    def ask() -> None:
        got.append(httpx2.get(address, timeout=60).json())
        os.kill(os.getpid(), signal.SIGTERM)

    try:
        told = hear_signals()
        threading.Thread(target=ask).start()
        answer_requests(app, listening, told)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert got == ["here"]


def test_a_signal_that_came_before_the_server_started_ends_it_too() -> None:
    before = signal.getsignal(signal.SIGTERM)
    try:
        told = hear_signals()
        os.kill(os.getpid(), signal.SIGTERM)
        answer_requests(FastAPI(), socket.create_server(("127.0.0.1", 0)), told)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert told.is_set()
