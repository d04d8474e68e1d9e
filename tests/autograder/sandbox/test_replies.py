"""Processes that are no workers at all: whatever comes down the wire, it costs a named fault and no more."""

import os
import sys

import pytest
from playfunc.errors import PlayerCrash, ProtocolError, TimeError
from playfunc.player import Reply
from playfunc_autograder.sandbox import SandboxError
from playfunc_autograder.sandbox.bubblewrap import Command
from playfunc_autograder.sandbox.replies import scrub
from playfunc_checks.submitted_player import Limits

HELP = """
import os, sys, time
import msgspec
stdin, stdout = sys.stdin.buffer, sys.stdout.buffer

def read():
    header = stdin.read(4)
    if not header:
        sys.exit()
    return msgspec.msgpack.decode(stdin.read(int.from_bytes(header, "big")))

def raw(data):
    stdout.write(data)
    stdout.flush()

def send(message):
    data = message if isinstance(message, bytes) else msgspec.msgpack.encode(message)
    raw(len(data).to_bytes(4, "big") + data)

def move(asked):
    return [asked, [["move", "C2", "null"]], [0.0]]

def hello():
    send([read()[1]])

def load():
    hello()
    send([read()[1], {"play": "Any"}, None])
"""

QUICK = Limits(move_seconds=0.2, wall_factor=2.0, load_seconds=2.0)


@pytest.fixture
def fake(make_worker):
    def make(script, limits=Limits()):  # noqa: B008, a frozen value
        def launcher(settings):
            return Command((sys.executable, "-c", HELP + script), dict(os.environ))

        return make_worker("", limits=limits, launcher=launcher)

    return make


def test_a_fake_that_keeps_the_wire_is_believed(fake, ask):
    worker = fake("load()\nwhile True: send(move(read()[1]))")
    assert worker.answer([ask()]) == [Reply("C2", "null")]


GARBAGE = [
    ("raw(bytes(range(255, 0, -1)))", "a frame of 4294901244 bytes, where 24576 are allowed"),
    ("raw(b'HTTP/1.1 200 OK' * 9)", "a frame of"),
    ("raw((24577).to_bytes(4, 'big'))", "a frame of 24577 bytes, where 24576 are allowed"),
    ("send(b'')", "truncated"),
    ("send(os.urandom(5000))", ""),
    ("send(move(b'guessed'))", "not asked for"),
    ("send([asked, [], []])", "not one answer for each of 1 calls"),
    ("send([asked, {'play': 'Any'}, None])", ""),
]


@pytest.mark.parametrize(("script", "words"), GARBAGE)
def test_garbage_costs_the_process_its_life(fake, ask, script, words):
    worker = fake(f"load()\nasked = read()[1]\n{script}\ntime.sleep(60)")
    (fault,) = worker.answer([ask()])
    assert isinstance(fault, ProtocolError)
    assert fault.reason.startswith("the player's process sent what is no answer: ")
    assert words in fault.reason
    assert worker._process is None


def test_an_answer_before_the_question_is_no_answer(fake, ask):
    worker = fake("load()\nsend(move(b'early'))\nwhile True: send(move(read()[1]))")
    (fault,) = worker.answer([ask()])
    assert isinstance(fault, ProtocolError)
    assert "not asked for" in fault.reason


def test_a_second_answer_is_no_answer_to_the_next_question(fake, ask):
    worker = fake("load()\nwhile True:\n    asked = read()[1]\n    send(move(asked))\n    send(move(asked))")
    assert worker.answer([ask()]) == [Reply("C2", "null")]
    (fault,) = worker.answer([ask()])
    assert isinstance(fault, ProtocolError)


@pytest.mark.parametrize(
    ("then", "kind", "words"),
    [("time.sleep(60)", TimeError, "0.4 s of wall-clock time"), ("os._exit(9)", PlayerCrash, "exit code 9")],
)
def test_half_a_frame_is_waited_for_only_so_long_and_its_end_is_a_crash(fake, ask, then, kind, words):
    worker = fake(f"load()\nread()\nraw(b'\\0\\0\\0\\x40half')\n{then}", QUICK)
    (fault,) = worker.answer([ask()])
    assert isinstance(fault, kind)
    assert words in fault.reason


def test_one_that_does_not_read_cannot_hold_us(fake, ask):
    """The request is larger than a pipe, so even sending it would wait for ever."""
    worker = fake("load()\ntime.sleep(60)", QUICK)
    (fault,) = worker.answer([ask("x" * 1_000_000)])
    assert isinstance(fault, TimeError)


def test_one_that_never_speaks_is_not_loaded(fake):
    with pytest.raises(TimeError, match="running its code took over 1 s of wall-clock time"):
        fake("hello()\ntime.sleep(60)", Limits(load_seconds=0.5, wall_factor=2.0)).start()


@pytest.mark.parametrize(
    ("script", "kind", "words"),
    [
        ("hello()\nread()\nsend(b'nonsense')", ProtocolError, "no answer"),
        ("hello()\nasked = read()[1]\nsend([asked, {'rm -rf': 'x'}, None])", ProtocolError, "does not know"),
        ("hello()\nsys.exit('no')", PlayerCrash, "exit code 1"),
        ("hello()\nraise SystemExit(0)", PlayerCrash, "exit code 0"),
    ],
)
def test_a_bad_start_is_a_fault_of_loading(fake, script, kind, words):
    with pytest.raises(kind, match=words):
        fake(script).start()


@pytest.mark.parametrize(
    "script",
    ["sys.exit('no msgspec here')", "send(b'nonsense')", "read()\nsend([b'guessed'])", "raw(b'x' * 99)"],
)
def test_one_that_never_was_a_worker_is_our_fault(fake, ask, script):
    with pytest.raises(SandboxError, match="a worker process does not start") as raised:
        fake(script).answer([ask()])
    assert "exit" not in script or "no msgspec here" in str(raised.value)


def test_what_it_says_of_time_changes_nothing_that_is_judged(fake, ask):
    worker = fake("load()\nwhile True:\n    reply = move(read()[1])\n    reply[2] = [1e9]\n    send(reply)")
    assert worker.answer([ask()]) == [Reply("C2", "null")]
    assert worker.cpu_seconds < 1
    assert worker.slowest_move < 1


def test_errors_that_cannot_be_faults_are_not_hidden(fake, ask):
    """A program that is not there is our own mistake, and never a student's."""
    worker = fake("")
    worker._launcher = lambda settings: Command(("/never/there",), {})
    with pytest.raises(OSError, match="never"):
        worker.answer([ask()])


# What comes out of a worker, made fit for reports and the same from every process.
def test_addresses_go_because_each_process_has_others() -> None:
    assert scrub(repr(object())) == "<object object at 0x…>"
    assert (
        scrub("at 0x7f8e1c0b2d50, the mask 0x1fff and 0x123456789")
        == "at 0x…, the mask 0x1fff and 0x123456789"
    )


def test_folders_and_control_characters_go() -> None:
    assert scrub('File "/home/ann/secret/player.py", line 3') == 'File "player.py", line 3'
    assert scrub("a\x1b[2Jb\r\nc\td") == "a\N{REPLACEMENT CHARACTER}[2Jb\nc\td"
