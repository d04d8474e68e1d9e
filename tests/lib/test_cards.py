"""Cards: their two notations to the letter, one object each, one order, the same hash everywhere."""

import copy
import itertools
import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc import DECK, Card, Rank, Suit
from playfunc.cards import WhistCard
from playfunc.errors import NotationError, PlayfuncError

RANK_TEXTS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
HEARTS_TEXTS = [s + r for s in "CDSH" for r in RANK_TEXTS]
WHIST_TEXTS = [s + f"{v:02}" for s in "CDHS" for v in range(1, 14)]
both_types = pytest.mark.parametrize(
    ("card_type", "texts"), [(Card, HEARTS_TEXTS), (WhistCard, WHIST_TEXTS)], ids=["Card", "WhistCard"]
)


@both_types
def test_the_deck_is_the_52_texts_in_ascending_order(card_type, texts):
    assert [card.text for card in card_type.deck()] == texts
    assert [card.index for card in card_type.deck()] == list(range(52))
    backwards = card_type.deck()[::-1]
    assert sorted(backwards) == list(card_type.deck())


@both_types
def test_text_is_the_inverse_of_parsing(card_type, texts):
    for text in texts:
        card = card_type(text)
        assert str(card) == card.text == text
        assert eval(repr(card), {card_type.__name__: card_type}) is card


def test_parts_of_a_hearts_card():
    for text in HEARTS_TEXTS:
        card = Card(text)
        assert card.suit.value == text[0]
        assert str(card.rank) == text[1:]
        assert card.rank == 2 + RANK_TEXTS.index(text[1:])
        assert Card.of(card.suit, card.rank) is Card.of(card.suit, int(card.rank)) is card


def test_parts_of_a_whist_card():
    for text in WHIST_TEXTS:
        card = WhistCard(text)
        assert (card.suit.value, card.value) == (text[0], int(text[1:]))
        assert WhistCard.of(card.suit, card.value) is card


LIKE_CARDS = st.one_of(
    st.text(max_size=4),
    st.text(alphabet="CDSHcdsh♠♥0123456789JQKAjqkaT １", max_size=4),
    st.sampled_from(HEARTS_TEXTS + WHIST_TEXTS).flatmap(
        lambda t: st.sampled_from(
            [t.lower(), t + " ", " " + t, t + "\n", t[::-1], t + "0", t[:1], t[0] + "0" + t[1:]]
        )
    ),
)


@both_types
@given(text=LIKE_CARDS)
def test_nothing_else_parses(card_type, texts, text):
    if text in texts:
        assert card_type(text).text == text
        return
    with pytest.raises(NotationError) as caught:
        card_type(text)
    assert repr(text) in str(caught.value)
    assert "such as" in str(caught.value)


@pytest.mark.parametrize("odd", [None, 7, b"SQ", ("S", "Q"), Card("SQ"), type("Text", (str,), {})("SQ")])
def test_only_text_parses(odd):
    with pytest.raises(NotationError, match="not a card"):
        Card(odd)


def test_a_notation_error_is_a_value_error_of_ours():
    assert issubclass(NotationError, ValueError)
    assert issubclass(NotationError, PlayfuncError)


@both_types
def test_there_is_one_object_per_card(card_type, texts):
    for text in texts:
        card = card_type(text)
        assert card_type(text) is card
        assert copy.copy(card) is copy.deepcopy(card) is copy.deepcopy([card])[0] is card
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(card, protocol)) is card


@both_types
def test_order_is_total(card_type, texts):
    for a, b in itertools.product(card_type.deck(), repeat=2):
        assert (a < b) is (b > a) is (a.index < b.index)
        assert (a <= b) is (b >= a) is (a.index <= b.index)
        assert (a == b) is (a is b)
    assert len(set(card_type.deck())) == 52


def test_cards_of_two_games_are_never_equal_nor_ordered():
    assert Card("C2") != WhistCard("C02")
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(Card("C2"), compare)(WhistCard("C02")) is NotImplemented
    with pytest.raises(TypeError):
        sorted([Card("C2"), WhistCard("C02")])
    with pytest.raises(TypeError):
        _ = Card("C2") < "C3"


def test_cards_cannot_be_changed():
    with pytest.raises(AttributeError, match="cannot be changed"):
        Card("SQ").suit = Suit.HEARTS
    with pytest.raises(AttributeError):
        Card("SQ").colour = "black"
    assert Card("SQ").suit is Suit.SPADES


def test_suits_are_ordered_as_a_hand_is_sorted():
    assert "".join(map(str, sorted(Suit))) == "CDSH"
    assert [suit.symbol for suit in Suit] == ["♣", "♦", "♠", "♥"]
    with pytest.raises(TypeError):
        _ = Suit.CLUBS < 3
    with pytest.raises(TypeError):
        _ = Suit.CLUBS < Rank.ACE


def test_ranks_compare_as_numbers_and_read_as_letters():
    assert Rank.ACE > Rank.KING > 12 == Rank.QUEEN
    assert [str(rank) for rank in Rank] == RANK_TEXTS


def test_a_set_of_cards_is_walked_alike_in_every_process():
    script = (
        "from playfunc.cards import Card, Suit, WhistCard\n"
        "deck = Card.deck()\n"
        "print(list(map(hash, deck)), list(map(hash, WhistCard.deck())), list(map(hash, Suit)))\n"
        "print(list({deck[i * 29 % 52] for i in range(40)}), list(frozenset(Suit)))"
    )
    walks = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(walks) == 1
    assert len({hash(card) for card in DECK}) == 52
