"""Tiers as they are: what gets out of each, that players notice no other difference, and what is missing where."""

import errno
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

import playfunc
import pytest
from confined_workers import BOTH_TIERS, OBEDIENT, WAYS_OUT, lacking, origin, process_id, reason
from playfunc.errors import PlayerCrash, TimeError
from playfunc.games.hearts import Hearts
from playfunc.player import Reply
from playfunc.rules import Call
from playfunc_autograder.sandbox import Tier, WorkerPlayer, available_tier
from playfunc_autograder.sandbox.packages import NEEDED, REFUSED
from playfunc_autograder.sandbox.tiers import LAUNCHERS, probe
from playfunc_autograder.sandbox.worker.landlock import landlock_abi
from playfunc_autograder.sandbox.worker.syscalls import ARCHITECTURES
from playfunc_checks.submitted_player import Limits

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="confinement is Linux's")

AS_ROOT = pytest.mark.skipif(
    sys.platform != "linux" or os.getuid() != 0, reason="all other tests run as an ordinary user"
)

GOOD = Reply("C2", "null")

NOBODY = 65534


@pytest.fixture(scope="module")
def obedient(tier):
    with WorkerPlayer(OBEDIENT, Hearts(2), name="you", tier=tier) as worker:
        worker.start()
        yield worker


@ON_LINUX
def test_a_kernel_that_has_what_the_lock_needs_gives_tier_b():
    if landlock_abi() and platform.machine() in ARCHITECTURES:
        assert reason(Tier.B) == ""
    else:
        assert reason(Tier.B) != ""


@ON_LINUX
def test_a_bubblewrap_that_runs_gives_tier_a():
    command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", sys.executable, "-S", "-c", ""]
    runs = shutil.which("bwrap") and not subprocess.run(command, capture_output=True, check=False).returncode
    assert (reason(Tier.A) == "") is (bool(runs) and reason(Tier.B) == "")


def test_the_best_tier_is_what_players_get(make_worker, ask):
    worker = make_worker(OBEDIENT)
    assert worker.tier is available_tier().tier
    assert worker.answer([ask("pass")]) == [GOOD]
    expected = [tier for tier in (Tier.A, Tier.B) if reason(tier)]
    assert list(available_tier().refusals) == (expected if available_tier().tier is not Tier.A else [])


UNREADABLE = [
    str(origin("playfunc_opponents")),
    str(origin("playfunc_autograder")),
    str(origin("playfunc_autograder.sandbox.worker_player")),
    str(origin("pytest")),
    __file__,
    "/etc/passwd",
    "/etc/hostname",
    "/proc/self/environ",
    "/proc/self/maps",
    "/proc/self/mem",
    "/proc/<the judge>/environ",
    "/proc/<the judge>/mem",
    "/proc/1/cmdline",
    "/proc/mounts",
    "/sys/kernel",
    "/dev/zero",
    "/dev/shm",
    "/tmp",
    "/",
]


@pytest.mark.parametrize("path", UNREADABLE)
@ON_LINUX
def test_what_is_not_granted_is_not_opened(obedient, ask, path):
    path = path.replace("<the judge>", str(os.getpid()))
    (answer,) = obedient.answer([ask(f"memory = failed(libc.open({path!r}.encode(), os.O_RDONLY))")])
    result, number = json.loads(answer.memory)
    assert result == -1
    assert number in (errno.EACCES, errno.ENOENT)


@ON_LINUX
def test_the_pipes_of_others_are_not_opened_by_way_of_their_descriptors(obedient, ask, tier, make_worker):
    other = make_worker(OBEDIENT, tier=tier)
    other.start()
    ends = os.pipe()
    paths = [
        f"/proc/{pid}/fd/{end}" for pid in (os.getpid(), process_id(other)) for end in (*range(5), *ends)
    ]
    (answer,) = obedient.answer(
        [ask(f"memory = [libc.open(path.encode(), flags) for path in {paths} for flags in (0, 1)]")]
    )
    for end in ends:
        os.close(end)
    assert set(json.loads(answer.memory)) == {-1}


WRITES = {
    "a file of the library": "libc.open(os.__file__.encode(), os.O_RDWR)",
    "emptied by reading": "libc.open(os.__file__.encode(), os.O_RDONLY | os.O_TRUNC)",
    "beside a module": "libc.open((os.__file__ + '.new').encode(), 0o101, 0o600)",
    "in the root": "libc.open(b'/new', 0o101, 0o600)",
    "a temporary file": "libc.open(b'/tmp/new', 0o101, 0o600)",
    "without a name": "libc.open(b'/tmp', 0o20200001, 0o600)",
    "in shared memory": "libc.open(b'/dev/shm/new', 0o101, 0o600)",
    "a folder": "libc.mkdir(b'/tmp/new', 0o700)",
    "a link": "libc.symlink(b'/', b'/tmp/new')",
    "a removal": "libc.unlink(os.__file__.encode())",
    "a mode": "libc.chmod(os.__file__.encode(), 0o777)",
    "a time": "libc.utimes(os.__file__.encode(), None)",
}


