"""Who marks what, how far people are, and whether they agree."""

from collections import Counter

import pytest
from playfunc_checks.settings import SettingsError
from playfunc_classroom.markers import (
    Agreement,
    Line,
    agreement,
    read_markers,
    read_tutorials,
    second_markers,
    share_out,
    unmatched,
    weighted_kappa,
)

STUDENTS = [f"s{number:02}" for number in range(40)]


def test_shares_are_even_and_stay_when_students_join():
    lines = [Line("kim"), Line("lee"), Line("max")]
    share = share_out(STUDENTS, lines, {}, "salt")
    assert list(share) == STUDENTS
    assert sorted(Counter(share.values()).values()) == [13, 13, 14]
    assert share == share_out(list(reversed(STUDENTS)), lines, {}, "salt")
    assert share != share_out(STUDENTS, lines, {}, "other salt")
    assert share_out(STUDENTS, [], {}, "salt") == {}


def test_a_student_s_line_counts_before_the_tutorial_s_and_that_before_the_even_share():
    lines = [Line("kim", tutorial="A"), Line("lee"), Line("lee", student="s00")]
    tutorials = {"s00": "A", "s01": "A", "s02": "B"}
    share = share_out(STUDENTS[:6], lines, tutorials, "salt")
    assert (share["s00"], share["s01"]) == ("lee", "kim")
    assert Counter(share.values()) == {"kim": 3, "lee": 3}


def test_a_line_that_matches_nothing_is_named_by_its_number():
    lines = [Line("kim", tutorial="A"), Line("kim", tutorial="C"), Line("lee", student="s90"), Line("lee")]
    by_tutorial, by_student = unmatched(STUDENTS, lines, {"s00": "A", "s01": "B"})
    assert by_tutorial == "markers.csv, line 3: nobody is in tutorial group 'C' in tutorials.csv."
    assert by_student == "markers.csv, line 4: there is no submission of 's90' to mark."
    assert unmatched(STUDENTS, lines[:1], {"s00": "A"}) == []


def test_the_second_marker_is_another_one_and_the_sample_only_grows():
    share = share_out(STUDENTS, [Line("kim"), Line("lee"), Line("max")], {}, "salt")
    few, more = second_markers(share, 6, "salt"), second_markers(share, 12, "salt")
    assert (len(few), len(more)) == (6, 12)
    assert few.items() <= more.items()
    assert all(share[student] != marker for student, marker in more.items())
    assert set(second_markers({"s00": "kim"}, 1, "salt").values()) == {"kim"}


def test_files_are_read_and_mistakes_told(tmp_path):
    assert read_markers(tmp_path) == []
    assert read_tutorials(tmp_path) == {}
    (tmp_path / "markers.csv").write_text("\ufeffmarker,tutorial,student\nkim,A,\nlee\n", encoding="utf-8")
    assert read_markers(tmp_path) == [Line("kim", "A"), Line("lee")]
    (tmp_path / "tutorials.csv").write_text("student,tutorial\ns00,A\n")
    assert read_tutorials(tmp_path) == {"s00": "A"}
    (tmp_path / "markers.csv").write_text("name\nkim\n")
    with pytest.raises(SettingsError, match="no column 'marker'"):
        read_markers(tmp_path)
    (tmp_path / "markers.csv").write_text("marker,tutorial\n,A\n")
    with pytest.raises(SettingsError, match="line 2: there is no marker"):
        read_markers(tmp_path)


# Agreement of two markers: kappa as published, worked by hand, and in a sentence.
def table(rows):
    """Pairs of categories from a table of counts, the first judge's in rows."""
    return [(i, j) for i, row in enumerate(rows) for j, count in enumerate(row) for _ in range(count)]


COHEN = table([[44, 7, 9], [5, 20, 5], [1, 3, 6]])
"""Cohen (1968), table 1: two judges, three diagnoses, here as 100 cases."""


def test_kappa_is_as_published():
    assert weighted_kappa(COHEN, lambda a, b: float(a != b)) == pytest.approx(0.492, abs=0.0005)
    weights = [[0, 1, 3], [1, 0, 6], [3, 6, 0]]
    assert weighted_kappa(COHEN, lambda a, b: weights[int(a)][int(b)]) == pytest.approx(0.348, abs=0.0005)


def test_kappa_of_a_table_worked_by_hand():
    """20 yes to both, 5, 10, and 15 no to both: 0.7 agree, 0.5 would by lot."""
    assert weighted_kappa(table([[20, 5], [10, 15]])) == pytest.approx(0.4)


def test_kappa_at_its_ends():
    assert weighted_kappa([(1, 1), (2, 2), (5, 5)]) == 1
    assert weighted_kappa([(0, 1), (1, 0)]) == -1
    assert weighted_kappa([]) is None
    assert weighted_kappa([(7, 7), (7, 7)]) is None


def test_agreement_is_told_in_a_sentence():
    assert str(agreement([])) == "nothing marked twice yet"
    told = str(agreement([(20, 22), (25, 24), (10, 12)]))
    assert "3 marked twice" in told
    assert "rough" in told
    assert "+1.0 points on average, the largest difference is 2" in told
    assert agreement([(5, 5)]) == Agreement(1, None, 0.0, 0.0)
