"""What a program can reach in each tier that this machine has: each attempt says what it got."""

from __future__ import annotations

import os
import sys
import time

import pytest
from playfunc.errors import PlayError
from playfunc.rules import Call
from playfunc_autograder.programs.filter import REFUSED_CALLS, filter_bytes
from playfunc_autograder.sandbox import Limits, Tier, available_tier

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs are confined on Linux alone")

CALL = Call("play", ("you", ["C2", "C3"], [], None), None)
PATIENT = Limits(move_seconds=20)

CONFINED = [tier for tier in (Tier.A, Tier.B) if available_tier().tier.value <= tier.value]

ATTEMPT = """
    import os, sys
    sys.stdin.readline()
    try:
        with open({told!r}) as file: secret = file.read()
    except OSError:
        secret = ""
    def attempt():
        {attempt}
    try:
        got = attempt()
    except BaseException as error:
        got = "refused"
    print("C2\\t" + str(got), flush=True)
    sys.stdin.readline()
"""


def got(program, attempt: str, tier: Tier, told: str = "") -> str:
    source = ATTEMPT.format(attempt=attempt, told=told)
    (answer,) = program(source, tier=tier, limits=PATIENT).answer([CALL])
    assert not isinstance(answer, PlayError), answer
    return answer.memory.strip('"')


@pytest.mark.parametrize("tier", CONFINED)
@pytest.mark.parametrize(
    "attempt",
    [
        "import socket; return socket.create_connection(('127.0.0.1', 9), 1)",
        "import socket; return socket.socket(socket.AF_UNIX)",
        "import socket; return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
        "return os.kill({judge}, 0) or 'signalled'",
        "return os.setsid()",
        "return open('/proc/{judge}/environ').read()",
        "return open('/proc/{judge}/mem', 'rb').read(1)",
        "return open({outside!r}).read()",
        "return os.listdir({folder!r}) and open({outside!r}).read()",
        "return open('/etc/passwd').read() and 'read'",
        "return open('new-file', 'w')",
        "return open('/usr/new-file', 'w')",
        "import playfunc_opponents; return 'imported'",
        "import playfunc_autograder; return 'imported'",
        "return open({ours!r}).read() and 'read'",
        "import ctypes; return ctypes.CDLL(None, use_errno=True).unshare(0x10000000) or 'unshared'",
        "import resource; return resource.prlimit({judge}, resource.RLIMIT_CORE) and 'got'",
        "return os.setpriority(os.PRIO_PROCESS, {judge}, 1) or 'set'",
        "return os.sched_setaffinity({judge}, os.sched_getaffinity({judge})) or 'set'",
        "return os.sched_setscheduler({judge}, os.SCHED_OTHER, os.sched_param(0)) or 'set'",
        "import ctypes; return 'got' if ctypes.CDLL(None).syscall(234, {judge}, {judge}, 0) == 0 else 1 / 0",
        "import ctypes; libc = ctypes.CDLL(None); return 'made' if libc.shmget(0, 4096, 0o1600) >= 0 else 1 / 0",
    ],
)
def test_nothing_is_reached(program, tmp_path, tier, attempt):
    outside = tmp_path / "secret.txt"
    outside.write_text("a secret")
    import playfunc_opponents

    text = attempt.format(
        judge=os.getpid(), outside=str(outside), folder=str(tmp_path), ours=playfunc_opponents.__file__
    )
    assert got(program, text, tier) in ("refused", "-1"), attempt


@pytest.mark.parametrize(
    "attempt", ["return open({outside!r}).read()", "return os.kill({judge}, 0) or 'signalled'"]
)
def test_unconfined_the_same_attempts_succeed(program, tmp_path, attempt):
    outside = tmp_path / "secret.txt"
    outside.write_text("a secret")
    text = attempt.format(judge=os.getpid(), outside=str(outside))
    assert got(program, text, Tier.C) in ("a secret", "signalled")


@pytest.mark.parametrize("tier", CONFINED)
def test_it_reads_its_own_folder_and_starts_threads_and_processes(program, tmp_path, tier):
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "table.txt").write_text("opening book")
    attempt = (
        "import subprocess, threading; t = threading.Thread(target=print, args=('',), kwargs={'file': sys.stderr}); "
        "t.start(); t.join(); return open('table.txt').read() + subprocess.run(['/bin/echo', 'hi'], "
        "capture_output=True, text=True).stdout.strip()"
    )
    assert got(program, attempt, tier) == "opening bookhi"


@pytest.mark.parametrize("tier", CONFINED)
def test_no_process_outlives_it(program, tmp_path, tier):
    mark = f"{time.time_ns()}"
    player = program(
        f"""
        import os, sys, time
        sys.stdin.readline()
        for _ in range(3):
            if os.fork() == 0:
                os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", "{mark}"])
        time.sleep(0.2)
        print("C2", flush=True)
        sys.stdin.readline()
        """,
        tier=tier,
        limits=PATIENT,
    )
    (answer,) = player.answer([CALL])
    assert answer.move == "C2"
    assert running(mark)
    player.close()
    deadline = time.monotonic() + 10
    while running(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not running(mark)


def running(mark: str) -> int:
    found = 0
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline") as file:
                found += mark in file.read().split("\0")
        except OSError:
            continue
    return found


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_names_every_call_once(machine):
    names = [call.name for call in REFUSED_CALLS]
    assert len(set(names)) == len(names)
    assert all(call.why for call in REFUSED_CALLS)
    assert len(filter_bytes(machine)) % 8 == 0


def test_an_unknown_machine_has_no_filter():
    with pytest.raises(OSError, match="riscv64"):
        filter_bytes("riscv64")
