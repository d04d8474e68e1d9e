"""The inverted index counts every pair as sets do, whether runs are rare or in nearly every text."""

import numpy as np
import pytest
from playfunc_classroom.similarity.shared_runs import COMMON, shared_runs


@pytest.mark.parametrize("count", [0, 1, 2, COMMON, 5 * COMMON])
def test_every_pair_is_counted_as_sets_do(count):
    rng = np.random.default_rng(1)
    texts = [np.unique(rng.geometric(0.01, 60).astype(np.uint64) << np.uint64(50)) for _ in range(count)]
    own = (2 * count) // 3
    found = list(shared_runs(texts, own))
    assert len(found) == own
    for row, shared in enumerate(found):
        mine = set(texts[row].tolist())
        expected = [len(mine & set(text.tolist())) if at > row else 0 for at, text in enumerate(texts)]
        assert shared.tolist() == expected


def test_texts_without_runs_share_none():
    empty = np.zeros(0, np.uint64)
    assert [row.tolist() for row in shared_runs([empty, empty, empty], 2)] == [[0, 0, 0]] * 2


def test_a_run_is_counted_once_on_either_side_of_the_bound():
    """At the bound it is an entry of the index, above it a bit."""
    count = 4 * COMMON
    for owners in (count // COMMON, count // COMMON + 1):
        texts = [np.array([1, 100 + at] if at < owners else [100 + at], np.uint64) for at in range(count)]
        for row, shared in enumerate(shared_runs(texts, count)):
            assert shared.tolist() == [int(row < at < owners) for at in range(count)]
