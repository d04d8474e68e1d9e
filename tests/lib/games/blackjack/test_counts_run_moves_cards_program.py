"""The number of complete plays of small rounds of BlackJack, and how they end: the rules against a brute force."""

import random
from collections import Counter
from collections.abc import Generator, Sequence
from itertools import product

import pytest
from playfunc.errors import NotationError, ProtocolError
from playfunc.games.blackjack import (
    FACES,
    Bet,
    BlackJack,
    BlackJackState,
    Double,
    Hit,
    Plain,
    Stand,
    hand_score,
    total,
)
from playfunc.games.blackjack.call import PROGRAM
from playfunc.games.blackjack.run import play_run, start_round
from playfunc.player import FunctionPlayer
from playfunc.record import replay
from playfunc.rules import Call
from playfunc.series import play_series


# BlackJack once more, by brute force, straight from the contract: the oracle for the real rules.
#
# Nothing of playfunc is imported. A table is a generator that asks for one move after the other; a play is the list
# of its answers, and every longer play is played again from the first card. Slow on purpose, and written in another
# way than the rules that it is to check.
def score(cards: Sequence[str]) -> int:
    """The best count of the cards up to 21, each ace 11 or 1 by itself; 0 if there is none."""
    counts = [(1, 11) if card == "A" else (10,) if card in "TJQK" else (int(card),) for card in cards]
    return max((sum(each) for each in product(*counts) if sum(each) <= 21), default=0)


def table(shoe: str, chips: Sequence[int], hands: int) -> Generator[list[str], str, tuple[int, ...]]:
    """A round of so many hands: yields what may be moved, is sent a move, and returns the chips at the end."""
    cards, purse = iter(shoe), list(chips)
    for _ in range(hands):
        playing = [seat for seat in range(len(purse)) if purse[seat] >= 10]
        if not playing:
            break
        stake, hand, dealer = dict.fromkeys(playing, 10), dict.fromkeys(playing, ""), ""
        for seat in playing:
            purse[seat] -= 10
        for _ in "12":
            for seat in playing:
                hand[seat] += next(cards)
            dealer += next(cards)
        standing_in, moved = list(playing), set()
        while standing_in:
            for seat in [*standing_in]:
                doubles = ["D"] if seat not in moved and purse[seat] >= stake[seat] else []
                move = yield ["S", "H", *doubles, *(f"B {n}" for n in range(1, purse[seat] + 1))]
                moved.add(seat)
                raised = stake[seat] if move == "D" else int(move[2:] or 0)
                purse[seat] -= raised
                stake[seat] += raised
                if move in ("H", "D"):
                    hand[seat] += next(cards)
                if move in ("S", "D") or not score(hand[seat]):
                    standing_in.remove(seat)
        while 0 < score(dealer) < 17:
            dealer += next(cards)
        for seat in playing:
            if score(hand[seat]) > score(dealer):
                purse[seat] += 2 * stake[seat]
    return tuple(purse)


def distribution(shoe: str, chips: Sequence[int], hands: int, bets: bool) -> Counter[tuple[int, ...]]:
    """How many complete plays end with which chips; without `bets`, of those plays in which nobody raises."""
    ends: Counter[tuple[int, ...]] = Counter()
    waiting: list[list[str]] = [[]]
    while waiting:
        play = waiting.pop()
        run = table(shoe, chips, hands)
        try:
            moves = next(run)
            for move in play:
                moves = run.send(move)
        except StopIteration as over:
            ends[over.value] += 1
        else:
            waiting += [[*play, move] for move in moves if bets or move[0] != "B"]
    return ends


SMALL = [  # chips, hands, whether bets are counted too: they double the plays with every chip
    ((10,), 1, True),
    ((13,), 1, True),
    ((11, 11), 1, True),
    ((40,), 2, False),
    ((9, 30), 2, False),
    ((10, 30), 2, False),
    ((20, 10, 10), 1, False),
]


def by_the_rules(rules: BlackJack, state: BlackJackState, bets: bool) -> Counter[tuple[int, ...]]:
    acting = rules.to_act(state)
    if not acting:
        return Counter([rules.scores(state)])
    (seat,) = acting
    ends: Counter[tuple[int, ...]] = Counter()
    for move in rules.legal(rules.view(state, seat)):
        if bets or not isinstance(move, Bet):
            ends += by_the_rules(rules, rules.play(state, {seat: move}), bets)
    return ends


