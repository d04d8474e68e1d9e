"""`simulate`: its example, what it refuses, the means against exact expectations, the same without numba."""

import doctest
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import hearts_bruteforce as oracle
import playfunc.games.hearts.simulation
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playfunc import DECK, Card, Hearts, Suit, legal_cards, points, simulate, trick_points, trick_winner
from playfunc.codec import decode, encode
from playfunc.errors import IllegalMoveError
from playfunc.games.hearts import HeartsState, HeartsView


# Hands of Hearts that are walked through.
@dataclass(frozen=True)
class Game:
    rules: Hearts
    states: tuple[HeartsState, ...]

    @property
    def last(self) -> HeartsState:
        return self.states[-1]

    def positions(self) -> Iterator[HeartsView]:
        return (self.rules.view(state, state.turn) for state in self.states if self.rules.to_act(state))


def finish(rules: Hearts, state: HeartsState, choose) -> Game:
    passed = [state]
    while rules.to_act(state):
        card = choose(state.turn, rules.legal(rules.view(state, state.turn)))
        state = rules.play(state, {state.turn: card})
        passed.append(state)
    return Game(rules, tuple(passed))


def random_game(seats: int, seed: int) -> Game:
    """Deals from even to lopsided (a deck in order, then so many swaps); seats that play at random, low or
    high."""
    rules, rng = Hearts(seats), random.Random(seed)
    deck = sorted(DECK, key=lambda card: (card.rank, rng.random()))
    for _ in range(rng.choice([0, 5, 20, 400, 400, 400])):
        i, j = rng.randrange(52), rng.randrange(52)
        deck[i], deck[j] = deck[j], deck[i]
    size = 52 // seats
    hands = [deck[size * seat : size * (seat + 1)] for seat in range(seats)]
    styles = [rng.choice([rng.choice, rng.choice, min, max]) for _ in hands]
    return finish(rules, rules.from_hands(hands), lambda seat, legal: styles[seat](legal))


def games() -> st.SearchStrategy[Game]:
    return st.builds(random_game, st.sampled_from([2, 4]), st.integers(0, 10**6))


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
        ({"table": ("me", "me"), "taken": {"me": 15}}, "table should name the 2 players"),
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


def test_a_hundred_careless_ends_of_the_hand_are_played_by_default() -> None:
    hand, unseen = _cards("C3 CA SQ D9"), _cards("C9 CK H2 DJ S2 S4 D5 H9 H5 CJ D3 H7")
    facts = {"gone": [card for card in DECK if card not in (*hand, *unseen)], "seed": 1}
    found = simulate("me", hand, [], **facts)
    assert found == simulate("me", hand, [], iterations=100, careless=1.0, **facts)
    assert found != simulate("me", hand, [], iterations=101, careless=1.0, **facts)


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


# Random whole games of Hearts, each position compared with the brute force's reading of the contract.
NAMES = ["Ann", "Bob", "Cy", "Di"]


def as_text(view: HeartsView) -> tuple[list[str], oracle.Trick, list[oracle.Trick]]:
    def trick(plays) -> oracle.Trick:
        return tuple((card.text, seat) for card, seat in plays)

    return [card.text for card in view.hand], trick(view.trick), [trick(old) for old in view.history]


@given(games())
def test_legal_moves_are_those_the_contract_does_not_forbid(game):
    for view in game.positions():
        hand, trick, tricks = as_text(view)
        allowed = [card for card in hand if oracle.forbidden(card, hand, trick, tricks) is None]
        assert [card.text for card in game.rules.legal(view)] == allowed


def broken_rule(rules: Hearts, view: HeartsView, card: Card) -> str | None:
    try:
        rules.check(view, card)
    except IllegalMoveError as error:
        return error.rule
    return None


@settings(max_examples=40)
@given(games())
def test_check_accepts_what_is_legal_and_names_the_rule_otherwise(game):
    for view in game.positions():
        hand, trick, tricks = as_text(view)
        for card in DECK:
            rule = oracle.forbidden(card.text, hand, trick, tricks) if card.text in hand else "Own cards"
            assert broken_rule(game.rules, view, card) == rule


@given(games())
def test_points_are_those_of_the_contract(game):
    tricks = [tuple((card.text, seat) for card, seat in trick) for trick in game.last.history]
    scores = game.rules.scores(game.last)
    assert scores == oracle.result(tricks, game.rules.seats)
    assert sum(game.rules.points_taken(game.last)) == 26
    assert sum(scores) == 26 or sorted(scores) == [0] + [26] * (game.rules.seats - 1)


