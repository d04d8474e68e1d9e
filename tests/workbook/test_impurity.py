"""Lines that outlive a call, or read a clock, are named; what a call makes for itself is not."""

import linecache

import pytest
from playfunc_workbook.rules_check import suspects


def suspects_in(text):
    """The suspects of the `play` that this cell defines."""
    linecache.cache["a cell"] = (len(text), None, text.splitlines(keepends=True), "a cell")
    names = {"__name__": "notebook"}
    exec(compile(text, "a cell", "exec"), names)
    return suspects([names["play"]])


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
