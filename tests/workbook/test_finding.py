"""What is not saved, and names that only the notebook has."""

from playfunc_checks.undefined import undefined
from playfunc_workbook.marking import unsaved


def test_what_is_not_saved_is_named():
    saved = "def play():\n    return 1\n\n\ndef helper():\n    return 2\n"
    live = {}
    exec(compile(saved, "live.py", "exec"), live)
    assert unsaved(saved, live) == [], "without a source to read there is nothing to say"
    live["helper"] = test_what_is_not_saved_is_named
    assert unsaved(saved, live) == ["helper"]
    assert unsaved(saved, {}) == []


def test_names_that_only_the_notebook_has_are_named():
    source = (
        "from playfunc import Card\n\n\ndef play(hand):\n    return best(points(Card('C2')), len(hand))\n"
    )
    assert undefined(source) == ["best", "points"]
    assert undefined("from playfunc import *\n" + source) == []
    local = "def play(hand):\n    best = hand[0]\n    return [c for c in hand if c is best], lambda x: (x, play)\n"
    assert undefined(local) == []