@given(games())
def test_play_goes_round_the_table_and_the_winner_leads(game):
    seats = game.rules.seats
    leader = next(seat for seat, hand in enumerate(game.states[0].hands) if Card("C2") in hand)
    assert game.last.history[0][0] == (Card("C2"), leader)
    for trick in game.last.history:
        assert [seat for _, seat in trick] == [(leader + k) % seats for k in range(seats)]
        leader = oracle.taker(tuple((card.text, seat) for card, seat in trick))
        assert trick_winner(trick) == leader
        assert trick_winner([(card, NAMES[seat]) for card, seat in trick]) == NAMES[leader]
    assert len(game.last.history) == 52 // seats
    assert len(game.states) == 53


@given(games())
def test_states_survive_their_text_at_every_point(game):
    for state in game.states[::7]:
        assert decode(encode(state, HeartsState), HeartsState) == state


@given(games(), st.integers(0, 51), st.data())
def test_a_forfeit_ends_the_hand(game, number, data):
    state = game.states[number]
    seat = data.draw(st.integers(0, game.rules.seats - 1))
    over = game.rules.forfeit(state, [seat])
    assert game.rules.to_act(over) == ()
    assert game.rules.scores(over) == tuple(26 * (other == seat) for other in range(game.rules.seats))
    text = game.rules.storyteller.transcript(game.rules, NAMES, (game.states[0], over))
    assert f"Forfeited by {NAMES[seat]}." in text
    assert ("(not finished)" in text) == bool(state.trick)


ALL_HIGH = {
    # who holds these and plays high wins every trick
    2: "C8 C9 C10 CJ CQ CK CA D9 D10 DJ DQ DK DA S9 S10 SJ SQ SK SA H8 H9 H10 HJ HQ HK HA",
    4: "CA DA SJ SQ SK SA H8 H9 H10 HJ HQ HK HA",
}


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("shooter", [0, 1])
def test_shooting_the_moon(seats, shooter):
    rules, strong = Hearts(seats), ALL_HIGH[seats].split()
    rest = [card for card in DECK if card.text not in strong]
    size = len(strong)
    hands = [rest[size * k : size * (k + 1)] for k in range(seats - 1)]
    hands.insert(shooter, [Card(text) for text in strong])
    styles = [max if seat == shooter else min for seat in range(seats)]
    game = finish(rules, rules.from_hands(hands), lambda seat, legal: styles[seat](legal))
    taken, scores = rules.points_taken(game.last), rules.scores(game.last)
    assert taken == tuple(26 * (seat == shooter) for seat in range(seats))
    assert scores == tuple(26 * (seat != shooter) for seat in range(seats))
    assert f"{NAMES[shooter]} shot the moon." in rules.storyteller.transcript(rules, NAMES, game.states)


@pytest.mark.parametrize("seats", [0, 1, 3, 5, "2"])
def test_hearts_is_for_two_or_four(seats):
    with pytest.raises(ValueError, match="2 or 4"):
        Hearts(seats)


# What cards count, and which ones follow suit, from public facts alone.
@given(games())
def test_legal_cards_needs_only_public_facts(game):
    for view in game.positions():
        broken = any(card.suit is Suit.HEARTS for old in view.history for card, _ in old)
        named = [(card, NAMES[seat]) for card, seat in view.trick]
        found = legal_cards(list(view.hand), named, first_trick=view.history == (), hearts_broken=broken)
        assert found == list(game.rules.legal(view))
        assert view.broken == broken


def test_points_of_the_deck():
    assert {card.text: points(card) for card in DECK if points(card)} == {
        **{f"H{rank}": 1 for rank in oracle.RANKS},
        "SQ": 13,
    }


# A transcript of a hand can be read back.
@given(games())
def test_a_transcript_can_be_read_back(game):
    names = NAMES[: game.rules.seats]
    lines = game.rules.storyteller.transcript(game.rules, names, game.states).splitlines()
    for seat, hand in enumerate(game.states[0].hands):
        assert lines[seat] == f"{names[seat]}: {' '.join(card.text for card in hand)}"
    for number, trick in enumerate(game.last.history, 1):
        line = lines[game.rules.seats + number - 1]
        head, _, tail = line.partition("→")
        assert int(line[:2]) == number
        assert re.findall(r"(\w+) ([CDSH][0-9JQKA]+)", head) == [(names[s], card.text) for card, s in trick]
        assert tail.split(",")[0].strip() == names[trick_winner(trick)]
        cost = re.search(r"(\d+) point", tail)
        assert (int(cost[1]) if cost else 0) == trick_points(trick) == sum(points(card) for card, _ in trick)
    ends = ", ".join(
        f"{name} {score}" for name, score in zip(names, game.rules.scores(game.last), strict=True)
    )
    assert lines[-1] == f"Points: {ends}"
