"""Players are tried before a contest: whether they can play, what a game takes, and whether they keep anything."""

from __future__ import annotations

import time

import pytest
from contest_players import BIDS, program
from playfunc.games import rules_for
from playfunc_arena import trials
from playfunc_arena.formats import ladder_format
from playfunc_arena.plan import expected
from playfunc_arena.play import Field
from playfunc_arena.run import play_out
from playfunc_arena.store import Store
from playfunc_arena.trials import house_seconds, try_player
from playfunc_autograder.executors import HERE
from playfunc_autograder.players import NamedPlayer
from playfunc_checks.usual import usual_assignment
from playfunc_opponents import opponents_at

HEARTS = """
import functools, random
count, generator, seen = 0, random.Random(1), []

@functools.cache
def first(hand):
    return hand[0]

def play(player_id, hand, trick, previous):
    global count
    count += 1
    opens = [card for card in hand if str(card) == "C2"] if not trick and len(hand) == 26 else []
    hand = opens or [card for card in hand if trick and card.suit == trick[0][0].suit] or hand
    {how}
"""

KEEPS_NOTHING = {
    "the first card": "return hand[0], None",
    "a cache": "return first(tuple(hand)), None",
    "the module random": "return random.choice(hand[:2]), None",
    "a memory": "return hand[(previous[1] or 0) % 2 if previous and len(hand) > 1 else 0], 1",
}
KEEPS = {
    "a count in a global": "return hand[count % len(hand)], None",
    "a generator of its own": "return hand[generator.randrange(len(hand))], None",
    "hands seen": "seen.append(hand); return hand[len(seen) % len(hand)], None",
    "a count that it only remembers": "return hand[0], count",
}


def tried(name, source, game="hearts", seats=2):
    rules = rules_for(game, seats)
    return try_player(NamedPlayer(name, source), rules, usual_assignment(game))


@pytest.mark.parametrize("how", KEEPS_NOTHING.values(), ids=KEEPS_NOTHING.keys())
def test_a_player_that_depends_on_its_arguments_alone_shares_processes(how):
    found = tried("pure.py", HEARTS.format(how=how))
    assert (found.refusal, found.apart) == ("", False)
    assert found.cpu_a_game is not None


@pytest.mark.parametrize("how", KEEPS.values(), ids=KEEPS.keys())
def test_a_player_that_keeps_something_from_game_to_game_is_found(how):
    found = tried("keeps.py", HEARTS.format(how=how))
    assert (found.refusal, found.apart) == ("", True)


LINES = """
import sys
count = 0
for line in sys.stdin:
    count += 1
    words = line.rstrip("\\n").split("\\t")[0].split()
    hand = words[2].split(",")
    led = words[3].split(",")[0][0] if words[3] != "." else ""
    opens = [card for card in hand if card == "C2"] if not led and len(hand) == 26 else []
    legal = opens or [card for card in hand if card[0] == led] or hand
    print(legal[{number} % len(legal)], flush=True)
"""


@pytest.mark.parametrize(("number", "apart"), [("0", False), ("count", True)])
def test_so_is_a_program_that_lives_on(tmp_path, number, apart):
    bot = program(tmp_path, LINES.format(number=number)).replace("exec:", "exec-lines:")
    found = tried(bot, None)
    assert (found.refusal, found.apart) == ("", apart)


def test_a_program_that_ends_with_its_game_keeps_nothing(tmp_path):
    """It draws its bids anew in every process, and is not asked twice for that."""
    drawn = BIDS.format(bid="min(points, __import__('random').SystemRandom().randint(1, 9))")
    found = tried(program(tmp_path, drawn), None, "footsteps")
    assert (found.refusal, found.apart) == ("", False)


def test_our_own_opponents_are_timed_once(monkeypatch):
    rules = rules_for("hearts", 4)
    trials._house_seconds.cache_clear()
    seconds = house_seconds(rules, "minmax")
    assert 0 < seconds < 1
    monkeypatch.setattr(trials, "play_game", lambda *given: pytest.fail("played again"))
    assert house_seconds(rules_for("hearts", 4), "minmax") == seconds


@pytest.mark.parametrize(("contest", "deals"), [("footsteps", 60), ("hearts-four", 4), ("skullwhist", 12)])
def test_what_is_expected_of_house_players_is_about_what_they_take(contest, deals):
    """To the order of magnitude: a busy machine falsifies CPU time by less, and one guess for all is further off."""
    form = ladder_format(contest)
    rules = rules_for(form.game, form.least, **form.parameters)
    rungs = (*opponents_at(rules), "basic")
    field = Field(form.game, 1, tuple(map(str, range(len(rungs)))), tuple(map(NamedPlayer, rungs)))
    planned = expected(form, [house_seconds(rules, rung) for rung in rungs], deals, 1)
    begun = time.process_time()
    play_out(form, field, deals, Store(), HERE, lambda done, total: None)
    assert 0.1 < (time.process_time() - begun) / planned.cpu_seconds < 10


def test_a_refused_player_is_not_asked_further():
    found = tried("bad.py", "def play(*arguments):\n    return None")
    assert found.refusal.startswith("ProtocolError: ")
    assert not found.apart
    assert tried("raises.py", "1 / 0\ndef play(*given): ...").refusal.startswith(
        "PlayerCrash: the code does not run: Zero"
    )
