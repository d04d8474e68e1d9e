"""Games to watch and to play by hand, and kept tests, as the cells of any game call them."""

from playfunc_checks.usual import usual_assignment
from playfunc_workbook import playing


def test_a_kept_test_with_too_few_functions_says_what_is_missing():
    position = {
        "said": "A bid.",
        "table": {},
        "names": ["you", "basic"],
        "seat": 0,
        "start": "{}",
        "moves": [],
        "costs": {},
        "unit": "win",
    }
    told = playing.keep(usual_assignment("skullwhist"), [print], **position)
    assert "2 functions, in this order: bid, play; this was given: print" in repr(told)
