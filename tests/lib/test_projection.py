"""The projection that a new game begins with: views in, moves out, whatever their types."""

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

import pytest
from playfunc.cards import Card
from playfunc.defaults import PlainProjection
from playfunc.errors import NotationError, ProtocolError
from playfunc.rules import Call


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class View:
    seat: int
    hand: tuple[Card, ...]
    past: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Raise:
    chips: int


VIEW = View(1, (Card("C2"), Card("SQ")), ((0, "bet"),))
MOVES: list[tuple[Any, list[Any], list[str]]] = [
    (Literal["check", "bet"], ["check", "bet"], ["check", "bet"]),
    (Colour, [Colour.RED, Colour.BLUE], ["red", "blue"]),
    (Card, [Card("C2")], ["C2"]),
    (int, [0, -7, 12], ["0", "-7", "12"]),
    (Raise, [Raise(3)], ['{"chips":3}']),
    (tuple[int, int], [(1, 2)], ["[1,2]"]),
    (bool, [True], ["true"]),
]


def projection(move: Any = int) -> PlainProjection:
    return PlainProjection(View, move)


def test_a_player_gets_the_view_and_its_memory():
    call = projection().call(VIEW, ("a", "b"), '"kept"')
    assert call == Call("play", ({"seat": 1, "hand": ["C2", "SQ"], "past": [[0, "bet"]]}, None), '"kept"')
    assert tuple(json.loads(json.dumps(call.arguments))) == call.arguments
    assert projection().arguments(call, "kept") == (VIEW, "kept")
    hash(projection().arguments(call, "kept"))


@pytest.mark.parametrize(("kind", "moves", "texts"), MOVES)
def test_moves_survive_their_text(kind, moves, texts):
    those = projection(kind)
    assert [those.move_text(move) for move in moves] == texts
    assert [those.parse_move(text) for text in texts] == moves
    assert [those.read_reply(move) for move in moves] == moves


@pytest.mark.parametrize(("kind", "moves", "texts"), MOVES)
@pytest.mark.parametrize("text", ["", "?", "C2 ", "null", " 1", "01", "1.0", "[1, 2]", '"bet"'])
def test_other_text_is_no_move(kind, moves, texts, text):
    with pytest.raises(NotationError, match="not a move"):
        projection(kind).parse_move(text)


@pytest.mark.parametrize(("kind", "moves", "texts"), MOVES)
@pytest.mark.parametrize("odd", [None, object(), 0.5, [], ("C2",), "fold", b"1"])
def test_other_values_are_no_reply(kind, moves, texts, odd):
    with pytest.raises(ProtocolError) as caught:
        projection(kind).read_reply(odd)
    assert type(odd).__name__ in caught.value.reason


def test_a_bool_is_no_int():
    with pytest.raises(ProtocolError, match="must be int, got bool True"):
        projection(int).read_reply(True)
