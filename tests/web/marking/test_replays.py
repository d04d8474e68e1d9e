"""Marks played again in processes beside the site."""

from __future__ import annotations

import time

import pytest
from marking_course import marking_course
from playfunc_classroom.appeals.explained import explained_page
from playfunc_web.marking.replays import Replays

pytestmark = [
    pytest.mark.week,
    pytest.mark.filterwarnings("ignore"),  # nbgrader and SQLAlchemy warn about themselves
]


def wait_for_end(replays, student):
    until = time.monotonic() + 300
    while replays.running("hearts", student):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_one_at_a_time_and_why_one_failed(tmp_path):
    replays = Replays(marking_course(tmp_path / "course").root)
    assert replays.begin("hearts", "zoe")
    assert replays.begin("hearts", "zoe")  # it runs already
    assert not replays.begin("hearts", "ann")
    assert replays.trouble("hearts", "zoe") == ""
    wait_for_end(replays, "zoe")
    assert replays.trouble("hearts", "zoe").startswith("there is no submission of zoe for hearts; ")
    assert not replays.running("hearts", "ann")
    assert replays.begin("hearts", "zoe")
    assert replays.trouble("hearts", "zoe") == ""
    replays.end()


def test_the_end_of_the_server_ends_what_runs(tmp_path):
    root = marking_course(tmp_path / "course").root
    replays = Replays(root)
    assert replays.begin("hearts", "ann")
    replays.end()
    assert not replays.running("hearts", "ann")
    assert not explained_page(root, "hearts", "ann").exists()
