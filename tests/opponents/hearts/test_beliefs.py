"""What opponents remember, against the true state of the game that they do not see."""

import itertools
import random
from statistics import fmean

import pytest
from playfunc.cards import Card
from playfunc.codec import decode
from playfunc.games.hearts import DECK, Hearts
from playfunc.games.hearts.fast.bits import (
    ALL,
    HEARTS,
    SPADE_QUEEN,
    SUITS,
    bits_of,
)
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng
from playfunc.record import states
from playfunc_opponents import opponent
from playfunc_opponents.hearts.beliefs import Beliefs, Situation, look, sample_hands


@pytest.fixture(scope="module", params=[2, 4])
def remembered(request):
    """Every state of some games of minmax, with the beliefs of the seat to move and that seat."""
    rules = Hearts(request.param)
    player = opponent(rules, "minmax")
    tables = [Table(rules.deal(deal_rng("beliefs", i)), (player,) * rules.seats) for i in range(12)]
    return [
        (state, decode(move.memory, Beliefs), move.seat)
        for record in play_games(rules, tables)
        for state, move in zip(states(record), record.moves, strict=False)
    ]


def test_beliefs_are_true(remembered):
    for state, beliefs, seat in remembered:
        order = [(seat + i) % len(state.hands) for i in range(len(state.hands))]
        taken = Hearts(len(order)).points_taken(state)
        assert beliefs.played == bits_of(card for trick in state.history for card, _ in trick)
        assert beliefs.broken == state.broken
        assert beliefs.taken == tuple(taken[other] for other in order)
        assert all(not bits_of(state.hands[other]) & beliefs.void[i] for i, other in enumerate(order))


def test_voids_shown_are_remembered(remembered):
    """Who threw off in an earlier trick is known to be void in the suit that was led."""
    shown = 0
    for state, beliefs, seat in remembered:
        for trick in state.history:
            for card, other in trick[1:]:
                if card.suit is not trick[0][0].suit:
                    suit = next(suit for suit in SUITS if suit & bits_of([trick[0][0]]))
                    assert beliefs.void[(other - seat) % len(state.hands)] & suit == suit
                    shown += 1
    assert shown > 100


def test_sampled_hands_fit_what_is_known(remembered):
    random.seed(3)
    for state, beliefs, seat in remembered:
        trick = tuple(bits_of([card]) for card, _ in state.trick)
        situation = Situation(bits_of(state.hands[seat]), trick, beliefs)
        hands = sample_hands(situation)
        assert hands[0] == situation.hand
        assert sum(hands) == sum(bits_of(hand) for hand in state.hands)
        assert all(not a & b for a, b in itertools.combinations(hands, 2))
        assert not any(hand & void for hand, void in zip(hands, beliefs.void, strict=True))
        sizes = [len(state.hands[(seat + i) % len(hands)]) for i in range(len(hands))]
        assert [hand.bit_count() for hand in hands] == sizes


def test_a_heart_led_unbroken_tells_of_a_hand_of_hearts():
    player = opponent(Hearts(4), "minmax")
    names = ["a", "b", "c", "d"]
    hearts = [card.text for card in DECK if card.suit.value == "H"]
    trick = [[text, name] for text, name in zip(hearts[:4], names, strict=True)]
    before = f'{{"played":{bits_of(DECK[:4])},"taken":[0,0,0,0],"void":[0,0,0,0]}}'
    hand = [card.text for card in DECK[4:15]]
    from playfunc.rules import Call

    (answer,) = player.answer([Call("play", ("b", hand, [], [trick, None]), before)])
    assert decode(answer.memory, Beliefs).void == (0, 0, 0, ALL & ~HEARTS)


def learnt(*tricks, seats="abcd"):
    """The beliefs of "a" after these tricks, each as the cards in the order played and who led."""
    previous = None
    for cards, leader in tricks:
        names = seats[seats.index(leader) :] + seats[: seats.index(leader)]
        beliefs = look("a", HAND, (), previous).beliefs if previous else Beliefs(0, (0,) * 4, (0,) * 4)
        previous = tuple((Card(card), name) for card, name in zip(cards.split(), names, strict=True)), beliefs
    return look("a", HAND, (), previous).beliefs


HAND = DECK[26:39]
OPENING = "C2 C3 C4 C5", "a"


@pytest.mark.parametrize(
    ("trick", "missed"),
    [
        (("D4 D5 C7 D6", "a"), {2}),  # c throws a club away
        (("D4 D5 SQ D6", "a"), set()),  # c throws the queen
        (("SK S4 S3 S2", "a"), {1, 2, 3}),  # everybody could have ducked with her
        (("S4 SA S3 S2", "a"), {2, 3}),  # b played before the ace lay there
        (("S4 S5 S3 S2", "a"), set()),
        (("SJ DA S3 S2", "a"), {1}),
        (("DK D3 D2 SJ", "b"), {0}),  # a itself is counted as anybody
    ],
)
def test_who_could_have_thrown_the_queen_and_did_not_hardly_holds_her(trick, missed):
    assert learnt(OPENING, trick).missed == sum(1 << seat for seat in missed)


def test_in_the_first_trick_nobody_could_throw_her():
    assert learnt(("C2 D3 D4 D5", "a")).missed == 0


def test_when_everybody_missed_only_what_was_shown_counts():
    beliefs = learnt(OPENING, ("SK S4 S3 S2", "a"))
    assert beliefs.lacks == beliefs.void
    assert learnt(OPENING, ("S4 SA S3 S2", "a")).lacks == (0, 0, SPADE_QUEEN, SPADE_QUEEN)


@pytest.mark.broad
def test_who_missed_hardly_ever_holds_her():
    """Among players who throw her when they can, such as advanced; of the games, the positions where she is out."""
    pytest.importorskip("numba", reason="without numba, advanced takes a second a move")
    rules, player = Hearts(4), opponent(Hearts(4), "advanced")
    tables = [Table(rules.deal(deal_rng("missed", i)), (player,) * 4) for i in range(8)]
    held: dict[bool, list[bool]] = {True: [], False: []}
    for record in play_games(rules, tables):
        for state, move in zip(states(record), record.moves, strict=False):
            missed = decode(move.memory, Beliefs).missed
            holds = [Card("SQ") in state.hands[(move.seat + i) % 4] for i in range(1, 4)]
            if any(holds):
                for i, holder in enumerate(holds, 1):
                    held[bool(missed >> i & 1)].append(holder)
    assert min(len(cases) for cases in held.values()) > 50
    assert fmean(held[True]) < fmean(held[False]) / 4
