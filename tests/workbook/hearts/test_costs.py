"""The plot of costs says what the review says."""

from playfunc_opponents.hearts import basic
from playfunc_workbook import hearts as notebook
from shown_pages import _records


def test_the_cost_plot_says_what_the_review_of_the_same_hands_says():
    from playfunc_opponents.hearts.reviewer import review

    shown = notebook.cost_plot(basic.play, "basic", hands=2, show=2)
    found = [review(record, worlds=0) for record in _records(2, "basic", "costs")]
    mine = sum(each.given_away(place) for place, each in enumerate(found)) / 2
    assert f"your moves gave away {mine:.1f} points a hand" in repr(shown)
    assert f"you: {mine:.1f} points a hand given away" in repr(shown)
    assert shown._repr_html_().count("<iframe") == 2
    assert "gave none." in repr(shown)
