"""Agreement of two markers: kappa as published, worked by hand, and in a sentence."""

import pytest
from playfunc_classroom.people.agreement import Agreement, agreement, weighted_kappa


def table(rows):
    """Pairs of categories from a table of counts, the first judge's in rows."""
    return [(i, j) for i, row in enumerate(rows) for j, count in enumerate(row) for _ in range(count)]


COHEN = table([[44, 7, 9], [5, 20, 5], [1, 3, 6]])
"""Cohen (1968), table 1: two judges, three diagnoses, here as 100 cases."""


def test_kappa_is_as_published():
    assert weighted_kappa(COHEN, lambda a, b: float(a != b)) == pytest.approx(0.492, abs=0.0005)
    weights = [[0, 1, 3], [1, 0, 6], [3, 6, 0]]
    assert weighted_kappa(COHEN, lambda a, b: weights[int(a)][int(b)]) == pytest.approx(0.348, abs=0.0005)


def test_kappa_of_a_table_worked_by_hand():
    """20 yes to both, 5, 10, and 15 no to both: 0.7 agree, 0.5 would by lot."""
    assert weighted_kappa(table([[20, 5], [10, 15]])) == pytest.approx(0.4)


def test_kappa_at_its_ends():
    assert weighted_kappa([(1, 1), (2, 2), (5, 5)]) == 1
    assert weighted_kappa([(0, 1), (1, 0)]) == -1
    assert weighted_kappa([]) is None
    assert weighted_kappa([(7, 7), (7, 7)]) is None


def test_agreement_is_told_in_a_sentence():
    assert str(agreement([])) == "nothing marked twice yet"
    told = str(agreement([(20, 22), (25, 24), (10, 12)]))
    assert "3 marked twice" in told
    assert "rough" in told
    assert "+1.0 points on average, the largest difference is 2" in told
    assert agreement([(5, 5)]) == Agreement(1, None, 0.0, 0.0)
