"""Endings of Hearts, and their values by plain minimax."""

import random
from functools import cache

from playfunc.cards import Suit
from playfunc.games.hearts import legal_cards, points, trick_points, trick_winner
from playfunc.games.hearts.fast.bits import bits_of
from playfunc_opponents.hearts.position import Position


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


def mine(given):
    """The positions among these in which seat 0 is to move."""
    return [position for position in given if position[2] == 0]
