"""What opponents remember, against the true state of the game that they do not see."""

import itertools
import random
from statistics import fmean

import pytest
from playfunc.cards import Card
from playfunc.codec import decode
from playfunc.games.hearts import DECK, Hearts, legal_cards, points, trick_winner
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng, rotations
from playfunc.record import states
from playfunc_opponents import opponent
from playfunc_opponents.hearts import advanced, deepening, hasty, heuristic, minmax
from playfunc_opponents.hearts.beliefs import Beliefs, Situation, look, sample_hands
from playfunc_opponents.hearts.bits import (
    ALL,
    HEARTS,
    SPADE_QUEEN,
    SUITS,
    bits_of,
    card_of,
    distinct,
    legal,
    points_in,
    rank,
    singles,
)
from playfunc_opponents.hearts.fast import alphabeta
from playfunc_opponents.hearts.position import estimate, final_scores, trick_place
from playfunc_opponents.reviews import losses_of, losses_told, profile_of


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


# The bit sets against the plain rules.
def test_cards_to_bits_and_back():
    assert [card_of(bit) for bit in singles(bits_of(DECK))] == list(DECK)
    assert points_in(bits_of(DECK)) == 26
    for card in DECK:
        assert points_in(bits_of([card])) == points(card)
        assert rank(bits_of([card])) == card.rank - 2


@pytest.mark.parametrize("first_trick", [True, False])
@pytest.mark.parametrize("hearts_broken", [True, False])
def test_legal_agrees_with_the_rules(first_trick, hearts_broken):
    """Hands of few suits among them, so that being void and holding only points come up."""
    rng = random.Random(1)
    for _ in range(1500):
        pool = [card for card in DECK if rng.random() < rng.choice([0.1, 0.9]) or points(card)]
        hand = sorted(rng.sample(pool, rng.randint(1, 9)))
        others = [card for card in DECK if card not in hand]
        trick = [(card, "x") for card in rng.sample(others, rng.randint(0, 1))]
        if first_trick:
            trick = [] if DECK[0] in hand else [(DECK[0], "x")]
        expected = legal_cards(hand, trick, first_trick=first_trick, hearts_broken=hearts_broken)
        lead = bits_of([trick[0][0]]) if trick else 0
        assert legal(bits_of(hand), lead, first=first_trick, broken=hearts_broken) == bits_of(expected)


def test_trick_place_agrees_with_the_rules():
    rng = random.Random(2)
    for seats in (2, 4):
        for _ in range(500):
            trick = [(card, place) for place, card in enumerate(rng.sample(DECK, seats))]
            assert trick_place(tuple(bits_of([card]) for card, _ in trick)) == trick_winner(trick)


@pytest.mark.parametrize(
    ("choices", "live", "kept"),
    [
        ("C2 C3 C4", "C9", "C2"),
        ("C2 C4", "C3", "C2 C4"),
        ("C2 C4", "C9", "C2"),
        ("CA D2", "", "CA D2"),
        ("SJ SQ SK", "", "SJ SQ SK"),
        ("SJ SK", "SQ", "SJ SK"),
        ("SJ SK", "", "SJ"),
        ("H2 H5 HK", "H7", "H2 HK"),
    ],
)
def test_distinct_keeps_one_of_equal_cards(choices, live, kept):
    def read(text):
        return bits_of(card for card in DECK if card.text in text.split())

    assert sum(distinct(read(choices), read(choices) | read(live))) == read(kept)


def test_scores_and_the_estimate_know_the_moon():
    assert final_scores((26, 0)) == (0, 26)
    assert final_scores((0, 0, 26, 0)) == (26, 26, 0, 26)
    assert final_scores((25, 1)) == (25, 1)
    for taken in [(26, 0), (0, 26), (13, 13), (25, 1), (0, 26, 0, 0), (5, 6, 7, 8)]:
        assert estimate(taken, 0) == final_scores(taken)[0]
    assert estimate((0, 20), 6) > estimate((1, 20), 5)
    assert estimate((20, 0), 6) < estimate((20, 1), 5)


# hasty: the card of minmax or of the rule of thumb, in the shares it says.
def test_it_looks_ahead_for_the_share_of_cards_it_says():
    """Over openings in which minmax and the rule of thumb play different cards."""
    rules = Hearts(2)
    looked = []
    for number in range(400):
        state = rules.deal(deal_rng("hasty", number))
        hand, trick = (
            state.hands[1 - state.turn],
            ((next(c for c in state.hands[state.turn] if c.text == "C2"), "ana"),),
        )
        searched, ruled = (each.play("you", hand, trick, None)[0] for each in (minmax, heuristic))
        if searched is not ruled:
            random.seed(number)
            card, _ = hasty.play("you", hand, trick, None)
            assert card in (searched, ruled)
            looked.append(card is searched)
    assert len(looked) >= 50
    assert sum(looked) / len(looked) == pytest.approx(hasty.LOOKS_AHEAD, abs=0.13)


# deepening: the search of advanced with fewer positions.
@pytest.mark.parametrize(("player", "most"), [(deepening, 20), (advanced, 300)])
def test_it_looks_at_no_more_positions_than_it_says(player, most, monkeypatch):
    asked = []
    best_card = alphabeta.best_card
    monkeypatch.setattr(alphabeta, "best_card", lambda *told: asked.append(told[-1]) or best_card(*told))
    rules = Hearts(2)
    state = rules.deal(deal_rng("deepening", 1))
    card, _ = player.play("you", state.hands[state.turn], (), None)
    assert card.text == "C2"
    assert asked == [most] == [player.NODES]


# Where a player of Hearts loses, against the scores of the same hands.
@pytest.fixture(scope="module")
def records():
    rules = Hearts(2)
    basic = (opponent(rules, "basic", key=b"one"), opponent(rules, "basic", key=b"two"))
    tables = [t for n in range(6) for t in rotations(rules, rules.deal(deal_rng("x", "y", n)), basic)]
    return play_games(rules, tables, "forfeit")


def test_losses_by_trick_add_up_to_the_points_that_were_taken(records):
    profile = losses_of(records)
    taken = shot = 0
    for place, record in enumerate(records):
        mine, theirs = (record.scores[place % 2], record.scores[1 - place % 2])
        moon = 26 in (mine, theirs) and 0 in (mine, theirs)
        shot += moon
        taken += 26 - mine if moon else mine
    assert shot == profile["moons"] + profile["moons_against"]
    assert len(profile["by_trick"]) == 26
    assert sum(profile["by_trick"]) == pytest.approx(taken / len(records), abs=0.02)
    assert 13 * profile["queen"] + profile["hearts"] == pytest.approx(taken / len(records), abs=0.02)
    assert "points taken a hand" in losses_told("hearts", profile)
    assert list(profile_of("hearts").parts(profile).values()) == profile["by_trick"]


# `advanced` bears any position.
@pytest.mark.parametrize("seats", [2, 4])
def test_advanced_bears_any_position(seats):
    """Every situation of random games is answered with a legal card; the runner would say otherwise."""
    from playfunc.match import play_game

    rules = Hearts(seats)
    players = (opponent(rules, "advanced"), *(opponent(rules, "basic"),) * (seats - 1))
    assert play_game(rules, rules.deal(deal_rng("bears", seats)), players).scores
