"""What students give to a notebook's functions: what cannot be used is named, with what fits, and no traceback."""

import pytest
from playfunc import Hearts
from playfunc_opponents.hearts import basic
from playfunc_workbook import hearts as notebook
from playfunc_workbook.given import GivenError, function_given, number_given, opponent_given


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: notebook.check_legal([]), "no function was given: an empty list."),
        (lambda: notebook.check_rules("play"), "this was given: 'play'. Write the name of the function alone"),
        (lambda: notebook.rate(None), "A player of Hearts is one function, play; this was given: None."),
        (lambda: notebook.checkpoint(basic.play, "Bassic"), "There is no player 'Bassic'. Did you mean 'basic'?"),
        (lambda: notebook.checkpoint(basic.play, basic), "There is no player <module"),
        (lambda: notebook.checkpoint(basic.play, "basic", deals=0), "`deals` must be a whole number, 1 or more"),
        (lambda: notebook.cost_plot(basic.play, "basic", hands=0), "this was given: 0."),
        (lambda: notebook.worst_moves(basic.play, "basic", games=-1), "this was given: -1."),
        (lambda: notebook.table_of_four(basic.play, "hasty"), "At this table there are: basic, minmax, advanced."),
        (lambda: notebook.self_check(deals="5"), "this was given: '5'."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named_in_one_sentence(call, told):
    with pytest.raises(GivenError) as caught:
        call()
    [line] = caught.value._render_traceback_()
    assert told in line


def test_what_fits_passes():
    function_given(basic.play)
    number_given(1, "deals")
    assert opponent_given(Hearts(2), "naive").name == "naive"
