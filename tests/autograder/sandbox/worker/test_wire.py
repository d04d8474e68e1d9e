"""Frames and messages: what is well formed passes unchanged, and nothing else passes at all."""

import ast
import io
import json
import pickle
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playfunc.errors import PLAY_ERRORS, PlayError
from playfunc.games.hearts import Hearts
from playfunc.player import Reply
from playfunc.rules import Call
from playfunc_autograder.sandbox import replies
from playfunc_autograder.sandbox.bubblewrap import WORKER
from playfunc_autograder.sandbox.worker import wire

RULES = Hearts(2)
ID = b"0123456789abcdef"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = {suit + rank for suit in "CDSH" for rank in RANKS}
pack = msgspec.msgpack.encode


def answers(*items, cpu=None, asked=ID):
    return [asked, list(items), [0.0] * len(items) if cpu is None else cpu]


def read(message, count=1):
    data = message if isinstance(message, bytes) else pack(message)
    return replies.read_answers(data, ID, count, RULES)[0]


def test_frames_follow_each_other():
    stream = io.BytesIO(wire.frame(b"one") + wire.frame(b"") + wire.frame(b"x" * 70_000))
    assert [wire.read_frame(stream, 70_000) for _ in range(3)] == [b"one", b"", b"x" * 70_000]
    with pytest.raises(EOFError):
        wire.read_frame(stream, 10)


def test_frames_are_cut_from_what_was_received_in_pieces():
    received, cut = bytearray(), []
    for byte in wire.frame(b"one") + wire.frame(b"") + wire.frame(b"two"):
        received.append(byte)
        cut.append(wire.cut_frame(received, 3))
    assert cut == [*[None] * 6, b"one", *[None] * 3, b"", *[None] * 6, b"two"]
    received += wire.frame(b"four")[:4]
    with pytest.raises(wire.WireError, match="a frame of 4 bytes, where 3 are allowed"):
        wire.cut_frame(received, 3)


def test_a_frame_is_its_length_and_then_its_bytes():
    assert wire.frame(b"abc") == b"\x00\x00\x00\x03abc"


class Counting(io.BytesIO):
    taken = 0

    def read(self, size=-1, /):
        self.taken += size
        return super().read(size)


@pytest.mark.parametrize("size", [101, 2**32 - 1])
def test_a_frame_over_the_limit_is_not_read(size):
    stream = Counting(size.to_bytes(4, "big") + b"x" * 200)
    with pytest.raises(wire.WireError, match=f"a frame of {size} bytes, where 100 are allowed"):
        wire.read_frame(stream, 100)
    assert stream.taken == 4


@pytest.mark.parametrize("data", [b"\x00", b"\x00\x00\x00", b"\x00\x00\x00\x05four"])
def test_a_frame_that_breaks_off_is_an_end(data):
    with pytest.raises(EOFError):
        wire.read_frame(io.BytesIO(data), 100)


def test_requests_arrive_as_they_were_sent():
    call = Call("play", ("x", ["C2"], [["H3", "y"]], [[["C4", "x"], ["C5", "y"]], None]), "[1]", luck="draw")
    ask = wire.Ask(ID, [call, Call("play", ("é♥", [], [], None))])
    assert wire.decode_request(wire.encode(ask)) == ask
    load = wire.Load(ID, "hearts", {"seats": 2}, "def play(): 'ü'", "me", b"\x00\xff")
    assert wire.decode_request(wire.encode(load)) == load
    assert wire.decode_request(wire.encode(wire.Hello(ID))) == wire.Hello(ID)


def test_good_answers_pass():
    fault = ["fault", "PlayerCrash", "ValueError: x", "Traceback"]
    got = read(answers(["move", "SQ", '{"a":[1,2.5,null,"é"]}'], fault), 2)
    assert got[0] == Reply("SQ", '{"a":[1,2.5,null,"é"]}')
    assert (type(got[1]).__name__, got[1].reason, got[1].detail) == tuple(fault[1:])


