"""A process that forks workers. It has imported what they need and never runs a player's code.

A fork takes a tenth of the time that a new interpreter takes, and knows no more: each locks itself and only
then sees the player's source. Requests come as messages over standard input, a socket; see `sandbox.forks`.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import socket
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace

import playfunc
from playfunc.games import GAMES

from .serve import Prepared, prepare, serve
from .settings import Settings

_ENDED = 256
"""How many exit codes are kept for later requests."""


def serve_forks(settings: Settings) -> None:
    """Fork a worker for each message with three descriptors, its standard ones, that holds its bounds of memory
    and CPU time; tell an exit code for each message that is a process id. The answer to the first is a process
    id and a descriptor of the process, to the second the code. Ends when nobody is there to ask."""
    control = socket.socket(fileno=_high(0))
    prepared = prepare(settings)
    _import_all()
    if prepared.files is not None:
        prepared = replace(prepared, files=_high(prepared.files))
    gc.freeze()  # else the first collection in every fork would copy all pages
    running: set[int] = set()
    ended: OrderedDict[int, int] = OrderedDict()
    control.send(b"ready")
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 64, 3)
        _bury(running, ended)
        if descriptors:
            child = os.fork()
            if child == 0:
                _work(control, descriptors, _bounded(prepared, message))
            running.add(child)
            _answer(control, child)
            for descriptor in descriptors:
                os.close(descriptor)
        elif message:
            code = ended.pop(int(message), None)
            control.send(b"" if code is None else str(code).encode())
        else:
            return


def _import_all() -> None:
    """What players take from playfunc, so that no fork imports it anew."""
    for name in playfunc.__all__:
        getattr(playfunc, name)
    for game in GAMES:
        GAMES[game]


def _bounded(prepared: Prepared, bounds: bytes) -> Prepared:
    memory_bytes, cpu_seconds = json.loads(bounds)
    settings = replace(prepared.settings, memory_bytes=memory_bytes, cpu_seconds=cpu_seconds)
    return replace(prepared, settings=settings)


def _high(descriptor: int) -> int:
    """The same under a number that leaves the lowest to a worker's own."""
    high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 16)
    if descriptor > 2:
        os.close(descriptor)
    return high


def _bury(running: set[int], ended: OrderedDict[int, int]) -> None:
    for child in list(running):
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            running.discard(child)
            ended[child] = os.waitstatus_to_exitcode(status)
    while len(ended) > _ENDED:
        ended.popitem(last=False)


def _answer(control: socket.socket, child: int) -> None:
    process = os.pidfd_open(child)
    try:
        socket.send_fds(control, [str(child).encode()], [process])
    finally:
        os.close(process)


def _work(control: socket.socket, descriptors: list[int], prepared: Prepared) -> None:
    """A worker's whole life; never returns."""
    code = 1
    with suppress(BaseException):
        os.setsid()
        control.close()
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
            os.close(descriptor)
        code = _served(prepared)
    os._exit(code)


def _served(prepared: Prepared) -> int:
    try:
        serve(prepared)
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
        return 1
    return 0
