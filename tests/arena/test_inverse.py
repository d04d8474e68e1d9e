"""The inverse against its definition."""

import random

import pytest
from playfunc_arena.ratings import inverse


@pytest.mark.parametrize("size", [1, 2, 7, 20])
def test_a_matrix_times_its_inverse_is_one(size):
    rng = random.Random(size)
    half = [[rng.gauss(0, 1) for _ in range(size)] for _ in range(size)]
    matrix = [
        [sum(a * b for a, b in zip(one, other, strict=True)) + (one is other) for other in half]
        for one in half
    ]
    found = inverse(matrix)
    for place, line in enumerate(matrix):
        product = [
            sum(a * b for a, b in zip(line, column, strict=True)) for column in zip(*found, strict=True)
        ]
        assert product == pytest.approx([float(place == other) for other in range(size)], abs=1e-9)


def test_a_matrix_without_an_inverse_is_refused():
    with pytest.raises(ZeroDivisionError):
        inverse([[0.0]])
