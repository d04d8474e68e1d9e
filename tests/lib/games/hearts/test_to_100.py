"""Games to 100: when they end, who wins, and the chance of winning them against simulation and closed forms."""

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from math import comb, sqrt
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc import Card, FunctionPlayer, Hearts, legal_cards, play_to_100
from playfunc.game import WinRate
from playfunc.games.hearts import to_100
from playfunc.games.hearts.to_100 import chance_of_winning, winner
from playfunc.record import GameRecord


@pytest.mark.parametrize(
    ("totals", "seat"),
    [
        ((0, 0), None),
        ((99, 57), None),
        ((99.5, 99), None),
        ((100, 56), 1),
        ((56, 100), 0),
        ((104, 104), None),
        ((105, 103), 1),
        ((104, 130), 0),
        ((117, 117), None),
        ((100, 20, 20, 16), 3),
        ((100, 20, 16, 16), None),
        ((100, 16, 20, 16), None),
        ((120, 110, 100, 99), 3),
        ((99, 99, 99, 15), None),
        ((100, 100, 0, 8), 2),
        ((0, 0, 0, 100), None),
    ],
)
def test_who_has_won(totals, seat):
    assert winner(totals) == seat


# Whole games


def lowest_first(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], None


def at_random(player_id, hand, trick, previous) -> tuple[Card, None]:
    return random.choice(legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)), None


def bad(player_id, hand, trick, previous) -> tuple[Card, None]:
    return Card("S2"), None


@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_ends_with_the_hand_that_decides_it(seats):
    rules = Hearts(seats)
    players = [
        FunctionPlayer(function, rules, name=function.__name__) for function in (lowest_first, at_random)
    ] * 2
    for seed in range(4):
        game = play_to_100(rules, players[:seats], seed)
        running = [(0.0,) * seats]
        for hand in game.hands:
            assert hand.scores is not None
            running.append(tuple(map(sum, zip(running[-1], hand.scores, strict=True))))
        assert [winner(totals) for totals in running[:-1]] == [None] * len(game.hands)
        assert running[-1] == game.totals
        assert game.winner == winner(game.totals) is not None
        assert max(game.totals) >= 100
        assert game.totals.count(min(game.totals)) == 1
        assert min(game.totals) == game.totals[game.winner]


def test_every_hand_is_a_fresh_deal_and_a_seed_deals_them_again():
    rules = Hearts(2)
    players = [FunctionPlayer(at_random, rules, name=name) for name in ("Ann", "Bob")]
    game = play_to_100(rules, players, 3)
    deals = [str(hand.start) for hand in game.hands]
    assert len(set(deals)) == len(deals) >= 4
    assert play_to_100(rules, players, 3) == game
    assert play_to_100(rules, players, "3") == game
    assert not {str(hand.start) for hand in play_to_100(rules, players, 4).hands} & set(deals)


def test_a_fault_stops_the_series_or_costs_the_hand():
    rules = Hearts(2)
    players = [FunctionPlayer(at_random, rules, name="Ann"), FunctionPlayer(bad, rules, name="Bob")]
    stopped = play_to_100(rules, players, 1)
    assert (len(stopped.hands), stopped.totals, stopped.winner) == (1, (0, 0), None)
    assert stopped.hands[0].faults[0].seat == 1
    forfeited = play_to_100(rules, players, 1, "forfeit")
    assert (len(forfeited.hands), forfeited.totals, forfeited.winner) == (4, (0, 104), 0)


def scoring(monkeypatch: pytest.MonkeyPatch, hands: Sequence[tuple[int, ...]]) -> None:
    """Makes the hands of a series come out with these scores, one after another."""
    outcomes: Iterator[tuple[int, ...]] = iter(hands)

    def play_game(rules, state, players, policy) -> GameRecord:
        return GameRecord("hearts", {"seats": rules.seats}, ("Ann", "Bob"), None, (), scores=next(outcomes))

    monkeypatch.setattr(to_100, "play_game", play_game)


