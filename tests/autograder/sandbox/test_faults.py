"""Players that do not behave: every fault gets its name, and only the call that earned it is blamed."""

import os
import random
import re
import signal
import sys
import time
from pathlib import Path

import pytest
from playfunc.errors import PlayerCrash, PlayerMemoryError, ProtocolError, TimeError
from playfunc.games.hearts import Hearts
from playfunc.match import Table, play_games
from playfunc.player import Reply
from playfunc_autograder.sandbox import Tier, WorkerPlayer
from playfunc_autograder.sandbox.worker_process import Stopwatch
from playfunc_checks.submitted_player import Limits, Spent
from until import until

GOOD = Reply("C2", "null")
QUICK = Limits(move_seconds=0.2, wall_factor=50.0)
"""For those who compute: a busy machine may take its time."""
IMPATIENT = Limits(move_seconds=0.2, wall_factor=3.0)
"""For those who sleep."""

# A player that does what it is told: `player_id` is Python, run in its module.
OBEDIENT = """
import ctypes, json, os, signal, sys, time

class Text(str):
    def __eq__(self, other): return True
    __hash__ = str.__hash__

class Odd:
    def __repr__(self): raise RuntimeError("no repr")

def play(player_id, hand, trick, previous):
    card, memory = hand[0], None
    space = dict(globals(), card=card, memory=memory, hand=hand)
    exec(compile(player_id, "order", "exec"), space)
    return space.get("reply", (space["card"], space["memory"]))
"""

ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="a system with signals")

ENDINGS = [
    ("os._exit(0)", "exit code 0"),
    ("os._exit(3)", "exit code 3"),
    pytest.param("ctypes.string_at(0)", "signal SIGSEGV", marks=ON_POSIX),
    pytest.param("signal.raise_signal(signal.SIGKILL)", "signal SIGKILL", marks=ON_POSIX),
    ("os.closerange(3, 64); time.sleep(60)", "closed its side of the wire"),
]


@pytest.mark.parametrize(("order", "how"), ENDINGS)
def test_an_ended_process_is_a_crash_that_says_how(make_worker, ask, order, how):
    worker = make_worker(OBEDIENT, tier=Tier.C)  # a confined one can send no signal, not even to itself
    good, bad, after = worker.answer([ask("pass"), ask(order), ask("pass")])
    assert (good, after) == (GOOD, GOOD)
    assert isinstance(bad, PlayerCrash)
    assert how in bad.reason


@ON_POSIX
def test_a_process_that_the_system_kills_is_asked_again(make_worker, ask):
    worker = make_worker(OBEDIENT)
    worker.start()
    os.kill(worker._process._child.pid, signal.SIGKILL)
    assert worker.answer([ask("pass")]) == [GOOD]


@ON_POSIX
def test_a_crash_in_compiled_code_shows_the_players_line(make_worker, ask):
    source = "import ctypes\ndef play(who, hand, trick, previous):\n    ctypes.string_at(0)\n"
    (fault,) = make_worker(source).answer([ask()])
    assert "Segmentation fault" in fault.detail
    assert 'File "player.py", line 3 in play' in fault.detail
    assert os.sep + "ctypes" not in fault.detail


RAISED = [
    ("1 / 0", PlayerCrash, "ZeroDivisionError: division by zero"),
    ("def f(): f()\nf()", PlayerCrash, "RecursionError"),
    ("sys.exit(1)", PlayerCrash, "SystemExit"),
    ("raise KeyboardInterrupt", PlayerCrash, "KeyboardInterrupt"),
    ("raise GeneratorExit", PlayerCrash, "GeneratorExit"),
    ("bytearray(2**31)", PlayerCrash, "MemoryError"),
    ("reply = card", ProtocolError, "must be a pair"),
    ("card = 'C2'", ProtocolError, 'return Card("C2")'),
    ("card = Text('C2')", ProtocolError, "must be a Card, got Text"),
    ("card = Odd()", ProtocolError, "cannot be printed"),
    ("memory = float('nan')", PlayerMemoryError, "not a number"),
    ("memory = Odd()", PlayerMemoryError, "Odd"),
    ("memory = 'x' * 20_000", PlayerMemoryError, "over the limit of 16384"),
    ("memory = '\\ud800'", PlayerMemoryError, "lone surrogate"),
    ("raise ValueError('\\ud800')", PlayerCrash, "\\ud800"),
    ("raise ValueError('x' * 100_000)", PlayerCrash, "xxx…"),
    ("raise ValueError('\\x1b[31m\\x00')", PlayerCrash, "\ufffd[31m\ufffd"),
]


