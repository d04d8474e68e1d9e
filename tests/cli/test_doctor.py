"""`playfunc doctor`: the tier here, and a course's settings."""

from __future__ import annotations

from pathlib import Path

from command import one_sentence, run
from course_fixture import make_course
from playfunc_autograder.sandbox import available_tier


def test_it_names_the_tier_of_this_computer() -> None:
    done = run("doctor")
    assert done.returncode == 0, done.stderr
    assert available_tier().tier.value in done.stdout


def test_it_says_what_it_does_before_its_report(tmp_path: Path) -> None:
    done = run("doctor", "--site", tmp_path / "site")
    steps = done.stderr.splitlines()
    assert steps[0] == "Trying how players are confined …"
    assert steps[-1] == "Looking at the site …"
    assert all(line.endswith(" …") for line in steps)
    assert "…" not in done.stdout


def test_it_checks_the_settings_of_a_course(tmp_path: Path) -> None:
    course = make_course(tmp_path / "course")
    assert "are valid. Times are read and shown in the zone" in run("doctor", course.root).stdout
    assert "is not a course" in one_sentence(run("doctor", tmp_path))
