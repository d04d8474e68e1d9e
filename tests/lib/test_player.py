"""Players of Python functions: what they are handed, how luck is dealt to them, what type their memory has."""

import contextlib
import functools
import random
from types import ModuleType
from typing import Any, Tuple, Union  # noqa: UP035

import pytest
import student_memories as mem
from playfunc import Card, FunctionPlayer, Hearts, Suit, Trick
from playfunc.errors import PlayerMemoryError, ProtocolError
from playfunc.games.hearts import HeartsState
from playfunc.player import Reply, canonical_call, memory_type, seeded_random
from playfunc.rules import Call

RULES = Hearts(4)
NAMES = ["Ann", "Bob", "Cy", "Di"]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


def second_trick() -> HeartsState:
    """Di took the first trick with CA and has led DJ; Ann is to play."""
    state = RULES.from_hands([cards("C2 D5 S3"), cards("C6 D2 S4"), cards("C7 D8 S5"), cards("CA DJ H6")])
    for seat, card in enumerate(cards("C2 C6 C7 CA")):
        state = RULES.play(state, {seat: card})
    return RULES.play(state, {3: Card("DJ")})


def first_call(state: HeartsState, memory: str | None = None, names=NAMES) -> Call:
    return RULES.projection.call(RULES.view(state, state.turn), names, memory)


def ask(function, call: Call, **options) -> Reply:
    (answer,) = FunctionPlayer(function, RULES, **options).answer([call])
    if not isinstance(answer, Reply):
        raise answer
    return answer


# What a player is handed


def heard(call: Call) -> tuple[Any, ...]:
    """The arguments that arrive."""
    arguments: list[Any] = []

    def play(*given) -> tuple[Card, list[Suit]]:
        arguments.append(given)
        return given[1][0], []

    ask(play, call)
    return arguments[0]


def test_on_the_first_trick_there_is_no_previous_one():
    state = RULES.deal(random.Random(5))
    player_id, hand, trick, previous = heard(first_call(state))
    assert player_id == NAMES[state.turn]
    assert hand == state.hands[state.turn]
    assert trick == ()
    assert previous is None


def test_afterwards_the_previous_trick_comes_with_the_memory():
    player_id, hand, trick, previous = heard(first_call(second_trick(), '["S","H"]'))
    assert player_id == "Ann"
    assert hand == cards("D5 S3")
    assert trick == ((Card("DJ"), "Di"),)
    last, memory = previous
    assert last == ((Card("C2"), "Ann"), (Card("C6"), "Bob"), (Card("C7"), "Cy"), (Card("CA"), "Di"))
    assert memory == [Suit.SPADES, Suit.HEARTS]


def test_arguments_are_tuples_so_that_nobody_can_change_them():
    _, hand, trick, previous = heard(first_call(second_trick(), '["S"]'))
    for part in (hand, trick, trick[0], previous, previous[0], previous[0][0]):
        assert type(part) is tuple
    assert all(type(card) is Card for card in hand)


def test_memory_on_the_first_trick_is_not_handed_over():
    assert first_call(RULES.deal(random.Random(5)), '"old"').memory is None


def test_each_call_gets_its_own_copy_of_memory():
    def play(player_id, hand, trick, previous) -> tuple[Card, list[int]]:
        memory = previous[1]
        memory.append(len(memory))
        return hand[0], memory

    player = FunctionPlayer(play, RULES)
    call = first_call(second_trick(), "[0]")
    assert [answer.memory for answer in player.answer([call, call, call])] == ["[0,1]"] * 3
    assert player.answer([call])[0].memory == "[0,1]"


def test_a_player_is_called_by_its_module_unless_named():
    def play(player_id, hand, trick, previous):
        return hand[0], None

    play.__module__ = "students.ann"
    assert FunctionPlayer(play, RULES).name == "ann"
    assert FunctionPlayer({"play": play}, RULES, name="Ann").name == "Ann"


def test_a_player_must_define_the_function_asked_for():
    with pytest.raises(ProtocolError, match="defines no function 'play'"):
        ask({"bid": lambda *_: None}, first_call(second_trick(), "1"))


