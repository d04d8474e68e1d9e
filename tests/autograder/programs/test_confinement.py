"""What a program can reach in each tier that this machine has: each attempt says what it got."""

import os
import shutil
import sys

import psutil
import pytest
from playfunc.errors import PlayerCrash, PlayError
from playfunc.games.footsteps import FootSteps
from playfunc.games.hearts import Hearts
from playfunc.rules import Call
from playfunc_autograder.programs import program_player
from playfunc_autograder.sandbox import Tier, available_tier
from playfunc_checks.submitted_player import Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs are confined on Linux alone")

CALL = Call("play", ("you", ["C2", "C3"], [], None), None)

PATIENT = Limits(move_seconds=20)

CONFINED = [tier for tier in (Tier.A, Tier.B) if available_tier().tier.value <= tier.value]
HARDEST = pytest.mark.hardest(*(f"{tier}" for tier in CONFINED[-1:]))
"""Tier B, where nothing but the kernel's lock is between a program and the machine."""

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


@HARDEST
@pytest.mark.parametrize("tier", CONFINED, ids=str)
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
def test_it_reads_its_own_folder_and_starts_threads(program, tmp_path, tier):
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "table.txt").write_text("opening book")
    attempt = (
        "import threading; t = threading.Thread(target=print, args=('',), kwargs={'file': sys.stderr}); "
        "t.start(); t.join(); return open('table.txt').read()"
    )
    assert got(program, attempt, tier) == "opening book"


@pytest.mark.parametrize("tier", CONFINED)
def test_time_of_threads_is_the_programs_own(program, tier):
    source = """
        import hashlib, sys, threading
        def work():
            for _ in range(10):
                hashlib.pbkdf2_hmac("sha256", b"", b"", 100_000)
        sys.stdin.readline()
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print("C2", flush=True)
        sys.stdin.readline()
    """
    player = program(source, tier=tier, limits=PATIENT)
    (answer,) = player.answer([CALL])
    assert not isinstance(answer, PlayError), answer
    assert player.cpu_seconds > 0.3


ONE_PROCESS = "exec java …"


@pytest.mark.parametrize("tier", CONFINED)
def test_a_shell_script_becomes_its_runtime_or_is_told_how(tmp_path, tier):
    (tmp_path / "bot.py").write_text("import sys\nfor line in sys.stdin: print('C2', flush=True)\n")
    answers = []
    for last in ("exec /usr/bin/env python3 bot.py", "/usr/bin/env python3 bot.py\n:"):
        (tmp_path / "bot.sh").write_text(f"#!/bin/sh\n{last}\n")
        (tmp_path / "bot.sh").chmod(0o755)
        with program_player(
            f"exec-lines:{tmp_path / 'bot.sh'}", Hearts(2), tier=tier, limits=PATIENT
        ) as player:
            answers += player.answer([CALL])
    assert answers[0].move == "C2"
    assert isinstance(answers[1], PlayerCrash)
    assert ONE_PROCESS in answers[1].reason


RUNTIMES = {
    "node": ("bot.js", "{threads}console.log(3); setInterval(() => {{}}, 1e6)"),
    "perl": ("bot.pl", "$| = 1; print qq(3\\n); <STDIN>"),
    "ruby": ("bot.rb", "$stdout.sync = true; Thread.new {{ }}.join; puts 3; gets"),
    "php": ("bot.php", "<?php echo qq(3), PHP_EOL; fgets(STDIN); function qq($x) {{ return $x; }}"),
    "java": (
        "Bot.java",
        "public class Bot {{ public static void main(String[] a) throws Exception {{ "
        "Thread t = new Thread(() -> {{}}); t.start(); t.join(); System.out.println(3); System.in.read(); }} }}",
    ),
    "/usr/bin/python3": ("bot.py", "import threading, json; print(3, flush=True); input()"),
}


@HARDEST
@pytest.mark.parametrize("tier", CONFINED, ids=str)
@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_runtime_starts_as_one_process(tmp_path, tier, runtime):
    if shutil.which(runtime) is None:
        pytest.skip(f"{runtime} is not installed here")
    file, source = RUNTIMES[runtime]
    (tmp_path / file).write_text(
        source.format(threads="new (require('worker_threads').Worker)('', {eval: true});")
    )
    with program_player(
        f"exec:{runtime} {tmp_path / file}", FootSteps(), tier=tier, limits=PATIENT
    ) as player:
        (answer,) = player.answer([Call("play", ("you", 0, 50, 50, None))])
        assert not isinstance(answer, PlayError), answer
        assert answer.move == "3"


@pytest.mark.parametrize("tier", CONFINED)
def test_it_does_not_outlive_its_player(program, tier):
    player = program(
        """
        import sys
        sys.stdin.readline()
        print("C2", flush=True)
        while True: pass
        """,
        tier=tier,
        limits=PATIENT,
    )
    (answer,) = player.answer([CALL])
    assert answer.move == "C2"
    pid = player._adapter._program.pid
    assert psutil.pid_exists(pid)
    player.close()
    assert not psutil.pid_exists(pid)
