"""How many runs each text shares with every other, by an inverted index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["shared_runs"]

COMMON = 16
"""A run that stands in more than one in so many texts is a bit of each text, and no entry of the index."""


def shared_runs(texts: Sequence[NDArray[np.uint64]], rows: int) -> Iterator[NDArray[np.int64]]:
    """For each of the first `rows` texts, the number of runs that it shares with every later text, in order.

    A text is a sorted array of different runs. All counts are exact. The index lists the texts of each run, so a
    row costs as many steps as its runs stand in later texts, and pairs that share nothing cost none. What
    stands in very many texts would make that square: a function from a lecture, in all of `n` texts, is
    `n * n / 2` steps for each of its runs. Such runs are bits of a word instead, and one operation counts 64 of them.
    There are at most `COMMON` times as many as a text has runs on average, so a pair costs a few operations at worst.
    """
    import numpy as np

    owners, sizes = _lists(texts)
    starts = np.cumsum(sizes) - sizes
    often = sizes > len(texts) // COMMON
    bits = _bits(
        [owners[at : at + size] for at, size in zip(starts[often], sizes[often], strict=True)], len(texts)
    )
    listed = (sizes > 1) & ~often
    owners, sizes = owners[np.repeat(listed, sizes)], sizes[listed]
    ends = np.repeat(np.cumsum(sizes), sizes)
    entries = np.argsort(owners, kind="stable")  # by text
    bounds = np.searchsorted(owners[entries], np.arange(rows + 1))
    for row in range(rows):
        mine = entries[bounds[row] : bounds[row + 1]]
        later = [owners[at + 1 : end] for at, end in zip(mine.tolist(), ends[mine].tolist(), strict=True)]
        shared = np.bincount(np.concatenate([*later, owners[:0]]), minlength=len(texts))
        for word in np.flatnonzero(bits[:, row]):
            shared[row + 1 :] += np.bitwise_count(bits[word, row + 1 :] & bits[word, row])
        yield shared


def _lists(texts: Sequence[NDArray[np.uint64]]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The texts of each run, in order, one list after another; and the length of each list."""
    import numpy as np

    runs = np.concatenate([np.zeros(0, np.uint64), *texts])
    owners = np.repeat(np.arange(len(texts), dtype=np.int32), [len(text) for text in texts])
    order = np.argsort(runs, kind="stable")
    runs = runs[order]
    starts = np.flatnonzero(np.concatenate((runs[:1] == runs[:1], runs[1:] != runs[:-1])))
    return owners[order], np.diff(starts, append=len(runs))


def _bits(lists: Sequence[NDArray[np.int32]], count: int) -> NDArray[np.uint64]:
    """A bit for each list and text, 64 lists in a word, shape `(words, count)`."""
    import numpy as np

    bits = np.zeros((-(-len(lists) // 64), count), np.uint64)
    for at, owners in enumerate(lists):
        bits[at // 64, owners] |= np.uint64(1 << at % 64)
    return bits
