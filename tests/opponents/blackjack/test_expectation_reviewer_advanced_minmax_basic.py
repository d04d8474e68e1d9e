"""The worth of a hand, against plain enumeration and simulation."""

import json
import random
from fractions import Fraction
from functools import cache

import pytest
from blackjack_hands import less
from playfunc.codec import encode
from playfunc.errors import RecordError
from playfunc.games.blackjack import FACES, Bet, BlackJack, Double, Hit, Stand, hand_score, total
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng
from playfunc.record import GameRecord, RecordedMove, rules_parameters
from playfunc_opponents import opponent
from playfunc_opponents.blackjack import advanced, basic, minmax
from playfunc_opponents.blackjack.expectation import DECK, Purse, pool, worth
from playfunc_opponents.blackjack.reviewer import REVIEWER, review


def faces(values) -> str:
    return "".join(FACES[value - 1] for value in values)


@cache
def plain_chance(score: int, dealer: tuple[int, ...], counts: tuple[int, ...]) -> Fraction:
    """The chance that the dealer ends below `score`, drawing one card after the other."""
    if total(faces(dealer)) >= 17:
        return Fraction(int(hand_score(faces(dealer)) < score))
    return sum(
        Fraction(count, sum(counts))
        * plain_chance(score, tuple(sorted((*dealer, value))), less(counts, value))
        for value, count in enumerate(counts, 1)
        if count
    )