@pytest.mark.parametrize(("chips", "hands", "bets"), SMALL, ids=str)
@pytest.mark.parametrize("shuffle", range(3))
def test_the_rules_play_what_brute_force_plays(chips, hands, bets, shuffle):
    """A shoe with more high cards than low ones, so that hands are short and plays few."""
    deck = [*(FACES * 2 + "89TJQK" * 6)]
    random.Random(f"{chips} {shuffle}").shuffle(deck)
    shoe = "".join(deck)
    rules = BlackJack(len(chips), hands=hands)
    ends = by_the_rules(rules, rules.from_shoes([shoe], chips), bets)
    assert ends == distribution(shoe, chips, hands, bets)
    assert ends.total() > 1


@pytest.mark.parametrize(
    ("shoe", "chips", "ends"),
    [
        # TT against T7, and K on top: stand and win, or hit and be bust. Nothing is left to bet or double with.
        ("TTT7K", (10,), {(20,): 1, (0,): 1}),
        # A7 against T8, then 3 and K: a tie, which loses; 21, which wins; 21 again, for the ace now counts 1.
        ("AT783K", (10,), {(0,): 2, (20,): 2}),
        # A chip to bet: before the stand, before the card that is too many, or not at all.
        ("TTT7K", (11,), {(22,): 1, (21,): 1, (1,): 1, (0,): 1}),
    ],
)
def test_brute_force_agrees_with_counts_by_hand(shoe, chips, ends):
    assert distribution(shoe + "T" * 10, chips, 1, bets=True) == ends


# A run of BlackJack: chips are carried on from round to round.
def test_a_run_is_five_rounds_with_chips_carried_on():
    rules = BlackJack(seats=2)
    asked = []

    def bold(player_id, hand, visible, stake, chips, previous) -> tuple[Plain | Bet, int]:
        asked.append(previous)
        return (Bet(chips // 2) if stake == 10 and chips > 1 else Stand), 7

    def calm(player_id, hand, visible, stake, chips, previous) -> tuple[Plain, None]:
        return Stand, None

    players = [FunctionPlayer(bold, rules, name="bold"), FunctionPlayer(calm, rules, name="calm")]
    run = play_run(rules, players, 3)
    (record,) = run.hands
    assert record.parameters["rounds"] == 5
    assert len(replay(record).history) == 25
    assert run.totals == record.scores
    assert 1 <= asked.count(None) <= 5
    assert play_series(rules, players, 3) == run


def test_a_round_of_a_contest_starts_with_the_chips_that_are_left():
    rules = BlackJack(seats=3)
    state = start_round(rules, random.Random(1), (200, 9, 35))
    assert state.shoes == rules.deal(random.Random(1)).shoes
    assert (state.chips, state.stakes) == ((190, 9, 25), (10, 0, 10))


# Moves as texts and as replies.
ONE_HAND = BlackJack(seats=1, hands=1)


def test_a_bet_counts_by_its_size_alone():
    assert Bet(-5) == Bet(5)


@pytest.mark.parametrize(
    ("text", "move"), [("H", Hit), ("s", Stand), ("d", Double), ("B 15", Bet(15)), ("b -3", Bet(3))]
)
def test_moves_are_read_whatever_their_case(text, move):
    assert ONE_HAND.projection.parse_move(text) == move


@pytest.mark.parametrize("text", ["B", "B 1.5", "H 3", "hit", "B  3", "B x"])
def test_odd_texts_are_no_moves(text):
    with pytest.raises(NotationError):
        ONE_HAND.projection.parse_move(text)


@pytest.mark.parametrize("reply", [Bet, Bet(1.5), "H", Plain("X"), 5])
def test_odd_replies_are_no_moves(reply):
    with pytest.raises(ProtocolError, match="Hit, Stand, Double or Bet"):
        ONE_HAND.projection.read_reply(reply)


# What cards count.
@pytest.mark.parametrize(
    ("cards", "points", "counts"),
    [
        ("KJA", 21, 21),
        ("AA", 12, 12),
        ("AAA9", 12, 12),
        ("A9", 20, 20),
        ("A9A", 21, 21),
        ("TQ2", 22, 0),
        ("TJQK", 40, 0),
        ("A6", 17, 17),
        ("23456", 20, 20),
        ("A5T", 16, 16),
    ],
)
def test_what_cards_count(cards, points, counts):
    assert total(cards) == points
    assert hand_score(cards) == counts


# BlackJack's own text protocol, without any process.
def test_a_position_is_five_words():
    call = Call("play", ("ann", ["A", "7"], ["9", "#", "A", "7"], 10, 190, None))
    assert PROGRAM.words(call) == ("18", "A7", "9#A7", "10", "190")
