"""Players that behave, in real processes."""

import random
import subprocess
import sys
from types import ModuleType

import pytest
from playfunc.games.hearts import Hearts
from playfunc.match import Table, play_games
from playfunc.player import FunctionPlayer, Reply
from playfunc_autograder.sandbox import WorkerPlayer

FIRST = "def play(player_id, hand, trick, previous):\n    return hand[0], None\n"

REMEMBERING = """
from __future__ import annotations
import random
from dataclasses import dataclass, field
from playfunc import Card, Suit, legal_cards

@dataclass(frozen=True)
class Seen:
    broken: bool = False
    cards: frozenset[Card] = frozenset()
    voids: dict[Suit, list[str]] = field(default_factory=dict)
    calls: int = 0

def play(player_id, hand, trick, previous) -> tuple[Card, Seen]:
    seen = Seen()
    if previous is not None:
        last, old = previous
        gone = {card for card, _ in last}
        broken = old.broken or any(card.suit is Suit.HEARTS for card in gone)
        voids = dict(old.voids)
        for card, who in last[1:]:
            if card.suit is not last[0][0].suit:
                voids.setdefault(last[0][0].suit, []).append(who)
        seen = Seen(broken, old.cards | gone, voids, old.calls + 1)
    legal = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=seen.broken)
    return random.choice(legal), seen
"""


def function_player(source, rules, **options):
    module = ModuleType("function_player_source")
    sys.modules[module.__name__] = module
    exec(compile(source, "player.py", "exec", dont_inherit=True), module.__dict__)
    return FunctionPlayer(module.play, rules, name="you", **options)


@pytest.mark.parametrize("seats", [2, 4])
def test_games_are_those_of_the_same_functions_in_this_process(seats):
    rules = Hearts(seats)
    deals = [rules.deal(random.Random(number)) for number in range(4)]
    here = function_player(REMEMBERING, rules, key=b"a key")
    with WorkerPlayer(REMEMBERING, rules, name="you", key=b"a key") as worker:
        records = play_games(rules, [Table(deal, (worker,) * seats) for deal in deals])
        assert worker.calls == 52 * len(deals)
        assert 0 < worker.slowest_move <= worker.cpu_seconds < 60
    assert records == play_games(rules, [Table(deal, (here,) * seats) for deal in deals])
    assert all(record.scores for record in records)


def test_randomness_comes_from_the_key_and_the_luck(make_worker, ask):
    source = "import random\ndef play(who, hand, trick, previous): return hand[0], random.random()"
    one, same, other = (
        make_worker(source, key=key).answer([ask("a"), ask("b")]) for key in (b"1", b"1", b"2")
    )
    assert one == same
    assert len({reply.memory for reply in (*one, *other)}) == 4


TIMED = """
import resource
from playfunc_autograder.sandbox.worker.serve import _Timed

resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
calls = _Timed([None] * 40)
for _ in calls:
    sum(range(20_000))  # reads no clock: that would move the process's
print(sum(seconds > 0 for seconds in calls.cpu))
"""


def test_answers_shorter_than_a_tick_are_timed_under_a_limit_of_cpu_time():
    told = subprocess.run([sys.executable, "-c", TIMED], capture_output=True, text=True, check=True).stdout
    assert int(told) == 40


def test_each_answer_belongs_to_its_call(make_worker, ask):
    worker = make_worker("def play(who, hand, trick, previous): return hand[-1], who")
    names = [f"player {number}" for number in range(300)]
    assert worker.answer([ask(name) for name in names]) == [Reply("C3", f'"{name}"') for name in names]


def test_batches_grow_while_they_are_quick(make_worker, ask):
    count = "n = 0\ndef play(who, hand, trick, previous):\n    global n\n    n += 1\n    return hand[0], n"
    worker = make_worker(count)
    sizes = []
    exchange = worker._ask
    worker._ask = lambda calls: sizes.append(len(calls)) or exchange(calls)
    answers = worker.answer([ask()] * 200)
    assert sizes == [1, 2, 4, 8, 16, 32, 64, 64, 9]
    assert [int(reply.memory) for reply in answers] == list(range(1, 201))  # one process, in order


def test_memory_and_luck_cross_the_wire(make_worker, ask):
    source = (
        "def play(who, hand, trick, previous) -> tuple[object, set[int]]: return hand[0], previous[1] | {7}"
    )
    assert make_worker(source).answer([ask("x", "[1,30]")]) == [Reply("C2", "[1,30,7]")]


def test_long_integers_and_deep_memories_are_the_players_own_affair(make_worker, ask):
    source = (
        "deep = 0\nfor _ in range(50): deep = [deep]\n"
        "def play(who, hand, trick, previous): return hand[0], [2**104, deep]"
    )
    (reply,) = make_worker(source).answer([ask()])
    assert isinstance(reply, Reply)
    assert reply.memory.startswith(f"[{2**104},[[[")


