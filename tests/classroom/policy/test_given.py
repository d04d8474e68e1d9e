"""What a marker gave ↔ the comment that formgrader shows."""

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st
from playfunc_classroom.policy.rubric import Criterion, Given, Said, comment_of, given_in, misfits, sum_of

ACCOUNT = Criterion("The account (a.b*)", 12, ("Says what, but not why.", "Well done."))
LINES = Criterion("Line comments", 6, ("They say why.",))
RUBRIC = (ACCOUNT, LINES)

WORDS = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters="*"), min_size=1, max_size=8)
SENTENCES = st.lists(WORDS, max_size=6).map(" ".join)
POINTS = st.none() | st.integers(0, 24).map(lambda half: half / 2)


def said_of(criterion):
    ticked = st.lists(st.sampled_from(criterion.phrases), unique=True).map(
        lambda chosen: tuple(phrase for phrase in criterion.phrases if phrase in chosen)
    )
    return st.builds(Said, POINTS, ticked, SENTENCES)


GIVEN = st.builds(
    lambda first, second, rest: Given(
        {c.name: said for c, said in ((ACCOUNT, first), (LINES, second)) if said}, rest
    ),
    said_of(ACCOUNT),
    said_of(LINES),
    st.lists(SENTENCES.filter(bool), max_size=3).map("\n\n".join),
)


@examples(GIVEN)
def test_what_is_written_is_read_again(given):
    assert given_in(comment_of(given, RUBRIC), RUBRIC) == given


@examples(st.text())
def test_any_comment_of_formgraders_loses_no_word(text):
    again = comment_of(given_in(text, RUBRIC), RUBRIC)
    assert again.split() == text.split()


def test_a_comment_of_formgraders_panel_is_taken_apart():
    comment = (
        "**The account (a.b*): 9 of 12.** Says what, but not why. See line 7.\n\n"
        "**Line comments: – of 6.** They say why.\n\nNice to read."
    )
    assert given_in(comment, RUBRIC) == Given(
        {
            "The account (a.b*)": Said(9.0, ("Says what, but not why.",), "See line 7."),
            "Line comments": Said(None, ("They say why.",), ""),
        },
        "Nice to read.",
    )


def test_a_criterion_that_the_rubric_no_longer_has_stays_in_the_rest():
    comment = "**Old: 3 of 5.** Kept."
    assert given_in(comment, RUBRIC) == Given({}, comment)


def test_the_sum_waits_for_all_criteria():
    assert sum_of(Given({"Line comments": Said(6.0)}), RUBRIC) is None
    assert sum_of(Given({"Line comments": Said(6.0), ACCOUNT.name: Said(0.0)}), RUBRIC) == 6.0
    assert sum_of(Given(), ()) is None


@pytest.mark.parametrize(
    ("points", "total", "words"),
    [
        (99.0, None, ["The account (a.b*): 99 points do not fit. Give 0 to 12 points."]),
        (-0.5, 31.0, ["The account (a.b*): -0.5 points do not fit. Give 0 to 12 points.",
                      "The task: 31 points do not fit. Give 0 to 30 points."]),
        (float("nan"), None, ["The account (a.b*): nan points do not fit. Give 0 to 12 points."]),
        (12.0, 30.0, []),
        (None, None, []),
    ],
)  # fmt: skip
def test_points_out_of_range_are_told_in_a_sentence(points, total, words):
    assert list(misfits(Given({ACCOUNT.name: Said(points)}), total, RUBRIC, 30)) == words
