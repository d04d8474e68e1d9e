"""Facts on a player's text, whatever it holds."""

import pytest
from playfunc_checks.facts import NOT_LOOKED, source_facts


def test_released_stubs_count_neither_as_unused_nor_as_documented():
    stub = 'def legal(hand):\n    """The cards that are legal."""\n    return hand\n'
    mine = 'def play(a, b, c, d):\n    """Mine."""\n    return b[0], ""\n'
    facts = source_facts(stub + mine, released=stub)
    assert (facts.documented, facts.documentable, facts.as_released) == (1, 1, 1)
    assert facts.unused == ()
    filled = source_facts(stub.replace("return hand", "return list(hand)") + mine, released=stub)
    assert (filled.documented, filled.as_released) == (1, 1)
    assert filled.unused == ("legal (line 1)",)


@pytest.mark.parametrize(
    "more",
    [
        "X = 0x" + "f" * 5000,
        "def h():\n    return a" + ".b" * 900,
        "if a: b\n" + "elif a: b\n" * 400,
        "def f():\n if a: b\n" * 9000,
    ],
    ids=["number without decimal text", "deep attribute", "long chain", "large"],
)
def test_a_tree_that_cannot_be_gone_through_costs_its_facts_alone(more):
    found = source_facts(f"def play(): return 1\ndef g():\n    pass\n{more}\n")
    assert NOT_LOOKED in (*found.duplicates, *found.unused)
    assert found.functions >= 2