# Luck


def drawing(*_) -> tuple[Card, list[float]]:
    return Card("D5"), [random.random(), random.random()]


def drawn(call: Call, **options) -> str:
    return ask(drawing, call, **options).memory


def test_equal_arguments_make_equal_luck():
    call = first_call(second_trick(), "[1]")
    random.seed(1)
    before = drawn(call)
    random.seed(2)
    random.random()
    assert drawn(call) == before
    assert drawn(Call(call.function, tuple(call.arguments), "[1]")) == before


def test_any_other_argument_makes_other_luck():
    state, other = second_trick(), RULES.play(second_trick(), {0: Card("D5")})
    luck = [
        drawn(first_call(state, "[1]")),
        drawn(first_call(state, "[2]")),
        drawn(first_call(state, "[]")),
        drawn(first_call(state, "[1]", names=["Eve", *NAMES[1:]])),
        drawn(first_call(state, "[1]", names=["Ann", "Eve", *NAMES[2:]])),
        drawn(first_call(other, "[1]")),
        drawn(first_call(RULES.deal(random.Random(1)))),
        drawn(first_call(RULES.deal(random.Random(2)))),
        drawn(first_call(state, "[1]"), key=b"another player's"),
    ]
    assert len(set(luck)) == len(luck)


def test_luck_does_not_depend_on_the_company_or_order_of_calls():
    calls = [first_call(RULES.deal(random.Random(seed))) for seed in range(8)]
    player = FunctionPlayer(drawing, RULES)
    alone = [player.answer([call])[0] for call in calls]
    assert list(player.answer(calls)) == alone
    assert list(player.answer(calls[::-1])) == alone[::-1]


def test_luck_can_be_given_so_that_two_calls_share_it():
    state = second_trick()
    one, two = first_call(state, "[1]"), first_call(state, "[2]")
    shared = canonical_call(one)
    assert drawn(Call(two.function, two.arguments, two.memory, luck=shared)) == drawn(one) != drawn(two)


def test_the_generator_is_left_as_it_was():
    random.seed(3)
    expected = [random.random() for _ in range(3)]
    random.seed(3)
    found = [random.random()]
    drawn(first_call(second_trick(), "[1]"))
    found.append(random.random())
    with contextlib.suppress(ZeroDivisionError), seeded_random(b"key") as seed:
        seed(first_call(second_trick()))
        raise ZeroDivisionError
    found.append(random.random())
    assert found == expected


def test_numpy_is_seeded_and_left_as_it_was():
    numpy: ModuleType = pytest.importorskip("numpy")

    def play(*_) -> tuple[Card, list[float]]:
        return Card("D5"), numpy.random.random(2).tolist()

    numpy.random.seed(3)
    expected = numpy.random.random(2).tolist()
    numpy.random.seed(3)
    found = [numpy.random.random()]
    calls = [first_call(second_trick(), memory) for memory in ("[1]", "[1]", "[2]")]
    first, again, other = (ask(play, call).memory for call in calls)
    found.append(numpy.random.random())
    assert first == again != other
    assert found == expected


def test_canonical_text_of_a_call():
    assert canonical_call(first_call(second_trick(), '"é"')) == (
        '["play",["Ann",["D5","S3"],[["DJ","Di"]],'
        '[[["C2","Ann"],["C6","Bob"],["C7","Cy"],["CA","Di"]],null]],"\\"é\\""]'
    )


# The type of memory, read from the return annotation


def returning(annotation: object):
    def play(player_id, hand, trick, previous):
        return hand[0], None

    play.__annotations__["return"] = annotation
    return play


class Instance:
    def __call__(self, player_id, hand, trick, previous) -> tuple[Card, mem.Seen]:
        return hand[0], mem.Seen()


def annotated(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, mem.Seen] | None
) -> tuple[Card, mem.Seen]:
    return hand[0], mem.Seen()


@functools.wraps(annotated)
def wrapper(*arguments):
    return annotated(*arguments)


def bare(player_id, hand, trick, previous):
    return hand[0], None