@pytest.fixture(scope="module")
def obedient():
    with WorkerPlayer(OBEDIENT, Hearts(2), name="you") as worker:
        worker.start()
        yield worker


@pytest.mark.parametrize(("order", "kind", "words"), RAISED)
def test_what_is_raised_or_returned_is_named(obedient, ask, order, kind, words):
    if sys.platform != "linux" and "MemoryError" in words:
        pytest.skip("memory is not bounded here")
    fault, after = obedient.answer([ask(order), ask("pass")])
    assert type(fault) is kind
    assert words in fault.reason
    assert len(fault.reason) <= 500
    assert len(fault.detail) <= 4000
    assert after == GOOD


def test_a_text_subclass_crosses_as_plain_text(obedient, ask):
    (reply,) = obedient.answer([ask("memory = {'a': Text('b')}")])
    assert type(reply.memory) is str
    assert reply.memory == '{"a":"b"}'


def test_an_endless_loop_is_judged_by_cpu_time(make_worker, ask):
    worker = make_worker(OBEDIENT, limits=QUICK)
    good, fault = worker.answer([ask("pass"), ask("while True: pass")])
    assert good == GOOD
    assert isinstance(fault, TimeError)
    assert fault.reason == "this move took over 0.2 s of CPU time"
    assert worker.slowest_move >= 0.2


def test_an_answer_that_comes_too_late_does_not_count(make_worker, ask, monkeypatch):
    worker = make_worker(OBEDIENT, limits=QUICK)
    worker.start()
    monkeypatch.setattr(Stopwatch, "stop", lambda watch: Spent(cpu=0.21, wall=0.25))
    (fault,) = worker.answer([ask("pass")])
    assert isinstance(fault, TimeError)


def test_a_loop_that_swallows_everything_ends_too(make_worker, ask):
    order = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    (fault,) = make_worker(OBEDIENT, limits=QUICK).answer([ask(order)])
    assert isinstance(fault, TimeError)


def test_a_sleeper_is_tried_twice_and_then_judged_by_the_wall(make_worker, ask):
    worker = make_worker(OBEDIENT, limits=IMPATIENT)
    started = []
    load = worker._load
    worker._load = lambda: started.append(1) or load()
    (fault,) = worker.answer([ask("time.sleep(60)")])
    assert isinstance(fault, TimeError)
    assert "0.6 s of wall-clock time" in fault.reason
    assert len(started) == 2


def test_waiting_within_the_wall_limit_is_no_fault(make_worker, ask):
    worker = make_worker(OBEDIENT, limits=QUICK)
    assert worker.answer([ask("time.sleep(0.3)")]) == [GOOD]
    assert worker.cpu_seconds < 0.2


def test_thinking_while_others_move_is_charged(make_worker, ask):
    if sys.platform != "linux" or os.getuid() != 0:
        pytest.skip("players cannot start threads here")
    source = OBEDIENT + "\nimport threading\ndef think():\n    while True: pass\n"
    worker = make_worker(source, limits=QUICK, tier=Tier.C)
    worker.answer([ask("threading.Thread(target=think, daemon=True).start()")])
    for _ in until(lambda: not worker._process or worker._process._watch.spent().cpu >= 0.3, most=6000):
        time.sleep(0.01)
    (fault,) = worker.answer([ask("pass")])
    assert isinstance(fault, TimeError)


