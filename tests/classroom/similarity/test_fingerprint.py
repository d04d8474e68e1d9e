"""Runs of a text: as copydetect 0.5.0 found them with a window of 1, and each at its place in the source."""

import random

import pytest
from playfunc_classroom.similarity.compare import Text, compare, shared_spans
from playfunc_classroom.similarity.fingerprint import PASSAGE, _letter, _lexer, fingerprint
from pygments.lexers.python import PythonLexer

FIRST = '''"""A player."""
from playfunc import Card, legal_cards  # what was released


class Observation(Exception):
    pass


def lowest(cards, suit=None):
    """The lowest card, of a suit where one is wanted."""
    same = [card for card in cards if suit is None or card.suit is suit]
    print(f"{len(same)} of {suit!r}: {same[0]:>{9}}", 'left\\n', r"\\d+" "%s" % 3)
    return min(same or cards, key=lambda card: (card.rank, card.suit.name))


@staticmethod
def total(numbers):
    result = 0x1F + 1.5e3
    for number in numbers:
        result += number ** 2 if number != 7 else -1
    return result
'''

SECOND = """def summed(values):  # another name, another place
    answer = 0x1F+1.5e3
    for value in values:

        answer += value**2 if value!=7 else -1
    return answer

class Other(ValueError):
    pass

def smallest(hand, colour=None):
    equal = [c for c in hand if colour is None or c.suit is colour]
    return min(equal or hand,
               key=lambda c: (c.rank, c.suit.name))
"""

RELEASED = """class Something(KeyError):
    pass


def play(player_id, hand, trick, previous):
    ...
"""

COPYDETECT = [
    ([], (48, 219, 134), [(211, 284), (365, 439), (453, 596)], [(0, 167), (239, 384)]),
    ([SECOND[:150]], (25, 196, 111), [(211, 284), (365, 439), (507, 596)], [(83, 167), (239, 384)]),
]
"""What is released; shared runs and those of each text; where both have what they share."""


@pytest.mark.parametrize(
    ("released", "runs", "ours", "theirs"), COPYDETECT, ids=["nothing released", "released"]
)
def test_runs_and_places_are_those_of_copydetect(released, runs, ours, theirs):
    texts = [Text(name, "class", source, name) for name, source in (("ann", FIRST), ("bob", SECOND))]
    (pair,), _ = compare(texts, [], released, top=1)
    assert (pair.shared, pair.first_runs, pair.second_runs) == runs
    assert shared_spans(FIRST, SECOND, released) == (ours, theirs)


@pytest.mark.parametrize("before", ["\n\n", "\ufeff", "\ufeff\n"])
def test_what_stands_before_the_first_line_moves_every_place(before):
    _, _, ours, theirs = COPYDETECT[0]
    moved = [(start + len(before), end + len(before)) for start, end in ours]
    assert shared_spans(before + FIRST, SECOND, []) == (moved, theirs)


def test_each_character_has_its_place():
    source = "x = 1\nclass  Name(B):\n    y = 2 # why\n"
    found = fingerprint(source).positions.tolist()  # of V=1classO(V):V=2, and of the end
    assert "".join(source[at] for at in found[:-1]) == "x=1classN(B):y=2"
    assert found[-1] == len(source) - 1


def test_a_run_has_the_same_hash_everywhere():
    """Horner's rule by hand."""
    source = "1234567890" * 3
    expected = [
        sum(ord(c) * 0x9E3779B97F4A7C15 ** (PASSAGE - 1 - n) for n, c in enumerate(source[at : at + PASSAGE]))
        % 2**64
        for at in range(6)
    ]
    found = fingerprint(source)
    assert found.hashes.tolist() == expected
    assert found.positions.tolist() == list(range(31))


@pytest.mark.parametrize("source", ["", "x", "\n\n", "\ufeff", "# alone"])
def test_a_short_text_has_no_run(source):
    assert fingerprint(source).hashes.tolist() == []


@pytest.mark.parametrize(
    "source", ["x = '\ud800'\n" * 9, "(" * 99, "\0" * 99, "s = '''abc\n" * 9, "a $ b ? c\n" * 9]
)
def test_a_text_need_not_be_python(source):
    found = fingerprint(source)
    assert len(found.positions) == len(found.hashes) + PASSAGE


WORDS = [
    "match",
    "case",
    "def",
    "class",
    "from",
    "import",
    "lazy",
    "yield",
    "async",
    "for",
    "self",
    "x",
    "list",
    "None",
    "print",
    "__init__",
    "in",
    "is",
    "not",
    "r",
    "f",
    "b",
    "rb",
    "F",
    "1",
    "1e5",
    "0x1F",
    ".",
    ".5",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ":",
    "=",
    "==",
    "!=",
    "->",
    ":=",
    "@",
    "@x",
    "#",
    "\\",
    "'",
    '"',
    "'''",
    '"""',
    "f'",
    'rb"',
    "f'{",
    "!r",
    "é",
    "²",
    "·",
]


def lexed(lexer, source):
    """Kinds and characters, as far as they matter: a text that stays may be one token or several."""
    return [
        (at + n, letter, value if letter else character)
        for at, kind, value in lexer.get_tokens_unprocessed(source)
        if (letter := _letter(kind)) != ""
        for n, character in enumerate(value[: 1 if letter else None])
    ]


def test_the_quick_rules_give_what_pygments_gives():
    rng = random.Random(1)
    noise = [
        "".join(rng.choice([*WORDS, " ", " ", "\n", "\n    ", "\\\n"]) for _ in range(rng.randrange(3, 40)))
        for _ in range(3000)
    ]
    for source in (FIRST, SECOND, RELEASED, *noise):
        assert lexed(_lexer(), source) == lexed(PythonLexer(), source)
