"""Standings as text: whole in a pipe, within a terminal's width without losing rank or headings."""

from __future__ import annotations

from playfunc_arena.estimate import Estimate
from playfunc_arena.ratings import Rating
from playfunc_arena.standings import Row, left_out
from playfunc_arena.table import standings_text

LONG = "somebody/with-a-very-long-folder/and-a-very-long-name-of-a-program.php"
ROWS = [
    Row(1, LONG, Estimate(1234.5, 1000.0, 1469.0, 9), 1000, 900, 50, 50, 0, "", Rating(1234.4, -305, 1946)),
    Row(2, "ann", Estimate(0.5, None, None, 1, "one"), 3, 0, 0, 3, 2, "x", Rating(1000, None, None, "one")),
    Row(None, "bob", Estimate(0.1, None, None, 2, "one"), 3, 0, 0, 3, 0, "", Rating(900, None, None, "one")),
    left_out("eve", "it does not load"),
]
HEADINGS = "rank player chips a run games won tied lost faults rating"


def words(line):
    return " ".join(line.split())


def test_a_pipe_gets_everything():
    head, _, first, second, *_ = standings_text(ROWS, "chips a run").splitlines()
    assert words(head) == HEADINGS
    assert words(first) == f"1 {LONG} 1234.50 ± 234.50 1000 900 50 50 0 1234 (-305–1946)"
    assert words(second) == "2 ann 0.50 3 0 0 3 2 1000"


def test_eighty_columns_hold_rank_and_headings_and_the_whole_name():
    table = standings_text(ROWS, "chips a run", 80).partition("\n\n")[0].splitlines()
    assert all(len(line) <= 80 for line in table)
    assert words(table[0]) == HEADINGS
    assert table[2].split()[0] == "1"
    column = table[0].index("player")
    end = table[1].index(" ", column)
    assert "".join(line[column:end].strip() for line in table[2:-2]) == LONG


def test_what_is_missing_has_a_reason():
    text = standings_text(ROWS, "chips a run")
    assert "Where no interval is shown: one." in text
    assert "Left out: eve: it does not load" in text
    assert "Where no rank is shown: too few deals (at least 10 are needed)." in text
    assert "ann: faults in 2 games; the first: x" in text
