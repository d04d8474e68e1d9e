"""Exercises on search, against plain minimax and every way to play."""

import itertools
import random
from dataclasses import dataclass, replace

import pytest
from hearts_findings import changed, remember
from playfunc import Card, Hearts, Suit, legal_cards, trick_points, trick_winner
from playfunc_workbook.finding import ENDLESS, SLOW, State
from playfunc_workbook.hearts.deals import queen_endings
from playfunc_workbook.hearts.search import Tally, _endings, exact, imagine_finding, look_ahead_finding


@pytest.mark.broad
def test_exact_endings_agree_with_every_way_to_play_by_the_rules():
    """Minimax once more, over states and rules instead of hands."""

    def value(state):
        rules = Hearts(len(state.hands))
        if not rules.to_act(state):
            return rules.scores(state)[0]
        moves = rules.legal(rules.view(state, state.turn))
        values = [value(rules.play(state, {state.turn: move})) for move in moves]
        return min(values) if state.turn == 0 else max(values)

    for cards, seats in ((1, 2), (2, 2), (3, 2), (1, 4), (2, 4)):
        for state in _endings(cards, 8, seats):
            assert exact(state, Tally()) == value(state)


class World(tuple):
    """A world as the workbook gives it out, over the library's own rules."""

    __slots__ = ()

    def __new__(cls, hands, trick, turn, taken, broken):
        return super().__new__(cls, (hands, trick, turn, taken, broken))

    @property
    def turn(self):
        return self[2]

    @property
    def trick(self):
        return self[1]

    @property
    def over(self):
        return not self[0][self.turn]

    def options(self):
        hands, trick, turn, _, broken = self
        return legal_cards(hands[turn], trick, first_trick=False, hearts_broken=broken)

    def play(self, card):
        hands, trick, turn, taken, broken = self
        hands = tuple(tuple(c for c in hand if c is not card) for hand in hands)
        trick = (*trick, (card, turn))
        if len(trick) < len(hands):
            return World(hands, trick, (turn + 1) % len(hands), taken, broken)
        winner, won = trick_winner(trick), trick_points(trick)
        taken = tuple(t + won * (seat == winner) for seat, t in enumerate(taken))
        return World(hands, (), winner, taken, broken or any(c.suit is Suit.HEARTS for c, _ in trick))

    def cost(self):
        return 26 - self[3][0] if 26 in self[3] else self[3][0]


def minimax(world, tricks, low=0, high=26):
    if world.over:
        return world.cost()
    values = [minimax(world.play(card), tricks) for card in world.options()]
    return min(values) if world.turn == 0 else max(values)


def alpha_beta(world, tricks, low=0, high=26):
    if world.over:
        return world.cost()
    for card in world.options():
        cost = alpha_beta(world.play(card), tricks, low, high)
        low, high = (low, min(high, cost)) if world.turn == 0 else (max(low, cost), high)
        if low >= high:
            break
    return high if world.turn == 0 else low


def test_search_is_compared_with_minimax_and_its_effort_counted():
    assert look_ahead_finding(alpha_beta, World).state is State.RIGHT
    plain = look_ahead_finding(minimax, World)
    assert plain.state is State.PARTLY
    assert "alpha-beta" in plain.said
    assert look_ahead_finding(lambda world, tricks: 13, World).state is State.UNWRITTEN


def test_a_search_for_the_wrong_side_is_shown_an_ending():
    def hopeful(world, tricks):
        return world.cost() if world.over else min(hopeful(world.play(c), tricks) for c in world.options())

    finding = look_ahead_finding(hopeful, World)
    assert finding.state is State.WRONG
    assert "should be" in finding.position.message


def merging(keep):
    """Alpha-beta that tries one card, `keep`, of those that touch in the hand to play."""

    class Merged(World):
        __slots__ = ()

        def options(self):
            groups: list[list[Card]] = []
            for card in super().options():
                if groups and card.suit is groups[-1][-1].suit and card.rank == groups[-1][-1].rank + 1:
                    groups[-1].append(card)
                else:
                    groups.append([card])
            return [keep(group) for group in groups]

        def play(self, card):
            return Merged(*super().play(card))

    return lambda world, tricks: alpha_beta(Merged(*world), tricks)


