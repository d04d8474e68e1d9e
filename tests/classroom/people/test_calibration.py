"""Spread and differences, against points worked out by hand."""

from playfunc_classroom.markers import (
    Difference,
    Moment,
    add_moment,
    differences,
    read_moments,
    seconds_each,
    spreads,
)


def test_median_and_range_by_task_the_widest_first():
    given = {
        "kim": {"ann": {"quality": 10.0, "comments": 3.0}, "bob": {"quality": 20.0}},
        "lee": {"ann": {"quality": 14.0, "comments": None}, "bob": {"quality": 30.0}},
        "max": {"ann": {"quality": 11.0}},
    }
    found = spreads(given)
    assert [(each.task, each.student, each.median, each.range) for each in found] == [
        ("comments", "ann", 3.0, 0.0),
        ("quality", "bob", 25.0, 10.0),
        ("quality", "ann", 11.0, 4.0),
    ]
    assert found[2].points == {"kim": 10.0, "lee": 14.0, "max": 11.0}
    assert spreads({}) == []


def test_differences_of_what_both_gave():
    first = {"ann": {"quality": 10.0, "comments": 5.0}, "bob": {"quality": None}, "cyd": {"quality": 9.0}}
    second = {"ann": {"quality": 4.0, "comments": 5.0}, "bob": {"quality": 3.0}, "cyd": {"quality": 10.0}}
    assert differences(first, second) == [
        Difference("ann", "quality", 10.0, 4.0),
        Difference("cyd", "quality", 9.0, 10.0),
    ]


# How long marking takes.
def test_gaps_belong_to_the_submission_that_was_open_and_pauses_to_none(tmp_path):
    work = [("kim", "ann", 0), ("lee", "bob", 5), ("kim", "ann", 100), ("kim", "cyd", 130), ("kim", "cyd", 2000),
            ("kim", "ann", 2010), ("lee", "bob", 65)]  # fmt: skip
    for marker, student, when in work:
        add_moment(tmp_path, Moment("hearts", student, marker, float(when)))
    assert seconds_each(read_moments(tmp_path)) == {
        "kim": {("hearts", "ann"): 130.0, ("hearts", "cyd"): 10.0},
        "lee": {("hearts", "bob"): 60.0},
    }


def test_no_file_and_a_line_that_was_cut_off(tmp_path):
    assert list(read_moments(tmp_path)) == []
    add_moment(tmp_path, Moment("hearts", "ann", "kim", 1.0))
    with (tmp_path / "marking" / "times.jsonl").open("a") as file:
        file.write('{"book": "hea')
    assert list(read_moments(tmp_path)) == [Moment("hearts", "ann", "kim", 1.0)]
