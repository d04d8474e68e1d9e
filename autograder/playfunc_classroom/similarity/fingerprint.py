"""A Python text as the runs of characters that it can share with another, whatever its names, comments and layout.

Every name becomes one letter, every piece of a string another, comments and blanks go. What remains is cut into all
its runs of `PASSAGE` characters. No sample of them is taken (winnowing): a class is small enough to compare all.
"""

from __future__ import annotations

from dataclasses import dataclass
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
