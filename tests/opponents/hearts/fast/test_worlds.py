"""Imagined worlds fit what is known, and each is as likely as it should be."""

from collections import Counter

from fast_positions import situations
from playfunc.compiled.luck import seed_luck
from playfunc.compiled.native import zeros
from playfunc.games.hearts.fast.bits import HANDS, SEATS, SIZE
from playfunc_opponents.hearts.beliefs import Beliefs, Situation
from playfunc_opponents.hearts.bits import ALL, HEARTS, SUITS, singles
from playfunc_opponents.hearts.fast import worlds


def dealt(situation, seed):
    """A world imagined for the situation."""
    world, room, lacks = zeros(SIZE), zeros(4), zeros(4)
    world[SEATS], world[HANDS] = 4, situation.hand
    for seat in range(4):
        lacks[seat] = situation.beliefs.void[seat]
        room[seat] = situation.hand.bit_count() - (seat >= situation.leader > 0)
    worlds.imagine(world, situation.unseen, room, lacks, seed_luck(seed))
    return [int(hand) for hand in world[HANDS : HANDS + 4]], [int(each) for each in room]


def test_imagined_worlds_fit_what_is_known():
    for place, situation in enumerate(situations(4)):
        hands, room = dealt(situation, place)
        assert hands[0] == situation.hand
        assert sum(hands[1:]) == situation.unseen
        assert [hand.bit_count() for hand in hands[1:]] == room[1:]
        assert not any(hand & void for hand, void in zip(hands, situation.beliefs.void, strict=True))


def test_where_cards_may_lie_they_lie_as_often():
    """Three cards each: spades only with seats 1 and 2. The count of every hand is that of all deals."""
    spades, clubs = singles(SUITS[2])[:4], singles(SUITS[0])[:5]
    hand = sum(singles(HEARTS)[:3])
    played = ALL & ~(hand | sum(spades) | sum(clubs))
    situation = Situation(hand, (), Beliefs(played, (0, 0, 0, 0), (0, 0, 0, SUITS[2])))
    many = Counter(dealt(situation, seed)[0][3] for seed in range(3000))
    assert set(many) == {sum(clubs) ^ (a | b) for a in clubs for b in clubs if a < b}
    assert max(many.values()) < 1.35 * min(many.values())


def test_voids_that_cannot_be_kept_are_given_up():
    situation = Situation(1, (), Beliefs(ALL & ~0b1111, (0,) * 4, (0, ALL, ALL, ALL)))
    hands, _ = dealt(situation, 1)
    assert sum(hands) == 0b1111
