"""SkullWhist's opponents: the solver against plain minimax, beliefs against a game looked at from above."""

from __future__ import annotations

import random
from functools import cache

import pytest
from playfunc.cards import Suit, WhistCard
from playfunc.duplicate import deal_rng, rotations
from playfunc.games.skullwhist import SkullWhist, score
from playfunc.match import play_games
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.skullwhist.advanced import standing
from playfunc_opponents.skullwhist.beliefs import Beliefs, begin, expected_tricks, look, other_hands, unseen
from playfunc_opponents.skullwhist.minmax import look_ahead
from playfunc_opponents.skullwhist.solver import (
    EMPTY,
    after,
    beats,
    bit_of,
    can_win,
    lead_tricks,
    leader_tricks,
    leads,
    new_table,
    position_of,
    replies,
    reply_tricks,
    sure_tricks,
    swapped,
)

RULES = SkullWhist()


@pytest.fixture(scope="module")
def table():
    return new_table()


@cache
def plain(leader: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Tricks of the leader, by minimax over every card, from the rules' words alone."""
    if not leader:
        return 0
    return max(plain_lead(leader, other, lead) for lead in leader)


def plain_lead(leader, other, lead) -> int:
    same = [card for card in other if card // 13 == lead // 13]
    return min(plain_trick(leader, other, lead, reply) for reply in same or other)


def plain_trick(leader, other, lead, reply) -> int:
    rest = tuple(card for card in leader if card != lead), tuple(card for card in other if card != reply)
    if reply // 13 == 3 if reply // 13 != lead // 13 else reply > lead:
        return len(leader) - 1 - plain(rest[1], rest[0])
    return 1 + plain(*rest)


def hands(seed: int, size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Some deals from the whole deck, some from few suits, so that lengths and trumps differ."""
    rng = random.Random(seed)
    deck = range(52) if seed % 3 else [*range(8), *range(39, 52)]
    dealt = rng.sample(deck, 2 * size)
    return tuple(sorted(dealt[:size])), tuple(sorted(dealt[size:]))


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


def test_looking_ahead_to_the_end_is_exact(table):
    for seed in range(20):
        leader, other = hands(seed, 3)
        assert look_ahead(position_of(leader, other), 3) == 2 * plain(leader, other) - 3


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


def test_what_a_card_is_worth_adds_up():
    """Thirteen tricks are shared by two hands, so a hand of the deck is worth half of them on average."""
    assert expected_tricks(WhistCard.deck()) / 4 == pytest.approx(6.5, abs=0.35)


@pytest.mark.parametrize(("mine", "theirs", "tricks", "sign"), [(6, 5, 6, 1), (5, 6, 4, -1), (1, 2, 11, 0)])
def test_a_game_won_counts_most(mine, theirs, tricks, sign):
    margin = score(mine, tricks) - score(theirs, 13 - tricks)
    assert standing(mine, theirs, tricks) == pytest.approx(sign + 0.002 * margin)


@pytest.mark.parametrize("tier", LADDERS["skullwhist"].tiers)
def test_opponents_play_legal_games_the_same_every_time(tier):
    player, other = opponent(RULES, tier), opponent(RULES, "basic", key=b"other")
    tables = [t for n in range(3) for t in rotations(RULES, RULES.deal(deal_rng("t", n)), (player, other))]
    records = play_games(RULES, tables)
    assert not any(record.faults for record in records)
    assert play_games(RULES, tables) == records


def test_advanced_wins_against_basic():
    player, other = opponent(RULES, "advanced"), opponent(RULES, "basic", key=b"other")
    tables = [t for n in range(7) for t in rotations(RULES, RULES.deal(deal_rng("a", n)), (player, other))]
    records = play_games(RULES, tables)
    wins = sum((r.scores[n % 2] > r.scores[1 - n % 2]) for n, r in enumerate(records))
    assert wins >= 10
