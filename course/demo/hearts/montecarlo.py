# student: theo
# about: a Monte Carlo player: deals what it cannot see, lets careless players finish the hand, takes the mean
# expects: loads=passed, rules=passed, purity=passed, memory=passed
# expects: beats-basic=passed, beats-advanced=failed

# %% imports
"""Hearts by Monte Carlo.

I try every card I may play. The cards I cannot see are dealt to the others at random, the hand is played to
its end by players who know just a little, and I look at what I was left with. After a number of such finished
hands the card with the lowest mean wins. The strength is in the counting: nobody has to tell the program that
the queen is dangerous or that a moon is coming, it sees both happen.

With two players nothing is random about the deal, since I know which cards are left; the same code then deals
"at random" to one opponent. What differs between finished hands is only how they were played.
"""
import random
from typing import NamedTuple

from playfunc import Card, DECK

CLUBS, DIAMONDS, SPADES, HEARTS = range(4)
QUEEN = Card("SQ").index
FINISHED_HANDS = 60      # per move, shared by all cards that I try
CARELESS = 0.35          # how often the players in my head play just anything

# A card is its index in the deck from here on: index // 13 is the suit, index % 13 the rank.
COST = [13 if i == QUEEN else int(i // 13 == HEARTS) for i in range(52)]

# %% legal
def may_play(cards, lead, opening, broken):
    """The playable ones of `cards`, a list of indices. `lead` is the suit led, None for the first to play."""
    if lead is None:
        if opening:
            return cards[:1]                      # C2 is the very first index
        others = [] if broken else [c for c in cards if c < 39]
        return others or cards
    same = [c for c in cards if c // 13 == lead]
    if same:
        return same
    harmless = [c for c in cards if not COST[c]] if opening else []
    return harmless or cards

# %% sensible
def modest(choices, trick, last):
    """What a careful but simple player does: stay under the trick, get rid of the bad cards when free to."""
    if not trick:
        return min(choices, key=lambda c: (c == QUEEN, c % 13))
    lead = trick[0] // 13
    if choices[0] // 13 != lead:
        return max(choices, key=lambda c: (COST[c], c % 13))
    top = max(c for c in trick if c // 13 == lead)
    under = [c for c in choices if c < top]
    if under:
        return max(under)
    if last:
        return max(choices, key=lambda c: (c != QUEEN, c))
    return choices[0]

# %% memory
class Seen(NamedTuple):
    """All that I keep of the tricks before this one.

    cards: the indices of the cards in them; score: points by player; lacks: suits (as numbers) by player.
    """

    cards: tuple[int, ...] = ()
    score: dict[str, int] = {}
    lacks: dict[str, tuple[int, ...]] = {}


def watch(seen, trick):
    """`seen`, and the trick that has just been completed."""
    lead = trick[0][0].index // 13
    score, lacks = dict(seen.score), dict(seen.lacks)
    for card, name in trick:
        score.setdefault(name, 0)
        if card.index // 13 != lead:
            lacks[name] = tuple(sorted({*lacks.get(name, ()), lead}))
    taker = max((card.index, name) for card, name in trick if card.index // 13 == lead)[1]
    score[taker] += sum(COST[card.index] for card, _ in trick)
    return Seen(seen.cards + tuple(card.index for card, _ in trick), score, lacks)

# %% sampling
def invent_hands(hidden, wanted, lacks):
    """Hand out `hidden` cards: `wanted[i]` of them to player i, who should get none of the suits `lacks[i]`.

    A card that nobody can take any more is exchanged: it goes to a full player who may hold it, and that one
    gives something away to a player with room.
    """
    hands = [[] for _ in wanted]
    homeless = []
    for card in sorted(random.sample(hidden, len(hidden)), key=lambda c: -sum(c // 13 in l for l in lacks)):
        takers = [i for i, n in enumerate(wanted) if len(hands[i]) < n and card // 13 not in lacks[i]]
        if takers:
            room = [wanted[i] - len(hands[i]) for i in takers]
            hands[random.choices(takers, room)[0]].append(card)
        else:
            homeless.append(card)
    for card in homeless:
        needy = next(i for i, n in enumerate(wanted) if len(hands[i]) < n)
        for rich, hand in enumerate(hands):
            gift = next((c for c in hand if c // 13 not in lacks[needy]), None)
            if rich != needy and card // 13 not in lacks[rich] and gift is not None:
                hand[hand.index(gift)] = card
                card = gift
                break
        hands[needy].append(card)
    return [sorted(hand) for hand in hands]


def finish(hands, trick, score, opening, broken, card):
    """Play `card` from hand 0, then everybody to the end; return what hand 0 scores. Changes its arguments."""
    turn, count = 0, len(hands)
    open_points = 26 - sum(score)
    while True:
        hands[turn].remove(card)
        trick.append(card)
        turn = (turn + 1) % count
        if len(trick) == count:
            lead = trick[0] // 13
            turn = (turn + trick.index(max(c for c in trick if c // 13 == lead))) % count
            paid = sum(COST[c] for c in trick)
            score[turn] += paid
            open_points -= paid
            if not open_points:
                return 26 - score[0] if 26 in score else score[0]
            broken = broken or max(trick) >= 39
            opening, trick = False, []
        choices = may_play(hands[turn], trick[0] // 13 if trick else None, opening, broken)
        if len(choices) == 1:
            card = choices[0]
        elif random.random() < CARELESS:
            card = choices[int(random.random() * len(choices))]
        else:
            card = modest(choices, trick, len(trick) == count - 1)

# %% player
def play(player_id, hand, trick, previous) -> tuple[Card, Seen]:
    """The card with the lowest mean over finished hands."""
    seen = watch(previous[1], previous[0]) if previous else Seen()
    mine, table = [card.index for card in hand], [card.index for card, _ in trick]
    opening, broken = previous is None, any(c >= 39 for c in seen.cards)
    choices = may_play(mine, table[0] // 13 if table else None, opening, broken)
    if len(choices) == 1:
        return DECK[choices[0]], seen

    # The others in the order in which they play after me. Before the first trick is over I do not know all
    # their names, but then I know nothing about them either.
    if previous:
        names = [name for _, name in previous[0]]
        others = names[names.index(player_id) + 1:] + names[:names.index(player_id)]
    else:
        others = ["?"] * (52 // len(hand) - 1 - len(trick)) + [name for _, name in trick]
    hidden = sorted(set(range(52)) - {*seen.cards, *mine, *table})
    wanted = [len(hand) - (i >= len(others) - len(trick)) for i in range(len(others))]
    lacks = [seen.lacks.get(name, ()) for name in others]
    score = [seen.score.get(name, 0) for name in (player_id, *others)]

    total = dict.fromkeys(choices, 0)
    for _ in range(max(1, FINISHED_HANDS // len(choices))):
        invented = invent_hands(hidden, wanted, lacks)
        for card in choices:
            hands = [list(mine), *(list(other) for other in invented)]
            total[card] += finish(hands, list(table), list(score), opening, broken, card)
    return DECK[min(choices, key=lambda c: (total[c], -COST[c], -(c % 13)))], seen

# %% report
# I let the computer play: every card I may play is tried out in random deals and the hand finished by simple
# players in my program. The number of finished hands is fixed, so that the answer does not depend on the
# computer. What surprised me: if the simple players make almost no mistakes, mine gets worse. With one card
# in twenty at random it took 16.3 points a hand from `minmax`, with a third of them 13.5 (100 deals, seats
# swapped, then with 110 finished hands). I believe that a plan which only works against perfect ducking is
# then not worth much. What I did not try: looking ahead in the last tricks, where with two players both hands
# are known.
