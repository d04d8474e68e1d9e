"""What a rehearsal measured, told for a class of another size."""

from __future__ import annotations

import pytest
from playfunc_classroom.rehearsal.steps import Rehearsal, Step

RELEASE, COLLECT, GRADE = (
    Step("release", 5.0, 300, once=True),
    Step("collect", 1.0, 80),
    Step("grade", 44.0, 400),
)
FOUND = Rehearsal((RELEASE, COLLECT, GRADE), submissions=4, jobs=2, problems=(), entering=4.0)


def test_what_happens_once_does_not_grow_with_the_class():
    assert FOUND.for_class(40) == (RELEASE, Step("collect", 10.0, 800), Step("grade", 440.0, 4000))


def test_more_jobs_shorten_marking_and_not_entering():
    # Of 44 s, two jobs marked for 40 s: 80 s of one job for 4 submissions, and 4 s to enter them.
    assert FOUND.grade_seconds(4, jobs=1) == pytest.approx(84.0)
    assert FOUND.grade_seconds(4, jobs=2) == pytest.approx(44.0)
    assert FOUND.grade_seconds(40, jobs=8) == pytest.approx(140.0)


def test_a_rehearsal_that_ended_early_estimates_no_grading():
    assert Rehearsal((RELEASE,), 4, 1, ("Release stopped",)).grade_seconds(60, 1) == 0.0
