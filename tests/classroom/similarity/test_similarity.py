"""Runs of a text: as copydetect 0.5.0 found them with a window of 1, and each at its place in the source."""

import json
import random
import re

import numpy as np
import pytest
from course_assignments import HEARTS
from course_fixture import CAUTIOUS
from playfunc_classroom.similarity import (
    COMMON,
    PASSAGE,
    Text,
    _letter,
    _lexer,
    compare,
    fingerprint,
    shared_runs,
    shared_spans,
)
from playfunc_classroom.similarity_report import write_similarity
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
    "match", "case", "def", "class", "from", "import", "lazy", "yield", "async", "for", "self", "x", "list",
    "None", "print", "__init__", "in", "is", "not", "r", "f", "b", "rb", "F", "1", "1e5", "0x1F", ".", ".5",
    "(", ")", "{", "}", "[", "]", ":", "=", "==", "!=", "->", ":=", "@", "@x", "#", "\\", "'", '"', "'''",
    '"""', "f'", 'rb"', "f'{", "!r", "é", "²", "·",
]  # fmt: skip


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


# The inverted index counts every pair as sets do, whether runs are rare or in nearly every text.
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


# The page of similar players: no names, and nothing of a student's as code.
def write_notebook(path, player):
    cell = {"cell_type": "code", "metadata": {"tags": ["player"]}, "source": player, "outputs": []}
    path.parent.mkdir(parents=True)
    path.write_text("{" if player is None else json.dumps({"cells": [cell]}))


def test_the_page_calls_nobody_by_name_and_shows_no_student_as_code(tmp_path):
    submitted = tmp_path / "course" / "submitted"
    own = CAUTIOUS + "\n# written by ann <script>alert(1)</script>\n"
    players = {"ann": own, "bob": own.replace("options", "choices"), "cut": None}
    for student, text in players.items():
        write_notebook(submitted / student / "hearts" / "hearts.ipynb", text)
    write_notebook(tmp_path / "course/release/hearts/hearts.ipynb", "def play(*arguments): ...")
    years = tmp_path / "2025" / "zoe"
    years.mkdir(parents=True)
    (years / "player.py").write_text(own)
    folders = {student: submitted / student / "hearts" for student in players}
    path, shown = write_similarity(tmp_path / "course", HEARTS, folders, {}, [tmp_path / "2025"])
    page = path.read_text()
    assert shown >= 3
    text = re.sub(r"<[^>]*>", " ", page)
    assert not re.search(r"\b(ann|bob|cut|zoe)\b", text)
    assert "not a readable notebook" in text
    assert "<script>alert" not in page
    assert "no verdict" in text
    named, _ = write_similarity(tmp_path / "course", HEARTS, folders, {}, [tmp_path / "2025"], names=True)
    for name in ("ann", "bob", "2025/zoe/player.py"):
        assert name in named.read_text()


# What students say about sources and help, beside their players.
HEADING = "#### Sources and help: people, pages, assistants"


def test_what_students_say_about_sources_and_help_stands_beside_their_players(tmp_path):
    """From the end of the report, else from the player's docstring; shown as text, under pseudonyms."""
    given = f"### Your report\n\n{HEADING}\n\n*Name everybody.*"

    def report(text):
        return {"cell_type": "markdown", "metadata": {"tags": ["report"]}, "source": text}

    def player(source):
        metadata = {"tags": ["player"], "nbgrader": {"grade_id": "player"}}
        return {"cell_type": "code", "metadata": metadata, "source": source}

    policy = {
        "cell_type": "markdown",
        "metadata": {"tags": ["policy"]},
        "source": "below\n*Sources and help* (not here)",
    }
    said = {
        "ann": [
            policy,
            report(f"I did.\n\n{HEADING}\n\n*Name everybody.*\nIdeas from bob. <script>x</script>"),
            player(CAUTIOUS),
        ],
        "bob": [policy, report(given), player(CAUTIOUS)],
        "cy": [player(f'"""From the lecture."""\n{CAUTIOUS}')],
    }
    (tmp_path / ".playfunc-secret").write_text("s")
    (tmp_path / "release/hearts").mkdir(parents=True)
    (tmp_path / "release/hearts/hearts.ipynb").write_text(json.dumps({"cells": [report(given)]}))
    for student, cells in said.items():
        (tmp_path / "submitted" / student).mkdir(parents=True)
        (tmp_path / "submitted" / student / "hearts.ipynb").write_text(json.dumps({"cells": cells}))
    folders = {student: tmp_path / "submitted" / student for student in said}
    path, _ = write_similarity(tmp_path, HEARTS, folders, {}, names=True)
    page = path.read_text()
    rows = re.findall(r'<th scope="row">(\w+)</th><td class="pf-said">(.*?)</td>', page, re.DOTALL)
    assert rows == [
        ("ann", "Ideas from bob. &lt;script&gt;x&lt;/script&gt;"),
        ("bob", "(nothing was written)"),
        ("cy", "From the lecture."),
    ]
    assert page.count("ann on sources and help:</strong>") >= 1
    path, _ = write_similarity(tmp_path, HEARTS, folders, {})
    assert "Ideas from bob" not in path.read_text()
