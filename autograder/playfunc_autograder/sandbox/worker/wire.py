"""What crosses between the trusted process and a worker: frames of MessagePack, never pickle.

A frame is four bytes of length, highest byte first, and then so many bytes: one message. The trusted side
sends `Hello`, then one `Load`, then any number of `Ask`s, each with a fresh random id; the worker answers
each with one `Ready`, `Loaded` or `Answers` that repeats the id, and never speaks unasked. Whatever goes
wrong before it is ready is ours; the student's code comes with `Load`.
"""

from __future__ import annotations

from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta, Struct
from playfunc.codec import MEMORY_LIMIT
from playfunc.rules import Call

REASON_LIMIT = 500
"""Characters of a fault's reason."""

DETAIL_LIMIT = 4000
"""Characters of a fault's detail."""

_HEADER = 4
_ANSWER_OVERHEAD = 4 * 1024
"""Bytes beside a memory in one answer."""


class WireError(ValueError):
    """Bytes that are no frame, or a frame that is not the message that was due."""


class Hello(Struct, tag="hello", array_like=True, frozen=True, forbid_unknown_fields=True):
    """Is anybody there?"""

    id: bytes


class Ready(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """All is imported that the student's code needs, and nothing of that code has been seen."""

    id: bytes


class Load(Struct, tag="load", array_like=True, frozen=True, forbid_unknown_fields=True):
    """The player's source, and the game it plays: `GAMES[game].rules(**parameters)`."""

    id: bytes
    game: str
    parameters: dict[str, Any]
    source: str
    name: str
    key: bytes


class Ask(Struct, tag="ask", array_like=True, frozen=True, forbid_unknown_fields=True):
    """Questions, to be answered in order."""

    id: bytes
    calls: list[Call]


class Fault(Struct, tag="fault", array_like=True, frozen=True, forbid_unknown_fields=True):
    """A `PlayError` as its name in `PLAY_ERRORS` and its parts."""

    kind: Annotated[str, Meta(max_length=40)]
    reason: Annotated[str, Meta(max_length=REASON_LIMIT)]
    detail: Annotated[str, Meta(max_length=DETAIL_LIMIT)] = ""


class Move(Struct, tag="move", array_like=True, frozen=True, forbid_unknown_fields=True):
    """A move as text, and the JSON text of the memory that goes with it."""

    move: Annotated[str, Meta(max_length=200)]
    memory: Annotated[str, Meta(max_length=MEMORY_LIMIT)]


class Loaded(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The functions that the source defines, each with the name of its memory type; or why it does not load."""

    id: bytes
    functions: dict[Annotated[str, Meta(max_length=100)], Annotated[str, Meta(max_length=200)]]
    fault: Fault | None = None


class Answers(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One answer per call, and the CPU seconds that the worker says each took."""

    id: bytes
    answers: list[Move | Fault]
    cpu: list[float]


_ENCODER = msgspec.msgpack.Encoder()
_REQUESTS = msgspec.msgpack.Decoder(Hello | Load | Ask)
_READY = msgspec.msgpack.Decoder(Ready)
_LOADED = msgspec.msgpack.Decoder(Loaded)
_ANSWERS = msgspec.msgpack.Decoder(Answers)


def answers_limit(calls: int) -> int:
    """The most bytes that a frame with this many answers may have."""
    return _ANSWER_OVERHEAD + calls * (MEMORY_LIMIT + _ANSWER_OVERHEAD)


def encode(message: Hello | Load | Ask | Ready | Loaded | Answers) -> bytes:
    return _ENCODER.encode(message)


def decode_request(data: bytes) -> Hello | Load | Ask:
    """Raises `WireError`."""
    return _decode(_REQUESTS, data)


def decode_ready(data: bytes) -> Ready:
    """Raises `WireError`."""
    return _decode(_READY, data)


def decode_loaded(data: bytes) -> Loaded:
    """Raises `WireError`; what is inside has the right types and lengths, and may still be a lie."""
    return _decode(_LOADED, data)


def decode_answers(data: bytes) -> Answers:
    """Raises `WireError`; what is inside has the right types and lengths, and may still be a lie."""
    return _decode(_ANSWERS, data)


def _decode(decoder: msgspec.msgpack.Decoder[Any], data: bytes) -> Any:
    try:
        return decoder.decode(data)
    except (ValueError, RecursionError) as error:  # msgspec's own errors and broken UTF-8 are ValueErrors
        raise WireError(str(error)) from error


def frame(data: bytes) -> bytes:
    return len(data).to_bytes(_HEADER, "big") + data


def read_frame(stream: IO[bytes], limit: int) -> bytes:
    """The next frame's bytes. Raises `EOFError` when the stream ends before or within it, and `WireError`
    for a frame of over `limit` bytes, before reading it."""
    return _read(stream, _size(_read(stream, _HEADER), limit))


def cut_frame(received: bytearray, limit: int) -> bytes | None:
    """Take the first frame out of what was received; `None` where it is not complete. Raises `WireError` for a frame
    of over `limit` bytes, as soon as its length is there."""
    if len(received) < _HEADER:
        return None
    end = _HEADER + _size(received[:_HEADER], limit)
    if len(received) < end:
        return None
    data = bytes(received[_HEADER:end])
    del received[:end]
    return data


def _size(header: bytes | bytearray, limit: int) -> int:
    size = int.from_bytes(header, "big")
    if size > limit:
        raise WireError(f"a frame of {size} bytes, where {limit} are allowed")
    return size


def _read(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size) or b""
    if len(data) < size:
        raise EOFError("the stream has ended")
    return data
