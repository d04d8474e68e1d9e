"""Following suit and winning tricks, with the cards of both trick games."""

import pytest
from playfunc.cards import Card, WhistCard, following, highest_of_suit


def hearts(texts):
    return [Card(text) for text in texts.split()]


def whist(texts):
    return [WhistCard(f"{text[0]}{int(text[1:]):02}") for text in texts.split()]


@pytest.mark.parametrize("cards", [hearts, whist])
def test_cards_of_the_suit_led_follow_in_hand_order(cards):
    hand = cards("D9 C4 D10 D2")
    assert following(hand, *cards("D5")) == cards("D9 D10 D2")
    assert following(hand, *cards("S5")) == []


@pytest.mark.parametrize("cards", [hearts, whist])
def test_the_highest_card_of_the_suit_led_wins_whatever_else_is_higher(cards):
    assert highest_of_suit(cards("D5 S10 D7 D6")) == 2
    assert highest_of_suit(cards("D5 S10 H10")) == 0
    assert highest_of_suit(cards("D5")) == 0