@pytest.mark.parametrize("call", WRITES.values(), ids=WRITES)
@ON_LINUX
def test_nothing_is_written(obedient, ask, call):
    (answer,) = obedient.answer([ask(f"memory = failed({call})")])
    result, number = json.loads(answer.memory)
    assert result == -1
    assert number in (errno.EACCES, errno.EPERM, errno.ENOENT, errno.EROFS)


REFUSED_CALLS = {
    "run a program": "libc.execve(sys.executable.encode(), None, None)",
    "fork": "libc.fork()",
    "vfork, by number": "libc.syscall(58 if os.uname().machine == 'x86_64' else 220, 17, 0, 0, 0, 0)",
    "end the judge": f"libc.kill({os.getpid()}, 9)",
    "end all": "libc.kill(-1, 9)",
    "end itself": "libc.kill(os.getpid(), 9)",
    "stop the judge": f"libc.kill({os.getpid()}, 19)",
    "trace the judge": f"libc.ptrace(16, {os.getpid()}, None, None)",
    "be traced": "libc.ptrace(0, 0, None, None)",
    "read the judge's memory": f"libc.process_vm_readv({os.getpid()}, None, 0, None, 0, 0)",
    "limit the judge": f"libc.prlimit({os.getpid()}, 0, ctypes.create_string_buffer(16), None)",
    "raise its own limit": "libc.setrlimit(1, ctypes.create_string_buffer(b'\\xff' * 16))",
    "attachable again": "libc.prctl(4, 1, 0, 0, 0)",
    "outlive its parent": "libc.prctl(1, 0, 0, 0, 0)",
    "capabilities": "libc.capset(ctypes.create_string_buffer(8), ctypes.create_string_buffer(24))",
    "another user": "libc.setuid(0)",
    "a namespace": "libc.unshare(0x10000000)",
    "a mount": "libc.mount(b'none', b'/', b'tmpfs', 0, None)",
    "internet": "libc.socket(2, 1, 0)",
    "internet 6": "libc.socket(10, 2, 0)",
    "local": "libc.socket(1, 1, 0)",
    "netlink": "libc.socket(16, 3, 0)",
    "packets": "libc.socket(17, 3, 0)",
    "vsock": "libc.socket(40, 1, 0)",
    "pair": "libc.socketpair(1, 1, 0, (ctypes.c_int * 2)())",
    "memory file": "libc.memfd_create(b'x', 0)",
    "shared memory": "libc.shmget(0, 4096, 0o1600)",
    "message queue": "libc.msgget(0, 0o1600)",
    "io_uring": "libc.syscall(425, 8, ctypes.create_string_buffer(120))",
    "bpf": "libc.syscall(321 if os.uname().machine == 'x86_64' else 280, 0, None, 0)",
    "a terminal's input": "libc.ioctl(0, 0x5412, b'x')",
    "a signal on input": f"libc.fcntl(0, 8, {os.getpid()})",
    "a timer": "libc.alarm(1) or -1",
    "another priority": "libc.setpriority(0, 0, -5)",
    "another processor": "libc.sched_setaffinity(0, 8, ctypes.create_string_buffer(b'\\1', 8))",
}


@pytest.mark.parametrize("call", REFUSED_CALLS.values(), ids=REFUSED_CALLS)
@ON_LINUX
def test_the_kernel_is_asked_in_vain(obedient, ask, call):
    (answer,) = obedient.answer([ask(f"memory = failed({call})")])
    assert json.loads(answer.memory) == [-1, errno.EPERM]


def test_threads_are_not_started(obedient, ask):
    (fault,) = obedient.answer([ask("import threading; threading.Thread(target=print).start()")])
    assert "can't start new thread" in fault.reason


@BOTH_TIERS
def test_nothing_is_handed_down(obedient, ask):
    """Besides the three that every process has: the questions, and the answers."""
    (answer,) = obedient.answer([ask("memory = [libc.close(descriptor) for descriptor in range(5, 1024)]")])
    assert set(json.loads(answer.memory)) == {-1}