def test_one_bad_position_of_64_is_blamed_alone(make_worker, ask):
    worker = make_worker(OBEDIENT, limits=QUICK)
    worker.answer([ask("pass")] * 63)  # batches have grown to 64 by now
    orders = ["pass"] * 64
    orders[41] = "while True: pass"
    answers = worker.answer([ask(order) for order in orders])
    assert isinstance(answers.pop(41), TimeError)
    assert answers == [GOOD] * 63
    assert worker.calls == 63 + 64


def test_slow_moves_that_keep_the_limit_one_by_one_are_no_fault(make_worker, ask):
    """Sixteen at once take more than one move may; alone each takes a quarter."""
    worker = make_worker(OBEDIENT, limits=QUICK)
    worker.answer([ask("pass")] * 31)
    slow = "end = time.process_time() + 0.05\nwhile time.process_time() < end: pass"
    assert worker.answer([ask(slow)] * 16) == [GOOD] * 16
    assert 0.8 < worker.cpu_seconds < 1.2
    assert 0.05 < worker.slowest_move < 0.2


def test_several_crashes_in_one_batch_are_each_blamed(make_worker, ask):
    worker = make_worker(OBEDIENT)
    orders = ["pass", "os._exit(1)", "pass", "os._exit(2)", "1 / 0", "pass", "pass"] * 2
    answers = worker.answer([ask(order) for order in orders])
    kinds = [type(answer).__name__ for answer in answers]
    assert kinds == ["Reply", "PlayerCrash", "Reply", "PlayerCrash", "PlayerCrash", "Reply", "Reply"] * 2
    assert ["exit code 2" in getattr(answer, "reason", "") for answer in answers].count(True) == 2


def test_the_total_is_used_up_with_the_arithmetic(make_worker, ask):
    worker = make_worker(OBEDIENT, limits=Limits(total_seconds=0.3))
    work = "end = time.process_time() + 0.11\nwhile time.process_time() < end: pass"
    answers = worker.answer([ask(work)] * 6)
    assert answers[:3] == [GOOD] * 3
    assert worker.exhausted
    assert worker.calls == 3
    for fault in answers[3:]:
        assert isinstance(fault, TimeError)
        assert re.fullmatch(
            r"the 0.3 s of CPU time for all moves together are used up: 3 moves took 0.\d s, 1\d\d.\d ms each, "
            r"so it is not asked any more",
            fault.reason,
        )
    assert len({id(fault) for fault in answers[3:]}) == 3  # each may be given a position of its own


def test_sleeping_all_the_time_uses_the_total_up_too(make_worker, ask):
    worker = make_worker(OBEDIENT, limits=Limits(total_seconds=0.1, total_wall_factor=2.0))
    answers = worker.answer([ask("time.sleep(0.15)")] * 4)
    assert answers[:3] == [GOOD] * 3  # one, then two at once
    assert "of wall-clock time" in answers[3].reason
    assert worker.exhausted


def test_a_player_that_always_dies_is_given_up(make_worker, ask):
    worker = make_worker(OBEDIENT, limits=Limits(restarts=2))
    answers = worker.answer([ask("os._exit(7)")] * 9)
    assert all(isinstance(fault, PlayerCrash) and "exit code 7" in fault.reason for fault in answers)
    assert ["not asked any more" in fault.reason for fault in answers] == [False] * 3 + [True] * 6
    assert worker.calls == 3


