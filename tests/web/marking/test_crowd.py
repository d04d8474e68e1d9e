"""Six markers at once on one gradebook of 300 submissions, through HTTP, while the server is killed in the middle.

`make load` has twenty markers on a thousand submissions, and twenty kills. It prints how long saves took: each request
as a marker waits for it, without the restart after a kill; and the same without each marker's first after one, when all
of them save at once.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from marking_course import marking_course
from playfunc_classroom.nbgrader_bridge.gradebook import HandMarks
from playfunc_classroom.policy.rubric import Given, Said, comment_of
from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import start_session
from playfunc_web.http.viewer import COOKIE
from playfunc_web.marking.app import open_marking
from web_site import OWN_PAGE

pytestmark = [
    pytest.mark.week,
    pytest.mark.filterwarnings("ignore"),
]  # nbgrader and SQLAlchemy warn about themselves

MARKERS = tuple(f"marker{number}" for number in range(int(os.environ.get("PLAYFUNC_MARKERS", "6"))))
SUBMISSIONS = int(os.environ.get("PLAYFUNC_SUBMISSIONS", "300"))
KILLS = int(os.environ.get("PLAYFUNC_KILLS", "1"))
SAVES = 3
"""Of each task: a marker stops typing so many times."""
PAUSE = 0.4
"""Seconds between two saves of a task: the page itself waits so long after the last key."""
WAIT = 120.0


@dataclass
class Marker:
    """One simulated marker: goes through the share, saves every task several times, and begins again what was not
    answered, as the page does."""

    address: str
    cookie: str
    shares: dict[str, dict[str, Any]]
    """Address of a task → its criteria, and what the page was made from."""
    times: list[float] = field(default_factory=list)
    first: list[bool] = field(default_factory=list)
    """Of each time, whether it is that of the first answer after a kill."""
    last: dict[str, dict[str, Any]] = field(default_factory=dict)
    acknowledged: int = 0
    trouble: str = ""

    def run(self) -> None:
        try:
            with httpx2.Client(
                base_url=self.address, cookies={COOKIE: self.cookie}, headers=OWN_PAGE, timeout=60
            ) as client:
                for place, about in self.shares.items():
                    self._mark(client, place, about)
        except Exception as error:
            self.trouble = repr(error)

    def _mark(self, client: httpx2.Client, place: str, about: dict[str, Any]) -> None:
        seen, unanswered = about["seen"], []
        dice = random.Random(place)
        for turn in range(SAVES):
            said = [
                {"name": name, "points": dice.randint(0, int(most)), "phrases": [], "words": f"turn {turn}"}
                for name, most in about["criteria"]
            ]
            total = float(sum(each["points"] for each in said))
            state = {"points": total, "said": said, "rest": f"{place} {turn} {dice.random()}"}
            unanswered.append(state)
            seen = self._save(client, place, {**state, "seen": seen, "unanswered": unanswered[:-1]})
            unanswered.clear()
            self.last[place] = state
            self.acknowledged += 1
            time.sleep(PAUSE)

    def _save(self, client: httpx2.Client, place: str, body: dict[str, Any]) -> str:
        until, killed = time.monotonic() + WAIT, False
        while time.monotonic() < until:
            began = time.perf_counter()
            try:
                answer = client.post(f"/api/marks/{place}", json=body)
            except httpx2.TransportError:  # killed: the next request goes to the server that comes after it
                killed = True
                time.sleep(0.2)
                continue
            assert answer.status_code == 200, answer.text
            self.times.append(time.perf_counter() - began)
            self.first.append(killed)
            seen: str = answer.json()["seen"]
            return seen
        raise AssertionError(f"no answer within {WAIT:.0f} seconds")


def serving(course: Path, port: int) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-m",
        "playfunc_cli.main",
        "serve",
        "marking",
        str(course),
        "--port",
        str(port),
    ]
    with (course / "marking.log").open("a") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    assert "is at" in process.stdout.readline()
    return process


def markers_of(course: Path, port: int) -> list[Marker]:
    """Everybody, logged in, with a share each."""
    opened = open_marking(course)
    sheet = opened.grading.sheet("hearts")
    found = []
    for login in MARKERS:
        with opened.site.database.writing() as session:
            account = account_of(session, login)
            assert account is not None
            secret = start_session(session, account, 1)
        shares = {
            f"hearts/first/{sheet.codes[student]}/{task}": {
                "seen": opened.grading.marks.of("hearts", student)[task].digest,
                "criteria": [(each.name, each.points) for each in criteria],
            }
            for student in sheet.share("first", login)
            for task, criteria in sheet.rubric.items()
        }
        found.append(Marker(f"http://127.0.0.1:{port}", secret, shares))
    opened.site.database.close()
    return found


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 600
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_no_point_and_no_comment_is_lost(tmp_path: Path, free_port: int) -> None:
    course = marking_course(tmp_path, [f"s{number:03}" for number in range(SUBMISSIONS)], MARKERS)
    process = serving(tmp_path, free_port)
    try:
        markers = markers_of(tmp_path, free_port)
        running = [threading.Thread(target=marker.run) for marker in markers]
        for thread in running:
            thread.start()
        for kill in range(1, KILLS + 1):
            reached = SUBMISSIONS * 2 * SAVES * kill // (KILLS + 1)
            wait_for(lambda least=reached: _saved(markers) >= least or any(m.trouble for m in markers))
            process.send_signal(signal.SIGKILL)
            process.wait()
            process = serving(tmp_path, free_port)
        for thread in running:
            thread.join()
    finally:
        process.kill()
        process.wait()
    assert [marker.trouble for marker in markers if marker.trouble] == []
    times = sorted(seconds for marker in markers for seconds in marker.times)
    later = sorted(s for m in markers for s, first in zip(m.times, m.first, strict=True) if not first)
    print(
        f"{len(markers)} markers, {KILLS} kills, {len(times)} saves: {_figures(times)}; "
        f"of {len(later)} not the first after a kill: {_figures(later)}; load {os.getloadavg()[0]:.1f}"
    )
    assert len(times) == SUBMISSIONS * 2 * SAVES
    _everything_is_there(course, markers)


def _figures(times: list[float]) -> str:
    p50, p99 = (times[int(len(times) * share)] * 1000 for share in (0.5, 0.99))
    return f"median {p50:.0f} ms, p99 {p99:.0f} ms, most {times[-1] * 1000:.0f} ms"


def _saved(markers: list[Marker]) -> int:
    return sum(each.acknowledged for each in markers)


def _everything_is_there(course: Any, markers: list[Marker]) -> None:
    opened = open_marking(course.root)
    sheet = opened.grading.sheet("hearts")
    students = {code: student for student, code in sheet.codes.items()}
    held, checked = HandMarks(course).of_class("hearts"), 0
    for marker in markers:
        for place, state in marker.last.items():
            _, _, code, task = place.split("/")
            said = {each["name"]: Said(float(each["points"]), (), each["words"]) for each in state["said"]}
            now = held[students[code]][task]
            assert now.comment == comment_of(Given(said, state["rest"]), sheet.rubric[task])
            assert (now.points, now.done) == (state["points"], True)
            checked += 1
    opened.site.database.close()
    assert checked == SUBMISSIONS * 2
