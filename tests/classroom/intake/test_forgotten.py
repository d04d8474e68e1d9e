"""Digests of people who were forgotten: for how long they count, and that they say nothing by themselves."""

from datetime import UTC, datetime, timedelta

import pytest
from course_fixture import make_course
from playfunc_classroom.intake.forgotten import (
    FORGOTTEN_FILE,
    digest_of,
    forgotten_digests,
    known_as,
    readmit,
    remember_forgotten,
)

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path / "course", release=False).root


def test_a_person_is_known_by_any_name_and_the_file_holds_none(course):
    names = known_as("ann", "hearts", "moodle", "12")
    remember_forgotten(course, names, NOW)
    remember_forgotten(course, ["bob"], NOW)
    digests = forgotten_digests(course, NOW)
    assert all(digest_of(course, name) in digests for name in (*names, "bob"))
    assert digest_of(course, "an") not in digests
    text = (course / FORGOTTEN_FILE).read_text()
    assert not {"ann", "bob", "moodle"} & set(text.split())
    assert (course / FORGOTTEN_FILE).stat().st_mode & 0o077 == 0


def test_another_course_s_secret_gives_other_digests(course):
    remember_forgotten(course, ["ann"], NOW)
    (course / ".playfunc-secret").write_text("another")
    assert digest_of(course, "ann") not in forgotten_digests(course, NOW)


def test_somebody_readmitted_is_known_no_more_by_any_name(course):
    remember_forgotten(course, known_as("ann", "hearts", "moodle", "12"), NOW)
    assert not readmit(course, "eve")
    assert readmit(course, "ann")
    assert forgotten_digests(course, NOW) == frozenset()
    assert not (course / FORGOTTEN_FILE).exists()


def test_they_expire_with_the_course_or_after_a_year(course):
    remember_forgotten(course, ["ann"], NOW)
    later = NOW + timedelta(days=360)
    assert forgotten_digests(course, later)
    settings = course / "playfunc.toml"
    before = settings.read_text()
    settings.write_text("course_end = 2027-03-31T23:59:00\n" + before)
    assert forgotten_digests(course, datetime(2027, 3, 31, 23, 58, tzinfo=UTC))
    assert not forgotten_digests(course, datetime(2027, 4, 1, tzinfo=UTC))
    assert not (course / FORGOTTEN_FILE).exists()
    settings.write_text(before)
    remember_forgotten(course, ["ann"], NOW)
    assert not forgotten_digests(course, NOW + timedelta(days=366))