def test_memory_type_without_annotation_is_any():
    assert memory_type(bare) is Any
    assert memory_type(lambda *_: None) is Any


@pytest.mark.parametrize(
    "function",
    [
        annotated,
        wrapper,
        functools.lru_cache(annotated),
        functools.partial(annotated),
        functools.partial(functools.partial(annotated)),
        Instance(),
        Instance().__call__,
        returning("tuple[Card, mem.Seen]"),
    ],
)
def test_memory_type_of_whatever_can_be_called(function):
    assert memory_type(function) is mem.Seen


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        (tuple[Card, str], str),
        (tuple[Card, None], None),
        (Tuple[Card, None], type(None)),  # noqa: UP006
        (tuple[Card, Any], Any),
        (tuple[Card, object], Any),
        (tuple[Card, tuple[Card, ...]], tuple[Card, ...]),
        (Tuple[Card, dict[str, int]], dict[str, int]),  # noqa: UP006
        (tuple[Card, Union[mem.Seen, None]], mem.Seen | None),  # noqa: UP007
        (tuple[Card, mem.Strategy], mem.Ducking | mem.Shooting),
        (tuple["Card", "mem.Seen"], mem.Seen),
        ("Tuple[Card, 'mem.Voids']", mem.Voids),
    ],
)
def test_memory_type_is_the_second_of_the_pair(annotation, kind):
    assert memory_type(returning(annotation)) == kind


def test_memory_type_through_a_type_statement():
    class Statement:
        """As Python 3.12 makes of `type Answer = tuple[Card, mem.Seen]`."""

        __value__ = tuple[Card, mem.Seen]

        def __call__(self) -> None:
            """Lets typing take it for a type."""

    assert memory_type(returning(Statement())) is mem.Seen


@pytest.mark.parametrize(
    ("annotation", "shown"),
    [
        (Card, "Card"),
        (type(None), "NoneType"),
        (tuple, "tuple"),
        (tuple[Card], "tuple[playfunc.cards.Card]"),
        (tuple[Card, ...], "tuple[playfunc.cards.Card, ...]"),
        (tuple[Card, str, int], "tuple[playfunc.cards.Card, str, int]"),
        (tuple[Card, object, int], "tuple[playfunc.cards.Card, object, int]"),
        (list[Card], "list[playfunc.cards.Card]"),
        (Any, "Any"),
    ],
)
def test_another_annotation_is_explained(annotation, shown):
    with pytest.raises(PlayerMemoryError) as caught:
        memory_type(returning(annotation))
    assert caught.value.reason == f"play should be annotated `-> tuple[Move, YourMemory]`, not `-> {shown}`"


@pytest.mark.parametrize("annotation", ["tuple[Card, Unknown]", "tuple[Card,", "1 / 0"])
def test_an_annotation_that_cannot_be_read_is_explained(annotation):
    with pytest.raises(PlayerMemoryError, match="the annotations of play cannot be read: "):
        ask(returning(annotation), first_call(second_trick(), "1"))


def test_memory_is_decoded_into_the_annotated_type():
    def play(player_id, hand, trick, previous) -> tuple[Card, mem.Seen]:
        seen = previous[1]
        return hand[0], mem.Seen(seen.fallen | {hand[0]}, {"Bob": {Suit.CLUBS}})

    answer = ask(play, first_call(second_trick(), '{"fallen":["SQ"],"voids":{},"broken":true,"count":0}'))
    seen = '{"fallen":["D5","SQ"],"voids":{"Bob":["C"]},"broken":false,"count":0}'
    assert answer == Reply("D5", seen)


@pytest.mark.parametrize("kind", [None, type(None), Any])
def test_no_memory_at_all_is_a_memory(kind):
    assert ask(returning(tuple[Card, kind]), first_call(second_trick(), "null")) == Reply("D5", "null")


def test_memory_that_no_longer_fits_its_type_is_a_memory_error():
    def play(*_) -> tuple[Card, dict[Card, int]]:
        return Card("D5"), {}

    with pytest.raises(PlayerMemoryError, match="could not be read back: not a card: 'old'"):
        ask(play, first_call(second_trick(), '{"old":1}'))
