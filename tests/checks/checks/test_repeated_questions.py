"""Asking again: which questions are put to which processes, and how differing and late answers are judged."""

import dataclasses
import json
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext

import pytest
from course_assignments import ASSIGNMENTS, HEARTS, against
from playfunc.errors import (
    ForbiddenImportError,
    InvalidCardError,
    PlayerCrash,
    PlayerMemoryError,
    ProtocolError,
    TimeError,
)
from playfunc.measure import always, play_rotations
from playfunc.player import Answer
from playfunc.rules import Call
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.checks.context import ASKED_HIDDEN, ASKED_PUBLIC, Context
from playfunc_checks.checks.repeated_questions import ask_again
from playfunc_checks.checks.win_rate import IDS, Playing
from playfunc_checks.marking import check_player
from playfunc_opponents import opponent

SMALL = dataclasses.replace(against(HEARTS, "basic"), deals=4, rules_deals=2)

HEAD = """
from functools import lru_cache
from playfunc import Card, legal_cards

def legal(hand, trick, previous):
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)

"""


class Processes:
    """Makes players that count the calls of their own life, and keeps all that were made."""

    def __init__(self, answer):
        self.answer_of, self.lives = answer, []

    def __call__(self):
        self.lives.append([])
        return nullcontext(Life(self.answer_of, self.lives[-1]))


class Life:
    name = "counted"

    def __init__(self, answer, asked):
        self.answer_of, self.asked = answer, asked

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        answers = []
        for call in calls:
            self.asked.append(call)
            answers.append(self.answer_of(call, len(self.asked)))
        return answers


def games_of(name, answer, deals=12):
    """Played against basic as win checks do, by a process a rotation; with what a pure player would say."""
    rules = ASSIGNMENTS[name].rules()
    states = [rules.deal(random.Random(seed)) for seed in range(deals)]
    other = always(opponent(rules, "basic"))
    records = play_rotations(rules, states, (Processes(answer), other), [IDS] * deals)
    return [Playing(pair[seat], (seat,)) for pair in records for seat in (0, 1)]


def pure(name):
    player = opponent(ASSIGNMENTS[name].rules(), "basic", key=b"another")
    return lambda call, number: player.answer([call])[0]


def asked_of(name, answer, again=None, size=ASKED_HIDDEN, seed=1):
    made = Processes(again or answer)
    return ask_again(made, games_of(name, answer), size, random.Random(seed)), made


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_a_pure_player_is_asked_in_fresh_processes_and_is_no_suspect(name):
    found, made = asked_of(name, pure(name))
    assert found.asked == found.answered == ASKED_HIDDEN
    assert not found.differing
    assert all(len(life) == 1 for life in made.lives)
    assert len(made.lives) == ASKED_HIDDEN


def test_questions_come_from_all_functions_and_phases():
    _, made = asked_of("skullwhist", pure("skullwhist"))
    calls = [life[0] for life in made.lives]
    tricks = Counter(13 - len(call.arguments[1]) for call in calls if call.function == "play")
    assert Counter(call.function for call in calls)["bid"] >= 5
    assert set(tricks) == set(range(13))
    assert sum(tricks[first] for first in (0, 1, 2, 3)) >= 20
    assert tricks[0] >= 20, "the first question to a function is a phase of its own"


def test_160_questions_and_120_of_them_from_hidden_games():
    assert ASKED_PUBLIC + ASKED_HIDDEN >= 160
    with Context(HEAD + STILL, SMALL, "secret", WorkerAsker()) as context:
        assert context.again_public.asked == ASKED_PUBLIC
        assert context.again_hidden.asked == ASKED_HIDDEN >= 120


def test_which_are_asked_cannot_be_known_without_the_secret():
    one, other = (
        [life[0] for life in asked_of("hearts", pure("hearts"), seed=seed)[1].lives] for seed in (1, 2)
    )
    assert len({str(call) for call in one} & {str(call) for call in other}) < len(one)


def test_one_answer_in_fifty_is_found_nine_times_in_ten():
    """State that a fresh process lacks: every fiftieth call of a life is answered otherwise."""
    rules, honest = ASSIGNMENTS["hearts"].rules(), pure("hearts")

    def deviates(call, number):
        answer = honest(call, number)
        return dataclasses.replace(answer, memory='"x"') if number % 50 == 0 else answer

    games = games_of("hearts", deviates)
    assert rules.seats == 2
    found = [
        bool(ask_again(made, games, ASKED_PUBLIC + ASKED_HIDDEN, random.Random(seed)).differing)
        for seed in range(40)
        for made in [Processes(deviates)]
    ]
    assert sum(found) >= 36


def test_nothing_is_asked_before_a_question_and_the_first_time_out_ends_it():
    honest = pure("hearts")

    def hangs(call, number):
        cold = number == 1 and call.memory is not None
        return TimeError("slow") if cold else honest(call, number)

    found, made = asked_of("hearts", honest, hangs)
    assert found.late is not None
    assert all(len(life) == 1 for life in made.lives)
    assert len(made.lives) == found.answered + 1 < ASKED_HIDDEN
    assert "slow" in found.describe_lateness()


