"""FootSteps' own text protocol, without any process."""

from __future__ import annotations

import pytest
from playfunc.errors import ProtocolError
from playfunc.games.footsteps.program import PROGRAM
from playfunc.rules import Call


def test_the_program_hears_the_other_bid_after_the_first_turn():
    assert PROGRAM.heard(Call("play", ("a", 0, 50, 50, None))) is None
    assert PROGRAM.heard(Call("play", ("a", 1, 45, 46, [[5, 4], None]), '"5"')) == "4"
    assert PROGRAM.heard(Call("play", ("a", 0, 50, 50, [[5, 4], None]), None)) is None


@pytest.mark.parametrize("line", ["5", " 05 ", "0"])
def test_decimal_numbers_may_be_bids(line):
    PROGRAM.check(line)


@pytest.mark.parametrize("line", ["", "five", "-5", "5.0", "٥", "5 5"])
def test_anything_else_may_not(line):
    with pytest.raises(ProtocolError, match="a bid is a decimal number"):
        PROGRAM.check(line)
