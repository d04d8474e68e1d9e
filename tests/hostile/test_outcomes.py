"""Whatever a player does when it is asked afresh, it gains nothing: every outcome at every place where purity is asked.

The player plays by what it kept of the beginning of a game. Asked in the middle of one, in a process that lacks it, it
makes no move that could be compared, or another one. docs/confinement.md has the table.
"""

import dataclasses
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from textwrap import indent

import pytest
from course_assignments import HEARTS, against
from playfunc_arena.formats import ladder_format
from playfunc_autograder.asker import Upload, WorkerAsker
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks import Context, context
from playfunc_checks.in_process import InProcessAsker
from playfunc_checks.marking import run_checks
from playfunc_checks.report import results_html
from playfunc_checks.results import CheckResult
from playfunc_checks.submitted_player import Asker, Program
from playfunc_web.admission.checks import admission_assignment, check_gates

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="confinement needs Linux")

QUICK = dataclasses.replace(
    HEARTS.published,
    move_seconds=0.1,
    wall_factor=4,
    memory_bytes=2**29,
    load_seconds=4.0,
    asleep_seconds=0.5,
)
ASSIGNMENT = dataclasses.replace(
    against(HEARTS, "basic"), deals=2, least_deals=2, rules_deals=1, tables=(2,), published=QUICK
)

LATE = "too slow when asked afresh"
SLOW = "while True: pass"

FUNCTION = """
import ctypes, os, time
from playfunc import Card, legal_cards

BEGUN = []

def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    if previous is None:
        BEGUN.append(hand)
    if {}:
{}
    return options[0], ""
"""

KNOWS = """
import gc, hashlib

PUBLIC = hashlib.blake2b(b"public", digest_size=32, person=b"player").digest()

def is_public():
    return any(one._key == PUBLIC for one in gc.get_objects() if type(one).__name__ == "FunctionPlayer")
"""


def function(does: str, where: str = "not BEGUN") -> str:
    return FUNCTION.format(where, indent(does, " " * 8))


FUNCTIONS = {
    "another move": ("return options[-1], 'x'", ""),
    "hangs": (SLOW, LATE),
    "sleeps": ("time.sleep(1)", LATE),
    "crashes": ("raise KeyError(hand)", ""),
    "leaves": ("raise SystemExit", ""),
    "no answer": ("return None", ""),
    "no memory of its type": ("return options[0], object()", ""),
    "a memory too large": ("return options[0], 'x' * 20_000", ""),
    "a refused import": ("import playfunc_opponents.hearts", ""),
    "too much memory": ("bytearray(2**31)", ""),
    "its process ends": ("os._exit(1)", ""),
    "its process is killed": ("ctypes.CDLL(None)['raise'](9)\nos.abort()", ""),
}
"""What it does, and how the check that finds it ends; by default with another answer."""

OF_A_PROCESS = ("too much memory", "its process ends", "its process is killed")
"""At home in a browser they end the browser's page, or nothing."""

PROGRAM = """
import os, sys, time

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def legal(hand, trick, previous):
    following = [card for card in hand if trick and card[0] == trick[0][0]]
    if following:
        return following
    plain = [card for card in hand if card[0] != "H" and card != "SQ"]
    if trick:
        return plain if previous == "-" and plain else hand
    return ["C2"] if previous == "-" else [card for card in hand if card[0] != "H"] or hand


begun = False
for line in sys.stdin:
    function, me, hand, trick, previous = line.rstrip("\\n").partition("\\t")[0].split(" ")
    options = legal(hand.split(","), [] if trick == "." else [p.split(":")[0] for p in trick.split(",")], previous)
    begun = begun or previous == "-"
    if not begun:
{}
    print(options[0], flush=True)
"""

PROGRAMS = {
    "another move": ("options = [options[-1] + '\\tx']", ""),
    "hangs": (SLOW, LATE),
    "sleeps": ("time.sleep(1)", LATE),
    "crashes": ("raise KeyError(hand)", ""),
    "no answer": ("options = ['none']", ""),
    "a memory too large": ("options = [options[0] + '\\t' + 'x' * 20_000]", ""),
    "too much memory": ("kept = bytes(range(256)) * 2**22", ""),
    "its process ends": ("os._exit(1)", ""),
}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few questions that a table takes a minute; among them are some of the middle of a game."""
    monkeypatch.setattr(context, "ASKED_PUBLIC", 6)
    monkeypatch.setattr(context, "ASKED_HIDDEN", 6)


HONEST = {
    "a cache that fills in the course of a game": """
from functools import lru_cache
from playfunc import Card, legal_cards

