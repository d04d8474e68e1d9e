"""What is kept of uploads and of people who were forgotten: what compares, and for how long it counts."""

from datetime import UTC, datetime, timedelta

import pytest
from course_fixture import make_course
from playfunc_classroom.intake.received import (
    FORGOTTEN_FILE,
    Came,
    digest_of,
    forgotten_digests,
    known_as,
    read_received,
    remember_forgotten,
    restore_student,
    write_received,
)

# Times of uploads with the zone they were read in: what compares, and what a corrected zone changes.
IN_BERLIN = Came("2026-11-30T22:03:00+00:00", "Europe/Berlin", "sheet")
IN_TOKYO = Came("2026-11-30T14:03:00+00:00", "Asia/Tokyo", "sheet")
WITH_OFFSET = Came("2026-11-30T22:03:00+00:00", "", "sheet")


def test_the_clock_is_what_was_written():
    assert str(IN_BERLIN.clock) == str(IN_TOKYO.clock) == "2026-11-30 23:03:00"
    assert WITH_OFFSET.clock == WITH_OFFSET.moment


def test_a_corrected_zone_is_told_from_another_time():
    assert IN_BERLIN.same_clock(IN_TOKYO)
    assert not IN_BERLIN.same_clock(IN_BERLIN)
    assert not IN_BERLIN.same_clock(WITH_OFFSET)
    assert not IN_BERLIN.same_clock(Came("2026-11-30T14:04:00+00:00", "Asia/Tokyo", "sheet"))


def test_only_times_of_one_kind_are_compared():
    later = Came("2026-11-30T22:04:00+00:00", "Europe/Berlin", "sheet")
    assert IN_BERLIN.before(later)
    assert not later.before(IN_BERLIN)
    assert not IN_BERLIN.before(Came(later.time, "Europe/Berlin", "file"))
    assert not WITH_OFFSET.before(later)


def test_what_is_written_is_read_again_by_student(tmp_path):
    received = {"zoe": IN_TOKYO, "ann": WITH_OFFSET}
    write_received(tmp_path, "hearts", received)
    assert read_received(tmp_path, "hearts") == received
    assert read_received(tmp_path, "footsteps") == {}


@pytest.mark.parametrize("text", ["", "[1]", '{"ann": {"time": "x"}}', '{"ann": 3}'])
def test_a_damaged_file_counts_as_none(tmp_path, text):
    write_received(tmp_path, "hearts", {})
    (tmp_path / "downloaded/hearts/received.json").write_text(text)
    assert read_received(tmp_path, "hearts") == {}


# Digests of people who were forgotten: for how long they count, and that they say nothing by themselves.
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


def test_somebody_restored_is_known_no_more_by_any_name(course):
    remember_forgotten(course, known_as("ann", "hearts", "moodle", "12"), NOW)
    assert not restore_student(course, "eve")
    assert restore_student(course, "ann")
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
