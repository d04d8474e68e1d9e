"""A worker ends with its judge, leaves no zombie, and is replaced where the system kills it."""

import os
import signal
import subprocess
import sys
import time

import psutil
from confined_workers import BOTH_TIERS, OBEDIENT, PATH, process_id
from playfunc.player import Reply

GOOD = Reply("C2", "null")


@BOTH_TIERS
def test_a_worker_that_the_system_kills_is_replaced(make_worker, ask, tier):
    worker = make_worker(OBEDIENT, tier=tier)
    worker.start()
    os.kill(process_id(worker), signal.SIGKILL)
    assert worker.answer([ask("pass")]) == [GOOD]


HOST = """
import sys
sys.path[:0] = {path!r}
from playfunc.games.hearts import Hearts
from playfunc.rules import Call
from playfunc_autograder.sandbox import Tier, WorkerPlayer
source = "def play(who, hand, trick, previous):\\n    while who == 'loop': pass\\n    return hand[0], None\\n"
worker = WorkerPlayer(source, Hearts(2), name="you", tier=Tier.{tier})
worker.start()
print(~(worker._process.clock._id >> 3), flush=True)
worker.answer([Call("play", ("loop", ["C2"], [], None), None)])
"""


@BOTH_TIERS
def test_no_worker_outlives_a_killed_judge(tier):
    script = HOST.format(path=PATH, tier=tier.value)
    judge = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    worker = int(judge.stdout.readline())
    judge.kill()
    judge.wait()
    judge.stdout.close()
    end = time.monotonic() + 60
    while alive(worker) and time.monotonic() < end:
        time.sleep(0.02)
    assert not alive(worker)


BURIAL = """
import ctypes, os, sys
sys.path[:0] = {path!r}
from playfunc.games.hearts import Hearts
from playfunc_autograder.sandbox import Tier, WorkerPlayer
from playfunc_autograder.sandbox.forks import close_fork_servers
assert ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) == 0  # orphans come to this process
for _ in range(3):
    with WorkerPlayer("def play(a, b, c, d): ...", Hearts(2), name="you", tier=Tier.{tier}) as worker:
        worker.start()
close_fork_servers("")
try:
    print("left:", os.waitpid(-1, 0))
except ChildProcessError:
    print("nothing is left")
"""


@BOTH_TIERS
def test_a_closed_worker_leaves_no_zombie(tier):
    """In a container the first process often buries nobody, and a class needs thousands of workers."""
    script = BURIAL.format(path=PATH, tier=tier.value)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "nothing is left\n"


def alive(pid):
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
