"""The steps of a live game and its clocks; legality and scores are held against rules of this file's own."""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import permutations

import pytest
from playfunc.cards import WhistCard
from playfunc.record import replay, states
from playfunc_arena.whist import (
    BID_SECONDS,
    RULES,
    TURN_SECONDS,
    LiveGame,
    RefusedError,
    begin,
    bid,
    expire,
    forfeit,
    pairs,
    play,
    record_of,
    repeats,
)
from whist_games import any_card, played_to_the_end, score_by_hand, winner_by_hand

START = 1000.0
BOTS = (7, 4)


@pytest.fixture
def dealt() -> LiveGame:
    return begin(BOTS, random.Random(5), START, number=3)


@pytest.fixture
def playing(dealt: LiveGame) -> LiveGame:
    return bid(bid(dealt, 0, 5, START + 1), 1, 6, START + 2)


def test_a_deal_is_thirteen_sorted_cards_each_and_two_minutes_to_bid(dealt: LiveGame) -> None:
    cards = [card for hand in dealt.dealt for card in hand]
    assert len(set(cards)) == 26
    assert all(hand == tuple(sorted(hand)) for hand in dealt.dealt)
    assert dealt.due == (START + 120, START + 120)
    assert (dealt.seat_of(7), dealt.seat_of(4)) == (0, 1)
    assert (dealt.round, dealt.scores, dealt.forfeited_by, dealt.finished) == (1, None, None, None)


def test_either_may_bid_first_and_the_clock_of_the_leader_starts_with_the_second_bid(dealt: LiveGame) -> None:
    for first in (0, 1):
        once = bid(dealt, first, 5, START + 10)
        assert once.due[first] is None
        assert once.due[1 - first] == START + BID_SECONDS
        both = bid(once, 1 - first, 6, START + 50)
        assert both.due[both.leader] == START + 50 + TURN_SECONDS
        assert both.due[1 - both.leader] is None


@pytest.mark.parametrize("tricks", [0, -1, 14, 100])
def test_a_bid_is_1_to_13(dealt: LiveGame, tricks: int) -> None:
    with pytest.raises(RefusedError, match=rf"^{tricks} bid, but a bid is 1 … 13\.$"):
        bid(dealt, 0, tricks, START)


def test_a_bid_is_made_once_and_may_be_sent_twice(dealt: LiveGame) -> None:
    once = bid(dealt, 0, 5, START)
    assert bid(once, 0, 5, START + 9) is once
    with pytest.raises(RefusedError, match="You bid 5 already"):
        bid(once, 0, 6, START)


def test_no_card_before_both_have_bid(dealt: LiveGame) -> None:
    with pytest.raises(RefusedError, match="you have not bid"):
        play(dealt, 0, dealt.dealt[0][0], START)
    with pytest.raises(RefusedError, match="your opponent has not bid yet"):
        play(bid(dealt, 0, 5, START), 0, dealt.dealt[0][0], START)


def test_refused_cards_are_told_apart(playing: LiveGame) -> None:
    leader, second = playing.leader, 1 - playing.leader
    with pytest.raises(RefusedError, match="It is your opponent's turn"):
        play(playing, second, playing.dealt[second][0], START)
    foreign = playing.dealt[second][0]
    with pytest.raises(RefusedError, match=f"^{foreign} is not in your hand"):
        play(playing, leader, foreign, START)
    with pytest.raises(RefusedError, match="is not in your hand"):
        play(playing, second, playing.dealt[leader][0], START)
    lead = next(
        card
        for card in playing.dealt[leader]
        if len({own.suit is card.suit for own in playing.dealt[second]}) == 2
    )
    led = play(playing, leader, lead, START + 3)
    wrong = next(card for card in playing.dealt[second] if card.suit is not lead.suit)
    with pytest.raises(RefusedError, match=f"^{wrong} does not follow {lead}, and your hand holds "):
        play(led, second, wrong, START)


def test_a_card_may_be_sent_twice_but_not_played_twice(playing: LiveGame) -> None:
    game = playing
    first: dict[int, WhistCard] = {}
    for _ in range(4):
        seat = game.state.turn
        card = any_card(game, seat)
        first.setdefault(seat, card)
        game = play(game, seat, card, START + 5)
        assert play(game, seat, card, START + 9) is game
        assert repeats(game, seat, card)
    for seat, card in first.items():
        with pytest.raises(RefusedError, match=f"You played {card} in round 1 already"):
            play(game, seat, card, START + 9)


def test_each_turn_has_two_minutes_and_only_its_own_bot_has_a_clock(playing: LiveGame) -> None:
    game, now = playing, START + 2
    while game.finished is None:
        seat = game.state.turn
        assert game.due[seat] == now + TURN_SECONDS
        assert game.due[1 - seat] is None
        now += 100
        assert expire(game, now) is game
        game = play(game, seat, any_card(game, seat), now)
    assert game.finished == now
    assert game.due == (None, None)


@pytest.mark.parametrize("seed", range(60))
def test_whole_games_end_with_the_scores_of_the_contract(seed: int) -> None:
    game = played_to_the_end(begin(BOTS, random.Random(seed), START), random.Random(seed))
    winners = [winner_by_hand(*((str(card), seat) for card, seat in trick)) for trick in game.state.history]
    tricks = (winners.count(0), winners.count(1))
    assert sum(tricks) == 13
    assert game.state.tricks() == tricks
    assert game.scores == tuple(
        score_by_hand(own or 0, won) for own, won in zip(game.state.bids, tricks, strict=True)
    )
    leaders = [trick[0][1] for trick in game.state.history]
    assert leaders == [game.leader, *winners[:-1]]