@BOTH_TIERS
def test_the_system_agrees_that_it_is_locked(obedient, ask, tier):
    obedient.answer([ask("pass")])
    status = dict(line.split(":\t") for line in status_of(obedient).splitlines() if ":\t" in line)
    assert {status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {"0" * 16}
    assert (status["NoNewPrivs"], status["Seccomp"], status["Threads"]) == ("1", "2", "1")
    assert ("NSpid" in status and "\t" in status["NSpid"]) is (tier is Tier.A)


def status_of(worker):
    return Path(f"/proc/{process_id(worker)}/status").read_text()


LIBRARY = """
import abc, array, ast, asyncio, base64, bisect, bz2, calendar, cmath, collections, concurrent.futures, contextlib
import copy, csv, dataclasses, datetime, decimal, difflib, doctest, enum, fractions, functools, gc, hashlib, heapq
import hmac, html, inspect, io, itertools, json, keyword, logging, lzma, math, multiprocessing, numbers, operator
import pathlib, pickle, platform, pprint, queue, random, re, sched, secrets, shelve, sqlite3, ssl, statistics, string
import struct, subprocess, tempfile, textwrap, threading, timeit, tokenize, traceback, types, typing, unittest
import uuid, warnings, weakref, zlib, zoneinfo
random.SystemRandom().random(); platform.machine(); time.sleep(0.001); time.process_time(); os.getpid()
logging.getLogger().warning("words"); os.cpu_count(); uuid.uuid4()
with open(os.devnull, "w") as nowhere: nowhere.write("x")
sqlite3.connect(":memory:").execute("create table t (a)")
memory = [hashlib.new(name, b"x").hexdigest() for name in ("md5", "sha1", "sha256", "sha3_256", "blake2b")]
"""

NUMPY = """
import numpy, numpy.random, numpy.linalg
values = numpy.random.default_rng(1).random((60, 60))
memory = [float((values @ values).sum()), float(numpy.linalg.svd(values)[1].sum())]
"""


@pytest.mark.parametrize("order", [LIBRARY, NUMPY], ids=["standard library", "numpy"])
def test_what_players_import_works_as_it_does_here(obedient, ask, order):
    if order is NUMPY:
        pytest.importorskip("numpy")
    found = {"os": os, "time": time}
    exec(order, found)
    (answer,) = obedient.answer([ask(order)])
    assert isinstance(answer, Reply), answer.detail
    assert json.loads(answer.memory) == found["memory"]


@BOTH_TIERS
def test_modules_are_found_after_the_finders_forgot_everything(obedient, ask):
    order = "import importlib; importlib.invalidate_caches(); import colorsys, wsgiref.util"
    assert obedient.answer([ask(order)]) == [GOOD]


SAME = [
    "1 / 0", "def f(): f()\nf()", "bytearray(2**31)", "sys.exit(3)", "os._exit(3)", "ctypes.string_at(0)",
    "import playfunc_opponents", "import pytest", "open('/etc/passwd', 'w')", "os.fork()",
    "os.system('true')", "os.kill(1, 9)", "import no_such_module", "memory = float('nan')",
    "while True: pass", "print('x' * 100_000)",
    "memory = [sorted({'a', 'b', 'c'}), list({'a', 'b', 'c', 'd'})]",
]  # fmt: skip


@pytest.fixture(scope="module")
def answers_of():
    """Each tier's answers to `SAME`, with what differs from run to run taken out."""

    @cache
    def answers(tier):
        limits = Limits(move_seconds=0.3)
        calls = [Call("play", (order, ["C2", "C3"], [], None), None) for order in SAME]
        with WorkerPlayer(OBEDIENT, Hearts(2), name="you", tier=tier, limits=limits) as worker:
            return [shown(answer) for answer in worker.answer(calls)]

    return answers


def shown(answer):
    if isinstance(answer, Reply):
        return answer
    return type(answer), answer.reason, re.sub("0x[0-9a-f]+", "0x…", answer.detail)


@pytest.mark.parametrize("number", range(len(SAME)), ids=SAME)
def test_faults_read_the_same_in_every_tier(answers_of, tier, number):
    assert answers_of(tier)[number] == answers_of(Tier.C)[number]


@BOTH_TIERS
def test_time_is_the_workers_own(make_worker, ask, tier):
    """Not that of a process in between, which waits."""
    worker = make_worker(OBEDIENT, tier=tier, limits=Limits(move_seconds=0.5))
    slept, worked, looped = worker.answer(
        [
            ask("time.sleep(0.3)"),
            ask("end = time.process_time() + 0.2\nwhile time.process_time() < end: pass"),
            ask("while True: pass"),
        ]
    )
    assert (slept, worked) == (GOOD, GOOD)
    assert isinstance(looped, TimeError)
    assert looped.reason == "this move took over 0.5 s of CPU time"
    assert 0.7 <= worker.cpu_seconds < 1.2


@BOTH_TIERS
def test_memory_is_bounded(make_worker, ask, tier):
    worker = make_worker(OBEDIENT, tier=tier, limits=Limits(memory_bytes=2**29, move_seconds=20))
    (fault,) = worker.answer([ask("keep = []\nwhile True: keep.append(bytearray(2**24))")])
    assert isinstance(fault, PlayerCrash)
    assert "MemoryError" in fault.reason


@pytest.mark.parametrize(("platform_", "name"), [("win32", "Windows"), ("darwin", "Darwin")])
def test_other_systems_have_tier_c_and_say_why(monkeypatch, platform_, name):
    monkeypatch.setattr(sys, "platform", platform_)
    monkeypatch.setattr(platform, "system", lambda: name)
    found = probe(LAUNCHERS)
    assert found.tier is Tier.C
    assert set(found.refusals.values()) == {f"this is {name}, and confinement needs Linux"}


FAIL, ALLOW = 0x00050000, 0x7FFF0000


@ON_LINUX
def test_a_kernel_without_landlock_gives_tier_c_and_blames_nobody():
    tier, refusals, started = lacking(
        [(0x20, 0, 0, 0), (0x15, 0, 1, 444), (0x06, 0, 0, FAIL | errno.ENOSYS), (0x06, 0, 0, ALLOW)]
    )
    assert tier == "C"
    assert "this kernel has no Landlock, or it is switched off" in refusals
    assert started == "SandboxError: OSError: this kernel has no Landlock, or it is switched off"


@ON_LINUX
def test_a_container_without_namespaces_gives_tier_b():
    if reason(Tier.A):
        pytest.skip(reason(Tier.A))
    clone, new_mounts = {"x86_64": 56, "aarch64": 220}[platform.machine()], 0x20000
    tier, refusals, started = lacking(
        [
            (0x20, 0, 0, 0),
            (0x15, 0, 3, clone),
            (0x20, 0, 0, 16),
            (0x54, 0, 0, new_mounts),
            (0x15, 1, 0, new_mounts),
            (0x06, 0, 0, ALLOW),
            (0x06, 0, 0, FAIL | errno.EPERM),
        ]
    )
    assert (tier, started) == ("B", "")
    assert len(refusals) == 1
    assert "namespace" in refusals[0]


ORDINARY = """
import json, os, sys
from playfunc.games.hearts import Hearts
from playfunc.rules import Call
from playfunc_autograder.sandbox import Tier, WorkerPlayer, available_tier
from playfunc_autograder.sandbox.tiers import why_not
from playfunc_autograder.sandbox.tiers import LAUNCHERS
with WorkerPlayer("def play(a, hand, c, d): return hand[0], None", Hearts(2), name="you") as worker:
    (answer,) = worker.answer([Call("play", ("you", ["C2"], [], None), None)])
    owner = os.stat(f"/proc/{~(worker._process.clock._id >> 3)}/environ").st_uid
reasons = {tier.value: why_not(launcher) for tier, launcher in LAUNCHERS.items()}
print(json.dumps([os.getuid(), available_tier().tier.value, reasons, answer.move, owner]))
"""


@pytest.fixture(scope="module")
def readable_python():
    """An interpreter and our packages where everybody may read them."""
    base = Path(tempfile.mkdtemp())
    base.chmod(0o755)
    library = Path(os.__file__).parent
    unneeded = shutil.ignore_patterns(
        "site-packages", "dist-packages", "test", "tests", "config-*", "idlelib", "*.a"
    )
    shutil.copytree(library, base / "lib" / library.name, ignore=unneeded)
    (base / "bin").mkdir()
    program = shutil.copy(os.path.realpath(sys.executable), base / "bin")
    for shared in Path(sys.base_prefix, "lib").glob("libpython*.so*"):
        shutil.copy(shared, base / "lib")
    for name in (*NEEDED, *REFUSED):
        found = origin(name)
        if found.name == "__init__.py":
            shutil.copytree(found.parent, base / "site-packages" / name)
        else:
            shutil.copy(found, base / "site-packages")
    told = Path(str(distribution("playfunc").locate_file(f"playfunc-{playfunc.__version__}.dist-info")))
    shutil.copytree(told, base / "site-packages" / told.name)  # games are found by entry points
    yield [
        program,
        {
            "PYTHONPATH": str(base / "site-packages"),
            "LD_LIBRARY_PATH": str(base / "lib"),
            "PATH": os.environ["PATH"],
        },
    ]
    shutil.rmtree(base)


@AS_ROOT
def test_all_of_it_holds_for_an_ordinary_user(readable_python):
    program, environment = readable_python
    run = subprocess.run(
        [program, "-c", ORDINARY],
        env=environment,
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    user, tier, reasons, move, owner = json.loads(run.stdout)
    assert (user, move) == (NOBODY, "C2")
    assert (owner == 0) is (tier != "C")  # not even its own user may look into a locked process
    assert reasons["C"] == "a player could " + ", ".join(WAYS_OUT[:-2])
    assert reasons["B"] == reason(Tier.B)
    if not reasons["A"]:
        assert tier == "A"
    else:
        assert "namespace" in reasons["A"] or reason(Tier.A)
