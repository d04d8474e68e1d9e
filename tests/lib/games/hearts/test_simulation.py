"""`simulate`: its example, what it refuses, the means against exact expectations, the same without numba."""

from __future__ import annotations

import doctest
import os
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import playfunc.games.hearts.simulation
import pytest
from playfunc import DECK, Card, Hearts, Suit, simulate
from playfunc.games.hearts import HeartsState


def _cards(text: str) -> list[Card]:
    return [Card(word) for word in text.split()]


def test_the_example() -> None:
    result = doctest.testmod(playfunc.games.hearts.simulation)
    assert result.attempted
    assert not result.failed


def _expected(rules: Hearts, state: HeartsState, seat: int) -> Fraction:
    """The mean score of `seat` when everybody plays uniformly random legal cards, by walking every play."""
    if not rules.to_act(state):
        return Fraction(rules.scores(state)[seat])
    legal = rules.legal(rules.view(state, state.turn))
    ends = (_expected(rules, rules.play(state, {state.turn: card}), seat) for card in legal)
    return sum(ends, Fraction()) / len(legal)


def _ending(seats: int, left: int, seed: int) -> HeartsState:
    """A position of a random hand with about `left` cards each."""
    rules, rng = Hearts(seats), random.Random(seed)
    state = rules.deal(rng)
    while len(state.hands[state.turn]) > left:
        state = rules.play(state, {state.turn: rng.choice(rules.legal(rules.view(state, state.turn)))})
    return state


@pytest.mark.parametrize("seed", range(6))
def test_two_player_means_are_near_the_exact_expectation(seed: int) -> None:
    rules = Hearts(2)
    state = _ending(2, 4, seed)
    mine = state.turn
    names = ("me", "you") if mine == 0 else ("you", "me")
    means = simulate(
        "me",
        state.hands[mine],
        [(card, names[seat]) for card, seat in state.trick],
        gone=[card for trick in state.history for card, _ in trick],
        table=names,
        taken=dict(zip(names, rules.points_taken(state), strict=True)),
        iterations=4000,
        seed=seed,
    )
    legal = rules.legal(rules.view(state, mine))
    assert list(means) == list(legal)
    for card in legal:
        exact = _expected(rules, rules.play(state, {mine: card}), mine)
        assert abs(means[card] - float(exact)) < 26 * 4 / 2 / 4000**0.5  # four standard errors, at the most


def test_four_players_means_follow_the_voids() -> None:
    """One card each: who cannot hold spades cannot hold the queen."""
    hand, unseen = _cards("SA"), _cards("SQ D2 D3")
    gone = [card for card in DECK if card not in hand + unseen]
    free = simulate(
        "me", hand, [(Card("SK"), "w")], gone=[c for c in gone if c != Card("SK")] + [Card("D3")], seed=1
    )
    assert 12 < free[Card("SA")] < 14  # the queen always falls on my ace
    means = simulate("me", _cards("S2"), [], gone=[c for c in DECK if c not in _cards("S2 SQ D2 D3")], seed=1)
    assert means == {Card("S2"): 0}
    table = ("me", "n", "e", "w")
    known = simulate(
        "me",
        _cards("SA"),
        [],
        gone=[c for c in DECK if c not in _cards("SA SQ D2 D3")],
        table=table,
        voids={"n": [Suit.SPADES], "e": {Suit.SPADES}},
        iterations=10,
        seed=1,
    )
    assert known == {Card("SA"): 13}


def test_the_moon_is_seen_when_points_are_told() -> None:
    hand, other = _cards("HA"), _cards("H2")
    gone = [card for card in DECK if card not in hand + other]
    assert simulate("me", hand, [], gone=gone, seed=1) == {Card("HA"): 2}
    told = {"taken": {"me": 24}, "table": ("me", "you")}
    assert simulate("me", hand, [], gone=gone, seed=1, **told) == {Card("HA"): 0}
    assert simulate(
        "me", other, [(Card("HA"), "you")], gone=gone, table=("me", "you"), taken={"you": 24}
    ) == {Card("H2"): 26}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"gone": [Card("C3")]}, "C3 is there twice"),
        ({"gone": _cards("D2 D3 D4")}, "should be unseen"),
        ({"hand": []}, "should be unseen"),
        ({"iterations": 0}, "iterations must be at least 1"),
        ({"careless": 2.0}, "careless is a chance"),
        ({"voids": {"you": [Suit.CLUBS]}}, "table should name the 2 players"),
        ({"table": ("me", "you"), "voids": {"she": [Suit.CLUBS]}}, "she"),
        ({"table": ("me", "you"), "taken": {"me": 3}}, "taken counts 3 points"),
        ({"table": ("me", "you"), "trick": [(Card("D9"), "she")], "taken": {"me": 15}}, "have played"),
    ],
)
def test_facts_that_cannot_all_be_true_are_named(change: dict[str, object], sentence: str) -> None:
    hand, unseen = _cards("C3 CA SQ"), _cards("C9 CK H2")
    played = [card for card, _ in change.get("trick", [])]  # type: ignore[attr-defined]
    unseen = unseen[len(played) :]
    gone = [card for card in DECK if card not in (*hand, *unseen, *played)]
    arguments = {"player_id": "me", "hand": hand, "trick": [], "gone": gone, **change}
    if "trick" in change:
        arguments["taken"] = {"me": sum(card.suit is Suit.HEARTS for card in gone)}
    with pytest.raises(ValueError, match=sentence):
        simulate(**arguments)  # type: ignore[arg-type]


def test_voids_that_no_deal_fits_are_named() -> None:
    hand = _cards("C2 C3")
    gone = [card for card in DECK if card not in _cards("C2 C3 S2 S3 S4 S5 D2 D3")]
    voids = {name: [Suit.SPADES] for name in "nes"}
    with pytest.raises(ValueError, match="1 place after me lacks S and the player 2 places after me lacks S"):
        simulate("me", hand, [], gone=gone, table=("me", "n", "e", "s"), voids=voids)


def test_the_seed_is_drawn_from_random() -> None:
    hand = Hearts(4).deal(random.Random(1)).hands[0]
    trick = [(Card("C2"), "x")]
    if Card("C2") in hand:
        trick = []
    random.seed(5)
    first = simulate("me", hand, trick, iterations=3)
    random.seed(5)
    assert simulate("me", hand, trick, iterations=3) == first
    assert simulate("me", hand, trick, iterations=3) != first or len(first) == 1


_SAMPLE = """
import random
from playfunc import Card, Hearts, simulate
for seats in (2, 4):
    state = Hearts(seats).deal(random.Random(seats))
    hand = state.hands[(state.turn + 1) % seats]
    for careless in (1, 0.3):
        print(simulate("me", hand, [(Card("C2"), "x")], iterations=6, careless=careless, seed=9))
"""


def _output(**environment: str) -> str:
    command = [sys.executable, "-c", _SAMPLE]
    variables = {**os.environ, **environment}
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=True).stdout


def test_the_results_are_the_same_without_numba() -> None:
    assert _output(NUMBA_DISABLE_JIT="1") == _output() != ""


@pytest.mark.long
def test_the_results_are_the_same_from_a_cold_cache_and_without_the_processors_instruction(
    tmp_path: Path,
) -> None:
    assert (
        _output(PLAYFUNC_CACHE=str(tmp_path), PLAYFUNC_PORTABLE="1") == _output(NUMBA_DISABLE_JIT="1") != ""
    )
