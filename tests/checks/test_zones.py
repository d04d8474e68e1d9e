"""Without a setting the zone is guessed from the system."""

from zoneinfo import ZoneInfo

from course_assignments import HEARTS
from playfunc_checks.course import load_assignment, read_course
from playfunc_checks.zones import system_zone


def test_without_a_setting_the_zone_is_guessed_from_the_system(course, monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert system_zone() == ZoneInfo("Asia/Tokyo")
    assert (read_course(course).zone, read_course(course).zone_guessed) == (ZoneInfo("Asia/Tokyo"), True)
    (course / "playfunc.toml").write_text("timezone = 'Europe/Berlin'")
    assert (read_course(course).zone, read_course(course).zone_guessed) == (
        ZoneInfo("Europe/Berlin"),
        False,
    )
    (course / "playfunc.toml").write_text("timezone = 'Europe/Berlin'\ntimezone_guessed = true")
    assert read_course(course).zone_guessed
    assert load_assignment("hearts", course) == HEARTS
