"""The double-dummy solver against plain minimax."""

import random

import pytest
from playfunc.cards import Suit, WhistCard
from playfunc_opponents.skullwhist.reviewer import card_shares, open_tricks, share
from playfunc_opponents.skullwhist.solver import (
    EMPTY,
    after,
    beats,
    bit_of,
    can_win,
    lead_tricks,
    leader_tricks,
    leads,
    position_of,
    replies,
    reply_tricks,
    sure_tricks,
    swapped,
)
from playfunc_opponents.skullwhist.worlds import Beliefs, begin, expected_tricks, look, other_hands, unseen
from skullwhist_positions import hands, plain, plain_lead, plain_trick


@pytest.mark.parametrize("size", range(1, 7))
def test_the_solver_agrees_with_plain_minimax(size, table):
    for seed in range(40 if size < 6 else 15):
        leader, other = hands(seed, size)
        position = position_of(leader, other)
        assert leader_tricks(position, size, table) == plain(leader, other)
        assert sure_tricks(position) <= plain(leader, other)
        held = {*leader, *other}
        for lead in leader:
            assert lead_tricks(position, size, bit_of(lead, held), table) == plain_lead(leader, other, lead)
            for reply in [card for card in other if card // 13 == lead // 13] or other:
                assert reply_tricks(position, size, bit_of(lead, held), bit_of(reply, held), table) == (
                    size - plain_trick(leader, other, lead, reply)
                )


def test_whole_deals_keep_their_word(table):
    """The best lead and the best reply, played out trick by trick, come to what the solver said."""
    for seed in range(12):
        leader, other = hands(3 * seed + 1, 13)
        position, promised = position_of(leader, other), None
        won, mine = 0, True
        for size in range(13, 0, -1):
            value = leader_tricks(position, size, table)
            total = won + (value if mine else size - value)
            assert promised in (None, total)
            promised = total
            options = [bit for bit in range(56) if leads(position) >> bit & 1]
            lead = max(options, key=lambda bit: lead_tricks(position, size, bit, table))
            answers = [bit for bit in range(56) if replies(position, lead // 14) >> bit & 1]
            reply = max(answers, key=lambda bit: reply_tricks(position, size, lead, bit, table))
            lost = bool(beats(lead, reply))
            won += mine != lost
            rest = after(position, lead, reply)
            position, mine = (swapped(rest), not mine) if lost else (rest, mine)
        assert position == EMPTY
        assert won == promised


def test_questions_beyond_the_cards(table):
    position = position_of([0, 1], [2, 15])
    assert can_win(position, 2, 0, table)
    assert not can_win(position, 2, 3, table)


def test_neighbours_are_the_same_card():
    position = position_of([0, 1, 2, 5], [3, 4, 39, 40])
    assert bin(leads(position)).count("1") == 2
    assert bin(replies(position, 0)).count("1") == 1
    assert bin(replies(position, 1)).count("1") == 2


# Shares of a win with both hands open, against plain minimax.
@pytest.mark.parametrize(
    ("mine", "theirs", "tricks", "total", "found"),
    [(5, 8, 5, 13, 0.5), (5, 8, 6, 13, 1), (5, 8, 4, 13, 0), (13, 13, 6, 13, 0.5), (9, 6, 8, 13, 0.0)],
)
def test_who_wins_by_the_scores(mine, theirs, tricks, total, found):
    """50 to 80, 51 to -80, -50 to 81, both fail alike, -90 to -60."""
    expected = {(5, 8, 5, 13): 0.0}.get((mine, theirs, tricks, total), found)
    assert share(mine, theirs, tricks, total) == expected


@pytest.mark.parametrize("size", range(1, 6))
def test_cards_are_worth_what_plain_minimax_says(size):
    for seed in range(30):
        leader, other = hands(seed, size)
        assert open_tricks(leader, other) == plain(leader, other)
        shares = [share(1 + seed % 4, 1 + seed % 3, won, size) for won in range(size + 1)]
        expected = [shares[plain_lead(leader, other, lead)] for lead in leader]
        assert card_shares(leader, other, None, leader, shares) == expected
        for lead in leader:
            replies = [card for card in other if card // 13 == lead // 13] or list(other)
            won = [size - plain_trick(leader, other, lead, reply) for reply in replies]
            assert card_shares(other, leader, lead, replies, shares) == [shares[tricks] for tricks in won]


# What is believed of the other's hand.
def cards(text: str) -> tuple[WhistCard, ...]:
    return tuple(map(WhistCard, text.split()))


def test_beliefs_follow_the_game():
    beliefs = begin(cards("C05 D02 S01"))
    first = ((WhistCard("C05"), "me"), (WhistCard("H09"), "you"))
    beliefs = look("me", (), (first, beliefs))
    assert beliefs == Beliefs(
        frozenset(cards("C05 D02 S01")), frozenset(cards("H09")), frozenset({Suit.CLUBS}), 1
    )
    beliefs = look(
        "me", ((WhistCard("H13"), "you"),), (((WhistCard("D02"), "me"), (WhistCard("D03"), "you")), beliefs)
    )
    assert beliefs.theirs == frozenset(cards("H09 D03 H13"))
    assert (beliefs.voids, beliefs.won) == (frozenset({Suit.CLUBS}), 1)
    assert {card.suit for card in unseen(beliefs)} == {Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES}
    assert not set(unseen(beliefs)) & {*beliefs.mine, *beliefs.theirs}


def test_a_high_bid_makes_strong_hands_likelier():
    random.seed(1)
    beliefs = begin(WhistCard.deck()[:13])

    def worth(bid):
        return sum(expected_tricks(hand) for hand in other_hands(beliefs, 13, bid, 60)) / 60

    assert worth(12) > worth(None) > worth(1)
