"""Sampling what is hidden: counted against enumeration, drawn fairly."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest
from playfunc.cards import Card, Suit
from playfunc.compiled.luck import seed_luck
from playfunc.compiled.native import u64, zeros
from playfunc.games.hearts import DECK
from playfunc.games.hearts.fast.bits import HANDS, SEATS, SIZE, bits_of
from playfunc.games.hearts.fast.worlds import WAYS, count_worlds, draw_world


def _array(values: list[int], size: int = 3) -> object:
    array = zeros(size)
    for place, value in enumerate(values):
        array[place] = value
    return array


def _enumerate(unseen: list[Card], rooms: list[int], voids: list[set[Suit]]) -> set[tuple[int, ...]]:
    """All worlds, by trying every way to deal the cards."""
    worlds = set()
    for first in combinations(unseen, rooms[0]):
        others = [card for card in unseen if card not in first]
        for second in combinations(others, rooms[1]):
            hands = (first, second, tuple(card for card in others if card not in second))
            if not any(card.suit in void for hand, void in zip(hands, voids, strict=True) for card in hand):
                worlds.add(tuple(map(bits_of, hands)))
    return worlds


def _suits(suits: set[Suit]) -> int:
    return bits_of(card for card in DECK if card.suit in suits)


def _situations(count: int) -> list[tuple[list[Card], list[int], list[set[Suit]]]]:
    rng = random.Random(1)
    found = []
    for _ in range(count):
        rooms = [rng.randint(1, 3) for _ in range(3)]
        unseen = rng.sample(DECK, sum(rooms))
        voids = [{suit for suit in Suit if rng.random() < 0.3} for _ in range(3)]
        found.append((unseen, rooms, voids))
    return found


def test_worlds_are_counted_as_enumeration_finds_them() -> None:
    counts = []
    for unseen, rooms, voids in _situations(150):
        expected = len(_enumerate(unseen, rooms, voids))
        array = _array([_suits(void) for void in voids])
        assert count_worlds(bits_of(unseen), _array(rooms), array, zeros(WAYS)) == expected
        counts.append(expected)
    assert counts.count(0) > 10
    assert sum(count > 1 for count in counts) > 50


def test_the_largest_count_fits() -> None:
    unseen = bits_of(DECK[13:])
    assert count_worlds(unseen, _array([13, 13, 13]), _array([0, 0, 0]), zeros(WAYS)) == 84478098072866400


@pytest.mark.parametrize("seed", range(3))
def test_every_world_is_equally_likely(seed: int) -> None:
    situations = [s for s in _situations(200) if 8 <= len(_enumerate(*s)) <= 40]
    unseen, rooms, voids = situations[seed]
    worlds, ways, position = _enumerate(unseen, rooms, voids), zeros(WAYS), zeros(SIZE)
    position[SEATS] = 4
    arrays = _array(rooms), _array([_suits(void) for void in voids])
    assert count_worlds(bits_of(unseen), *arrays, ways) == len(worlds)
    luck, times = seed_luck(seed), 400 * len(worlds)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(times):
        luck = u64(draw_world(position, bits_of(unseen), *arrays, ways, luck))
        seen[tuple(int(position[HANDS + seat]) for seat in (1, 2, 3))] += 1
    assert set(seen) == worlds
    chi_square = sum((seen[world] - 400) ** 2 / 400 for world in worlds)
    freedom = len(worlds) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations of chi-square


def test_draws_of_thirteen_cards_keep_sizes_and_voids() -> None:
    rng, position, luck = random.Random(2), zeros(SIZE), seed_luck(2)
    position[SEATS] = 4
    for void1, void2 in product([set(), {Suit.CLUBS}, {Suit.CLUBS, Suit.HEARTS}], [set(), {Suit.SPADES}]):
        unseen = bits_of(rng.sample(DECK, 37))
        arrays, ways = (_array([13, 12, 12]), _array([_suits(void1), _suits(void2), 0])), zeros(WAYS)
        assert count_worlds(unseen, *arrays, ways)
        for _ in range(20):
            luck = u64(draw_world(position, unseen, *arrays, ways, luck))
            hands = [int(position[HANDS + seat]) for seat in (1, 2, 3)]
            assert [hand.bit_count() for hand in hands] == [13, 12, 12]
            assert sum(hands) == hands[0] | hands[1] | hands[2] == unseen
            assert not hands[0] & _suits(void1)
            assert not hands[1] & _suits(void2)
