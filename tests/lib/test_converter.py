"""What memory may not be: each refusal is one sentence that says what is wrong and what to do."""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Literal, NamedTuple

import pytest
import student_memories as mem
from playfunc import Card, Rank, Suit
from playfunc.codec import MEMORY_LIMIT, decode, encode, read_memory, write_memory
from playfunc.converter import CodecError

SQ = Card("SQ")
SAY = "say what it is in the return annotation"


def _holding_itself() -> list[Any]:
    memory: list[Any] = []
    memory.append(memory)
    return memory


def _deep(levels: int) -> list[Any]:
    memory: list[Any] = []
    for _ in range(levels):
        memory = [memory]
    return memory


REFUSED = [
    # numbers and text that JSON or UTF-8 cannot hold
    (float("nan"), Any, "infinite or not a number"),
    (float("nan"), float, "infinite or not a number"),
    (float("inf"), float, "infinite or not a number"),
    ([-float("inf")], list[float], "infinite or not a number"),
    (mem.Box(float("nan")), mem.Box[float], "infinite or not a number"),
    (10**5000, int, "4300 digits"),
    ("\ud800", str, "lone surrogate"),
    ("\ud800", Any, "lone surrogate"),
    ({"\udfff": 1}, dict[str, int], "lone surrogate"),
    (mem.Pair(SQ, "\udc80"), mem.Pair, "lone surrogate"),
    # no declared type, and JSON has none of its own: say the type
    ((1, 2), Any, f"comes back from JSON as [1, 2], not as (1, 2); {SAY}"),
    (("a", [("b",)]), Any, SAY),
    ({1: 2}, Any, f"comes back from JSON as {{'1': 2}}, not as {{1: 2}}; {SAY}"),
    ({1: "a", "1": "b"}, Any, SAY),
    ({SQ}, Any, f"JSON cannot hold this set: {{Card('SQ')}}; {SAY}"),
    (SQ, Any, f"JSON cannot hold this Card: Card('SQ'); {SAY}"),
    ([SQ], Any, SAY),
    ({SQ: 1}, Any, "the keys of a dict are not text; say in the return annotation what they are"),
    ({"how": lambda: 1}, Any, "JSON cannot hold this function, whatever the annotation says"),
    ([(number for number in (1, 2))], Any, "JSON cannot hold this generator, whatever the annotation says"),
    (mem.Seen(), Any, SAY),
    (mem.Pair(SQ), Any, SAY),
    (defaultdict(int, a=1), Any, SAY),
    # containers declared bare: say what is in them
    ([SQ], list, "list[Card]"),
    ({"a": SQ}, dict, "dict[Card, int]"),
    ({1: 2}, dict, "dict[Card, int]"),
    ({SQ}, set, "set[Card]"),
    ((SQ, 1), tuple, "tuple[Card, ...]"),
    (deque([SQ]), deque, "deque[Card]"),
    # not what the annotation says
    (1, str, "expected str, got int: 1"),
    ("1", int, "expected int, got str: '1'"),
    (1.0, int, "expected int, got float: 1.0"),
    (True, int, "expected int, got bool: True"),
    (1, bool, "expected bool, got int: 1"),
    (True, float, "expected float, got bool: True"),
    (None, int, "you returned None, and the return annotation says int"),
    (0, type(None), "expected NoneType, got int: 0"),
    (None, mem.Seen, "you returned None, and the return annotation says Seen"),
    ([1], dict, "expected dict, got list: [1]"),
    ({}, list, "expected list, got dict: {}"),
    ("SQ", Card, "expected Card, got str: 'SQ'"),
    (SQ, str, "JSON cannot hold this Card"),
    (SQ, Suit, "another type than declared"),
    (Suit.SPADES, Card, "expected Card, got Suit"),
    (12, Rank, "another type than declared"),
    ([SQ, "H2"], list[Card], "expected Card, got str: 'H2'"),
    ({"Ann": [1]}, dict[str, list[str]], "expected str, got int: 1"),
    ([SQ], set[Card], "comes back from JSON as {Card('SQ')}, not as [Card('SQ')]"),
    ({SQ}, frozenset[Card], "the return annotation says frozenset[playfunc.cards.Card]"),
    ([SQ], tuple[Card, ...], "comes back from JSON as (Card('SQ'),), not as [Card('SQ')]"),
    ((SQ, 1, 2), tuple[Card, int], "comes back from JSON as (Card('SQ'), 1), not as (Card('SQ'), 1, 2)"),
    ((SQ,), tuple[Card, int], "shorter than declared"),
    ((SQ,), mem.Pair, "expected a Pair of 2, got (Card('SQ'),)"),
    (SQ, mem.Pair, "expected a Pair of 2, got Card('SQ')"),
    (("SQ", 1), mem.Pair, "expected Card, got str: 'SQ'"),
    ((SQ, "Ann"), mem.Pair, "comes back from JSON as Pair(card=Card('SQ'), who='Ann')"),
    ([SQ], Sequence[Card], "comes back from JSON as (Card('SQ'),), not as [Card('SQ')]"),
    ({SQ}, AbstractSet[Card], "comes back from JSON as frozenset"),
    ("middle", Literal["low", "high"], "middle not in literal"),
    (SQ, Card | str, "the return annotation says playfunc.cards.Card | str"),
    ({}, mem.Notes, "KeyError: 'queen'"),
    # not what a field's annotation says: where
    (mem.Seen(broken=1), mem.Seen, "expected bool, got int: 1 @ Seen.broken"),
    (mem.Nested(mem.Seen(count="many")), mem.Nested, "expected int, got str: 'many' @ Nested.seen.count"),
    (mem.Nested(mem.Seen(), ranks=[Rank.ACE]), mem.Nested, "`ranks` is a list, and Nested says tuple"),
    (mem.Taken(), mem.Seen, "not as Taken"),
    (mem.Ducking(SQ), mem.Shooting, "you returned Ducking(below=Card('SQ')), and the return annotation"),
    (mem.Seen(), mem.Strategy, "expected Ducking or Shooting, got {'fallen'"),
    ("duck", mem.Strategy, "expected Ducking or Shooting, got 'duck'"),
    # types that cannot say what to make
    (
        [1],
        Iterable[int],
        "values of type collections.abc.Iterable[int] cannot be read back; name one exact type",
    ),
    ([1], Collection[int], "cannot be read back; name one exact type"),
    (SQ, Card | Suit, "cannot be read back; name one exact type"),
    (1, mem.T, "cannot be read back; name one exact type"),
    # what equals its copy and yet would behave otherwise
    (defaultdict(int, a=1), dict[str, int], "expected dict[str, int], got a defaultdict"),
    ({"a": defaultdict(int)}, dict[str, dict[str, int]], "expected dict[str, int], got a defaultdict"),
    (defaultdict(lambda: 3), defaultdict[str, int], "with the factory int, not with <lambda>"),
    (defaultdict(int), defaultdict, "with the factory None, not with int"),
    (deque([1], maxlen=3), deque[int], "maxlen"),
    # classes of the student's own
    (mem.Plain(), mem.Plain, "make Plain a dataclass"),
    (mem.Plain(), Any, "JSON cannot hold this Plain"),
    (mem.Box(mem.Plain()), mem.Box[Any], "JSON cannot hold this Plain"),
    (mem.Incomparable(1), mem.Incomparable, "make Incomparable comparable: @dataclass without eq=False"),
    (mem.Half(1).__class__(2), dict, "JSON cannot hold this Half"),
    (mem.Quarrelsome(1), mem.Quarrelsome, "comparing it with its copy raised RuntimeError: incomparable"),
    (mem.Unprintable("x"), mem.Unprintable, "expected float, got str: 'x' @ Unprintable.count"),
    (mem.Unprintable(), Any, "a Unprintable that cannot be printed"),
    # other things
    (b"bytes", bytes, "JSON cannot hold this bytes: b'bytes'"),
    (1j, complex, "JSON cannot hold this complex"),
    (print, Any, "JSON cannot hold this builtin_function_or_method"),
    (range(3), list[int], "comes back from JSON as [0, 1, 2], not as range(0, 3)"),
    ((n for n in "ab"), Any, "JSON cannot hold this generator"),
    # too deep
    (_holding_itself(), Any, "nested too deeply, or holds itself"),
    (_holding_itself(), list, "nested too deeply, or holds itself"),
    (_holding_itself(), list[Any], "nested too deeply, or holds itself"),
    (_deep(100_000), Any, "nested too deeply, or holds itself"),
    (_deep(100_000), list[list[Any]], "nested too deeply, or holds itself"),
]


