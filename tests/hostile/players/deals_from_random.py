# expects: escape=nothing rules=passed
"""Takes the generator it was seeded with for the dealer's, and looks whether its own hand comes out."""
import random

from playfunc.games.hearts import Hearts


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    found = "nothing"
    if previous is None:
        state = random.getstate()
        for seats in (2, 4):
            random.setstate(state)
            dealt = Hearts(seats).deal(random.Random(random.getrandbits(128)))
            random.setstate(state)
            other = Hearts(seats).deal(random)
            deck = list(Card.deck())
            random.setstate(state)
            random.shuffle(deck)
            size = 52 // seats
            hands = [*dealt.hands, *other.hands, *(deck[i : i + size] for i in range(0, 52, size))]
            if any(set(hand) == set(guess) for guess in hands):
                found = "the deal"
    return legal(hand, trick, previous)[0], found