def test_facts_tell_the_memory_type(make_worker):
    assert make_worker(REMEMBERING).facts.memory_type == "Seen"
    assert make_worker(FIRST).facts.memory_type == "Any"
    source = "from playfunc import Card\n" + FIRST.replace("):", ") -> tuple[Card, dict[Card, int]]:")
    facts = make_worker(source).facts
    assert (facts.memory_type, facts.functions) == ("dict[Card, int]", ("play",))


def test_prints_are_kept_apart_from_the_wire(make_worker, ask):
    source = (
        "import os, sys\nprint('loading')\n"
        "def play(who, hand, trick, previous):\n"
        "    print('to out'); print('to err', file=sys.stderr); os.write(1, b'raw\\n'); sys.__stdout__.write('x\\n')\n"
        "    return hand[0], None\n"
    )
    worker = make_worker(source)
    assert worker.answer([ask()]) == [Reply("C2", "null")]
    worker.close()
    assert sorted(worker.output.split("\n")) == ["", "loading", "raw", "to err", "to out", "x"]


def test_only_the_beginning_of_much_output_is_kept(make_worker, ask):
    source = (
        "def play(who, hand, trick, previous):\n"
        "    print('a' * 3_000_000 + '\\x1b[31m')\n    return hand[0], None\n"
    )
    worker = make_worker("print('\\x1b[31m')\n" + source)
    assert worker.answer([ask()] * 2) == [Reply("C2", "null")] * 2
    assert len(worker._process.printed) <= 16 * 1024 + 1
    worker.close()
    start, _, rest = worker.output.partition("\n")
    assert start == "\ufffd[31m"  # no colours on an instructor's terminal
    assert rest.startswith("aaaa")
    assert rest.endswith("\n… (more was printed, and not kept)")
    assert 16_000 < len(worker.output) < 17_000


def test_input_is_empty_and_the_environment_clean(make_worker, ask, monkeypatch):
    monkeypatch.setenv("A_SECRET", "of the instructor")
    source = (
        "import os, sys\n"
        "def play(who, hand, trick, previous): return hand[0], [sys.stdin.read(), 'A_SECRET' in os.environ,"
        " sys.argv[1:], os.environ['OPENBLAS_NUM_THREADS'], hash('a') == hash('a'), sys.flags.hash_randomization]"
    )
    assert make_worker(source).answer([ask()]) == [Reply("C2", '["",false,[],"1",true,0]')]


def test_sets_of_text_are_walked_alike_in_every_process(make_worker, ask):
    source = "def play(who, hand, trick, previous): return hand[0], list({str(i) for i in range(99)})"
    assert make_worker(source).answer([ask()]) == make_worker(source).answer([ask()])


def test_state_is_not_hindered(make_worker, ask):
    """That is for the purity check to find; here nothing may go wrong over it."""
    worker = make_worker(
        "n = []\ndef play(who, hand, trick, previous): n.append(who); return hand[0], len(n)"
    )
    assert [reply.memory for reply in worker.answer([ask()] * 5)] == ["1", "2", "3", "4", "5"]


def test_many_live_at_once_and_none_hears_the_other(make_worker, ask):
    workers = [make_worker(FIRST.replace("None", repr(number))) for number in range(6)]
    for _ in range(2):
        assert [worker.answer([ask()])[0].memory for worker in workers] == list("012345")


def test_closing_twice_is_closing_once(make_worker, ask):
    worker = make_worker(FIRST)
    worker.close()
    worker.close()
    with pytest.raises(ValueError, match="closed"):
        worker.answer([ask()])


def test_a_forgotten_worker_ends_with_its_player(ask):
    worker = WorkerPlayer(FIRST, Hearts(2), name="forgotten")
    worker.answer([ask()])
    del worker  # and the fixture sees that no process is left


def test_numpy_is_there_and_seeded(make_worker, ask):
    pytest.importorskip("numpy")
    source = (
        "import numpy as np\nfrom numpy.linalg import inv\n"
        "def play(who, hand, trick, previous):\n"
        "    assert inv(np.eye(3)).sum() == 3\n    return hand[0], float(np.random.random())\n"
    )
    one, two, other = (make_worker(source, key=key).answer([ask()])[0].memory for key in (b"1", b"1", b"2"))
    assert one == two != other


def test_the_order_of_calls_decides_nothing_for_the_pure(make_worker, ask):
    worker = make_worker(REMEMBERING)
    calls = [ask(f"{number}", '{"broken":false,"cards":[],"voids":[],"calls":3}') for number in range(70)]
    together = worker.answer(calls)
    assert [worker.answer([call])[0] for call in calls] == together
    assert worker.answer(calls[::-1]) == together[::-1]


def test_an_annotation_that_names_nothing_harms_nobody_who_does_not_use_it():
    source = (
        "from playfunc import Card\n\n\ndef given_up(world: World) -> Memory: ...\n\n\n"
        "def play(player_id, hand, trick, previous) -> tuple[Card, None]:\n    return hand[0], None\n"
    )
    with WorkerPlayer(source, Hearts(2), name="you") as player:
        player.start()
        assert player.facts.memory_type == "None"
