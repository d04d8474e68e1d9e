"""Facts about structure, on sources small enough to count by hand."""

import ast

from playfunc_checks.structure import docstrings, duplicates, source_lines, unused

TWICE = '''
def two(hand, trick):
    """Two players."""
    best = None
    for card in hand:
        if best is None or card.rank < best.rank:
            best = card
    return best


def four(cards, table):
    """Four players."""
    lowest = None
    for c in cards:
        if lowest is None or c.rank < lowest.rank:
            lowest = c
    return lowest


def play(player_id, hand, trick, previous):
    return two(hand, trick), ""
'''


def told(source):
    return [str(pair) for pair in duplicates(ast.parse(source))]


def test_code_that_differs_in_names_alone_is_said_twice():
    assert told(TWICE) == ["lines 4–8 and 13–17"]


def test_code_that_calls_other_functions_is_not_the_same():
    first, second, third = TWICE.split("\n\n\n")
    other = second.replace("for c in cards", "for c in sorted(cards)")
    assert told("\n\n\n".join((first, other, third))) == []


def test_one_line_that_looks_like_another_is_no_finding():
    assert told("def f(a):\n    return a + 1\n\n\ndef g(b):\n    return b + 2\n") == []


def test_what_play_never_reaches_is_unused_whoever_else_calls_it():
    assert unused(ast.parse(TWICE)) == ("four (line 11)",)
    island = TWICE + "\n\ndef helper():\n    return four((), ())\n"
    assert unused(ast.parse(island)) == ("four (line 11)", "helper (line 24)")


def test_methods_constants_and_classes_count_and_quoted_annotations_use():
    source = (
        "LIMIT = 3\nUNUSED = 4\n"
        "class Seen:\n    def one(self): return LIMIT\n    def two(self): return 2\n"
        "class Quoted: ...\n"
        "def play(a, b, c, d) -> 'Quoted':\n    return Seen().one()\n"
    )
    assert unused(ast.parse(source)) == ("UNUSED (line 2)", "Seen.two (line 5)")


def test_docstrings_of_a_text_that_does_not_parse_are_none():
    assert docstrings("def (") == frozenset()
    assert docstrings("-" * 100_000 + "1") == frozenset(), "nested too deeply for the parser"


def test_methods_of_a_released_class_are_not_held_against_a_student():
    given = "class World:\n    def options(self): return 1\n"
    mine = "def play(a, b, c, d):\n    return World(), ''\n"
    assert unused(ast.parse(given + mine)) == ("World.options (line 2)",)
    assert unused(ast.parse(given + mine), ast.parse(given)) == ()
    assert unused(ast.parse(given + mine.replace("World()", "b"))) == ("World (line 1)",)


def test_what_only_released_code_uses_is_not_held_against_a_student():
    """The first `play` of Hearts is given, and the student writes what it calls."""
    first = "def play(a, b, c, d):\n    return helper(d), ''\n"
    mine = "def helper(d):\n    return d\n\ndef play(a, b, c, d):\n    return b[0], ''\n"
    assert unused(ast.parse(first + mine)) == ("helper (line 3)",)
    assert unused(ast.parse(first + mine), ast.parse(first)) == ()


def test_lines_are_those_of_python_s_own_numbers():
    assert source_lines("a\u2028\x0cb\r\nc\rd\ne") == ["a\u2028\x0cb", "c", "d", "e"]
