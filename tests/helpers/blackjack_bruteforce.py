"""BlackJack once more, by brute force, straight from the contract: the oracle for the real rules.

Nothing of playfunc is imported. A table is a generator that asks for one move after the other; a play is the list
of its answers, and every longer play is played again from the first card. Slow on purpose, and written in another
way than the rules that it is to check.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from itertools import product


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
