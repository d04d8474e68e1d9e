# student: kaya
# about: a decent ducker that tells stderr (and stdout) what it is thinking
# expects: loads=passed, rules=passed, purity=passed, memory=passed
# expects: beats-basic=passed, beats-minmax=failed, beats-advanced=failed

# %% memory
import sys
from typing import NamedTuple

from playfunc import Card, Suit, legal_cards, trick_points, trick_winner


class Seen(NamedTuple):
    """hearts: has a heart been played? queen: is the queen of spades gone? rounds: how often each suit was led.

    won: my own points, against moons.
    """

    hearts: bool
    queen: bool
    rounds: dict[str, int]
    won: int


def debug(*args):
    print("DEBUG", *args, file=sys.stderr)


def next_seen(previous, me):
    if previous is None:
        return Seen(False, False, {s.value: 0 for s in Suit}, 0)
    trick, seen = previous
    cards = [card for card, _ in trick]
    rounds = dict(seen.rounds)
    rounds[cards[0].suit.value] += 1
    return Seen(
        hearts=seen.hearts or any(card.suit is Suit.HEARTS for card in cards),
        queen=seen.queen or Card("SQ") in cards,
        rounds=rounds,
        won=seen.won + (trick_points(trick) if trick_winner(trick) == me else 0),
    )


debug("player loaded")

# %% sampling

# %% player
def lead_value(card, seen, hand):
    """Bigger is better. Fresh suits are safe, old suits get points thrown on them."""
    value = 14 - card.rank - 2 * seen.rounds[card.suit.value]
    if card.suit is Suit.SPADES and not seen.queen:
        # flush out the queen with low spades, if I don't have it (or what beats it)
        mine = {str(c) for c in hand} & {"SQ", "SK", "SA"}
        value += -12 if card.rank > 11 else (-4 if mine else 5)
    return value


def shed_value(card, seen, hand):
    """Bigger goes first when I may throw anything."""
    if card is Card("SQ"):
        return 100
    if card.suit is Suit.SPADES and card.rank > 12 and not seen.queen:
        return 60 + card.rank
    friends = sum(c.suit is card.suit for c in hand)
    return card.rank + 3 * (card.suit is Suit.HEARTS) - friends


def play(player_id, hand, trick, previous) -> tuple[Card, Seen]:
    seen = next_seen(previous, player_id)
    cards = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=seen.hearts)
    debug(player_id, "may play", *cards)
    if not trick:
        card = max(cards, key=lambda c: lead_value(c, seen, hand))
        why = "lead"
    elif cards[0].suit is not trick[0][0].suit:
        card = max(cards, key=lambda c: shed_value(c, seen, hand))
        why = "shed"
    else:
        top = max(c for c, _ in trick if c.suit is cards[0].suit)
        below = [c for c in cards if c < top]
        clean = [c for c in cards if c is not Card("SQ")]
        if top.suit is Suit.HEARTS and seen.hearts and not seen.won and cards[-1] > top:
            card, why = cards[-1], "no moon for you"
        elif below:
            card, why = (Card("SQ") if Card("SQ") in below else below[-1]), "duck"
        elif trick_points(trick):
            card, why = (clean or cards)[0], "ouch"
        else:
            card, why = (clean or cards)[-1], "win"
    print(why, card)
    return card, seen

# %% report
# My player remembers in a named tuple: whether hearts are broken, whether the queen is gone, my points, and how
# often each suit was led. A suit that was led often is dangerous to lead, because the others may be void.
#
# (The debug messages can be ignored.)
