"""`perfect` plays at a table of two alone."""

import pytest
from playfunc.games.hearts import Hearts
from playfunc_opponents import opponent


def test_perfect_plays_at_a_table_of_two_alone():
    with pytest.raises(
        ValueError, match=r"^no opponent 'perfect' for hearts; known: basic, minmax, advanced$"
    ):
        opponent(Hearts(4), "perfect")