@pytest.mark.parametrize(("memory", "kind", "sentence"), REFUSED, ids=range(len(REFUSED)))
def test_memory_is_refused_with_a_sentence(memory, kind, sentence):
    with pytest.raises(CodecError) as caught:
        write_memory(memory, kind)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_field_left_out_of_the_constructor_does_not_survive():
    memory = mem.Half(1)
    memory.doubled = 2
    with pytest.raises(CodecError, match=r"comes back from JSON as Half\(count=1, doubled=0\)"):
        write_memory(memory, mem.Half)


def test_a_class_that_refuses_its_own_state_is_named():
    memory = mem.Picky(2)
    memory.count = 7
    with pytest.raises(CodecError, match="AssertionError: no more than two, please"):
        write_memory(memory, mem.Picky)


def test_a_parameter_that_is_no_field_keeps_its_default():
    assert read_memory(write_memory(mem.Asking(1, start=5), mem.Asking), mem.Asking) == mem.Asking(1)


@pytest.mark.parametrize(("letter", "size"), [("x", 1), ("é", 2), ("♠", 3), ("🂭", 4)])
def test_the_limit_is_counted_in_bytes(letter, size):
    room = (MEMORY_LIMIT - 2) // size
    filler = "x" * (MEMORY_LIMIT - 2 - room * size)
    exactly = letter * room + filler
    assert len(encode(exactly, str).encode()) == MEMORY_LIMIT == 16384
    for kind in (str, Any):
        assert read_memory(write_memory(exactly, kind), kind) == exactly
        with pytest.raises(CodecError, match="16385 bytes as text, over the limit of 16384"):
            write_memory(exactly + "x", kind)


