"""What cards count, and which ones follow suit, from public facts alone."""

from __future__ import annotations

import hearts_bruteforce as oracle
from hearts_walks import games
from hypothesis import given
from playfunc import DECK, Suit, legal_cards, points

NAMES = ["Ann", "Bob", "Cy", "Di"]


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
