"""How much of one player's text stands in another, by the runs of characters that they share.

Every name becomes one letter, every piece of a string another, comments and blanks go. What remains is cut into all
its runs of `PASSAGE` characters (`fingerprint`), which an inverted index counts. No sample of them is taken
(winnowing): a class is small enough to compare all. Neither renaming nor reordering hides a copy. What a text shares
with the release counts for nothing. There is no threshold and no verdict here: pairs come in order, and people read
them."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


PASSAGE = 25
"""The shortest shared run that counts, in characters after names have become one letter: about three short
lines. Unrelated players of the demo class share 3% of their runs at most."""

_FACTOR = 0x9E3779B97F4A7C15
"""Odd, so that every character of a run moves its hash."""


@dataclass(frozen=True, slots=True, eq=False)
class Fingerprint:
    hashes: NDArray[np.uint64]
    """One for each run, in order, shape `(runs,)`: equal for equal runs on every machine and in every process."""

    positions: NDArray[np.intp]
    """Where the source has the first character of each run, and of what follows the last one: run `i` extends
    from `positions[i]` to `positions[i + PASSAGE]`."""


def fingerprint(source: str) -> Fingerprint:
    """All runs of a text, which need not be valid Python; none of a text below `PASSAGE` characters."""
    import numpy as np

    reduced, positions = _reduced(source)
    characters = np.frombuffer(reduced.encode("utf-32-le", "surrogatepass"), np.uint32)
    hashes = np.zeros(max(0, len(reduced) - PASSAGE + 1), np.uint64)
    for offset in range(PASSAGE if len(hashes) else 0):  # Horner's rule, for all runs at once, modulo 2**64
        hashes *= np.uint64(_FACTOR)
        hashes += characters[offset : offset + len(hashes)]
    return Fingerprint(hashes, np.array(positions, np.intp))


def _reduced(source: str) -> tuple[str, list[int]]:
    """The text without names, comments and blanks; where each of its characters comes from, and where it ends."""
    before = len(source) - len(source.removeprefix("\ufeff").lstrip("\n"))
    text = source[before:].replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    pieces: list[str] = []
    positions: list[int] = []
    end = before
    for start, kind, value in _lexer().get_tokens_unprocessed(text + "\n"):
        letter = _letter(kind)
        at = before + start
        if letter is None or (letter == "S" and value in ('"', "'")):
            pieces.append(value if letter is None else '"')
            positions.extend(range(at, at + len(value)))
        elif letter:
            pieces.append(letter)
            positions.append(at)
        end = at if letter == "" else at + len(value)
    return "".join(pieces), [*positions, end]


@cache
def _lexer() -> Any:
    """pygments' lexer with three rules before its own, which give what fifty later ones would give: blanks within a
    line, names that are no word of the language, and signs. That is a third of the time."""
    from pygments.lexer import words
    from pygments.lexers.python import PythonLexer
    from pygments.token import Name, Operator, Text

    rules = [rule for state in PythonLexer.tokens.values() for rule in state if isinstance(rule, tuple)]
    special = {word for pattern, *_ in rules if isinstance(pattern, words) for word in pattern.words}
    others = "Ellipsis|NotImplemented|and|case|class|cls|def|from|import|in|is|lazy|match|not|or|self"

    class Lexer(PythonLexer):  # type: ignore[misc]  # pygments has no types
        tokens = {  # noqa: RUF012  # pygments' own way
            **PythonLexer.tokens,
            "root": [
                (r"(?<=\S)[ ]+(?=\S)|^[ ]+(?=[^\s\"'rRuUbBmc])", Text),
                (
                    rf"(?!(?:{'|'.join([*sorted(special), others])})\b)[A-Za-z_][A-Za-z0-9_]*(?![\w\"']|[^\x00-\x7f])",
                    Name,
                ),
                (r"(?:[][{}(),;:=<>+*/%&|^~-]|\.(?!\d))+", Operator),
                *PythonLexer.tokens["root"],
            ],
        }

    return Lexer()


@cache
def _letter(kind: Any) -> str | None:
    """What a token of pygments becomes, `None` where its text stays: keywords, operators, numbers, builtins."""
    from pygments.token import Comment, Name, String, Text

    if kind in (Comment.Preproc, Comment.Hashbang):
        return "P"
    if kind in (Name, Name.Variable, Name.Attribute):
        return "V"
    letters = {Name.Function: "F", Name.Class: "O", Text: "", Comment: "", String: "S"}
    return next((letter for family, letter in letters.items() if kind in family), None)


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


@dataclass(slots=True)
class _Best:
    """The `top` pairs most alike and the `top` that share most, so far; of equal ones the first."""

    top: int
    most: list[Pair] = field(default_factory=list)
    longest: list[Pair] = field(default_factory=list)

    def add(self, most: Collection[Pair], longest: Collection[Pair]) -> None:
        self.most = heapq.nlargest(self.top, [*self.most, *most], key=lambda pair: pair.alike)
        self.longest = heapq.nlargest(self.top, [*self.longest, *longest], key=lambda pair: pair.shared)

    def bounds(self) -> tuple[float, int]:
        """A later pair that exceeds neither, in `alike` and `shared`, is not among them."""
        full = len(self.most) == self.top
        return (self.most[-1].alike, self.longest[-1].shared) if full else (0.0, 0)


def compare(
    handed_in: Sequence[Text], others: Sequence[Text], released: Sequence[str], top: int
) -> tuple[tuple[Pair, ...], tuple[int, ...]]:
    """The `top` pairs most alike and the `top` that share most, each once, the most alike first; and how many
    of all pairs are alike by 0–10%, 10–20%, …, 90–100%.

    Each of `handed_in` is compared with each other one and with all of `others` but the same student's; those are not
    compared among themselves, and of several of one student and kind only the most alike is told. `released` are
    source texts whose runs are ignored. Texts below `LEAST_RUNS` are passed over. Every pair is counted exactly
    (`shared_runs`), and only those that exceed what is shown so far become a `Pair`.
    """
    import numpy as np

    ignored = np.concatenate([fingerprint(source).hashes for source in ("", *released)])
    prints = [
        (text, runs, number < len(handed_in))
        for number, text in enumerate((*handed_in, *others))
        if len(runs := np.setdiff1d(fingerprint(text.source).hashes, ignored)) >= LEAST_RUNS
    ]
    texts = [text for text, _, _ in prints]
    rows = sum(own for _, _, own in prints)
    lengths = np.array([len(runs) for _, runs, _ in prints], np.int64)
    teams = _codes([text.team for text in texts[:rows]])
    students = _codes([text.student for text in texts])
    people = _codes([text.student and (text.kind, text.student) for text in texts])
    counts = np.zeros(10, np.int64)
    best = (_Best(top), slice(0, rows)), (_Best(top), slice(rows, None))
    for row, shared in enumerate(shared_runs([runs for _, runs, _ in prints], rows)):
        compared = np.concatenate((teams != teams[row], students[rows:] != students[row]))
        compared[: row + 1] = False
        alike = 2 * shared / (lengths + lengths[row])
        counts += np.bincount(np.minimum(alike[compared] * 10, 9).astype(np.intp), minlength=10)
        for kept, part in best:
            least_alike, least_shared = kept.bounds()
            among = compared & ((alike > least_alike) | (shared > least_shared))
            if among[part].any():
                whose = np.isin(people[part], people[part][among[part]])
                columns = np.flatnonzero(whose & compared[part] & (shared[part] > 0)) + part.start
                pairs = [
                    Pair(texts[row], texts[at], int(shared[at]), int(lengths[row]), int(lengths[at]))
                    for at in columns.tolist()
                ]
                one_each = _one_of_each(pairs, people[columns])
                kept.add(one_each, one_each)
    whole = _Best(top)
    for kept, _ in best:
        whole.add(kept.most, kept.longest)
    shown = {id(pair): pair for pair in (*whole.most, *whole.longest)}
    return tuple(sorted(shown.values(), key=lambda pair: (-pair.alike, -pair.shared))), tuple(counts.tolist())


def _codes(names: Sequence[Hashable]) -> NDArray[np.int64]:
    """Equal numbers for equal names; each empty name has a number of its own."""
    import numpy as np

    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(name or at, len(known)) for at, name in enumerate(names)], np.int64)


def _one_of_each(pairs: Iterable[Pair], people: NDArray[np.int64]) -> Collection[Pair]:
    """The most alike pair of each person, the first of equal ones, in the order in which the persons come."""
    found: dict[int, Pair] = {}
    for pair, who in zip(pairs, people.tolist(), strict=True):
        if who not in found or pair.alike > found[who].alike:
            found[who] = pair
    return found.values()


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