def test_the_limit_holds_for_other_types():
    fits = list(range(1000, 1000 + (MEMORY_LIMIT - 1) // 5))
    assert len(write_memory(fits, list[int])) <= MEMORY_LIMIT
    for kind in (list[int], list, Any):
        with pytest.raises(CodecError, match="over the limit of 16384"):
            write_memory([*fits, 1000, 1000], kind)


@pytest.mark.parametrize(
    "text", ["", "{", "NaN", "-Infinity", "[1]]", "'x'", "[" * 100_000, "1" * 5000, "\ufeff1"]
)
@pytest.mark.parametrize("kind", [Any, list, int, mem.Seen])
def test_text_that_is_no_json_is_refused(text, kind):
    with pytest.raises(CodecError):
        decode(text, kind)


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ('"S1"', Card, "not a card: 'S1'"),
        ("7", Card, "not a card: 7"),
        ('["SQ","SX"]', set[Card], "not a card: 'SX'"),
        ('{"SX":1}', dict[Card, int], "not a card: 'SX'"),
        ('"X"', Suit, "'X' is not a valid Suit"),
        ('{"fallen":[],"voids":{},"broken":false,"count":0,"more":1}', mem.Seen, "more"),
        ('{"_type":"Plain","below":"SQ"}', mem.Strategy, "expected Ducking or Shooting"),
        ('["SQ"]', mem.Pair, "expected a Pair of 2, got ['SQ']"),
        ("[[1]]", dict[int, int], "not enough values"),
    ],
)
def test_text_that_does_not_fit_its_type_is_refused(text, kind, sentence):
    with pytest.raises(CodecError) as caught:
        decode(text, kind)
    assert sentence in str(caught.value)


class Seen(NamedTuple):
    taken: tuple[int, ...]
    void: tuple[frozenset[str], ...]
    trick: int = 0


def test_every_field_of_another_type_is_named_at_once():
    with pytest.raises(CodecError) as caught:
        write_memory(Seen([0, 0], [frozenset()]), Seen)
    assert str(caught.value) == (
        "`taken` is a list, and Seen says tuple: write tuple(…); `void` is a list, and Seen says tuple: write tuple(…)"
    )
    assert read_memory(write_memory(Seen((0, 0), ()), Seen), Seen) == Seen((0, 0), ())


def test_a_class_that_was_defined_again_is_told_from_the_one_in_the_annotation():
    def made():
        class Memory(NamedTuple):
            seen: str = ""

        return Memory

    before, after = made(), made()
    with pytest.raises(CodecError, match=r"Memory was defined again .* run the cell of that function again"):
        write_memory(after(), before)


class Contrary:
    """A class of a student's whose fields cannot be read."""

    _fields = ("a\nb", "taken")

    def __init__(self, *, taken: int = 0) -> None:
        self.count = taken

    def __eq__(self, other: object) -> bool:
        return False

    @property
    def taken(self) -> int:
        raise RuntimeError("no")


def test_a_class_that_raises_where_it_is_described_is_refused_as_others_are(monkeypatch):
    monkeypatch.setattr("playfunc.codec.decode", lambda text, kind: Contrary())
    monkeypatch.setattr("playfunc.codec.encode", lambda memory, kind: "{}")
    with pytest.raises(CodecError, match="it comes back from JSON as"):
        write_memory(Contrary(), Contrary)
