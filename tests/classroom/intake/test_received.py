"""Times of uploads with the zone they were read in: what compares, and what a corrected zone changes."""

import pytest
from playfunc_classroom.intake.received import Came, read_received, write_received

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