@pytest.mark.parametrize(
    ("hands", "totals", "seat"),
    [
        ([(26, 0)] * 4, (104, 0), 1),
        ([(13, 13)] * 8 + [(12, 14)], (116, 118), 0),  # 104 each after eight hands
        ([(13, 13)] * 10 + [(26, 0)], (156, 130), 1),
        ([(25, 1)] * 3 + [(24, 2)] + [(0, 26)] * 3, (99, 83), None),
        ([(25, 1)] * 4, (100, 4), 1),
        ([(20, 6)] * 4 + [(19, 7), (0, 26)], (99, 57), None),
    ],
)
def test_a_game_goes_on_until_it_is_decided(monkeypatch, hands, totals, seat):
    rest = [(1, 25)] * 20
    scoring(monkeypatch, [*hands, *rest])
    game = play_to_100(Hearts(2), [], 0)
    if seat is None:
        assert len(game.hands) > len(hands)
        after = [tuple(sum(hand.scores[s] for hand in game.hands[: len(hands)]) for s in (0, 1))]
        assert after == [totals]
    else:
        assert len(game.hands) == len(hands)
        assert (game.totals, game.winner) == (totals, seat)


# The chance of winning


def simulated(points: Sequence[int], games: int, seed: int) -> float:
    """How often a player wins whose hands cost it any of these points, by playing games."""
    rng = random.Random(seed)
    won = 0
    for _ in range(games):
        mine = theirs = 0
        while max(mine, theirs) < 100 or mine == theirs:
            cost = rng.choice(points)
            mine, theirs = mine + cost, theirs + 26 - cost
        won += mine < theirs
    return won / games


def some_deals(seed: int, count: int) -> list[list[int]]:
    """Points in both playings of each deal, which go together."""
    rng = random.Random(seed)
    luck = [rng.choice([0, 2, 5, 9, 12]) for _ in range(count)]
    return [[rng.choice([good, good + 1, 13, 26]), rng.choice([good, good + 13, good + 3])] for good in luck]


SAMPLES = {
    "even": [[0, 26], [13, 13], [5, 21], [12, 14]],
    "better": [[4, 17], [9, 9], [0, 24], [13, 2]],
    "worse": [[26, 10], [18, 14], [3, 22]],
    "all or nothing": [[0], [26], [0]],
    "ties": [[13, 13], [13, 13], [12, 13], [13, 15]],
    "no tie": [[0, 25], [25, 25], [0, 0]],
    "many": some_deals(1, 60),
}


@pytest.mark.parametrize("deals", SAMPLES.values(), ids=SAMPLES)
def test_chance_of_winning_equals_simulation(deals):
    games = 12_000
    points = [cost for deal in deals for cost in deal]
    exact = chance_of_winning(deals)
    assert exact.deals == len(deals)
    spread = sqrt(max(exact.rate * (1 - exact.rate), 0.01) / games)
    assert simulated(points, games, seed=7) == pytest.approx(exact.rate, abs=4 * spread)


def first_to_four(p: float) -> float:
    """The chance of winning four hands before losing four, a hand won with chance p."""
    return sum(comb(3 + lost, lost) * p**4 * (1 - p) ** lost for lost in range(4))


@pytest.mark.parametrize(("won", "count"), [(1, 2), (2, 3), (30, 40), (7, 50), (199, 200)])
def test_chance_of_winning_where_it_has_a_closed_form(won, count):
    # Who takes all 26 points or none plays the best of seven: the first with four full hands has 104.
    deals = [[0]] * won + [[26]] * (count - won)
    p, step = won / count, 1e-5
    result = chance_of_winning(deals)
    assert result.rate == pytest.approx(first_to_four(p))
    slope = (first_to_four(p + step) - first_to_four(p - step)) / (2 * step)
    assert result.standard_error == pytest.approx(slope * sqrt(p * (1 - p) / (count - 1)), rel=1e-6)


