"""How much of one player's text stands in another, by their runs of characters (`fingerprint`).

Neither renaming nor reordering hides a copy. What a text shares with the release counts for nothing. There is no
threshold and no verdict here: pairs come in order, and people read them.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from playfunc_classroom.similarity.fingerprint import PASSAGE, Fingerprint, fingerprint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LEAST_RUNS", "Pair", "Span", "Text", "compare", "shared_spans"]

LEAST_RUNS = 50
"""A text with fewer runs of its own, about five lines beyond the release, is not compared: two of them are equal
by chance, and would stand before every real pair."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Text:
    """One source text to compare. `student` is empty for a text from outside the class; texts of one
    `team` are not compared with each other."""

    name: str
    kind: str
    source: str
    student: str = ""
    team: str = ""
    declared: str = ""
    """What its author says about sources and help, if that is known."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts and the number of different runs that they share."""

    first: Text
    second: Text
    shared: int
    first_runs: int
    second_runs: int

    @property
    def first_share(self) -> float:
        """The part of the first text's runs that stand in the second too, 0 to 1."""
        return self.shared / self.first_runs

    @property
    def second_share(self) -> float:
        return self.shared / self.second_runs

    @property
    def alike(self) -> float:
        """Twice the shared runs, divided by both texts' runs (Dice's coefficient): 1 for equal texts."""
        return 2 * self.shared / (self.first_runs + self.second_runs)


def compare(
    handed_in: Sequence[Text], others: Sequence[Text], released: Sequence[str], top: int
) -> tuple[tuple[Pair, ...], tuple[int, ...]]:
    """The `top` pairs most alike and the `top` that share most, each once, the most alike first; and how many
    of all pairs are alike by 0–10%, 10–20%, …, 90–100%.

    Each of `handed_in` is compared with each other one and with all of `others` but the same student's; those are not
    compared among themselves, and of several of one student only the most alike is told. `released` are source texts
    whose runs are ignored. Texts below `LEAST_RUNS` are passed over.
    """
    common = {run for source in released for run in fingerprint(source).hashes.tolist()}
    runs = {
        id(text): frozenset(fingerprint(text.source).hashes.tolist()) - common
        for text in (*handed_in, *others)
    }
    counts = [0] * 10
    pairs: dict[tuple[int, str, str | int], Pair] = {}
    for first, second in _candidates(handed_in, others):
        mine, theirs = runs[id(first)], runs[id(second)]
        if min(len(mine), len(theirs)) < LEAST_RUNS:
            continue
        pair = Pair(first, second, len(mine & theirs), len(mine), len(theirs))
        counts[min(9, int(pair.alike * 10))] += 1
        who = id(first), second.kind, second.student or id(second)
        if pair.shared and (who not in pairs or pair.alike > pairs[who].alike):
            pairs[who] = pair
    most = heapq.nlargest(top, pairs.values(), key=lambda pair: pair.alike)
    longest = heapq.nlargest(top, pairs.values(), key=lambda pair: pair.shared)
    chosen = {id(pair): pair for pair in (*most, *longest)}
    return tuple(sorted(chosen.values(), key=lambda pair: (-pair.alike, -pair.shared))), tuple(counts)


def _candidates(handed_in: Sequence[Text], others: Sequence[Text]) -> Iterator[tuple[Text, Text]]:
    for first, second in combinations(handed_in, 2):
        if not first.team or first.team != second.team:
            yield first, second
    for first in handed_in:
        yield from (
            (first, second) for second in others if not second.student or second.student != first.student
        )


def shared_spans(first: str, second: str, released: Collection[str]) -> tuple[list[Span], list[Span]]:
    """Where the shared runs stand in both texts: half-open, in order, without overlap."""
    import numpy as np

    ours, theirs = fingerprint(first), fingerprint(second)
    shared = np.intersect1d(ours.hashes, theirs.hashes)
    for source in released:
        shared = np.setdiff1d(shared, fingerprint(source).hashes, assume_unique=True)
    return _spans(ours, shared), _spans(theirs, shared)


def _spans(text: Fingerprint, shared: NDArray[np.uint64]) -> list[Span]:
    import numpy as np

    runs = np.flatnonzero(np.isin(text.hashes, shared))
    covered = np.zeros(len(text.positions) + 1, np.int8)
    np.add.at(covered, runs, 1)
    np.add.at(covered, runs + PASSAGE, -1)
    inside = np.cumsum(covered) > 0
    edges = text.positions[np.flatnonzero(np.diff(inside, prepend=False))]
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
