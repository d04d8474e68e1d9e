"""What memory may be: each type students are likely to write survives the journey through text."""

import contextlib
import json
import os
import subprocess
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Mapping, MutableSet, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import AbstractSet, Any, Dict, List, Literal, Optional, Set, Tuple, Union  # noqa: UP035

import pytest
import student_memories as mem
from hypothesis import given
from hypothesis import strategies as st
from playfunc import DECK, Card, Rank, Suit
from playfunc.cards import WhistCard
from playfunc.codec import decode, encode, read_memory, write_memory
from playfunc.converter import CodecError

SQ, H2, H10 = Card("SQ"), Card("H2"), Card("H10")
SEEN = mem.Seen(frozenset({SQ, H2}), {"Ann": {Suit.SPADES, Suit.CLUBS}}, broken=True, count=mem.Tricks(3))
SEEN_TEXT = '{"fallen":["H2","SQ"],"voids":{"Ann":["C","S"]},"broken":true,"count":3}'


def same(a: object, b: object) -> bool:
    """Equal all the way down, types too."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return list(map(repr, a)) == list(map(repr, b)) and all(map(same, a.values(), b.values()))
    if isinstance(a, list | tuple | deque):
        return len(a) == len(b) and all(map(same, a, b))
    if is_dataclass(a):
        return all(same(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
    return a == b


WORKS = [
    # JSON's own, declared or not
    ("plain", str, '"plain"'),
    ("ünï ♠ \u2028 \n", Any, '"ünï ♠ \u2028 \\n"'),
    ("", str, '""'),
    (7, int, "7"),
    (2**70, int, str(2**70)),
    (-0.5, float, "-0.5"),
    (1, float, "1"),
    (True, bool, "true"),
    (None, None, "null"),
    (None, type(None), "null"),
    (None, Any, "null"),
    ([1, ["a", None]], list, '[1,["a",null]]'),
    ([1, ["a", None]], Any, '[1,["a",null]]'),
    ({"b": [1], "a": {}}, dict, '{"b":[1],"a":{}}'),
    ({"b": [1], "a": {}}, Any, '{"b":[1],"a":{}}'),
    ({"a": 1.5}, object, '{"a":1.5}'),
    # cards and what is on them
    (SQ, Card, '"SQ"'),
    (WhistCard("C05"), WhistCard, '"C05"'),
    (Suit.HEARTS, Suit, '"H"'),
    (Rank.QUEEN, Rank, "12"),
    (Rank.QUEEN.value, int, "12"),
    # containers
    ([H10, SQ], list[Card], '["H10","SQ"]'),
    ([H10, SQ], List[Card], '["H10","SQ"]'),  # noqa: UP006
    ((SQ, 3), tuple[Card, int], '["SQ",3]'),
    ((SQ, 3), Tuple[Card, int], '["SQ",3]'),  # noqa: UP006
    ((SQ, H2, H10), tuple[Card, ...], '["SQ","H2","H10"]'),
    ((), tuple[Card, ...], "[]"),
    ((1, "a"), tuple, '[1,"a"]'),
    (((SQ, "Ann"), (H2, "Bob")), tuple[tuple[Card, str], ...], '[["SQ","Ann"],["H2","Bob"]]'),
    ({SQ, H10, H2}, set[Card], '["H10","H2","SQ"]'),
    ({SQ, H10, H2}, Set[Card], '["H10","H2","SQ"]'),  # noqa: UP006
    ({SQ}, MutableSet[Card], '["SQ"]'),
    (frozenset({SQ, H2}), frozenset[Card], '["H2","SQ"]'),
    (frozenset({SQ, H2}), AbstractSet[Card], '["H2","SQ"]'),
    ({frozenset({2, 1}), frozenset({3})}, set[frozenset[int]], "[[1,2],[3]]"),
    ({"b", "a"}, set, '["a","b"]'),
    (deque([SQ, H2]), deque[Card], '["SQ","H2"]'),
    ((SQ,), Sequence[Card], '["SQ"]'),
    # dictionaries: text keys as JSON writes them, others as pairs
    ({"Ann": {SQ}}, dict[str, set[Card]], '{"Ann":["SQ"]}'),
    ({"Ann": {SQ}}, Dict[str, Set[Card]], '{"Ann":["SQ"]}'),  # noqa: UP006
    ({SQ: 1, H2: 0}, dict[Card, int], '{"SQ":1,"H2":0}'),
    ({Suit.CLUBS: [H2]}, dict[Suit, list[Card]], '{"C":["H2"]}'),
    ({2: "x", 10: "y"}, dict[int, str], '[[2,"x"],[10,"y"]]'),
    ({Rank.ACE: 1}, dict[Rank, int], "[[14,1]]"),
    ({(SQ, "Ann"): 1}, dict[tuple[Card, str], int], '[[["SQ","Ann"],1]]'),
    ({frozenset({SQ}): True}, dict[frozenset[Card], bool], '[[["SQ"],true]]'),
    ({None: 1, "a": 2}, dict[str | None, int], '[[null,1],["a",2]]'),
    ({SEEN.count: 1}, dict[mem.Tricks, int], "[[3,1]]"),
    ({mem.Pair(SQ): 2}, dict[mem.Pair, int], '[[["SQ","nobody"],2]]'),
    ({}, dict[int, str], "{}"),
    ({SQ: 1}, Mapping[Card, int], '{"SQ":1}'),
    (defaultdict(int, {"a": 1}), defaultdict[str, int], '{"a":1}'),
    (defaultdict(list, {SQ: [1]}), defaultdict[Card, list[int]], '{"SQ":[1]}'),
    (Counter({SQ: 2}), Counter[Card], '{"SQ":2}'),
    (Counter("aab"), Counter, '{"a":2,"b":1}'),
    (OrderedDict(b=SQ), OrderedDict[str, Card], '{"b":"SQ"}'),
    # optional values, unions, literals
    (None, Card | None, "null"),
    (SQ, Optional[Card], '"SQ"'),  # noqa: UP045
    ([SQ, None], list[Card | None], '["SQ",null]'),
    ({SQ}, set[Card] | None, '["SQ"]'),
    ([1, "a", None, 2.5], list[int | str | float | None], '[1,"a",null,2.5]'),
    (7, Union[int, str], "7"),  # noqa: UP007
    (5, Card | int, "5"),
    ("low", Literal["low", "high"], '"low"'),
    # unions of dataclasses, however alike
    (mem.Ducking(SQ), mem.Strategy, '{"_type":"Ducking","below":"SQ"}'),
    (mem.Shooting({SQ}), mem.Strategy, '{"_type":"Shooting","missing":["SQ"]}'),
    (mem.LikeDucking(SQ), mem.Ducking | mem.LikeDucking, '{"_type":"LikeDucking","below":"SQ"}'),
    (mem.Picky(1), mem.Picky | mem.Half | str, '{"_type":"Picky","count":1}'),
    ("text", mem.Picky | mem.Half | str, '"text"'),
    (None, mem.Strategy | None, "null"),
    (mem.Shooting(set()), mem.Strategy | None, '{"_type":"Shooting","missing":[]}'),
    ([mem.Ducking(H2)], list[mem.Strategy], '[{"_type":"Ducking","below":"H2"}]'),
    (mem.Ending(card=SQ), mem.Opening | mem.Ending, '{"_type":"Ending","kind":"ending","card":"SQ"}'),
    # enums
    (mem.Mood.CALM, mem.Mood, '"calm"'),
    (mem.Mood.BOLD, mem.Mood, "2"),
    (mem.Step.ENDING, mem.Step, "2"),
    (mem.Plan.SHOOT, mem.Plan, '"shoot"'),
    (mem.Danger.QUEEN | mem.Danger.MOON, mem.Danger, "3"),
    # what students make themselves, from a module with `from __future__ import annotations`
    (SEEN, mem.Seen, SEEN_TEXT),
    (mem.Seen(), mem.Seen, '{"fallen":[],"voids":{},"broken":false,"count":0}'),
    (SEEN, mem.Seen | None, SEEN_TEXT),
    (mem.Taken(by="Ann"), mem.Taken, '{"fallen":[],"voids":{},"broken":false,"count":0,"by":"Ann"}'),
    (mem.Slotted(cards=[SQ]), mem.Slotted, '{"cards":["SQ"],"tally":{}}'),
    (mem.Tree(SQ, [mem.Tree(H2)]), mem.Tree, '{"card":"SQ","below":[{"card":"H2","below":[]}]}'),
    (mem.Box(SQ), mem.Box[Card], '{"item":"SQ"}'),
    (mem.Pair(SQ, "Ann"), mem.Pair, '["SQ","Ann"]'),
    (mem.Notes(queen=SQ, voids={"Ann": {Suit.CLUBS}}), mem.Notes, '{"queen":"SQ","voids":{"Ann":["C"]}}'),
    ({"Ann": {Suit.CLUBS}}, mem.Voids, '{"Ann":["C"]}'),
    (mem.Tricks(3), mem.Tricks, "3"),
    (mem.Picky(2), mem.Picky, '{"count":2}'),
    (mem.Unprintable(2), mem.Unprintable, '{"count":2}'),
    (
        mem.Nested(
            SEEN, {Suit.HEARTS: [SEEN]}, SQ, mem.Mood.BOLD, mem.Plan.DUCK, (Rank.ACE,), 1, {H2: ("Bob", 2)}
        ),
        mem.Nested,
        f'{{"seen":{SEEN_TEXT},"rivals":{{"H":[{SEEN_TEXT}]}},"best":"SQ","mood":2,"plan":"duck","ranks":[14],'
        '"share":1,"_private":{"H2":["Bob",2]}}',
    ),
]


@pytest.mark.parametrize(("memory", "kind", "text"), WORKS)
def test_memory_survives(memory, kind, text):
    assert write_memory(memory, kind) == text
    back = read_memory(text, kind)
    assert same(back, memory)
    assert write_memory(back, kind) == text
    assert json.loads(text) == json.loads(encode(memory, kind))


def test_a_number_that_is_also_a_name_may_be_kept_as_its_number():
    assert read_memory(write_memory(Rank.ACE, int), int) == 14
    assert read_memory(write_memory(mem.Plan.DUCK, str), str) == "duck"
    assert read_memory(write_memory([Rank.ACE], Any), Any) == [14] == [Rank.ACE]


def test_what_comes_back_is_a_copy():
    memory = mem.Nested(mem.Seen(voids={"Ann": set()}))
    back = read_memory(write_memory(memory, mem.Nested), mem.Nested)
    back.seen.voids["Ann"].add(Suit.CLUBS)
    back.rivals[Suit.CLUBS] = []
    assert memory == mem.Nested(mem.Seen(voids={"Ann": set()}))


def test_a_defaultdict_keeps_its_default():
    back = read_memory(write_memory(mem.Slotted(cards=[]), mem.Slotted), mem.Slotted)
    assert back.tally["new"] == 0
    grown = read_memory(
        write_memory(defaultdict(set), defaultdict[str, set[Card]]), defaultdict[str, set[Card]]
    )
    grown["Ann"].add(SQ)
    assert grown == {"Ann": {SQ}}


def test_decoded_cards_are_the_cards():
    (card,) = read_memory(write_memory([SQ], list[Card]), list[Card])
    assert card is SQ


SCALARS: list[tuple[Any, st.SearchStrategy[Any]]] = [
    (int, st.integers()),
    (bool, st.booleans()),
    (float, st.floats(allow_nan=False, allow_infinity=False)),
    (str, st.text(st.characters(codec="utf-8"), max_size=8)),
    (type(None), st.none()),
    (Card, st.sampled_from(DECK)),
    (WhistCard, st.sampled_from(WhistCard.deck())),
    (Suit, st.sampled_from(Suit)),
    (Rank, st.sampled_from(Rank)),
    (mem.Mood, st.sampled_from(mem.Mood)),
]


@dataclass(frozen=True)
class Typed:
    kind: Any
    values: st.SearchStrategy[Any]


@st.composite
def types(draw: st.DrawFn, depth: int = 3, *, hashable: bool = False) -> Typed:
    """A type with the values it has."""
    changing = [] if hashable else ["list", "set", "dict", "dataclass"]
    shapes = ["scalar", "tuple", "pair", "frozenset", "optional", *changing]
    shape = draw(st.sampled_from(shapes)) if depth else "scalar"
    if shape == "scalar":
        return Typed(*draw(st.sampled_from(SCALARS)))
    inner = draw(types(depth - 1, hashable=hashable or shape in ("set", "frozenset")))
    if shape == "list":
        return Typed(list[inner.kind], st.lists(inner.values, max_size=3))
    if shape == "tuple":
        return Typed(tuple[inner.kind, ...], st.lists(inner.values, max_size=3).map(tuple))
    if shape == "set":
        return Typed(set[inner.kind], st.sets(inner.values, max_size=3))
    if shape == "frozenset":
        return Typed(frozenset[inner.kind], st.frozensets(inner.values, max_size=3))
    if shape == "optional":
        return Typed(Optional[inner.kind], st.none() | inner.values)  # noqa: UP045
    if shape == "dataclass":
        return Typed(mem.Box[inner.kind], inner.values.map(mem.Box))
    other = draw(types(depth - 1, hashable=True))
    if shape == "pair":
        return Typed(tuple[other.kind, inner.kind], st.tuples(other.values, inner.values))
    return Typed(dict[other.kind, inner.kind], st.dictionaries(other.values, inner.values, max_size=3))


@given(types(), st.data())
def test_any_value_of_any_type_survives(typed, data):
    memory = data.draw(typed.values)
    text = write_memory(memory, typed.kind)
    back = read_memory(text, typed.kind)
    assert same(back, memory)
    assert write_memory(back, typed.kind) == text


@given(types(depth=2), types(depth=2), st.data())
def test_text_of_another_type_is_read_or_refused_and_nothing_else(typed, other, data):
    text = encode(data.draw(other.values), other.kind)
    try:
        back = decode(text, typed.kind)
    except CodecError:
        return
    assert decode(encode(back, typed.kind), typed.kind) == back


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(JSON, st.sampled_from([kind for _, kind, _ in WORKS]))
def test_any_json_is_read_or_refused_and_nothing_else(value, kind):
    with contextlib.suppress(CodecError):
        decode(json.dumps(value), kind)


@given(
    st.lists(st.sampled_from(DECK), unique=True), st.lists(st.text(st.characters(codec="utf-8")), unique=True)
)
def test_equal_sets_make_equal_text(cards, words):
    assert encode(set(cards), set[Card]) == encode({*cards[::-1]}, set[Card])
    assert encode(frozenset(words), frozenset[str]) == encode(frozenset(words[::-1]), frozenset[str])
    assert json.loads(encode(set(cards), set[Card])) == sorted(card.text for card in cards)


def test_text_is_the_same_in_every_process():
    script = (
        "from playfunc.codec import encode\n"
        "words = {chr(97 + i) * i for i in range(20)}\n"
        "print(encode(words, set[str]), encode({'x': words}, dict[str, set[str]]))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(texts) == 1
