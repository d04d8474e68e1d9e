"""Steps 3 and 4 keep their promises: what the text says a player wins that follows the advice of step 3 to the letter,
and the same player once it stops moons."""

from collections.abc import Callable
from typing import Any

import pytest
from hearts_findings import Seen, legal, measured, remember
from playfunc import Card, Suit, points
from playfunc_workbook.finding import State
from playfunc_workbook.hearts.situations import choose_finding

QUEEN = Card("SQ")


def rank(card: Card) -> int:
    return card.rank


def advised(options: list[Card], trick: Any, taken: tuple[int, ...]) -> Card:
    """The advice of step 3, in its order, and nothing else."""
    if not trick:
        cheap = [card for card in options if card.suit in (Suit.CLUBS, Suit.DIAMONDS)]
        return max(cheap or [card for card in options if card is not QUEEN] or options, key=rank)
    suit = trick[0][0].suit
    if options[0].suit is not suit:
        return max(options, key=lambda card: (points(card), card.rank))
    top = max(card.rank for card, _ in trick if card.suit is suit)
    under = [card for card in options if card.rank < top]
    over = [card for card in options if card.rank > top and card is not QUEEN]
    if QUEEN in under:
        return QUEEN
    if under or not over:
        return max(under or options, key=rank)
    return (max if len(trick) == len(taken) - 1 else min)(over, key=rank)


def stopping(options: list[Card], trick: Any, taken: tuple[int, ...]) -> Card:
    """The same, and the advice of step 4: win a trick with a heart or two once another has all points."""
    moon = sum(taken) > 0 and max(taken[1:]) == sum(taken)
    if trick and options[0].suit is trick[0][0].suit and moon:
        cost = sum(points(card) for card, _ in trick)
        top = max(card for card, _ in trick if card.suit is options[0].suit)
        over = [card for card in options if card > top and card is not QUEEN]
        if over and 1 <= cost <= 2 and len(trick) == len(taken) - 1:
            return over[-1]
    return advised(options, trick, taken)


def player(choose: Callable[..., Card]) -> Callable[..., Any]:
    def play(player_id: str, hand: Any, trick: Any, previous: Any) -> tuple[Card, Seen]:
        memory = remember(player_id, hand, previous)
        broken = any(card.suit is Suit.HEARTS for card in memory.gone)
        options = legal(hand, trick, previous is None, broken)
        return choose(options, trick, memory.taken), memory

    return play


@pytest.mark.parametrize("choose", [advised, stopping])
def test_the_check_passes_what_follows_the_text(choose):
    assert choose_finding(choose).state is State.RIGHT


def test_moons_stopped_win_over_nine_of_ten_games_in_the_notebooks_own_checkpoint():
    assert measured(player(stopping), "basic", 25).win_rate.rate > 0.9


@pytest.mark.long
def test_the_advice_of_step_3_wins_about_three_games_in_four():
    assert 0.68 <= measured(player(advised), "basic", 200).win_rate.rate <= 0.82
