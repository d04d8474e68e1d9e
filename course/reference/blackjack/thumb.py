"""Step 3 of the unit, as a rule of thumb: what the dealer shows decides, and a good start is doubled."""

from playfunc.games.blackjack import VALUES, Double, Hit, Move, Stand, total


def wanted(hand: tuple[str, ...], shown: int) -> Move:
    """A move by one's own total and the dealer's open card, 1 to 10."""
    points, weak = total(hand), 2 <= shown <= 6
    soft = "A" in hand and points == sum(VALUES[face] for face in hand) + 10
    if len(hand) == 2 and points in (10, 11) and shown not in (1, 10):
        return Double
    if soft:
        return Hit if points < 18 else Stand
    return Hit if points < (12 if weak else 17) else Stand


def play(
    player_id: str, hand: tuple[str, ...], visible: tuple[str, ...], stake: int, chips: int, previous
) -> tuple[Move, None]:
    move = wanted(hand, VALUES[visible[0]])
    return (Hit if move == Double and chips < stake else move), None
