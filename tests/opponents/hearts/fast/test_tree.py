"""The compiled searches: the same moves without numba, and worlds that can be."""

import json
import os
import subprocess
import sys

from fast_positions import situations
from playfunc_opponents.hearts.beliefs import Beliefs, Situation
from playfunc_opponents.hearts.bits import ALL, bits_of, singles
from playfunc_opponents.hearts.fast import tree
from playfunc_opponents.hearts.fast.alphabeta import best_card


def moves():
    """What the searches play on small budgets."""
    two = [
        best_card(
            each.hand, each.unseen, each.trick[0] if each.trick else 0, *each.beliefs.taken, 40 + 10 * place
        )
        for place, each in enumerate(situations(2))
    ]
    four = [tree.most_tried(each, place, 60) for place, each in enumerate(situations(4)[::4])]
    return two + four


def test_moves_are_the_same_without_numba():
    script = "import json, test_tree as test\nprint(json.dumps(test.moves()))"
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([*sys.path, os.path.dirname(__file__)]),
    }
    told = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(told.stdout) == moves()


def test_the_tree_sees_what_is_plain():
    """Void in clubs with two cards left: SQ must go now, for the next lead is a spade that it would win."""
    queen, king = bits_of_text("SQ"), bits_of_text("SK")
    rest = singles(bits_of_text("S3 S4 S5"))
    lead, gone = bits_of_text("CA"), ALL & ~(queen | king | sum(rest) | bits_of_text("CA C6 C7"))
    beliefs = Beliefs(gone, (0, 5, 8, 0), (0, 0, 0, 0))
    situation = Situation(queen | king, (bits_of_text("C6"), bits_of_text("C7"), lead), beliefs)
    assert tree.most_tried(situation, 1, 200) == queen


def bits_of_text(text):
    from playfunc.cards import Card

    return bits_of(map(Card, text.split()))
