"""Random whole games of Hearts, each position compared with the brute force's reading of the contract."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

import hearts_bruteforce as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playfunc import DECK, Card, Hearts, Suit, legal_cards, points, trick_points, trick_winner
from playfunc.codec import decode, encode
from playfunc.errors import IllegalMoveError
from playfunc.games.hearts import HeartsState, HeartsView

NAMES = ["Ann", "Bob", "Cy", "Di"]


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
def test_legal_cards_needs_only_public_facts(game):
    for view in game.positions():
        broken = any(card.suit is Suit.HEARTS for old in view.history for card, _ in old)
        named = [(card, NAMES[seat]) for card, seat in view.trick]
        found = legal_cards(list(view.hand), named, first_trick=view.history == (), hearts_broken=broken)
        assert found == list(game.rules.legal(view))
        assert view.broken == broken


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


def test_points_of_the_deck():
    assert {card.text: points(card) for card in DECK if points(card)} == {
        **{f"H{rank}": 1 for rank in oracle.RANKS},
        "SQ": 13,
    }


@pytest.mark.parametrize("seats", [0, 1, 3, 5, "2"])
def test_hearts_is_for_two_or_four(seats):
    with pytest.raises(ValueError, match="2 or 4"):
        Hearts(seats)
