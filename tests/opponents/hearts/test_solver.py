"""The solver against plain minimax: the same values for every card, whatever the position."""

import os
import random
import subprocess
import sys
from pathlib import Path

import plain_minimax
import pytest
from plain_minimax import late_position, moon_position, plain_values, small_deal
from playfunc.games import rules_for
from playfunc.games.hearts import Hearts, HeartsState
from playfunc.match import play_game
from playfunc.player import FunctionPlayer
from playfunc_opponents import opponent
from playfunc_opponents.hearts import advanced, advanced_light
from playfunc_opponents.hearts.solver import Solver

RULES = Hearts(2)
SOLVER = Solver(16)


def agrees(state: HeartsState) -> None:
    """Values, best cards and the value itself, where there is a card to play."""
    expected = plain_values(state)
    assert SOLVER.values(state) == expected, state
    assert SOLVER.value(state) == min(expected.values()), state


@pytest.mark.parametrize("seed", range(12))
def test_small_deals_with_the_first_trick(seed: int) -> None:
    rng = random.Random(f"small {seed}")
    agrees(small_deal(rng, rng.randint(1, 4), rng.choice((0.3, 0.6, 1.0))))


@pytest.mark.parametrize("seed", range(12))
def test_late_positions_of_whole_deals(seed: int) -> None:
    rng = random.Random(f"late {seed}")
    agrees(late_position(rng, rng.randint(43, 51)))


@pytest.mark.parametrize("seed", range(12))
def test_positions_in_which_the_moon_may_be_shot(seed: int) -> None:
    rng = random.Random(f"moon {seed}")
    agrees(moon_position(rng, rng.randint(2, 4)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_thousands_of_positions(seed: int) -> None:
    rng = random.Random(f"many {seed}")
    for _ in range(25):
        agrees(small_deal(rng, rng.randint(1, 4), rng.choice((0.3, 0.6, 1.0))))
        agrees(late_position(rng, rng.randint(42, 51)))
        agrees(moon_position(rng, rng.randint(2, 4)))
    agrees(moon_position(rng, 5))
    agrees(small_deal(rng, 5, 0.6))


def test_a_small_table_gives_the_same_values() -> None:
    """A table of 32 entries forgets nearly everything; only the time depends on it."""
    small = Solver(6)
    for seed in range(5):
        state = late_position(random.Random(f"table {seed}"), 32)
        assert small.values(state) == SOLVER.values(state)


def test_best_cards_are_those_with_the_lowest_value() -> None:
    for seed in range(10):
        state = late_position(random.Random(f"best {seed}"), 24)
        values = SOLVER.values(state)
        assert SOLVER.best(state) == [card for card in values if values[card] == min(values.values())]


def test_whole_deals_are_solved_and_both_scores_add_up() -> None:
    """A perfect hand, played out card by card, comes to what was said at the start."""
    for seed in range(2):
        solver = Solver()
        state = RULES.deal(random.Random(seed))
        said = solver.scores(state)
        assert sum(said) == 26
        while RULES.to_act(state):
            state = RULES.play(state, {state.turn: solver.best(state)[0]})
        assert RULES.scores(state) == said


def test_a_finished_hand_is_worth_its_scores() -> None:
    state = late_position(random.Random(1), 52)
    assert SOLVER.scores(state) == RULES.scores(state)
    with pytest.raises(ValueError, match="the hand is over"):
        SOLVER.values(state)


def test_four_players_are_refused() -> None:
    with pytest.raises(ValueError, match="only two-player"):
        SOLVER.value(Hearts(4).deal(random.Random(1)))


def test_without_numba_the_values_are_the_same() -> None:
    """In a process where numba is switched off."""
    states = [late_position(random.Random(f"plain {seed}"), 40) for seed in range(3)]
    script = (
        "import random, plain_minimax as oracle\n"
        "from playfunc.compiled.native import NATIVE\n"
        "from playfunc_opponents.hearts.solver import Solver\n"
        "assert not NATIVE\n"
        "for seed in range(3):\n"
        "    state = oracle.late_position(random.Random(f'plain {seed}'), 40)\n"
        "    print(list(Solver(12).values(state).values()))\n"
    )
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": str(Path(plain_minimax.__file__).parent),
    }
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [str(list(SOLVER.values(state).values())) for state in states]


# The light opponent thinks as advanced does, with a smaller tree.
def test_it_keeps_the_rules_of_a_hand_of_four() -> None:
    rules = rules_for("hearts", 4)
    light = FunctionPlayer({"play": advanced_light.play}, rules, name="advanced-light")
    record = play_game(rules, rules.deal(random.Random(5)), [light, *[opponent(rules, "basic")] * 3])
    assert not record.faults
    assert len(record.moves) == 52


def test_its_tree_is_a_tenth_of_advanced(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def imagined(situation: object, iterations: int) -> int:
        asked.append(iterations)
        return advanced.imagined(situation, iterations)  # type: ignore[arg-type]

    monkeypatch.setattr(advanced_light, "imagined", imagined)
    test_it_keeps_the_rules_of_a_hand_of_four()
    assert set(asked) == {advanced.ITERATIONS // 10}
