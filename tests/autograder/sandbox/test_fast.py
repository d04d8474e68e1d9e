"""Players that simulate, in every tier: the fast rules are there, loaded before the lock and outside the clock."""

import random

import pytest
from playfunc import Card, Hearts, simulate
from playfunc.games import GAMES
from playfunc.player import Reply
from playfunc.rules import Call
from playfunc_autograder.sandbox import Tier, WorkerPlayer, available_tier
from playfunc_autograder.sandbox.fast import compiled_for
from playfunc_checks.submitted_player import Limits

# A game that somebody else brings: workers play it, and its opponents are out of a player's reach.
TIERS = list(Tier)[list(Tier).index(available_tier().tier) :]


SOURCE = """
import sys
from playfunc import simulate

def play(player_id, hand, trick, previous):
    means = simulate(player_id, hand, trick, iterations=400, seed=3)
    return min(means, key=means.get), [sorted(means.values()), "numba" in sys.modules]
"""


def _call() -> tuple[Call, dict[Card, float]]:
    state = Hearts(4).deal(random.Random(2))
    hand = state.hands[(state.turn + 1) % 4]
    call = Call("play", ("b", [card.text for card in hand], [["C2", "a"]], None))
    return call, simulate("b", hand, [(Card("C2"), "a")], iterations=400, seed=3)


@pytest.mark.parametrize("tier", TIERS)
def test_a_confined_player_simulates_as_anyone_else(tier: Tier) -> None:
    pytest.importorskip("numba", reason="without numba the worker simulates in plain Python, as this process")
    call, means = _call()
    with WorkerPlayer(SOURCE, Hearts(4), name="b", tier=tier, limits=Limits(move_seconds=0.5)) as player:
        (answer,) = player.answer([call])
        assert isinstance(answer, Reply), answer
        assert answer.move == min(means, key=lambda card: means[card]).text
        values = ",".join(map(str, sorted(means.values())))
        assert answer.memory.replace(" ", "") == f"[[{values}],true]"
        assert player.slowest_move < 0.5


def test_what_reads_memory_is_loaded_before_the_player_and_its_clock() -> None:
    source = """
import sys

LOADED = "cattrs" in sys.modules

def play(player_id, hand, trick, previous) -> tuple[object, bool]:
    return hand[0], LOADED
"""
    call, _ = _call()
    with WorkerPlayer(source, Hearts(4), name="b", limits=Limits(move_seconds=0.5)) as player:
        (answer,) = player.answer([call])
    assert isinstance(answer, Reply), answer
    assert answer.memory == "true"


def test_who_does_not_simulate_pays_for_nothing() -> None:
    hearts = GAMES["hearts"]
    assert compiled_for(hearts, SOURCE) == hearts.compiled
    assert not compiled_for(hearts, "from playfunc import Card")
    assert not compiled_for(GAMES["skullwhist"], SOURCE)