LARGEST = json.dumps("x" * (16 * 1024 - 2))


def test_the_largest_answers_fit_their_limit():
    longest = ["fault", "ForbiddenImportError", "\U0001f0a1" * 500, "\U0001f0a1" * 4000]
    message = pack(answers(["move", "C10", LARGEST], *[longest] * 63))
    assert len(read(message, 64)) == 64
    assert len(message) <= wire.answers_limit(64)


MOVE = ["move", "C2", "null"]
HOSTILE = {
    "no bytes": b"",
    "not MessagePack": b"\xc1",
    "two messages": pack(answers(MOVE)) + pack(answers(MOVE)),
    "cut short": pack(answers(MOVE))[:-1],
    "pickle": pickle.dumps(answers(MOVE)),
    "JSON": json.dumps([ID.decode(), [MOVE], [0.0]]).encode(),
    "an extension type": b"\x93" + pack(ID) + b"\x91\xc7\x01\x05x\x90",
    "a map": pack({"id": ID, "answers": [MOVE], "cpu": [0.0]}),
    "another id": answers(MOVE, asked=b"another"),
    "an id as text": [ID.decode(), [MOVE], [0.0]],
    "no id": [None, [MOVE], [0.0]],
    "too few answers": answers(),
    "too many answers": answers(MOVE, MOVE),
    "a time too many": answers(MOVE, cpu=[0.0, 0.0]),
    "a time that is no number": answers(MOVE, cpu=[float("nan")]),
    "an infinite time": answers(MOVE, cpu=[float("inf")]),
    "a negative time": answers(MOVE, cpu=[-1.0]),
    "a time as text": answers(MOVE, cpu=["1"]),
    "a field too many": [*answers(MOVE), 1],
    "a part too many": answers([*MOVE, 1]),
    "an unknown tag": answers(["code", "C2", "null"]),
    "no tag": answers(["C2", "null"]),
    "a card as bytes": answers(["move", b"C2", "null"]),
    "a card as number": answers(["move", 2, "null"]),
    "a card as nothing": answers(["move", None, "null"]),
    "no card": answers(["move", "X9", "null"]),
    "a card of another game": answers(["move", "C05", "null"]),
    "a card with a blank": answers(["move", "C2 ", "null"]),
    "a card in other letters": answers(["move", "c2", "null"]),
    "a long card": answers(["move", "C" * 1000, "null"]),
    "memory as nothing": answers(["move", "C2", None]),
    "memory as a list": answers(["move", "C2", [1]]),
    "memory that is not JSON": answers(["move", "C2", "{1: 2}"]),
    "memory of nothing": answers(["move", "C2", ""]),
    "memory with blanks": answers(["move", "C2", "[1, 2]"]),
    "memory twice": answers(["move", "C2", "1 2"]),
    "memory with NaN": answers(["move", "C2", "[NaN]"]),
    "memory with infinity": answers(["move", "C2", "-Infinity"]),
    "memory with a hidden infinity": answers(["move", "C2", "1e999"]),
    "memory with a hidden lone surrogate": answers(["move", "C2", '"\\ud800"']),
    "memory with a lone surrogate": pack(answers(["move", "C2", '"ABC"'])).replace(b"ABC", b"\xed\xa0\x80"),
    "memory with a key twice": answers(["move", "C2", '{"a":1,"a":2}']),
    "memory a byte over": answers(["move", "C2", LARGEST.replace("xx", "é\u20ac", 1)]),
    "memory of endless depth": answers(["move", "C2", "[" * 16_000]),
    "memory of closed depth": answers(["move", "C2", "[" * 8_000 + "]" * 8_000]),
    "memory with an endless number": answers(["move", "C2", "1" * 10_000]),
    "an unknown fault": answers(["fault", "SystemExit", "x", "y"]),
    "the root of faults": answers(["fault", "PlayError", "x", "y"]),
    "a fault that is none": answers(["fault", "__class__", "x", "y"]),
    "a long reason": answers(["fault", "PlayerCrash", "x" * 501, "y"]),
    "a long detail": answers(["fault", "PlayerCrash", "x", "y" * 4001]),
    "a reason as number": answers(["fault", "PlayerCrash", 1, "y"]),
    "endless lists": b"\x91" * 100_000,
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_not_well_formed_is_refused(case):
    with pytest.raises(wire.WireError):
        read(HOSTILE[case])


LOADED = {
    "another id": [b"x", {}, None],
    "an unknown function": [ID, {"play": "Any", "main": "Any"}, None],
    "a type that is no text": [ID, {"play": 1}, None],
    "a long type": [ID, {"play": "x" * 201}, None],
    "a fault that is none": [ID, {}, ["fault", "Exception", "x", "y"]],
    "a list": [ID, ["play"], None],
    "nothing": None,
}


@pytest.mark.parametrize("case", LOADED)
def test_a_loading_report_is_checked_too(case):
    with pytest.raises(wire.WireError):
        replies.read_loaded(pack(LOADED[case]), ID, ("play",))


def check_invariants(got):
    """What the rest of the program relies on, said independently of the code that ensures it."""
    for answer in got:
        if isinstance(answer, PlayError):
            assert type(answer) in PLAY_ERRORS.values()
            assert type(answer.reason) is type(answer.detail) is str
            assert len(answer.reason) <= 500
            assert len(answer.detail) <= 4000
            (answer.reason + answer.detail).encode()
        else:
            assert type(answer) is Reply
            assert type(answer.move) is type(answer.memory) is str
            assert answer.move in CARDS
            assert len(answer.memory.encode()) <= 16 * 1024
            text = json.dumps(json.loads(answer.memory), allow_nan=False, ensure_ascii=False)
            text.encode()


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.binary(max_size=20)
    | st.text(max_size=20)
    | st.sampled_from(["move", "fault", "C2", "SQ", "H10", "null", "[]", "[NaN]", *PLAY_ERRORS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)
MEMORIES = st.text(max_size=30) | VALUES.map(lambda value: json.dumps(value, default=str))
MOVES = st.tuples(
    st.just("move"), st.sampled_from(sorted(CARDS)) | st.text(max_size=4), MEMORIES | VALUES
) | st.tuples(st.just("fault"), st.sampled_from(sorted(PLAY_ERRORS)) | st.text(), st.text(), st.text())
MESSAGES = st.tuples(st.just(ID), st.lists(MOVES | VALUES, min_size=1, max_size=2), st.just([0.0]) | VALUES)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200) | VALUES.map(pack) | MESSAGES.map(pack))
def test_any_bytes_are_refused_or_well_formed(data):
    try:
        got = read(data)
    except wire.WireError:
        return
    check_invariants(got)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_changed_byte_is_refused_or_well_formed(data):
    good = pack(
        answers(["move", "SQ", '{"a":[1,-2.5,null,"é"]}'], ["fault", "TimeError", "slow", "x"], cpu=[0.1, 2])
    )
    changed = bytearray(good)
    for _ in range(data.draw(st.integers(1, 3))):
        changed[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    try:
        got = read(bytes(changed), 2)
    except wire.WireError:
        return
    check_invariants(got)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60))
def test_any_stream_is_frames_to_its_end(data):
    stream = io.BytesIO(data)
    try:
        while True:
            assert len(wire.read_frame(stream, 30)) <= 30
    except (EOFError, wire.WireError):
        pass


def test_the_worker_reaches_only_the_standard_library_msgspec_and_playfunc():
    found = set()
    for file in Path(WORKER).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add((node.module or "").partition(".")[0])
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 1
    assert found - sys.stdlib_module_names == {"msgspec", "playfunc"}
