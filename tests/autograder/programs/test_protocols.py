"""The text form of questions and answers."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc.codec import MEMORY_LIMIT
from playfunc.errors import BidError, PlayerMemoryError, PlayError, ProtocolError, StakeError
from playfunc.games.blackjack import BlackJack
from playfunc.games.footsteps import FootSteps
from playfunc.games.hearts import Hearts
from playfunc.games.skullwhist import SkullWhist
from playfunc.rules import Call
from playfunc_autograder.programs.protocols import (
    memory_text,
    question_line,
    question_words,
    read_answer,
    read_move,
)

HEARTS, FOOTSTEPS = Hearts(2), FootSteps()


def test_the_first_question_of_a_hand():
    call = Call("play", ("ann", ["C2", "H10"], [], None))
    assert question_line(call) == "play ann C2,H10 . -"


def test_a_later_question_has_the_trick_before_and_the_memory():
    call = Call(
        "play", ("ann", ["C2"], [["D3", "bob"]], [[["D5", "ann"], ["D7", "bob"]], None]), json.dumps("x y")
    )
    assert question_line(call) == "play ann C2 D3:bob D5:ann,D7:bob\tx y"
    assert memory_text(call) == "x y"


def test_numbers_mappings_and_an_empty_list():
    call = Call("play", ("ann", -2, 17, {"ann": 3, "bob": None}, [[], None]))
    assert question_words(call) == ("play", "ann", "-2", "17", "ann:3,bob:-", ".")


@given(st.text(max_size=20))
def test_no_name_can_add_a_word_or_a_line(name):
    line = question_line(Call("play", (name, ["C2"], [], None)))
    assert len(line.split(" ")) == 5
    assert not {"\n", "\t", "\r"} & set(line)


@given(
    st.text(alphabet=st.characters(blacklist_characters="\n\r\t", blacklist_categories=("Cs",)), max_size=50)
)
def test_memory_comes_back_as_it_went(memory):
    reply = read_answer(f"C2\t{memory}", HEARTS)
    assert memory_text(Call("play", (), reply.memory)) == memory


@pytest.mark.parametrize("line", ["", "hello", "C1", "C2,C3", "\tC2", "🂡"])
def test_what_is_no_move_is_quoted(line):
    with pytest.raises(ProtocolError, match="is no move"):
        read_answer(line, HEARTS)


def test_memory_has_a_limit():
    with pytest.raises(PlayerMemoryError, match=str(MEMORY_LIMIT)):
        read_answer("C2\t" + "x" * MEMORY_LIMIT, HEARTS)


@pytest.mark.parametrize(
    ("text", "move"), [("05", "5"), (" 5 ", "5"), ("000", "0"), ("\t012\r", "12"), ("13", "13"), ("-3", "-3")]
)
def test_a_decimal_number_may_have_leading_zeros_and_spaces(text, move):
    assert read_move(text, FOOTSTEPS) == move


def test_a_stake_may_have_leading_zeros_and_a_card_keeps_its_own():
    assert read_move(" B  015", BlackJack(2)) == "B 15"
    assert read_move("C05", SkullWhist()) == "C05"


@pytest.mark.parametrize("number", ["1" + 30 * "0", str(2**63), 60_000 * "9"])
def test_a_number_beyond_every_range_is_an_illegal_move(number):
    with pytest.raises(BidError, match="out of range"):
        read_move(number, FOOTSTEPS)
    with pytest.raises(StakeError, match="out of range"):
        read_move(f"B {number}", BlackJack(2))


@given(st.text(max_size=30))
def test_whatever_is_printed_is_a_move_or_a_fault_with_a_name(text):
    for rules in (FOOTSTEPS, BlackJack(2), SkullWhist(), HEARTS):
        with suppress(PlayError):
            read_move(text, rules)