@cache
def plain_worth(hand: tuple[int, ...], upcard: int, counts: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Stand, hit and double for a stake of 1, by the contract's words, in fractions."""

    def stand(cards, left):
        score = hand_score(faces(cards))
        return 2 * plain_chance(score, (upcard,), left) - 1 if score else Fraction(-1)

    hit = double = Fraction(0)
    for value, count in enumerate(counts, 1):
        if count:
            cards, left = tuple(sorted((*hand, value))), less(counts, value)
            share = Fraction(count, sum(counts))
            double += 2 * share * stand(cards, left)
            hit += share * (max(plain_worth(cards, upcard, left)[:2]) if total(faces(cards)) <= 21 else -1)
    return stand(hand, counts), hit, double


@pytest.mark.parametrize(
    ("hand", "upcard"),
    [("T6", "T"), ("A7", "9"), ("99", "7"), ("TA", "A"), ("K3", "8"), ("T9", "9"), ("A2", "T")],
)
def test_worth_is_what_plain_enumeration_finds(hand, upcard):
    rng = random.Random(hand + upcard)
    counts = [3, 0, 0, 0, 0, 2, 2, 2, 3, 6] if "A" not in hand else [2, 1, 0, 0, 0, 2, 1, 1, 2, 7]
    counts[rng.randrange(5, 10)] += 1
    values = tuple(sorted(min(FACES.index(face) + 1, 10) for face in hand))
    expected = plain_worth(values, min(FACES.index(upcard) + 1, 10), tuple(counts))
    found = worth(hand, upcard, counts, Purse(1.0))
    assert found[:3] == pytest.approx([float(part) for part in expected], abs=1e-12)


def test_a_whole_deck_against_a_simulation():
    """Nothing but the rules: 16 against a ten, standing and doubling, dealt 15,000 times."""
    rng = random.Random(1)
    won = {"stand": 0, "double": 0}
    rest = list("A23456789TJQK" * 4)
    for face in "T6T":
        rest.remove(face)
    for _ in range(15_000):
        drawn = rng.sample(rest, 14)
        for move, mine, left in (("stand", "T6", drawn), ("double", "T6" + drawn[0], drawn[1:])):
            dealer = "T" + left[0]
            for face in left[1:]:
                if total(dealer) >= 17:
                    break
                dealer += face
            won[move] += hand_score(mine) > hand_score(dealer)
    found = worth("T6", "T", pool("T6T#"), Purse(10))
    assert found.stand == pytest.approx(10 * (2 * won["stand"] / 15_000 - 1), abs=0.35)
    assert found.double == pytest.approx(20 * (2 * won["double"] / 15_000 - 1), abs=0.7)


def test_worth_scales_with_the_stake_and_a_raise_only_adds():
    counts = pool("T95#")
    one, ten = worth("T9", "5", counts, Purse(1)), worth("T9", "5", counts, Purse(10))
    assert ten[:3] == pytest.approx([10 * part for part in one[:3]])
    raising = worth("T9", "5", counts, Purse(10, 100, 1.0))
    assert raising.stand == pytest.approx(ten.stand + 100 * (2 * ten.chance - 1) ** 2)
    assert worth("T6", "T", counts, Purse(10, 100, 1.0)).stand == worth("T6", "T", counts, Purse(10)).stand


def test_the_pool_is_what_has_not_been_dealt():
    assert pool("") == DECK
    assert pool("AAKQ#") == (2, 4, 4, 4, 4, 4, 4, 4, 4, 14)
    nearly_all = ("A23456789TJQK" * 4)[:45]
    assert sum(pool(nearly_all)) == 7 + 52


# What each move gave away, and what came of it.
def run_of(*moves: str) -> GameRecord:
    """A round of two hands for one: T6 against T with 7 below, then TT against 5 with 6 below."""
    rules = BlackJack(seats=1, hands=2)
    start = state = rules.from_shoes(["TT67" + "2" + "T5T6" + "A" + "T" * 20], (200,))
    for text in moves:
        state = rules.play(state, {0: rules.projection.parse_move(text)})
    played = tuple(RecordedMove(0, text) for text in moves)
    at_start = json.loads(encode(start, rules.state_type()))
    return GameRecord("blackjack", rules_parameters(rules), ("you",), at_start, played)


def test_a_review_says_what_each_move_gave_away_on_average():
    found = review(run_of("H", "S", "B 50", "H", "S"))
    sixteen, eighteen = worth("T6", "T", pool("T#T6"), Purse(10)), worth("T62", "T", pool("T#T62"), Purse(10))
    twenty = worth("TT", "5", pool("T7T62" + "5#TT"), Purse(60))
    one_more = worth("TTA", "5", pool("T7T62" + "5#TTA"), Purse(60))
    assert [cost.lost for cost in found.costs] == pytest.approx(
        [
            max(0, sixteen.stand - sixteen.hit),
            max(0, eighteen.hit - eighteen.stand),
            0,
            twenty.stand - twenty.hit,
            max(0, one_more.hit - one_more.stand),
        ]
    )
    assert found.played == (2,)
    [costliest, *_] = found.worst(0)
    assert (costliest.at, costliest.move, costliest.best) == (3, "H", ("S",))
    assert str(costliest) == f"Hit gave away {twenty.stand - twenty.hit:.1f} chips; Stand gave none."
    assert costliest.where == "Round 1, hand 2, TT (20) against the dealer's 5"


def test_a_raise_and_a_double_against_the_odds_are_costly_in_a_review():
    sixteen = worth("T6", "T", pool("T#T6"), Purse(10))
    best = max(sixteen.stand, sixteen.hit)
    assert review(run_of("B 20")).costs[0].lost == pytest.approx(-2 * best)
    assert review(run_of("D")).costs[0].lost == pytest.approx(best - sixteen.double)
    assert str(review(run_of("B 20")).costs[0]).startswith("Bet(20) gave away ")


@pytest.mark.parametrize("before", [(), ("H", "S")])
def test_every_raise_has_the_price_that_a_review_charges(before):
    """Of 16 against T it costs something, of 20 against 5 nothing."""
    found = REVIEWER.prices(run_of(*before), len(before), 0)
    lost = {price.move: price.lost for price in found.moves}
    chips = 190 if not before else 200  # the first hand was won
    assert [move for move in lost if move.startswith("B")] == [
        f"B {raised}" for raised in range(1, chips + 1)
    ]
    for raised in (1, 20, chips):
        cost = review(run_of(*before, f"B {raised}")).costs[-1].lost
        assert lost[f"B {raised}"] == pytest.approx(cost)
        assert (cost > 0) == (before == ())
    assert min(lost.values()) == 0


def test_what_came_of_a_move_is_its_hand_alone():
    record = run_of("H", "S", "S")
    assert REVIEWER.story(record, 1).startswith("Round 1, hand 1\n   you H (2), you S\n   dealer T7 17\n")
    assert REVIEWER.story(record, 2).splitlines()[0] == "Round 1, hand 2"


def test_the_best_plain_moves_give_nothing_away():
    rules = BlackJack(seats=2, rounds=5)
    players = (opponent(rules, "minmax"), opponent(rules, "basic"))
    [record] = play_games(rules, [Table(rules.deal(deal_rng("review")), players)])
    found = review(record)
    in_first = [cost for cost in found.of_seat(0) if cost.where.startswith("Round 1, hand 1,")]
    assert in_first
    assert not any(cost.sure for cost in in_first), (
        "nothing had been seen before, so minmax knew all there is"
    )
    assert found.given_away(1) > found.given_away(0)


def test_a_review_of_another_game_is_refused():
    with pytest.raises(RecordError, match="only runs of blackjack"):
        review(GameRecord("footsteps", {}, ("a", "b"), None, ()))


# `advanced` counts the shoe and raises with the odds.
def test_the_shoe_is_counted_across_decks():
    seen = "A23456789TJQK" * 4
    assert advanced.since_opened(seen[:50], ("K", "#", "5")) == ("5",)
    assert advanced.since_opened(seen[:30], ("K", "#")) == (*seen[:30], "K", "#")
    assert advanced.since_opened("", ("K",)) == ("K",)


def test_advanced_raises_once_with_the_odds_and_never_against_them():
    move, seen = advanced.play("x", ("T", "T"), tuple("5#TT"), 10, 100, None)
    assert isinstance(move, Bet)
    assert 40 <= move.chips <= 100
    assert (
        advanced.play("x", ("T", "T"), tuple("5#TT"), 10 + move.chips, 100 - move.chips, ((), seen))[0]
        == Stand
    )
    assert advanced.play("x", ("T", "7"), tuple("T#T7"), 10, 100, None)[0] in (Stand, Hit)


def test_advanced_remembers_the_shoe_once_a_hand():
    before = tuple("KQJT")
    _, seen = advanced.play("x", ("5", "5"), tuple("6#55"), 10, 0, (before, "A2"))
    assert seen == "A2KQJT"
    _, again = advanced.play("x", ("5", "5", "2"), tuple("6#552"), 10, 0, (before, seen))
    assert again == seen


# `minmax` plays what every table says, and pays for what it doubles.
@pytest.mark.parametrize(
    ("hand", "visible", "move"),
    [
        ("T2", "T#T2", Hit),
        ("T6", "T#T6", Stand),
        ("T7", "6#T7", Stand),
        ("56", "6#56", Double),
        ("T9", "5#T9", Stand),
    ],
)
def test_minmax_plays_what_every_table_says(hand, visible, move):
    """Mostly what is played everywhere; but 16 stands against a ten, for here a tie loses."""
    assert minmax.play("x", tuple(hand), tuple(visible), 10, 100, None) == (move, None)


def test_minmax_doubles_only_what_it_can_pay():
    assert minmax.play("x", ("5", "6"), tuple("6#56"), 10, 9, None)[0] == Hit


# `basic` plays as the dealer does.
def test_basic_is_the_dealer():
    assert basic.play("x", ("T", "6"), ("2", "#"), 10, 100, None)[0] == Hit
    assert basic.play("x", ("A", "6"), ("2", "#"), 10, 100, None)[0] == Stand