def test_who_lets_the_time_pass_forfeits_at_that_time(dealt: LiveGame, playing: LiveGame) -> None:
    waiting = bid(dealt, 0, 5, START + 1)
    assert expire(waiting, START + 120) is waiting
    late = expire(waiting, START + 500)
    assert (late.forfeited_by, late.finished, late.scores, late.due) == (4, START + 120, None, (None, None))
    slow = expire(playing, START + 2 + 120.5)
    assert slow.forfeited_by == BOTS[playing.leader]
    assert slow.finished == START + 122


def test_of_two_times_that_are_past_the_first_counts(playing: LiveGame) -> None:
    leader, second = playing.leader, 1 - playing.leader
    gone = {second: START + 60}
    over = expire(playing, START + 500, (gone.get(0), gone.get(1)))
    assert (over.forfeited_by, over.finished) == (BOTS[second], START + 60)
    gone = {second: START + 400}
    over = expire(playing, START + 500, (gone.get(0), gone.get(1)))
    assert (over.forfeited_by, over.finished) == (BOTS[leader], START + 122)


def test_a_game_that_is_over_stays_as_it_is(playing: LiveGame) -> None:
    over = forfeit(playing, 1, START + 30)
    assert over.forfeited_by == BOTS[1]
    assert expire(over, START + 5000, (START, START)) is over


def test_states_are_those_of_the_rules(dealt: LiveGame) -> None:
    again = RULES.deal(random.Random(5))
    assert dealt.state == again


@pytest.mark.parametrize("seed", range(20))
def test_a_record_replays_to_the_same_end(seed: int) -> None:
    source = random.Random(seed)
    game = played_to_the_end(begin((7, 9), source, 0.0, 3), source)
    record = record_of(game, ("one", "other"))
    last = replay(record)
    assert record.scores == game.scores
    assert (last.history, last.bids) == (game.state.history, game.state.bids)


@pytest.mark.parametrize("bids", [(), (0,), (1,), (0, 1), (1, 0)])
@pytest.mark.parametrize("cards", [0, 1, 8, 25])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_forfeited_game_breaks_off_where_it_did(bids: tuple[int, ...], cards: int, seat: int) -> None:
    source = random.Random(4)
    game = begin((7, 9), source, 0.0, 3)
    for bidder in bids:
        game = bid(game, bidder, 3 + bidder, 1.0)
    for _ in range(cards if len(bids) == 2 else 0):
        game = play(game, game.state.turn, any_card(game, game.state.turn), 2.0)
    record = record_of(forfeit(game, seat, 3.0), ("one", "other"))
    *_, last = states(record)
    assert (last.history, last.trick) == (game.state.history, game.state.trick)
    assert last.bids == (game.state.bids if bids != (1,) else (None, None))
    assert record.scores is None
    assert [fault.seat for fault in record.faults] == [seat]


# Every pair meets equally often, and every card is dealt equally often: chi-square over 100,000.
TIMES = 100_000

UPPER = {14: 36.12, 51: 87.97, 11: 31.26, 1: 10.83}
"""Degrees of freedom → the value that chi-square passes once in a thousand (NIST/SEMATECH, section 1.3.6.7.4)."""


def chi_square(counted: Mapping[object, int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counted.values())


@pytest.mark.parametrize("waiting", [[], [4]])
def test_nobody_meets_alone(waiting: list[int]) -> None:
    assert pairs(waiting, random.Random(1)) == []


@pytest.mark.parametrize("count", range(2, 12))
def test_everybody_is_paired_once_and_at_most_one_waits_on(count: int) -> None:
    made = pairs(range(count), random.Random(count))
    met = [bot for pair in made for bot in pair]
    assert len(set(met)) == len(met) == count - count % 2


def test_every_way_to_pair_six_is_equally_likely() -> None:
    source = random.Random(20261123)
    counted = Counter(frozenset(map(frozenset, pairs(range(6), source))) for _ in range(TIMES))
    assert len(counted) == 15
    assert chi_square(counted, TIMES / 15) < UPPER[14]


def test_every_order_of_four_is_equally_likely_to_begin() -> None:
    source = random.Random(7)
    counted = Counter(pairs(range(4), source)[0] for _ in range(TIMES))
    assert set(counted) == set(permutations(range(4), 2))
    assert chi_square(counted, TIMES / 12) < UPPER[11]


def test_deals_are_unbiased() -> None:
    """By seed, so that it is the same in every run; a server deals from the system's cryptographic source."""
    source = random.Random(11)
    held: tuple[Counter[WhistCard], Counter[WhistCard]] = (Counter(), Counter())
    leads: Counter[int] = Counter()
    for _ in range(TIMES):
        state = RULES.deal(source)
        leads[state.turn] += 1
        for seat, hand in enumerate(state.hands):
            held[seat].update(hand)
    for counter in held:
        # drawn without replacement, 13 at a time: the counts vary by 39/51 of what independent draws would
        assert chi_square(counter, TIMES / 4) / (39 / 51) < UPPER[51]
    assert chi_square(leads, TIMES / 2) < UPPER[1]
