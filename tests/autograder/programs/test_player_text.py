"""Programs that are asked by lines: they play, and every way not to answer has its own name."""

import dataclasses
import json
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc.codec import MEMORY_LIMIT
from playfunc.errors import (
    BidError,
    PlayerCrash,
    PlayerMemoryError,
    PlayError,
    ProtocolError,
    StakeError,
    TimeError,
)
from playfunc.games.blackjack import BlackJack
from playfunc.games.footsteps import FootSteps
from playfunc.games.hearts import Hearts
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng, rotations
from playfunc.record import calls
from playfunc.rules import Call
from playfunc_autograder.programs import program_player
from playfunc_autograder.programs.protocols import (
    memory_text,
    question_line,
    question_words,
    read_answer,
    read_move,
)
from playfunc_checks.budget import Limits
from playfunc_opponents import opponent

RULES = Hearts(2)
CALL = Call("play", ("you", ["C2", "C3"], [], None), None)

ECHO = """
    import sys
    for line in sys.stdin:
        print("C2", flush=True)
"""


@pytest.mark.parametrize("language", ["py", "js", "c"])
def test_the_shipped_program_plays_whole_hands_without_a_fault(shipped, language):
    with program_player(f"exec-lines:{shipped('lines/lowest', language)}", RULES) as player:
        tables = [
            table
            for number in range(4)
            for table in rotations(
                RULES, RULES.deal(deal_rng("programs", number)), (player, opponent(RULES, "basic"))
            )
        ]
        games = play_games(RULES, tables, "stop")
    assert [fault for game in games for fault in game.faults] == []
    for game in games:
        seat = 1 - game.players.index("basic")
        for asked, call, move in calls(game):
            if asked == seat:
                assert move.memory in ('"broken"', '""')
                assert move.move in call.arguments[1]


def test_all_languages_answer_the_same(shipped):
    tables = [Table(RULES.deal(deal_rng("same", n)), (opponent(RULES, "basic"),) * 2) for n in range(3)]
    asked = [call for game in play_games(RULES, tables) for _, call, _ in calls(game)]
    asked = [dataclasses.replace(call, memory=call.memory and '"broken"') for call in asked]
    answers = []
    for language in ("py", "js", "c"):
        with program_player(f"exec-lines:{shipped('lines/lowest', language)}", RULES) as player:
            answers.append(player.answer(asked))
    assert answers[0] == answers[1] == answers[2]


def test_one_process_serves_many_questions_and_four_seats(program):
    player = program(ECHO)
    assert [answer.move for answer in player.answer([CALL] * 5)] == ["C2"] * 5
    assert player.calls == 5


@pytest.mark.parametrize(
    ("source", "error", "told"),
    [
        ("print('hello', flush=True)\nimport sys\nsys.stdin.read()", ProtocolError, "'hello' is no move"),
        ("print('x' * 100_000)", ProtocolError, "printed more than"),
        ("", PlayerCrash, "it ended"),
        ("raise SystemExit(3)", PlayerCrash, "exit code 3"),
        ("import nothing_of_that_name", PlayerCrash, "ModuleNotFoundError"),
        ("import os\nos.abort()", PlayerCrash, "ended by signal"),
        ("import time\ntime.sleep(60)", TimeError, "printed nothing within"),
        ("while True: pass", TimeError, "CPU time"),
        ("import sys\nfor line in sys.stdin: print('C2')", TimeError, "does not flush its output"),
        (
            "import sys, time\nprint('C2', end='', flush=True)\ntime.sleep(60)",
            TimeError,
            "without ending the line",
        ),
    ],
)
def test_every_way_not_to_answer_is_named(program, source, error, told):
    (answer,) = program(source).answer([CALL])
    assert isinstance(answer, error)
    assert told in answer.reason


def test_memory_is_limited(program):
    limits = Limits(move_seconds=20, memory_bytes=2**26)
    (answer,) = program("x = [bytearray(2**20) for _ in range(300)]\nprint('C2')", limits=limits).answer(
        [CALL]
    )
    assert isinstance(answer, PlayError)
    assert "memory" in answer.reason.lower()  # its own MemoryError, or ours, whichever is first


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process uses")
def test_memory_is_limited_while_others_move(program):
    """Filled and made read-only, so that no limit of the system counts it."""
    source = """
        import ctypes, sys, threading, time
        libc = ctypes.CDLL(None)
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long)
        libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        def fill():
            for _ in range(10):
                place = libc.mmap(None, 2**25, 3, 0x22, -1, 0)
                ctypes.memset(place, 1, 2**25)
                libc.mprotect(place, 2**25, 1)
                time.sleep(0.05)
        sys.stdin.readline()
        threading.Thread(target=fill).start()
        print("C2", flush=True)
        for line in sys.stdin:
            print("C2", flush=True)
    """
    player = program(source, limits=Limits(move_seconds=20, memory_bytes=2**27))
    (answer,) = player.answer([CALL])
    assert answer.move == "C2"
    running = Path(f"/proc/{player._adapter._program.pid}/stat")
    deadline = time.monotonic() + 60
    while running.exists() and " Z " not in running.read_text() and time.monotonic() < deadline:
        time.sleep(0.05)
    (answer,) = player.answer([CALL])
    assert isinstance(answer, PlayError)
    assert "over 128 MiB of memory" in answer.reason


def test_what_was_not_asked_for_is_a_fault(program):
    player = program(ECHO.replace('print("C2"', 'print("C2\\nC3"'))
    first, second = player.answer([CALL, CALL])
    assert first.move == "C2"
    assert isinstance(second, ProtocolError)
    assert "before it was asked" in second.reason


def test_a_program_that_breaks_off_is_started_again_but_not_for_ever(program):
    player = program("import sys\nsys.stdin.readline()\nprint('C2')")
    answers = player.answer([CALL] * 9)
    assert answers[0].move == "C2"
    assert isinstance(answers[1], PlayerCrash)
    assert "not asked any more" in answers[-1].reason


def test_what_it_complains_of_is_kept(program):
    player = program("import sys\nprint('oh dear', file=sys.stderr)\nraise SystemExit(1)")
    (answer,) = player.answer([CALL])
    assert "oh dear" in answer.reason + player.output


# The text form of questions and answers.
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
