"""Whatever a worker's process says, the marker's side gets answers or named faults, and nothing else happens.

The process is a recording that says all it has to say at once, knows the ids of questions before they are put,
and ends. Where a frame is due it may say anything: random bytes, random messages, good ones with bytes changed.
`make fuzz` tries as many as there is time for, from another seed every time.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playfunc.errors import PLAY_ERRORS, PlayError
from playfunc.games.hearts import Hearts
from playfunc.player import Reply
from playfunc.rules import Call
from playfunc_autograder.sandbox import SandboxError, WorkerPlayer, worker_player
from playfunc_autograder.sandbox.bubblewrap import Command
from playfunc_autograder.sandbox.worker import wire
from playfunc_checks.submitted_player import Limits

EXAMPLES = int(os.environ.get("PLAYFUNC_FUZZ_EXAMPLES", "200"))
LIMITS = Limits(restarts=2)
ID = b"0123456789abcdef"
CALLS = [Call("play", ("you", ["C2", "C3"], [], None))] * 3
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = {suit + rank for suit in "CDSH" for rank in RANKS}
pack = msgspec.msgpack.encode

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.binary(max_size=20)
    | st.text(max_size=20)
    | st.sampled_from([ID, "move", "fault", "play", "C2", "H10", "null", "[NaN]", *PLAY_ERRORS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)
MEMORY = VALUES.map(lambda value: json.dumps(value, default=str)) | st.text(max_size=20)
MOVE = st.tuples(st.just("move"), st.sampled_from(sorted(CARDS)), st.just("null") | MEMORY)
FAULT = st.tuples(st.just("fault"), st.sampled_from(sorted(PLAY_ERRORS)), st.text(), st.text())
READY = st.just([ID])
LOADED = st.sampled_from([[ID, {"play": "Any"}, None], [ID, {}, None]]) | st.tuples(
    st.just(ID), st.just({}), FAULT
)
ANSWERS = st.lists(MOVE | FAULT | VALUES, max_size=4).map(lambda a: [ID, a, [0.0] * len(a)])
GOOD = st.integers(1, 3).map(lambda n: [ID, [["move", "C2", "null"]] * n, [0.0] * n])


@st.composite
def damaged(draw: st.DrawFn, good: st.SearchStrategy[object]) -> bytes:
    data = bytearray(pack(draw(good)))
    for _ in range(draw(st.integers(1, 3))):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data)


def said(due: st.SearchStrategy[object]) -> st.SearchStrategy[bytes]:
    """A frame where `due` should come: mostly that, often something else, sometimes no frame at all."""
    framed = (due.map(pack) | damaged(due) | VALUES.map(pack) | st.binary(max_size=60)).map(wire.frame)
    return due.map(pack).map(wire.frame) | framed | st.binary(max_size=60)


SPEECH = st.tuples(
    st.just(wire.frame(pack([ID]))) | said(READY),
    said(LOADED),
    st.lists(said(GOOD) | said(ANSWERS), max_size=4).map(b"".join),
).map(b"".join)


class Recording:
    """What a child would be that has said `speech` and ended."""

    def __init__(self, speech: bytes) -> None:
        self.pid = os.getpid()  # whose clock there is
        self.stdin, self.stderr = open(os.devnull, "wb"), open(os.devnull, "rb")  # noqa: SIM115
        self.stdout = TemporaryFile()  # noqa: SIM115
        self.stdout.write(speech)
        self.stdout.seek(0)

    def wait(self, seconds: float) -> int:
        return 0

    def end(self) -> None:
        """Nothing runs."""


@contextmanager
def saying(speech: bytes) -> Iterator[WorkerPlayer]:
    """A player whose every process is such a recording."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_player, "secrets", SimpleNamespace(token_bytes=lambda size: ID))
        patch.setattr(worker_player, "Spawned", lambda command: Recording(speech))
        nothing = Command((), {})
        with WorkerPlayer(
            "", Hearts(2), name="you", limits=LIMITS, launcher=lambda settings: nothing
        ) as player:
            yield player


@settings(max_examples=EXAMPLES)
@given(SPEECH)
def test_whatever_a_worker_says_the_marker_gets_answers_or_named_faults(speech):
    with saying(speech) as worker:
        try:
            answers = worker.answer(CALLS)
        except SandboxError:
            return  # before the player's code is there, what goes wrong is ours
    assert len(answers) == len(CALLS)
    for answer in answers:
        if isinstance(answer, PlayError):
            assert type(answer) in PLAY_ERRORS.values()
            (answer.reason + answer.detail).encode()
        else:
            assert type(answer) is Reply
            assert answer.move in CARDS
            assert len(answer.memory.encode()) <= 16 * 1024
            json.dumps(json.loads(answer.memory), allow_nan=False, ensure_ascii=False).encode()


def test_who_speaks_well_is_believed():
    """Or the test above would pass for a marker that refuses everything."""
    good = [[ID], [ID, {"play": "Any"}, None], [ID, [["move", "C2", "null"]], [0.0]]]
    with saying(b"".join(wire.frame(pack(message)) for message in good)) as worker:
        assert worker.answer(CALLS[:1]) == [Reply("C2", "null")]
