# student: mira
# about: a list of maxims, the first that has an opinion decides; pasted the cell rules twice
# expects: loads=passed, rules=passed, purity=passed, memory=passed
# expects: beats-basic=passed, beats-minmax=failed, beats-advanced=failed
# defect: duplicate-cell rules

# %% memory
"""Maxims for Hearts.

A maxim is a function from a situation to the cards it would like to play (maybe none). `play` asks the
maxims one after the other; the first that wants anything wins, and of what it wants the highest is played.
"""
from dataclasses import dataclass
from functools import reduce

from playfunc import Card, Suit, legal_cards, points, trick_points, trick_winner

QUEEN = Card("SQ")


@dataclass
class Memory:
    """What a maxim may ask about the past."""

    hearts_seen: int = 0
    queen_seen: bool = False
    points_for_me: int = 0
    void_suits: set[Suit] | None = None   # suits in which somebody has shown to have nothing

    def learn(self, trick, me):
        cards = [card for card, _ in trick]
        led = cards[0].suit
        shown = {led} if any(card.suit is not led for card in cards) else set()
        return Memory(
            self.hearts_seen + sum(card.suit is Suit.HEARTS for card in cards),
            self.queen_seen or QUEEN in cards,
            self.points_for_me + trick_points(trick) * (trick_winner(trick) == me),
            (self.void_suits or set()) | shown,
        )


@dataclass
class Situation:
    options: list[Card]
    hand: tuple[Card, ...]
    table: list[Card]
    memory: Memory

    @property
    def following(self):
        return bool(self.table) and self.options[0].suit is self.table[0].suit

    @property
    def to_beat(self):
        return reduce(lambda a, b: b if b.suit is a.suit and b > a else a, self.table)

# %% look-ahead
def spoil_the_moon(s):
    """Take the first trick of hearts that I can, as long as I have no points and others may have all."""
    if not s.following or s.memory.points_for_me or QUEEN in s.table or not s.memory.hearts_seen:
        return []
    return [card for card in s.options if card > s.to_beat] if any(map(points, s.table)) else []


def slip_the_queen_under(s):
    """The queen of spades goes as soon as somebody else has to take it."""
    wanted = QUEEN in s.options and s.table and (not s.following or QUEEN < s.to_beat)
    return [QUEEN] if wanted else []


def stay_below(s):
    return [card for card in s.options if card < s.to_beat] if s.following else []


def win_what_is_free(s):
    """As I must win: with the highest card if it costs nothing, else as low as I can."""
    if not s.following:
        return []
    cards = [card for card in s.options if card is not QUEEN] or s.options
    return cards if not any(map(points, s.table)) else cards[:1]


def throw_the_guards(s):
    """Ace and king of spades only attract the queen."""
    if not s.table or s.memory.queen_seen:
        return []
    return [card for card in s.options if card.suit is Suit.SPADES and card > QUEEN]


def bleed(s):
    return [card for card in s.options if card.suit is Suit.HEARTS and card.rank > 5] if s.table else []


def throw_the_highest(s):
    top = max(card.rank for card in s.options)
    return [card for card in s.options if card.rank == top] if s.table else []


def lead_low_where_all_follow(s):
    """A low lead in a suit that everybody has followed so far; spades only below the queen."""
    def fine(card):
        spade = card.suit is Suit.SPADES and not s.memory.queen_seen
        return card.rank < (12 if spade else 7) and card.suit not in (s.memory.void_suits or ())
    return sorted(filter(fine, s.options), key=lambda card: -card.rank)[-1:] if not s.table else []


def lead_the_lowest(s):
    return [min(s.options, key=lambda card: (card.rank, card is QUEEN))]


MAXIMS = (
    spoil_the_moon,
    slip_the_queen_under,
    stay_below,
    win_what_is_free,
    throw_the_guards,
    bleed,
    throw_the_highest,
    lead_low_where_all_follow,
    lead_the_lowest,
)

# %% sampling

# %% player
def play(player_id, hand, trick, previous) -> tuple[Card, Memory]:
    """Ask the maxims in order of importance."""
    memory = Memory() if previous is None else previous[1].learn(previous[0], player_id)
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=memory.hearts_seen > 0)
    situation = Situation(options, hand, [card for card, _ in trick], memory)
    wanted = next(cards for maxim in MAXIMS if (cards := maxim(situation)))
    return max(wanted, key=lambda card: card.rank), memory

# %% report
# ## Maxims
#
# I wanted my player to read like a book about Hearts, so each piece of advice is a function, and the
# tuple `MAXIMS` puts them in order of importance. To change the strategy I only move a line.
#
# What surprised me: the order of `throw_the_guards` and `bleed` hardly matters, but forgetting the memory
# (which suits somebody is void in) costs a lot with four players.
