"""`playfunc doctor` and `compile`: the tier here, a course's settings, and what is compiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import one_sentence, run_here
from course_fixture import make_course
from playfunc_autograder.sandbox import available_tier


# `playfunc doctor`: the tier here, and a course's settings.
@pytest.mark.broad
def test_it_names_the_tier_of_this_computer() -> None:
    done = run_here("doctor")
    assert done.returncode == 0, done.stderr
    assert available_tier().tier.value in done.stdout


@pytest.mark.broad
def test_it_says_what_it_does_before_its_report(tmp_path: Path) -> None:
    done = run_here("doctor", "--site", tmp_path / "site")
    steps = done.stderr.splitlines()
    assert steps[0] == "Trying how players are confined …"
    assert steps[-1] == "Looking at the site …"
    assert all(line.endswith(" …") for line in steps)
    assert "…" not in done.stdout


def test_it_checks_the_settings_of_a_course(tmp_path: Path) -> None:
    course = make_course(tmp_path / "course")
    assert "are valid. Times are read and shown in the zone" in run_here("doctor", course.root).stdout
    assert "is not a course" in one_sentence(run_here("doctor", tmp_path))


# `playfunc compile` where there is nothing to compile; the README's test runs it where there is.
def _compile(**variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "playfunc_cli.main", "compile"]
    return subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )


def test_without_numba_it_says_what_that_means() -> None:
    run = _compile(NUMBA_DISABLE_JIT="1")
    assert run.returncode == 0
    assert "plain Python, with the same results, but slowly" in run.stdout


@pytest.mark.long
def test_the_opponents_are_compiled_too() -> None:
    command = [sys.executable, "-m", "playfunc_cli.main", "compile", "--opponents"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout[:27]) == (0, "The fast rules are compiled"), run.stderr
