"""How many calls go at once, and what a player has left."""

from playfunc_autograder.sandbox.worker_player import BatchSize


def grown(batch, seconds_a_call, rounds=20):
    for _ in range(rounds):
        batch.succeeded(batch.size, batch.size * seconds_a_call)
    return batch.size


def test_batches_of_quick_moves_grow_to_64():
    assert grown(BatchSize(1.0), 0.0001) == 64


def test_whole_batches_stay_within_one_moves_limit():
    for milliseconds in (2, 10, 40, 100, 300, 900):
        seconds = milliseconds / 1000
        assert grown(BatchSize(1.0), seconds) * seconds < 1.0


def test_a_part_of_a_batch_proves_nothing_for_larger_ones():
    batch = BatchSize(1.0)
    grown(batch, 0.0001, rounds=3)
    batch.succeeded(1, 0.0001)
    assert batch.size == 8


def test_a_size_that_failed_is_not_tried_again():
    batch = BatchSize(1.0)
    assert grown(batch, 0.0001, rounds=4) == 16
    batch.failed()
    assert batch.size == 1
    assert grown(batch, 0.0001) == 8
    for _ in range(9):
        batch.failed()
    assert grown(batch, 0.0001) == 1
