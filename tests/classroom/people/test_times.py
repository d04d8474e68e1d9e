"""How long marking takes."""

from __future__ import annotations

from playfunc_classroom.people.times import Moment, add_moment, read_moments, seconds_each


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
