"""Deals and playouts against the readable rules, move by move, with the same random numbers."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import pytest
from playfunc.cards import Card, Suit
from playfunc.compiled.luck import FRACTION, fraction, next_luck, seed_luck, word_of
from playfunc.compiled.native import u64, zeros
from playfunc.games.hearts import DECK, Hearts, HeartsState, trick_points, trick_winner
from playfunc.games.hearts.fast import positions as fast
from playfunc.games.hearts.fast.bits import (
    ALL,
    BEST,
    HANDS,
    HOLDER,
    LED,
    PLAYED,
    SEATS,
    SIZE,
    SUIT,
    TABLE,
    TAKEN,
    TURN,
    bits_of,
    cards_of,
)
from playfunc.games.hearts.fast.consistent_deals import WAYS, count_worlds, draw_world
from playfunc.games.hearts.fast.playouts import careful_playout, deal, playout, split


def _from_state(state: HeartsState) -> Any:
    """The position equal to the `state` of the readable rules, without a forfeit."""
    position = zeros(SIZE)
    seats = len(state.hands)
    position[SEATS], position[TURN] = seats, state.turn
    for seat, hand in enumerate(state.hands):
        position[HANDS + seat] = bits_of(hand)
    for trick in state.history:
        position[PLAYED] |= bits_of(card for card, _ in trick)
        position[TAKEN + trick_winner(trick)] += trick_points(trick)
    if state.trick:
        position[TABLE] = bits_of(card for card, _ in state.trick)
        position[LED] = SUIT << 13 * (state.trick[0][0].index // 13)
        best = max((card.index, seat) for card, seat in state.trick if card.suit is state.trick[0][0].suit)
        position[BEST], position[HOLDER] = 1 << best[0], best[1]
    return position


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


def _by_thumb(legal: Sequence[Card], trick: list[Card], seats: int) -> Card:
    """`thumb_rule`'s description on card objects, which are in the order of suits and then of ranks."""
    queen, followed = Card("SQ"), [card for card in legal if trick and card.suit is trick[0].suit]
    if not trick:
        return min(legal, key=lambda card: card.rank)
    if followed:
        best = max(card for card in trick if card.suit is trick[0].suit)
        others = [card for card in followed if card != queen] or followed
        must_win = max(others) if len(trick) == seats - 1 else min(others)
        return max((card for card in followed if card < best), default=must_win)
    if queen in legal:
        return queen
    hearts = [card for card in legal if card.suit is Suit.HEARTS]
    return max(hearts or legal, key=lambda card: card.rank)


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
                card = _by_thumb(legal, [played for played, _ in state.trick], rules.seats)
        state = rules.play(state, {state.turn: card})
    return state


def _agree(seats: int, hands: int) -> None:
    rules, rng = Hearts(seats), random.Random(seats)
    for _ in range(hands):
        state, luck = _part_way(rules, rng), seed_luck(rng.getrandbits(64))
        position = _from_state(state)
        after = playout(position, luck)
        end, expected = _readable_playout(rules, state, luck)
        assert (int(after), list(position)) == (int(expected), list(_from_state(end)))
        careless = rng.choice([0, 1 << 30, 1 << 32])
        position = _from_state(state)
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


# Sampling what is hidden: counted against enumeration, drawn fairly.
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


# The fast rules against the readable ones: the same legal cards, errors, positions and scores.
def _deal(rules: Hearts, rng: random.Random) -> HeartsState:
    """Whole deals, and small ones, in which hearts, the queen and missing openings are common."""
    if rng.random() < 0.4:
        return rules.deal(rng)
    size = rng.randint(1, 6)
    pool = rng.choice([DECK, DECK[26:], DECK[33:], (*DECK[:6], *DECK[33:])])
    cards = rng.sample(pool, min(size * rules.seats, len(pool) // rules.seats * rules.seats))
    return rules.from_hands([cards[seat :: rules.seats] for seat in range(rules.seats)])


def _compare(rules: Hearts, state: HeartsState, rng: random.Random) -> int:
    """Play at random to the end, comparing everything at every position; how many there were."""
    position = _from_state(state)
    count = 0
    while rules.to_act(state):
        assert position[TURN] == state.turn
        view = rules.view(state, state.turn)
        legal = rules.legal(view)
        assert cards_of(fast.legal_cards(position)) == tuple(legal)
        card = rng.choice(legal)
        state = rules.play(state, {state.turn: card})
        fast.play(position, 1 << card.index)
        if not state.trick or rng.random() < 0.2:
            assert list(position) == list(_from_state(state))
        count += 1
    assert not any(position[HANDS : HANDS + rules.seats])
    assert tuple(fast.scores(position, seat) for seat in range(rules.seats)) == rules.scores(state)
    return count


def _positions(seats: int, wanted: int) -> None:
    rules, rng, count = Hearts(seats), random.Random(seats), 0
    while count < wanted:
        count += _compare(rules, _deal(rules, rng), rng)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_fast_rules_are_the_readable_rules(seats: int) -> None:
    _positions(seats, 5_000)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4])
def test_the_fast_rules_are_the_readable_rules_on_millions_of_positions(seats: int) -> None:
    _positions(seats, 1_500_000)
