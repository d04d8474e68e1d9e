"""The asker without processes gives honest players the results that workers give, and says by name what it refuses."""

import dataclasses
import sys

import pytest
from course_assignments import ASSIGNMENTS, HEARTS
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.in_process import InProcessAsker
from playfunc_checks.marking import check_player
from playfunc_checks.results import Verdict
from playfunc_checks.submitted_player import Limits, Program

pytestmark = pytest.mark.usefixtures("few_questions")

SMALL = {"deals": 3, "least_deals": 3, "rules_deals": 1}

HONEST = {
    "hearts": """
import random
from dataclasses import dataclass
from playfunc import Card, Suit, legal_cards

print("loading")
LUCKY = random.randrange(52)


@dataclass(frozen=True)
class Seen:
    hearts: bool
    cards: frozenset[Card]


@dataclass(frozen=True)
class Memory:
    seen: Seen
    asked: int


def play(player_id, hand, trick, previous) -> tuple[Card, Memory]:
    before = Memory(Seen(False, frozenset()), 0) if previous is None else previous[1]
    played = [card for card, _ in trick] + ([card for card, _ in previous[0]] if previous else [])
    broken = before.seen.hearts or any(card.suit is Suit.HEARTS for card in played)
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=broken)
    memory = Memory(Seen(broken, before.seen.cards | {*played}), before.asked + 1)
    assert isinstance(memory.seen, Seen) and isinstance(before.seen, Seen)
    return options[(LUCKY + len(memory.seen.cards) + random.randrange(3)) % len(options)], memory
""",
    "footsteps": """
def mix(position, my_points, their_points):
    bids = range(1, my_points + 1) if my_points else [0]
    return {bid: 1 / len(bids) for bid in bids}


def play(player_id, position, my_points, their_points, previous):
    return min(my_points, 3), None
""",
    "blackjack": """
from playfunc.games.blackjack import Hit, Stand, total


def play(player_id, hand, visible, stake, chips, previous) -> tuple[object, int]:
    return (Hit if total(hand) < 15 else Stand), 0 if previous is None else previous[1] + 1
""",
    "skullwhist": """
from playfunc.games.skullwhist import legal_cards


def bid(player_id, opponent_id, hand) -> tuple[int, int]:
    return 4, len(hand)


def play(player_id, hand, trick, bids, previous):
    return max(legal_cards(hand, trick), key=lambda card: (card.value, card)), previous[1]
""",
}


def checked(source, asker, assignment=HEARTS, only=None, **settings):
    few = dataclasses.replace(assignment, **(SMALL | settings))
    return {result.check: result for result in check_player(source, few, asker, "of the test", only=only)}


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("game", HONEST)
def test_an_honest_player_gets_the_results_that_workers_give(game):
    """All that is compared with marks: verdicts, sentences, figures and lost games; times are no part of it."""
    assignment = ASSIGNMENTS[game]
    one = {"opponents": assignment.opponents[:1]}
    here = checked(HONEST[game], InProcessAsker(), assignment, **one)
    assert here == checked(HONEST[game], WorkerAsker(), assignment, **one)
    assert {"loads", "rules", "purity", "beats-basic"} <= set(here)
    assert here["rules"].verdict is here["purity"].verdict is Verdict.PASSED
    if "memory" in here:
        assert here["memory"].facts["erased"]


@pytest.mark.parametrize(
    "source",
    [
        "def pla(*arguments): ...",
        "import playfunc_opponents\n",
        "from playfunc_opponents.hearts import advanced\n\ndef play(*arguments): ...",
        "def play(*arguments):\n    return 1",
        "def play(player_id, hand, trick, previous):\n    return hand[-1], None",
        "def play(*arguments):\n    import playfunc_checks",
        "1 / 0",
        "def f(:",
        "try:\n    import numba\nexcept ImportError:\n    pass\n\ndef play(*arguments):\n    return 1",
        "def play(*arguments) -> int: ...",
        "def play(*arguments):\n    raise SystemExit",
    ],
)
def test_a_faulty_player_gets_the_verdict_and_the_fault_that_workers_give(source):
    here, there = (
        checked(source, asker, only=("loads", "rules")) for asker in (InProcessAsker(), WorkerAsker())
    )
    assert [(r.verdict, r.got, r.reason, r.hint) for r in here.values()] == [
        (r.verdict, r.got, r.reason, r.hint) for r in there.values()
    ]
    assert here["loads"].verdict is Verdict.FAILED or here["rules"].verdict is Verdict.FAILED


def test_a_slow_player_is_told_after_its_move_and_not_asked_for_ever():
    slow = "import time\n\ndef play(player_id, hand, trick, previous):\n" + (
        "    end = time.process_time() + 0.02\n    while time.process_time() < end: pass\n    return hand[0], None"
    )
    limits = Limits(move_seconds=0.003, restarts=3)
    found = checked(slow, InProcessAsker(), only=("loads", "rules"), published=limits)["rules"]
    assert found.verdict is Verdict.FAILED
    assert found.facts["kinds"] == {"TimeError": 4}
    assert "not played out" in found.got


def test_nothing_of_the_player_stays_and_its_prints_are_kept_back(capsys):
    own = sys.modules["player"] = type(sys)("player")
    try:
        found = checked(HONEST["hearts"] + "\nprint('loaded')\n", InProcessAsker(), only=("loads",))
        assert sys.modules["player"] is own
    finally:
        del sys.modules["player"]
    assert found["loads"].verdict is Verdict.PASSED
    assert capsys.readouterr() == ("", "")


def test_a_program_is_refused_in_a_sentence():
    program = Program("exec-lines:python3 bot.py", ())
    [loads] = check_player("", HEARTS, InProcessAsker(), only=("loads",), program=program)
    assert loads.verdict is Verdict.FAILED
    assert "needs a process of its own" in loads.reason
