"""Deals and playouts against the readable rules, move by move, with the same random numbers."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from playfunc.compiled.luck import FRACTION, fraction, next_luck, seed_luck, word_of
from playfunc.compiled.native import u64, zeros
from playfunc.games.hearts import Hearts, HeartsState
from playfunc.games.hearts.fast import positions as fast
from playfunc.games.hearts.fast.bits import ALL, HANDS, SIZE, TAKEN, TURN, bits_of, cards_of
from playfunc.games.hearts.fast.playouts import careful_playout, deal, playout, split
from playfunc_opponents.hearts.playouts import thumb_rule


def _part_way(rules: Hearts, rng: random.Random) -> HeartsState:
    """A random position somewhere in a hand."""
    state = rules.deal(rng)
    for _ in range(rng.randint(0, 50)):
        state = rules.play(state, {state.turn: rng.choice(rules.legal(rules.view(state, state.turn)))})
    return state


def _readable_playout(rules: Hearts, state: HeartsState, luck: int) -> tuple[HeartsState, int]:
    """`playout`'s description on card objects: one fraction a trick, spent on the legal cards in order."""
    part = 0
    drawn = False
    while rules.to_act(state):
        if not state.trick or not drawn:
            luck = u64(next_luck(luck))
            part, drawn = int(fraction(luck)), True
        legal = rules.legal(rules.view(state, state.turn))
        card = legal[part * len(legal) >> 32]
        part = part * len(legal) & FRACTION
        state = rules.play(state, {state.turn: card})
    return state, luck


def _readable_careful(rules: Hearts, state: HeartsState, careless: int, luck: int) -> HeartsState:
    while rules.to_act(state):
        legal = rules.legal(rules.view(state, state.turn))
        card = legal[0]
        if len(legal) > 1 and sum(rules.points_taken(state)) < 26:  # when all are taken, any play will do
            luck = u64(next_luck(luck))
            word = int(word_of(luck))
            if word & FRACTION < careless:
                card = legal[(word >> 32) * len(legal) >> 32]
            else:
                trick = [1 << played.index for played, _ in state.trick]
                best = thumb_rule(bits_of(legal), trick, last=len(trick) == rules.seats - 1)
                (card,) = cards_of(best)
        state = rules.play(state, {state.turn: card})
    return state


def _agree(seats: int, hands: int) -> None:
    rules, rng = Hearts(seats), random.Random(seats)
    for _ in range(hands):
        state, luck = _part_way(rules, rng), seed_luck(rng.getrandbits(64))
        position = fast.from_state(state)
        after = playout(position, luck)
        end, expected = _readable_playout(rules, state, luck)
        assert (int(after), list(position)) == (int(expected), list(fast.from_state(end)))
        careless = rng.choice([0, 1 << 30, 1 << 32])
        position = fast.from_state(state)
        careful_playout(position, careless, luck)
        end = _readable_careful(rules, state, careless, luck)
        assert tuple(position[TAKEN : TAKEN + seats]) == rules.points_taken(end)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_playout_is_the_readable_rules_with_the_same_luck(seats: int) -> None:
    _agree(seats, 80)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4])
def test_many_playouts_are_the_readable_rules_with_the_same_luck(seats: int) -> None:
    _agree(seats, 50_000)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_deal_gives_everyone_as_many_cards_and_c2_to_who_moves(seats: int) -> None:
    position, luck = zeros(SIZE), seed_luck(3)
    holders: Counter[int] = Counter()
    for _ in range(300):
        luck = u64(deal(position, seats, luck))
        hands = [int(hand) for hand in position[HANDS : HANDS + seats]]
        assert sum(hands) == ALL  # no card twice, none left
        assert {hand.bit_count() for hand in hands} == {52 // seats}
        assert hands[position[TURN]] & 1
        holders[int(position[TURN])] += 1
    assert min(holders.values()) > 300 / seats * 0.7


def test_every_subset_of_a_size_is_equally_likely() -> None:
    cards, luck, times = 0b1011_0000_1001_1000_0000, seed_luck(5), 20_000
    seen: Counter[int] = Counter()
    for _ in range(times):
        chosen, luck = split(cards, 2, u64(luck))
        seen[int(chosen)] += 1
    bits = [bit for bit in range(20) if cards >> bit & 1]
    subsets = [1 << a | 1 << b for a, b in combinations(bits, 2)]
    assert set(seen) == set(subsets)
    expected = times / len(subsets)
    chi_square = sum((seen[subset] - expected) ** 2 / expected for subset in subsets)
    assert chi_square < 45.3  # 20 degrees of freedom: 999 of 1000 fair generators stay below
