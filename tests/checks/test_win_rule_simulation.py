"""The win rule's curve, and that early ends change no verdict."""

import random

import pytest
from course_assignments import HEARTS
from playfunc.games import game
from playfunc.games.hearts.to_100 import chance_of_winning
from playfunc_checks.checks.win_rate import STEP, is_settled
from playfunc_checks.win_rule_simulation import COUNTS, chances, curve, figure, marked, table
from playfunc_opponents.measured.calibration import Contest, Pairing, read_contests

WIN_RATE = game("hearts").win_rate
CONTESTS = marked(list(read_contests().values()), "hearts")


def test_many_chances_at_once_are_those_of_the_exact_walk():
    rng = random.Random(1)
    many = [[[rng.randint(0, 26), rng.choice([0, 13, 26])] for _ in range(30)] for _ in range(20)]
    many += [[[13, 13]], [[0, 0]], [[26, 26]], [[13, 12]]]
    histograms = [[sum(deal.count(points) for deal in deals) for points in range(27)] for deals in many]
    assert chances(histograms) == pytest.approx([chance_of_winning(deals).rate for deals in many])


def test_no_early_end_changed_a_verdict():
    """Over every stored contest with an opponent that counts for marks."""
    early = 0
    for contest in CONTESTS:
        if len(contest.margins) > HEARTS.least_deals:
            deals = contest.scores[: HEARTS.deals]
            looks = range(HEARTS.least_deals, len(deals), STEP)
            ended = (count for count in looks if is_settled(deals[:count], HEARTS, HEARTS.threshold))
            end = next(ended, len(deals))
            verdicts = [WIN_RATE(part).rate >= HEARTS.threshold for part in (deals[:end], deals)]
            assert verdicts[0] is verdicts[1], contest.pairing
            early += end < len(deals)
    assert early > 0


def test_the_curve_rises_from_never_to_always():
    """Of made-up players, whose chances are known: one of par, one that wins four points a hand."""
    rng = random.Random(2)

    def contest(name, mean):
        deals = [tuple(2 * round(rng.gauss(mean / 2, 5)) for _ in range(2)) for _ in range(400)]
        margins = tuple(tuple(max(-26, min(26, margin)) for margin in deal) for deal in deals)
        return Contest(Pairing("hearts", 2, name, "basic"), margins)

    found = curve([contest("par", -2), contest("good", 8)], HEARTS, simulations=60)
    at = {round(each.true, 2): each.passes for each in found}
    assert at[0.5][200] < 0.2
    assert 0.2 < at[0.6][200] < 0.8
    assert at[0.7][200] > 0.8
    assert at[0.66][50] < at[0.66][400]
    assert table(found).count("\n") == len(found) + 1
    assert all(f"{count} deals" in figure(found, 0.6) for count in COUNTS)
