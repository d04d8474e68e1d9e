"""Of a fault in hidden games only the number of a line is taken."""

import pytest
from course_assignments import HEARTS
from playfunc_checks.checks.hidden import LINES, fault_line
from playfunc_checks.closed import LINE_LIMIT, closed
from playfunc_checks.results import HiddenFault, Told, failed


@pytest.mark.parametrize(
    ("traceback", "line"),
    [
        ('Traceback:\n  File "player.py", line 2, in play\n    x\nOdd: text', 2),
        ('  File "player.py", line 1, in play\n  File "player.py", line 3, in helper\nOdd', 3),
        ('  File "player.py", line 4, in play', None),
        ('  File "player.py", line 0, in play', None),
        ('  File "player.py", line -1, in play', None),
        ('  File "player.py", line 99999999999999999999, in play', None),
        ('  File "player.py", line 2x, in play', None),
        ('  File "player.py", line ٢, in play', None),
        ("any text", None),
        ("", None),
    ],
)
def test_of_a_traceback_only_the_number_of_a_line_of_the_source_is_taken(traceback, line):
    assert fault_line(traceback, "one\ntwo\nthree") == line


def test_a_line_far_down_or_very_long_is_not_told():
    assert fault_line(f'  File "player.py", line {LINES + 1}', "\n" * (2 * LINES)) is None
    fault = HiddenFault("PlayerCrash", 1, 1, None)
    (shown,) = closed([failed("beats-basic", told=Told("played", "quick", 40, fault))], HEARTS, "x" * 500)
    assert "x" * LINE_LIMIT in shown.reason
    assert "x" * (LINE_LIMIT + 1) not in shown.reason