@pytest.mark.parametrize(
    ("deals", "rate"),
    [
        ([[12, 12]], 1.0),
        ([[14, 14]], 0.0),
        ([[13, 13]], 0.5),  # never decided; nobody is better
        ([[0], [26]], 0.5),
        ([[13, 12]], 1.0),
        ([[13, 14]], 0.0),
        ([[0, 12], [5, 1]], 1.0),
    ],
)
def test_chance_of_winning_where_it_is_plain(deals, rate):
    assert chance_of_winning(deals).rate == pytest.approx(rate)


def test_one_deal_has_no_spread_to_speak_of():
    assert chance_of_winning([[12, 14]]).standard_error == pytest.approx(0, abs=1e-12)
    assert chance_of_winning([[12, 12], [12, 12]]) == WinRate(1.0, 0.0, 2)


@given(st.lists(st.lists(st.integers(0, 26), min_size=2, max_size=2), min_size=1, max_size=8))
def test_what_one_wins_the_other_loses(deals):
    mine = chance_of_winning(deals)
    theirs = chance_of_winning([[26 - cost for cost in deal] for deal in deals])
    assert mine.rate + theirs.rate == pytest.approx(1)
    assert mine.standard_error == pytest.approx(theirs.standard_error, abs=1e-9)
    assert -1e-12 <= mine.rate <= 1 + 1e-12


@given(st.lists(st.integers(0, 25), min_size=1, max_size=8), st.data())
def test_a_point_more_never_helps(costs, data):
    place = data.draw(st.integers(0, len(costs) - 1))
    dearer = [cost + (number == place) for number, cost in enumerate(costs)]
    assert chance_of_winning([costs]).rate >= chance_of_winning([dearer]).rate - 1e-12


def bootstrapped(deals: Sequence[Sequence[int]], times: int, statistic: Callable[..., WinRate]) -> float:
    """The standard error by drawing deals again, with return."""
    rng = random.Random(5)
    return stdev(statistic([rng.choice(deals) for _ in deals]).rate for _ in range(times))


@pytest.mark.parametrize("seed", [1, 2])
def test_standard_error_equals_the_bootstraps(seed):
    deals = some_deals(seed, 200)
    times = 250
    exact = chance_of_winning(deals).standard_error
    # the bootstrap's own error is a share of 1 / sqrt(2 · times) of it; a twentieth is left for curvature
    assert bootstrapped(deals, times, chance_of_winning) == pytest.approx(
        exact, rel=3 / sqrt(2 * times) + 0.05
    )


def moved(deals: Sequence[list[int]], place: int, copies: int = 3000) -> float:
    """How far the rate moves, for its weight, when one deal is counted a little more than the others."""
    many = [*deals] * copies
    extra = chance_of_winning([*many, deals[place]]).rate - chance_of_winning(many).rate
    return extra * (len(many) + 1)


@pytest.mark.parametrize("name", ["even", "better", "worse", "ties", "no tie"])
def test_standard_error_equals_the_jackknifes_by_small_steps(name):
    deals = [deal for deal in SAMPLES[name] if len(deal) == 2]
    size = len(deals)
    spread = sum(moved(deals, place) ** 2 for place in range(size)) / (size - 1)
    assert chance_of_winning(deals).standard_error == pytest.approx(sqrt(spread / size), rel=2e-3)


def test_playings_of_one_deal_count_as_one_observation():
    single = [[cost] for cost in (0, 5, 9, 13, 20, 26, 12)]
    double = [deal * 2 for deal in single]
    apart = list(itertools.chain(single, single))
    assert chance_of_winning(double).rate == pytest.approx(chance_of_winning(single).rate)
    assert chance_of_winning(double).standard_error == pytest.approx(chance_of_winning(single).standard_error)
    assert chance_of_winning(apart).standard_error < chance_of_winning(double).standard_error


@pytest.mark.parametrize("deals", [[], [[]], [[3], []]])
def test_no_deals_give_no_chance(deals):
    with pytest.raises(ValueError, match="no deals"):
        chance_of_winning(deals)
