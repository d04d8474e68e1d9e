"""The number of complete plays of small rounds of BlackJack, and how they end: the rules against a brute force."""

import random
from collections import Counter
from collections.abc import Generator, Sequence
from itertools import product

import pytest
from playfunc.games.blackjack import (
    FACES,
    Bet,
    BlackJack,
    BlackJackState,
)


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
