"""Hearts once more, by brute force, straight from the contract: the oracle for the real rules.

Nothing of playfunc is imported. Cards are plain text, a hand is a tuple of them, and what may be played is
decided by asking of each card, alone, whether one of the contract's four rules forbids it. No caches, no
short cuts: slow on purpose, and written in another way than the rules it is to check.

Run as a program it prints the stored counts anew (tests/golden/hearts_counts.json), from the deals in it.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

Hands = tuple[tuple[str, ...], ...]
Trick = tuple[tuple[str, int], ...]


def suit(card: str) -> str:
    return card[0]


def strength(card: str) -> int:
    return RANKS.index(card[1:])


def cost(card: str) -> int:
    return 13 if card == "SQ" else 1 if suit(card) == "H" else 0


def forbidden(card: str, hand: Sequence[str], trick: Trick, tricks: Sequence[Trick]) -> str | None:
    """Which rule forbids the card, the first of Leading, Bleeding, Breaking, Reneging; `None` if none."""
    opening = len(tricks) == 0
    leading = len(trick) == 0
    if opening and leading and "C2" in hand and card != "C2":
        return "Leading"
    if opening and cost(card) > 0 and min(cost(held) for held in hand) == 0:
        return "Bleeding"
    hearts_fell = any(suit(played) == "H" for old in tricks for played, _ in old)
    if leading and suit(card) == "H" and not hearts_fell and {suit(held) for held in hand} != {"H"}:
        return "Breaking"
    if not leading and suit(card) != suit(trick[0][0]) and any(suit(x) == suit(trick[0][0]) for x in hand):
        return "Reneging"
    return None


def taker(trick: Trick) -> int:
    """The seat that wins a complete trick."""
    led = [(strength(card), seat) for card, seat in trick if suit(card) == suit(trick[0][0])]
    return max(led)[1]


def result(tricks: Sequence[Trick], seats: int) -> tuple[int, ...]:
    """The points of each seat after these tricks, the moon counted."""
    taken = [sum(cost(card) for t in tricks if taker(t) == seat for card, _ in t) for seat in range(seats)]
    return tuple(26 - mine if 26 in taken else mine for mine in taken)


def all_plays(
    hands: Hands, turn: int, trick: Trick = (), tricks: tuple[Trick, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """The final points of every complete play from here, one by one."""
    if len(trick) == len(hands):
        yield from all_plays(hands, taker(trick), (), (*tricks, trick))
        return
    if not hands[turn]:
        yield result(tricks, len(hands))
        return
    for card in hands[turn]:
        if forbidden(card, hands[turn], trick, tricks) is None:
            left = tuple(
                tuple(held for held in hand if held != card) if seat == turn else hand
                for seat, hand in enumerate(hands)
            )
            yield from all_plays(left, (turn + 1) % len(hands), (*trick, (card, turn)), tricks)


def distribution(hands: Sequence[Sequence[str]]) -> Counter[tuple[int, ...]]:
    """How many complete plays of the deal end with which points; opened by the holder of C2."""
    opener = next(seat for seat, hand in enumerate(hands) if "C2" in hand)
    return Counter(all_plays(tuple(map(tuple, hands)), opener))


def counted(deal: dict[str, object], hands: Sequence[Sequence[str]]) -> dict[str, object]:
    """The deal with its numbers, as it is stored."""
    ends = distribution(hands)
    scores = [[list(points), number] for points, number in sorted(ends.items())]
    return {"shows": deal["shows"], "hands": hands, "plays": ends.total(), "scores": scores}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        for deal in json.load(file):
            print(json.dumps(counted(deal, deal["hands"])), end=",\n")
