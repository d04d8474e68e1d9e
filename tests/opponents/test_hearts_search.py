"""The searches against a minimax that is nothing but the definition: no bounds, no equal cards, no bits."""

import math
import random
from functools import cache

import pytest
from playfunc.cards import Suit
from playfunc.games.hearts import DECK, legal_cards, points, trick_points, trick_winner
from playfunc_opponents.hearts.alphabeta import OutOfNodes, Search
from playfunc_opponents.hearts.bits import bits_of
from playfunc_opponents.hearts.minmax import worst_case
from playfunc_opponents.hearts.playouts import playout
from playfunc_opponents.hearts.position import Position, estimate


@cache
def plain(hands, trick, turn, taken, broken):
    """What seat 0 scores when both play their best. Cards as cards, `trick` of pairs (card, seat)."""
    if not hands[turn]:
        return {0: 26, 26: 0}.get(taken[0], taken[0])
    values = []
    for card in legal_cards(hands[turn], trick, first_trick=False, hearts_broken=broken):
        left = tuple(
            tuple(held for held in hand if held is not card or seat != turn)
            for seat, hand in enumerate(hands)
        )
        played = (*trick, (card, turn))
        if len(played) < 2:
            values.append(plain(left, played, 1 - turn, taken, broken))
            continue
        winner, cost = trick_winner(played), trick_points(played)
        won = tuple(points + cost * (seat == winner) for seat, points in enumerate(taken))
        heart = any(card.suit is Suit.HEARTS for card, _ in played)
        values.append(plain(left, (), winner, won, broken or heart))
    return max(values) if turn else min(values)


def small_position(rng, pool, size):
    """Two hands of `size` cards out of `pool`, the points not in them with either player or split."""
    cards = rng.sample(pool, 2 * size)
    hands = (tuple(sorted(cards[:size])), tuple(sorted(cards[size:])))
    gone = 26 - sum(map(points, cards))
    mine = rng.choice([0, gone, rng.randint(0, gone)])
    broken = sum(card.suit is Suit.HEARTS for card in cards) < 13
    trick, turn = (), rng.randrange(2)
    if rng.random() < 0.5:
        card = rng.choice(legal_cards(hands[turn], (), first_trick=False, hearts_broken=broken))
        hands = tuple(tuple(held for held in hand if held is not card) for hand in hands)
        trick, turn = ((card, turn),), 1 - turn
    return hands, trick, turn, (mine, gone - mine), broken


def on_bits(hands, trick, turn, taken, broken):
    table = tuple(bits_of([card]) for card, _ in trick)
    return Position(tuple(map(bits_of, hands)), table, turn, taken, False, broken)


def positions(seed, pool, size, count):
    rng = random.Random(seed)
    return [small_position(rng, pool, size) for _ in range(count)]


POINTED = [card for card in DECK if points(card) or card.rank > 9 or card.rank < 4]
ENDINGS = positions(1, DECK, 4, 150) + positions(2, POINTED, 4, 150)
UNBROKEN = [positions(seed, [*DECK[39:], DECK[38]], 7, 1)[0] for seed in (13, 16, 17, 18, 22)]
"""All thirteen hearts and one more card in two hands: hearts may not be led yet, and it matters."""


@pytest.mark.parametrize("given", [ENDINGS, UNBROKEN], ids=["endings", "unbroken"])
def test_exact_search_is_plain_minimax(given):
    values = [plain(*position) for position in given]
    assert [Search(10**6, estimate).score(on_bits(*position)) for position in given] == values


def test_the_endings_hold_moons():
    """Positions where somebody who may still take everything does, and where the other prevents it."""
    alone = [position for position in ENDINGS if min(position[3]) == 0]
    moons = sum(plain(*position) in (0, 26) for position in alone)
    assert 20 < moons < len(alone) - 20


def test_a_bounded_search_keeps_its_promise():
    for position in ENDINGS[::3]:
        value = plain(*position)
        for high in (value - 0.5, value, value + 0.5):
            score = Search(10**6, estimate).score(on_bits(*position), high)
            assert score == value if value < high else score >= high


def test_deepening_ends_exact():
    """What earlier, shorter looks left behind changes nothing."""
    for position in ENDINGS[::5]:
        search = Search(10**6, estimate)
        for stop in (3, 2, 1, 0):
            search.look(stop)
            score = search.score(on_bits(*position))
        assert score == plain(*position)


def test_search_says_when_nodes_run_out():
    with pytest.raises(OutOfNodes):
        Search(3, estimate).score(on_bits(*UNBROKEN[0]))


def test_minmax_is_exact_at_the_end():
    for position in positions(4, POINTED, 2, 200):
        assert worst_case(on_bits(*position), 0, -math.inf, math.inf) == plain(*position)


def test_playouts_end_in_scores_that_add_up():
    random.seed(5)
    for position in ENDINGS[:100]:
        for noise in (0.0, 0.5, 1.0):
            assert sum(playout(on_bits(*position), noise)) == 26
