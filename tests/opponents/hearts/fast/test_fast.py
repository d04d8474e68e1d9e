"""The compiled searches: the same moves without numba, and worlds that can be."""

import json
import os
import random
import subprocess
import sys
from collections import Counter

from playfunc.compiled.luck import seed_luck
from playfunc.compiled.native import zeros
from playfunc.games.hearts import Hearts
from playfunc.games.hearts.fast.bits import (
    ALL,
    HANDS,
    HEARTS,
    SEATS,
    SIZE,
    SUITS,
    bits_of,
    distinct,
    rank,
    singles,
)
from playfunc.measure import deal_rng
from playfunc.player import FunctionPlayer
from playfunc_opponents.hearts.beliefs import Beliefs, Situation, look
from playfunc_opponents.hearts.fast import alphabeta, tree
from playfunc_opponents.hearts.fast.alphabeta import best_card


# Positions of Hearts for the compiled search.
def situations(seats, games=2):
    """What `basic` knew at every move of some games."""
    rules, seen = Hearts(seats), []

    def watching(player_id, hand, trick, previous) -> tuple[object, Beliefs]:
        situation = look(player_id, hand, trick, previous)
        seen.append(situation)
        from playfunc.games.hearts import legal_cards

        legal = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=situation.beliefs.broken)
        return random.choice(legal), situation.beliefs

    watching.__annotations__["return"] = tuple[object, Beliefs]
    from playfunc.match import play_game

    for number in range(games):
        player = FunctionPlayer(watching, rules, name="watching")
        record = play_game(rules, rules.deal(deal_rng("fast", number)), (player,) * seats)
        assert record.scores
    return seen


def moves():
    """What the searches play on small budgets."""
    two = [
        best_card(
            each.hand, each.unseen, each.trick[0] if each.trick else 0, *each.beliefs.taken, 40 + 10 * place
        )
        for place, each in enumerate(situations(2))
    ]
    four = [tree.most_tried(each, place, 60) for place, each in enumerate(situations(4)[::4])]
    return two + four


def test_moves_are_the_same_without_numba():
    script = f"import json, {__name__.rpartition('.')[2]} as test\nprint(json.dumps(test.moves()))"
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([*sys.path, os.path.dirname(__file__)]),
    }
    told = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(told.stdout) == moves()


def test_the_tree_sees_what_is_plain():
    """Void in clubs with two cards left: SQ must go now, for the next lead is a spade that it would win."""
    queen, king = bits_of_text("SQ"), bits_of_text("SK")
    rest = singles(bits_of_text("S3 S4 S5"))
    lead, gone = bits_of_text("CA"), ALL & ~(queen | king | sum(rest) | bits_of_text("CA C6 C7"))
    beliefs = Beliefs(gone, (0, 5, 8, 0), (0, 0, 0, 0))
    situation = Situation(queen | king, (bits_of_text("C6"), bits_of_text("C7"), lead), beliefs)
    assert tree.most_tried(situation, 1, 200) == queen


def bits_of_text(text):
    from playfunc.cards import Card

    return bits_of(map(Card, text.split()))


# Imagined worlds fit what is known, and each is as likely as it should be.
def dealt(situation, seed):
    """A world imagined for the situation."""
    world, room, lacks = zeros(SIZE), zeros(4), zeros(4)
    world[SEATS], world[HANDS] = 4, situation.hand
    for seat in range(4):
        lacks[seat] = situation.beliefs.void[seat]
        room[seat] = situation.hand.bit_count() - (seat >= situation.leader > 0)
    tree.imagine(world, situation.unseen, room, lacks, seed_luck(seed))
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


# Groups of equal cards are those of the readable code.
def test_groups_are_those_of_the_readable_code():
    rng = random.Random(1)
    for _ in range(300):
        cards = rng.sample(singles(ALL), rng.randint(2, 30))
        mine, others = sum(cards[::2]), sum(cards[1::2])
        assert alphabeta.distinct(mine, others) == distinct(mine, others)
        order = zeros(27)
        assert alphabeta.by_rank(mine, order) == len(cards[::2])
        placed = [int(card) for card in order if card]
        assert sorted(placed) == sorted(cards[::2])
        assert [rank(card) for card in placed] == sorted(map(rank, placed), reverse=True)
