"""Lines that outlive a call, or read a clock, are named; what a call makes for itself is not."""

import linecache

import pytest
from playfunc_workbook.rules_check import kept_between_calls, suspects


def play_of(text):
    """The `play` that this cell defines."""
    linecache.cache["a cell"] = (len(text), None, text.splitlines(keepends=True), "a cell")
    names = {"__name__": "notebook"}
    exec(compile(text, "a cell", "exec"), names)
    return names["play"]


def suspects_in(text):
    return suspects([play_of(text)])


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("n = 0\ndef play(hand):\n    global n\n    n += 1\n    return n\n", 4, "changes `n`"),
        ("seen = []\ndef play(hand):\n    seen.append(hand)\n", 3, "changes `seen`"),
        ("kept = {}\ndef play(hand):\n    kept[hand] = 1\n", 3, "changes `kept`"),
        ("def play(hand):\n    play.count = 1\n", 2, "changes `play`"),
        ("import itertools\nn = itertools.count()\ndef play(hand):\n    return next(n)\n", 4, "moves `n` on"),
        ("import time\ndef play(hand):\n    return time.time()\n", 3, "reads a clock: `time.time`"),
        ("from time import monotonic\ndef play(hand):\n    return monotonic()\n", 3, "reads a clock"),
        (
            "import time\ndef play(hand):\n    return time.thread_time()\n",
            3,
            "reads a clock: `time.thread_time`",
        ),
        ("s = set()\ndef more(x):\n    s.add(x)\ndef play(hand):\n    return more(hand)\n", 3, "changes `s`"),
    ],
)
def test_the_line_is_named_with_the_reason(text, line, why):
    (found,) = suspects_in(text)
    assert found.startswith(f"Line {line} of `")
    assert text.splitlines()[line - 1].strip() in found
    assert why in found


def test_what_a_call_makes_for_itself_is_fine():
    lines = (
        "def play(hand):",
        "cards = list(hand)",
        "cards.append(1)",
        "cards[0] = 2",
        "return next(iter(cards))",
    )
    text = "\n    ".join(lines) + "\n"
    assert suspects_in(text) == []


OWN_COUNTER = """
def play(hand):
    n = 0
    def more():
        nonlocal n
        n += 1
    more()
    return n
"""
MATCHED = """
def play(hand):
    match hand:
        case [*cards]:
            cards.append(1)
            return cards
"""
BY_TYPE = """
def play(hand):
    own = []
    list.extend(own, hand)
    return own
"""


@pytest.mark.parametrize("text", [OWN_COUNTER, MATCHED, BY_TYPE])
def test_what_only_looks_as_if_it_outlived_the_call_is_fine(text):
    assert suspects_in(text) == []


MADE = """
def make():
    n = 0
    def play(hand):
        nonlocal n
        n += 1
        return n
    return play
play = make()
"""


def test_a_closure_that_counts_outlives_the_call():
    [found] = suspects_in(MADE)
    assert "changes `n`" in found


MEMO = """
memo = {}
def clockwise(hand):
    memo[hand] = 1
    return memo
def play(hand):
    return clockwise(hand)
"""


def test_a_name_with_a_clock_in_it_reads_none():
    [found] = kept_between_calls([play_of(MEMO)])
    assert "changes `memo`" in found
