"""Programs as the games' own contests had them, unchanged: FootSteps' lines, BlackJack's arguments."""

import dataclasses
import sys
import time
from pathlib import Path

import pytest
from course_assignments import ASSIGNMENTS
from playfunc.errors import PlayerCrash, PlayError, ProtocolError, TimeError
from playfunc.games.blackjack import BlackJack
from playfunc.games.footsteps import FootSteps
from playfunc.games.hearts import Hearts
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import Table, play_game, play_games
from playfunc.measure import deal_rng, rotations
from playfunc.player import FunctionPlayer
from playfunc.record import calls
from playfunc.rules import Call
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.programs import program_player
from playfunc_checks.marking import check_player
from playfunc_checks.results import Verdict
from playfunc_checks.submitted_player import Limits, Program
from playfunc_opponents import opponent
from program_games import threes

FOOTSTEPS, BLACKJACK, SKULLWHIST = FootSteps(), BlackJack(2), SkullWhist()


def test_skullwhist_programs_of_every_language_answer_the_same(shipped):
    start = SKULLWHIST.deal(deal_rng("skullwhist"))
    with program_player(f"exec-args:{shipped('arguments/count_tops', 'c')}", SKULLWHIST) as player:
        game = play_game(SKULLWHIST, start, (player, player))
    assert game.faults == ()
    assert game.scores is not None
    asked = [(call, move.move) for _, call, move in calls(game)][:6]
    for language in ("js", "py"):
        with program_player(f"exec-args:{shipped('arguments/count_tops', language)}", SKULLWHIST) as other:
            assert [answer.move for answer in other.answer([call for call, _ in asked])] == [
                m for _, m in asked
            ]


def test_leading_zeros_and_spaces_are_a_bid_as_any_other(program):
    source = """
        points, theirs = 50, ""
        while theirs != "fin":
            bid = min(5, points)
            print(f"  {bid:03} ", flush=True)
            points -= bid
            theirs = input()
    """
    player = program(source, how="exec", rules=FOOTSTEPS)
    game = play_game(
        FOOTSTEPS, FOOTSTEPS.deal(deal_rng("x")), (player, FunctionPlayer(threes, FOOTSTEPS)), "forfeit"
    )
    assert game.faults == ()
    assert game.scores == (1.0, 0.0)


@pytest.mark.parametrize("bid", ["10**30", "2**63", "51"])
def test_a_bid_out_of_range_is_the_programs_fault_and_not_ours(tmp_path, bid):
    (tmp_path / "bot.py").write_text(f"print({bid}, flush=True)\ninput()\n")
    program = Program(f"exec:python3 {tmp_path / 'bot.py'}", ())
    results = check_player(
        "", ASSIGNMENTS["footsteps"], WorkerAsker(), deals=1, only=("loads", "rules"), program=program
    )
    assert [result.verdict for result in results] == [Verdict.PASSED, Verdict.FAILED]
    assert set(results[1].facts["kinds"]) == {"BidError"}


# Programs that are asked by lines: they play, and every way not to answer has its own name.
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
