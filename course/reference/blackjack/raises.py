"""Step 5 of the unit, without its arithmetic: the rule of thumb, and a raise before it stands on 20 or 21.

It also counts: a hand of 19 is raised where more high cards are gone from the shoe than low ones, for the dealer
then improves less. Its memory is that count, over the hands before this one.
"""

from playfunc.games.blackjack import BUY_IN, VALUES, Bet, Double, Hit, Move, Stand, total

HIGH, LOW = "9TJQK", "2345"


def wanted(hand: tuple[str, ...], shown: int) -> Move:
    """A move by one's own total and the dealer's open card, 1 to 10."""
    points, weak = total(hand), 2 <= shown <= 6
    soft = "A" in hand and points == sum(VALUES[face] for face in hand) + 10
    if len(hand) == 2 and points in (10, 11) and shown not in (1, 10):
        return Double
    if soft:
        return Hit if points < 18 else Stand
    return Hit if points < (12 if weak else 17) else Stand


def gone(cards: tuple[str, ...]) -> int:
    """How many more high cards than low ones are among these."""
    return sum(face in HIGH for face in cards) - sum(face in LOW for face in cards)


def play(
    player_id: str,
    hand: tuple[str, ...],
    visible: tuple[str, ...],
    stake: int,
    chips: int,
    previous: tuple[tuple[str, ...], int] | None,
) -> tuple[Move, int]:
    before, count = previous or ((), 0)
    fresh = len(hand) == 2 and stake == BUY_IN
    if fresh:
        count += gone(before)
    move = wanted(hand, VALUES[visible[0]])
    sure = total(hand) >= 20 or (total(hand) == 19 and count + gone(visible) > 2)
    if move == Stand and sure and stake == BUY_IN and chips >= 2:
        return Bet(chips // 2), count
    return (Hit if move == Double and not (fresh and chips >= stake) else move), count
