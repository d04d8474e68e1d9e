"""Exercises on search, against plain minimax and every way to play."""

import itertools
import random
from dataclasses import dataclass, replace

import pytest
from hearts_findings import changed, leads_hearts, legal, remember, text
from playfunc import Card, Hearts, Suit, legal_cards, points, trick_points, trick_winner
from playfunc_workbook.finding import ENDLESS, SLOW, State
from playfunc_workbook.hearts.deals import queen_endings
from playfunc_workbook.hearts.memory import gone_finding, lead_hearts_finding, twins
from playfunc_workbook.hearts.search import Tally, _endings, exact, imagine_finding, look_ahead_finding
from playfunc_workbook.hearts.situations import choose_finding


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


# Memory as text.
def test_text_memory():
    assert gone_finding(text).state is State.RIGHT
    assert gone_finding(lambda previous: "").state is State.UNWRITTEN
    only_last = gone_finding(lambda p: "" if p is None else " ".join(str(c) for c, _ in p[0]))
    assert only_last.state is State.WRONG
    assert "Missing" in only_last.position.message
    assert gone_finding(lambda previous: 5).state is State.WRONG


def test_twins_differ_in_nothing_but_what_is_legal():
    one, other = twins()
    assert (one.hand, one.trick, one.title) == (other.hand, other.trick, other.title)
    assert set(one.legal) - set(other.legal) == {c for c in one.hand if c.suit is Suit.HEARTS}


def test_leading_hearts_takes_memory():
    assert lead_hearts_finding(leads_hearts(lambda p: "H" in text(p))).state is State.RIGHT
    forgetful = lead_hearts_finding(
        leads_hearts(lambda p: p is not None and any(c.suit is Suit.HEARTS for c, _ in p[0]))
    )
    assert forgetful.state is State.WRONG
    assert "Hearts have been broken since trick" in forgetful.position.message

    def untouched(player_id, hand, trick, previous) -> tuple[Card, str]:
        return legal(hand, trick, previous is None, "H" in text(previous))[0], text(previous)

    assert lead_hearts_finding(untouched).state is State.UNWRITTEN
    bold = lead_hearts_finding(leads_hearts(lambda p: True))
    assert bold.state is State.WRONG
    assert "Breaking" in bold.position.message


# Exercises on sensible choices: the first unwise one is drawn with its reason.
@pytest.mark.parametrize(
    "choose", [lambda o, *_: min(o, key=lambda c: c.rank), lambda o, *_: min(o), lambda o, *_: sorted(o)[0]]
)
def test_the_lowest_card_is_an_answer_and_not_the_stub(choose):
    finding = choose_finding(choose)
    assert finding.state is State.DIFFERENT
    assert finding.position is not None


def test_text_and_none_instead_of_a_card_are_told():
    assert 'return Card("C2")' in choose_finding(lambda *told: "C2").said
    assert "is a `return` missing?" in choose_finding(lambda *told: None).said


def test_the_first_unwise_choice_is_drawn_with_its_reason():
    finding = choose_finding(lambda options, trick, taken: max(options, key=lambda card: card.rank))
    assert finding.state is State.DIFFERENT
    assert finding.position.played is Card("HK")
    assert "H9" in finding.position.message
    assert choose_finding(lambda options, trick, taken: Card("C2")).said.startswith("`choose` must return")


def advised(options, trick, taken, of_suit, height):
    """The advice of the text, by what counts as the highest card and which cards of the trick can win."""
    led = [card for card, _ in trick if card.suit is trick[0][0].suit or not of_suit]
    if not trick:
        safe = [card for card in options if card.text[0] in "CD"]
        return max(safe or options, key=height)
    if options[0].suit is trick[0][0].suit:
        under = [card for card in options if card < max(led)]
        over = [card for card in options if card.text != "SQ"]
        queen = [card for card in under if card.text == "SQ"]
        win = max if len(trick) == len(taken) - 1 else min
        return (queen or [max(under) if under else win(over or options)])[0]
    return max(options, key=lambda card: (points(card), height(card)))


@pytest.mark.parametrize(
    ("of_suit", "height", "told"),
    [
        (True, lambda card: card.rank, ""),
        (True, lambda card: card, "D2 > CA"),
        (False, lambda card: card.rank, "only a card of the suit led can win"),
    ],
)
def test_advice_is_followed_by_rank_and_within_the_suit_led(of_suit, height, told):
    finding = choose_finding(lambda options, trick, taken: advised(options, trick, taken, of_suit, height))
    assert (finding.state is State.RIGHT) == (not told)
    assert told in (finding.position.message if told else "")


def test_the_queen_does_not_win_a_trick_that_another_card_can_win():
    def choose(options, trick, taken):
        right = advised(options, trick, taken, True, lambda card: card.rank)
        return max(options) if trick and right.text == "SJ" else right

    assert "SQ costs you 13 points" in choose_finding(choose).position.message
