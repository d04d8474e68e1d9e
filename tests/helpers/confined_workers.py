"""Workers in each tier that this machine has."""

import json
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from playfunc_autograder.sandbox import Tier
from playfunc_autograder.sandbox.tiers import LAUNCHERS, why_not

BOTH_TIERS = pytest.mark.parametrize("tier", [Tier.A, Tier.B], ids=str, indirect=True, scope="module")
"""Where a process that stands in between, in tier A, could make a difference."""

PATH = [folder for folder in sys.path if folder]


# `player_id` is Python, run inside the function; what it calls `memory` comes back.
OBEDIENT = """
import ctypes, os, sys, time
libc = ctypes.CDLL(None, use_errno=True)

def failed(result):
    return [result, ctypes.get_errno()]

def play(player_id, hand, trick, previous):
    found = {**globals()}
    exec(player_id, found)
    return hand[0], found.get("memory")
"""


WAYS_OUT = [
    "read a file", "write a file", "make a file", "read our source",
    "read the memory of the process that judges", "signal the process that judges", "use the network",
    "use a local socket", "change a file's mode", "watch a file", "lock a file",
    "keep memory in a file without a name", "start a process", "start a thread",
]  # fmt: skip


@cache
def reason(tier):
    return why_not(LAUNCHERS[tier]) if sys.platform == "linux" else "this is not Linux"


def origin(name):
    return Path(find_spec(name).origin)


def process_id(worker):
    return ~(worker._process.clock._id >> 3)


# A kernel that lacks something, made by a filter of system calls around a whole judge.
LACKING = """
import ctypes, json, struct, sys
sys.path[:0] = {path!r}
steps = {steps!r}
code = b"".join(struct.pack("HBBI", *step) for step in steps)
buffer = ctypes.create_string_buffer(code, len(code))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, struct.pack("HP", len(steps), ctypes.addressof(buffer)), 0, 0) == 0

from playfunc.games.hearts import Hearts
from playfunc_autograder.sandbox import Tier, WorkerPlayer, available_tier
try:
    WorkerPlayer("", Hearts(2), name="you", tier=Tier.B).facts
    started = ""
except Exception as error:
    started = type(error).__name__ + ": " + str(error).splitlines()[-1]
found = available_tier()
print(json.dumps([found.tier.value, [*found.refusals.values()], started]))
"""


def lacking(steps):
    script = LACKING.format(path=PATH, steps=steps)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    return json.loads(run.stdout)