@lru_cache
def rows(number):
    for _ in range(1_100_000):
        pass
    return number if number == 0 else 1 + rows(number - 1)

def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    moves = 0 if previous is None else previous[1]
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    return options[rows(moves) % len(options)], moves + 1
""",
    "a move in eight near the limit": """
from playfunc import Card, legal_cards

def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    if sum(ord(letter) for card in hand for letter in card.text) % 8 == 0:
        for _ in range(4_000_000):
            pass
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], 0
""",
}


def verdicts(results: Iterable[CheckResult]) -> dict[str, tuple[bool, str]]:
    return {result.check: (result.ok, result.got) for result in results}


def found(
    asker: Asker,
    source: str,
    *checks: str,
    program: Program | None = None,
    assignment: Assignment = ASSIGNMENT,
) -> dict[str, tuple[bool, str]]:
    with Context(source, assignment, "secret", asker, program=program) as marked:
        return verdicts(run_checks(marked, only=("loads", "rules", "purity", *checks)))


def admitted(source: str) -> dict[str, tuple[bool, str]]:
    assignment = admission_assignment(ladder_format("hearts"), 60.0)
    published = dataclasses.replace(QUICK, total_seconds=assignment.published.total_seconds)
    upload = Upload(source, None, dataclasses.replace(assignment, rules_deals=1, published=published))
    return verdicts(check_gates(upload, "hearts", "", lambda check, done, total: None).results)


def assert_impure(results: dict[str, tuple[bool, str]], ending: str) -> None:
    assert results["rules"][0], results
    passes, got = results["purity"]
    assert not passes
    assert got == ending or (not ending and got.endswith(" differ when asked again")), got


@pytest.mark.parametrize("outcome", FUNCTIONS)
def test_in_public_games_of_marking(outcome):
    does, ending = FUNCTIONS[outcome]
    assert_impure(found(WorkerAsker(), function(does)), ending)


@pytest.mark.hardest("another move", "hangs", "no memory", "is killed")
@pytest.mark.parametrize("outcome", FUNCTIONS)
def test_in_hidden_games_of_marking(outcome):
    """It knows the public ones by their key, and is pure there."""
    does, ending = FUNCTIONS[outcome]
    results = found(WorkerAsker(), KNOWS + function(does, "not BEGUN and not is_public()"), "beats-basic")
    assert results["purity"][0]
    assert results["beats-basic"] == (False, ending or "impure")


@pytest.mark.parametrize("outcome", [name for name in FUNCTIONS if name not in OF_A_PROCESS])
def test_at_home_without_processes(outcome):
    does, ending = FUNCTIONS[outcome]
    does = does.replace("sleep(1)", "sleep(1000)")  # nobody adds up here what is slept
    assert_impure(found(InProcessAsker(), function(does), assignment=ASSIGNMENT.at_home()), ending)


@pytest.mark.hardest("another move", "sleeps", "is killed")
@pytest.mark.parametrize("outcome", FUNCTIONS)
def test_on_admission_to_a_ladder(outcome):
    does, ending = FUNCTIONS[outcome]
    assert_impure(admitted(function(does)), ending)


@pytest.mark.hardest("another move", "hangs", "no answer")
@pytest.mark.parametrize("outcome", PROGRAMS)
def test_of_programs(outcome):
    does, ending = PROGRAMS[outcome]
    text = PROGRAM.format(indent(does, " " * 8))
    program = Program("exec-lines:python3 bot.py", (("bot.py", text.encode(), False),))
    assert_impure(found(WorkerAsker(), program.source, program=program), ending)


@contextmanager
def busy_machine() -> Iterator[None]:
    """Twice as many processes compute as the machine has processors."""
    with ExitStack() as stack:
        for _ in range(2 * (os.cpu_count() or 1)):
            busy = stack.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            stack.callback(busy.kill)
        yield


@pytest.mark.hardest("nullcontext-a cache", "busy_machine-a move")
@pytest.mark.parametrize("player", HONEST)
@pytest.mark.parametrize("load", [nullcontext, busy_machine])
def test_its_honest_twin_is_not_accused(player, load):
    with load(), Context(HONEST[player], ASSIGNMENT, "secret", WorkerAsker()) as marked:
        told = ("loads", "rules", "purity", "beats-basic")
        results = {result.check: result for result in run_checks(marked, only=told)}
    assert results["rules"].ok, results["rules"]
    assert results["purity"].ok, results["purity"]
    assert results["beats-basic"].told.outcome == "played"
    if player == "a cache that fills in the course of a game":
        assert "Asked again in a fresh process" in results_html(list(results.values()), ASSIGNMENT)