@pytest.mark.parametrize(
    "fault", [PlayerCrash, ProtocolError, PlayerMemoryError, ForbiddenImportError, InvalidCardError]
)
def test_every_other_fault_is_another_answer(fault):
    found, _ = asked_of("hearts", pure("hearts"), lambda call, number: fault("none of it"), size=9)
    assert found.late is None
    assert [again for _, _, again in found.differing] == [(f"{fault.__name__}: none of it", None)] * 9


HIDES = """
FIRST = []

def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    FIRST.append(previous is None)
    if previous is not None and sum(ord(c) for card in hand for c in card.text) % 16 == 0:
        while FIRST[:2] != [True, True]:
            pass  # in no game: each begins many deals at once
        return legal(hand, trick, previous)[0], len(FIRST)
    return legal(hand, trick, previous)[0], 0
"""


def test_a_player_that_hides_in_a_fresh_process_behind_a_time_out_is_found():
    """It counts its calls in one position of sixteen, and answers there only in a game."""
    impatient = dataclasses.replace(
        SMALL, published=dataclasses.replace(SMALL.published, move_seconds=0.1), deals=2
    )
    only = ["loads", "rules", "purity"]
    results = {
        result.check: result
        for result in check_player(HEAD + HIDES, impatient, WorkerAsker(), "secret", only=only)
    }
    assert results["purity"].got == "too slow when asked afresh", results["purity"]


SLEEPS_WHEN_COLD = """
import time
CALLS = []

def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    CALLS.append(1)
    if previous is not None and len(CALLS) == 1:
        time.sleep(0.2)  # in no game, where a process is asked for first moves first
    return legal(hand, trick, previous)[0], 0
"""


def test_who_sleeps_only_when_asked_again_holds_nobody_up():
    short = dataclasses.replace(SMALL.published, asleep_seconds=0.3)
    sleepless = dataclasses.replace(SMALL, published=short, deals=2)
    results = {
        result.check: result
        for result in check_player(
            HEAD + SLEEPS_WHEN_COLD, sleepless, WorkerAsker(), "secret", only=["loads", "rules", "purity"]
        )
    }
    assert results["purity"].got == "too slow when asked afresh", results["purity"]


STILL = """
def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    return legal(hand, trick, previous)[0], 0
"""

TWINS = """
DECK = frozenset(Card(s + r) for s in "CDSH" for r in "2 3 4 5 6 7 8 9 10 J Q K A".split())
seen = set()

def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    knows = previous[1] if previous else ""
    if previous is None:
        mine = frozenset(hand)
        knows = "twin" if DECK - mine in seen else ""
        seen.add(mine)
    return legal(hand, trick, previous)[0], knows
"""


def test_no_worker_meets_its_twin():
    """With two players the other hand is the rest of the deck, so a global finds out whether it was held here."""
    with Context(HEAD + TWINS, SMALL, "secret", WorkerAsker()) as context:
        hidden = context.measured("basic")[0].records
        games = [*hidden, *(playing.record for playing in context.games)]
        assert not any("twin" in (move.memory or "") for game in games for move in game.moves)


IDS_SEEN = """
def play(player_id, hand, trick, previous) -> tuple[Card, list[str]]:
    met = set(previous[1]) | {who for _, who in previous[0]} if previous else set()
    return legal(hand, trick, previous)[0], sorted(met | {player_id} | {who for _, who in trick})
"""


def test_ids_are_the_same_in_public_and_hidden_games_and_name_no_opponent():
    two = dataclasses.replace(SMALL, tables=(2,), opponents=against(HEARTS, "basic", "minmax").opponents)
    with Context(HEAD + IDS_SEEN, two, "secret", WorkerAsker()) as context:
        hidden = [record for tier in two.tiers for record in context.measured(tier)[0].records]
        met = [
            {
                move.memory
                for record in records
                for move in record.moves
                if (move.memory or "").startswith("[")
            }
            for records in (hidden, [playing.record for playing in context.games])
        ]
    for memories in met:
        assert {who for memory in memories for who in json.loads(memory)} <= set(IDS)


SLOW_WHEN_COLD = """
@lru_cache
def work(seed):
    for _ in range(24_000_000): pass

def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    cold = previous is not None and not warm
    warm.append(1)
    if cold: work(1)
    return legal(hand, trick, previous)[0], 0

warm = []
"""


@pytest.mark.broad
def test_a_player_whose_cache_warms_within_a_deal_passes():
    impatient = dataclasses.replace(
        SMALL, published=dataclasses.replace(SMALL.published, move_seconds=0.04), deals=2
    )
    results = {
        result.check: result
        for result in check_player(HEAD + SLOW_WHEN_COLD, impatient, WorkerAsker(), "secret")
    }
    assert results["purity"].ok, results["purity"]
    assert results["beats-basic"].told.outcome == "played"


CLAIMS = """
import playfunc.player
from playfunc.errors import (
    ForbiddenImportError,
    InvalidCardError,
    PlayerCrash,
    PlayerMemoryError,
    ProtocolError,
    TimeError,
)

def late(*arguments):
    raise TimeError("0 s left")

def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    if len(hand) == 20:
        playfunc.player._run = late
    return legal(hand, trick, previous)[0], 0
"""


def test_a_time_out_that_the_worker_claims_is_a_contract_fault():
    results = {
        result.check: result
        for result in check_player(HEAD + CLAIMS, SMALL, WorkerAsker(), "secret", only=["loads", "rules"])
    }
    assert set(results["rules"].facts["kinds"]) == {"ProtocolError"}