@pytest.mark.parametrize("keep", [min, max])
def test_the_queen_of_spades_is_not_the_same_as_a_card_that_touches_her(keep):
    finding = look_ahead_finding(merging(keep), World)
    assert finding.state is State.WRONG
    assert {Card("SQ")} < {*finding.position.hand}
    assert "SQ costs 13 points" in finding.hint


def test_queen_endings_are_discards_with_two_cards_that_touch():
    for state in queen_endings(3, 10):
        hand = state.hands[state.turn]
        assert {Card("SJ"), Card("SK")} & {*hand}
        assert Card("SQ") in hand
        assert len(hand) == 3
        assert not any(card.suit is state.trick[0][0].suit for card in hand)


def imagine(hand, trick, memory, *, heed_voids=True):
    """Reject deals until one fits: slow, and certainly right."""
    seats = len(memory.taken)
    plays = tuple((card, (place - len(trick)) % seats) for place, (card, _) in enumerate(trick))
    seen = {*memory.gone, *hand, *(card for card, _ in trick)}
    unseen = [card for card in Card.deck() if card not in seen]
    room = [len(hand) - any(seat == who for _, who in plays) for seat in range(1, seats)]
    for _ in range(20000):
        random.shuffle(unseen)
        ends = [0, *itertools.accumulate(room)]
        hands = [unseen[a:b] for a, b in itertools.pairwise(ends)]
        fits = all(c.suit not in memory.void[n] for n, h in enumerate(hands, 1) for c in h)
        if fits or not heed_voids:
            break
    broken = any(card.suit is Suit.HEARTS for card in memory.gone)
    return Imagined((hand, *(tuple(sorted(other)) for other in hands)), plays, 0, memory.taken, broken)


@dataclass(frozen=True)
class Imagined:
    hands: tuple
    trick: tuple
    turn: int
    taken: tuple
    hearts_broken: bool


def test_imagined_hands_must_be_possible():
    random.seed(5)
    careless = imagine_finding(lambda *told: imagine(*told, heed_voids=False), remember)
    assert careless.state is State.UNWRITTEN

    def short(*told):
        world = imagine(*told, heed_voids=False)
        return replace(world, hands=(*world.hands[:-1], world.hands[-1][1:]))

    finding = imagine_finding(short, remember)
    assert finding.state is State.WRONG
    assert "cards" in finding.position.message
    assert "step 4" in imagine_finding(imagine, changed(gone=lambda gone: frozenset())).said


def without_an_end(world, tricks, low=0, high=26):
    """Plays on with empty hands, which the number of tricks alone forbids."""
    if not world.trick and not tricks:
        return world.cost()
    values = [without_an_end(world.play(card), tricks - (len(world.trick) == 1)) for card in world.options()]
    return (min if world.turn == 0 else max)(values, default=0 if world.turn == 0 else 26)


def test_a_search_that_does_not_know_the_end_is_asked_for_more_tricks_than_there_are():
    finding = look_ahead_finding(without_an_end, World)
    assert finding.state is State.WRONG
    assert "`tricks` = 5: the hand ends before" in finding.said


def test_a_search_of_ones_own_is_judged_by_its_values():
    finding = look_ahead_finding(lambda world, tricks, *_: minimax(World(*world), tricks), World)
    assert finding.state is State.RIGHT
    assert "does not call `World.play`" in finding.said
    assert look_ahead_finding(lambda world, tricks, *_: 13, World).state is State.UNWRITTEN


@pytest.mark.broad
def test_a_sampler_that_waits_for_luck_is_ended_where_few_worlds_are_possible():
    """Two seats have shown that they hold no heart, so all hearts lie in one hand: no random deal is ever like that."""

    def lucky(*told):
        while True:
            world = imagine(*told)
            if all(c.suit not in told[2].void[n] for n, hand in enumerate(world.hands) for c in hand if n):
                return world

    def patient(*told):
        return [lucky(*told) for _ in range(20)][-1]  # luck may come early once, and not twenty times

    random.seed(5)
    finding = imagine_finding(patient, remember)
    assert finding.state is State.WRONG
    assert "s of CPU time; 1 s is allowed." in finding.said  # luck that comes at last comes too late
    assert finding.hint in (ENDLESS, SLOW)
