"""Group, lateness and marker of each submission, from the course's lists."""

from course_fixture import hand_in, make_course
from playfunc_classroom.pages.class_table import Place
from playfunc_classroom.runs.places import places_of


def test_everybody_has_a_place_by_the_course_s_lists(tmp_path):
    course = make_course(tmp_path)
    for student, moment in (
        ("ann", "2026-11-30 23:00"),
        ("bob", "2026-12-02 02:30"),
        ("cy", "2026-12-02 02:30"),
    ):
        (hand_in(course, student).parent / "timestamp.txt").write_text(moment)
    hand_in(course, "di")
    students = ["ann", "bob", "cy", "di"]
    assert places_of(course, "hearts", students) == dict.fromkeys(students, Place())
    settings = tmp_path / "playfunc.toml"
    settings.write_text(settings.read_text() + "late.due = 2026-11-30T23:59:00\n")
    (tmp_path / "groups.csv").write_text("group,student\nred,ann\n")
    (tmp_path / "markers.csv").write_text("marker,tutorial,student\nkim,,bob\nlee,,ann\n")
    (tmp_path / "extensions.csv").write_text("student,assignment,until\ncy,hearts,2026-12-05T12:00:00\n")
    found = places_of(course, "hearts", students)
    assert found["ann"] == Place("red", "lee", "in time", 0)
    assert found["bob"] == Place("", "kim", "1 day 2 h 31 min", 1591)
    assert (found["cy"].late, found["di"].late) == ("in time", "")
    assert {found["cy"].marker, found["di"].marker} == {"kim", "lee"}