@pytest.mark.parametrize(
    ("source", "kind", "words"),
    [
        ("def play(:", PlayerCrash, "SyntaxError"),
        ("\0", PlayerCrash, "null bytes"),
        ("import playfunc\n1 / 0", PlayerCrash, "ZeroDivisionError"),
        ("import sys\nsys.exit()", PlayerCrash, "SystemExit"),
        ("raise KeyboardInterrupt", PlayerCrash, "KeyboardInterrupt"),
        ("import os\nos._exit(4)", PlayerCrash, "while running its code was due: it ended by itself"),
        ("while True: pass", TimeError, "running its code took over 0.5 s of CPU time"),
        ("import time\ntime.sleep(60)", TimeError, "running its code took over 1 s of wall-clock time"),
        ("def play(a, b, c, d) -> int: ...", PlayerMemoryError, "tuple[Card, YourMemory]"),
        ("play = 5", ProtocolError, "defines no function 'play'"),
        ("", ProtocolError, "defines no function 'play'"),
    ],
)
def test_a_player_that_does_not_load_answers_with_the_reason(make_worker, ask, source, kind, words):
    sleeps = "sleep" in source
    worker = make_worker(source, limits=Limits(load_seconds=0.5, wall_factor=2.0 if sleeps else 50.0))
    answers = worker.answer([ask()] * 3)
    assert len({id(fault) for fault in answers}) == 3
    for fault in answers:
        assert type(fault) is kind
        assert words in fault.reason
    with pytest.raises(kind) as raised:
        worker.start()
    assert raised.value.reason == answers[0].reason


def test_rules_of_no_known_game_are_our_mistake():
    class Other(Hearts):
        name = "other"

    with pytest.raises(ValueError, match="knows only the games blackjack, footsteps, hearts"):
        WorkerPlayer("", Other(2), name="you")


def test_tracebacks_show_the_players_lines_and_no_folder(make_worker, ask):
    source = (
        "import json, playfunc\n"
        "from playfunc import Card\n"
        "def play(who, hand, trick, previous):\n"
        "    if who == 'json': json.loads('{')\n"
        "    if who == 'card': Card('XX')\n"
        "    if who == 'name': from playfunc import nothing\n"
        "    raise ValueError(playfunc.__file__ + json.__file__)\n"
    )
    answers = make_worker(source).answer([ask(who) for who in ("json", "card", "name", "file")])
    home = str(Path.home())
    for fault, line in zip(answers, (4, 5, 6, 7), strict=True):
        assert f'File "player.py", line {line}, in play' in fault.detail
        assert source.splitlines()[line - 1].strip() in fault.detail
        shown = fault.reason + fault.detail
        for folder in (sys.prefix, sys.base_prefix, os.path.dirname(json_file()), os.getcwd(), home + "/"):
            assert folder not in shown
    assert 'File "decoder.py"' in answers[0].detail
    assert 'File "cards.py"' in answers[1].detail


def json_file():
    import json

    return json.__file__


def test_a_loading_error_shows_the_players_line(make_worker):
    with pytest.raises(PlayerCrash) as raised:
        make_worker("x = 1\n\ndef f():\n    return y\nf()\n").start()
    assert 'File "player.py", line 5, in <module>' in raised.value.detail
    assert "    return y" in raised.value.detail
    assert "load.py" not in raised.value.detail


def test_faults_in_a_match_keep_their_game_and_position():
    rules = Hearts(2)
    source = (
        "from playfunc import Card, legal_cards\n"
        "def play(who, hand, trick, previous):\n"
        "    if len(hand) == 24 and {Card('HA'), Card('SA')} <= {*hand}: raise RuntimeError('here')\n"
        "    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=True)[0], None\n"
    )
    deals = [rules.deal(random.Random(number)) for number in range(12)]
    with WorkerPlayer(source, rules, name="you") as worker:
        records = play_games(rules, [Table(deal, (worker, worker)) for deal in deals], "forfeit")
    faults = [record.faults[0] for record in records if record.faults]
    crashes = [fault for fault in faults if fault.error == "PlayerCrash"]
    assert 0 < len(crashes) < 12
    assert all(" SA " in fault.position and fault.reason.endswith("here") for fault in crashes)
