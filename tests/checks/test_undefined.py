"""Names that only the notebook has are named."""

from playfunc_checks.undefined import undefined


def test_names_that_only_the_notebook_has_are_named():
    source = (
        "from playfunc import Card\n\n\ndef play(hand):\n    return best(points(Card('C2')), len(hand))\n"
    )
    assert undefined(source) == ["best", "points"]
    assert undefined("from playfunc import *\n" + source) == []
    local = "def play(hand):\n    best = hand[0]\n    return [c for c in hand if c is best], lambda x: (x, play)\n"
    assert undefined(local) == []
