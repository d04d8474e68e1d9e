"""The searches against a minimax that is nothing but the definition: no bounds, no equal cards, no bits."""

import pytest
from hearts_endings import mine, on_bits, plain, positions
from playfunc.cards import Suit
from playfunc.compiled.native import zeros
from playfunc.games.hearts import DECK, legal_cards, points, trick_points, trick_winner
from playfunc.games.hearts.fast.bits import bits_of
from playfunc_opponents.hearts.fast import alphabeta
from playfunc_opponents.hearts.fast.alphabeta import MOON, POINT, best_card

POINTED = [card for card in DECK if points(card) or card.rank > 9 or card.rank < 4]

ENDINGS = positions(1, DECK, 4, 150) + positions(2, POINTED, 4, 150)

UNBROKEN = [positions(seed, [*DECK[39:], DECK[38]], 7, 1)[0] for seed in (13, 16, 17, 18, 22)]
"""All thirteen hearts and one more card in two hands: hearts may not be led yet, and it matters."""


class Search:
    """The compiled search, asked for the value of a position with seat 0 to move."""

    def __init__(self, nodes):
        self.memo, self.budget = alphabeta.fresh_memo(), zeros(1)
        self.budget[0] = nodes

    def score(self, position, card, high=2 * MOON, stop=0):
        """What `card` costs seat 0, in thousandths of a point."""
        led = position.trick[0] if position.trick else 0
        return alphabeta.score(
            *position.hands, led, card, *position.taken, high, stop, self.memo, self.budget
        )


def costs(hands, trick, turn, taken, broken):
    """Seat 0's legal cards and what plain minimax says of each."""
    found = {}
    for card in legal_cards(hands[0], trick, first_trick=False, hearts_broken=broken):
        left = (tuple(held for held in hands[0] if held is not card), hands[1])
        played = (*trick, (card, 0))
        if len(played) < 2:
            found[card] = plain(left, played, 1, taken, broken)
            continue
        winner, cost = trick_winner(played), trick_points(played)
        won = tuple(points + cost * (seat == winner) for seat, points in enumerate(taken))
        heart = any(card.suit is Suit.HEARTS for card, _ in played)
        found[card] = plain(left, (), winner, won, broken or heart)
    return found


@pytest.mark.parametrize("given", [ENDINGS, UNBROKEN], ids=["endings", "unbroken"])
def test_exact_search_is_plain_minimax(given):
    for position in mine(given):
        for card, cost in costs(*position).items():
            assert Search(10**6).score(on_bits(*position), bits_of([card])) == POINT * cost


@pytest.mark.parametrize("given", [ENDINGS, UNBROKEN], ids=["endings", "unbroken"])
def test_the_card_it_plays_is_a_best_one(given):
    for position in mine(given):
        table = costs(*position)
        hands, trick, _, taken, _ = position
        led = bits_of([trick[0][0]]) if trick else 0
        card = best_card(*map(bits_of, hands), led, *taken, 10**6)
        (played,) = (each for each in table if bits_of([each]) == card)
        assert table[played] == min(table.values())


def test_the_endings_hold_moons():
    """Positions where somebody who may still take everything does, and where the other prevents it."""
    alone = [position for position in ENDINGS if min(position[3]) == 0]
    moons = sum(plain(*position) in (0, 26) for position in alone)
    assert 20 < moons < len(alone) - 20


def test_a_bounded_search_keeps_its_promise():
    for position in mine(ENDINGS)[::3]:
        for card, cost in costs(*position).items():
            value = POINT * cost
            for high in (value - 500, value, value + 500):
                score = Search(10**6).score(on_bits(*position), bits_of([card]), high)
                assert score == value if value < high else score >= high


def test_deepening_ends_exact():
    """What earlier, shorter looks left behind changes nothing."""
    for position in mine(ENDINGS)[::5]:
        for card, cost in costs(*position).items():
            search = Search(10**6)
            for stop in (3, 2, 1, 0):
                score = search.score(on_bits(*position), bits_of([card]), stop=stop)
            assert score == POINT * cost


def test_search_says_when_nodes_run_out():
    search = Search(3)
    position = mine(UNBROKEN)[0]
    search.score(on_bits(*position), max(on_bits(*position).choices()))
    assert search.budget[0] == -1
