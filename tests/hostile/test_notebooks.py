"""A class of attackers in a real course: each gets the verdict that `notebooks.py` expects, and nobody else notices."""

import hashlib
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import playfunc
import psutil
import pytest
from course_assignments import HEARTS
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from notebooks import ATTACKS, notebook_text
from playfunc_autograder.sandbox import Probe, Tier, available_tier, worker_player
from playfunc_checks.extract import ExtractError, read_player, released_player, written_cells
from playfunc_classroom import marks
from playfunc_classroom.nbgrader_bridge import preprocessors
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.runs.grade import grade

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # nbgrader, nbconvert and SQLAlchemy warn about themselves
    pytest.mark.browser,  # the whole module, so that its class is attacked once
]

REPRESENTATIVE = (
    "cells_duplicated", "confined_gradebook", "confined_marker", "exception_script", "graded_points",
    "kernel_malformed", "kernel_run_cell", "metadata_tags", "text_script",
)  # fmt: skip
"""Run in every test run, in the best tier of this machine; all others, and the other tiers, in the long one."""

OF_NO_TIER = (
    "cell_", "cells_", "exception_", "grade_", "graded_", "memory_", "metadata_", "name_", "player_",
    "source_", "text_",
)  # fmt: skip
"""How names of attacks begin that try nothing against the confinement, but against whoever reads a notebook. They run
in the best tier alone, and as one user."""

TIERS = list(Tier)[list(Tier).index(available_tier().tier) : 2] if sys.platform == "linux" else []

PACKAGE = Path(playfunc.__file__).parent

HONEST = {"ann": CAUTIOUS, "bob": RENEGES}


def student(name: str) -> str:
    return ATTACKS[name].student or name


def hand_in_attack(course: Course, name: str) -> None:
    folder = course.root / "submitted" / student(name) / "hearts"
    folder.mkdir(parents=True)
    place = f"{course.root.parent}/./{course.root.name}"  # not as feedback would tell it
    text = notebook_text(name).replace("@COURSE@", place).replace("@PACKAGE@", str(PACKAGE))
    (folder / "hearts.ipynb").write_text(text)
    for file, text in ATTACKS[name].beside.items():
        (folder / file).write_text(text)
    for file, target in ATTACKS[name].links.items():
        (folder / file).unlink(missing_ok=True)
        (folder / file).symlink_to(target)


def dump(course: Course) -> list[tuple[Any, ...]]:
    """What the gradebook holds for the honest, table by table, in an order of its own."""
    book = sqlite3.connect(f"file:{course.root / 'gradebook.db'}?mode=ro", uri=True)
    query = """
        select s.id, a.name, n.name, c.name, c.type, g.auto_score, g.manual_score, g.extra_credit,
               g.needs_manual_grade, k.auto_comment, k.manual_comment, t.max_score, t.cell_type
        from student s
        join submitted_assignment sa on sa.student_id = s.id
        join assignment a on a.id = sa.assignment_id
        join submitted_notebook sn on sn.assignment_id = sa.id
        join notebook n on n.id = sn.notebook_id
        join base_cell c on c.notebook_id = n.id
        left join grade_cells t on t.id = c.id
        left join grade g on g.notebook_id = sn.id and g.cell_id = c.id
        left join comment k on k.notebook_id = sn.id and k.cell_id = c.id
        where s.id in ('ann', 'bob') order by 1, 2, 3, 4
    """
    with closing(book):
        rows = book.execute(query).fetchall()
        exam = book.execute("select name, type from base_cell order by 1, 2").fetchall()
        points = book.execute(
            "select c.name, g.max_score from grade_cells g join base_cell c using (id) order by 1"
        )
        return [*rows, *exam, *points.fetchall()]


def files(course: Course) -> dict[str, str]:
    """What is not the attackers': the course itself, and the honest students' work and marks."""
    own = [*PACKAGE.rglob("*.py")]
    for folder in (
        "source",
        "release",
        "submitted/ann",
        "submitted/bob",
        "marks/hearts/ann",
        "marks/hearts/bob",
        "autograded/ann",
        "feedback/ann",
    ):
        own += (course.root / folder).rglob("*")
    own += [path for path in course.root.iterdir() if path.name != "gradebook.db"]
    return {
        os.path.relpath(p, course.root): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in own
        if p.is_file()
    }


class Class:
    """An honest class, marked; then the attackers join, and all are marked again."""

    def __init__(self, folder: Path, names: list[str]) -> None:
        self.course = self._course(folder)
        for who, source in HONEST.items():
            hand_in(self.course, who, source)
        self.first = grade(self.course, "hearts")
        self.before = dump(self.course), files(self.course)
        self.names = names
        for name in names:
            hand_in_attack(self.course, name)
        self.batch = grade(self.course, "hearts")
        self.after = dump(self.course), files(self.course)
        self.marks = {mark.student: mark for mark in self.batch.marks}

    @staticmethod
    def _course(folder: Path) -> Course:
        course = make_course(folder)
        with (folder / "nbgrader_config.py").open("a") as config:
            config.write("\nc.ExecuteForReaders.timeout = 3\nc.ExecuteForReaders.iopub_timeout = 1\n")
        return Course.open(course.root)

    def feedback(self, who: str) -> str:
        """The feedback page; empty where nothing was handed in that nbgrader could take."""
        if not (self.course.root / "autograded" / who).exists():
            return ""
        self.course.feedback("hearts", who)
        pages = (self.course.root / "feedback" / who).rglob("*.html")
        report = self.course.root / "reports/hearts/students" / f"{who}.html"
        return "".join(page.read_text() for page in (*pages, report))


LONG = [pytest.mark.hostile, pytest.mark.long]


def tiers() -> list[Any]:
    """The tiers that confine, the best first."""
    return [
        pytest.param(tier, id=tier.value, marks=LONG if index else []) for index, tier in enumerate(TIERS)
    ]


def cases() -> list[Any]:
    """Attackers, one tier after another."""
    return [
        pytest.param(
            tier, name, id=f"{tier.value}-{name}", marks=LONG if place or name not in REPRESENTATIVE else []
        )
        for place, tier in enumerate(TIERS)
        for name in sorted(ATTACKS)
        if not place or not name.startswith(OF_NO_TIER)
    ]


@dataclass
class InTier:
    """A class in one tier, once it is made, and the folder of its temporary files."""

    temporary: str
    made: Class | None = None


@pytest.fixture(scope="module")
def classes() -> Iterator[dict[Tier, InTier]]:
    """By tier; none is made twice."""
    found: dict[Tier, InTier] = {}
    yield found
    for each in found.values():
        assert left_over(each.temporary) == []


@pytest.fixture
def attacked(request, classes, tmp_path_factory, monkeypatch) -> Class:
    """All attackers that this run asks for in one tier, in one class, marked and run there."""
    tier, new = request.param, request.param not in classes
    if new:
        classes[tier] = InTier(str(tmp_path_factory.mktemp("t")))
    held = classes[tier]
    for user in (worker_player, marks, preprocessors):
        monkeypatch.setattr(user, "available_tier", lambda: Probe(tier, {}))
    monkeypatch.setattr(tempfile, "tempdir", held.temporary)
    if new:
        asked = [
            item.callspec.params["name"]
            for item in request.session.items
            if item.module is request.module
            and hasattr(item, "callspec")
            and item.callspec.params.keys() >= {"attacked", "name"}
            and item.callspec.params["attacked"] is tier
        ]
        held.made = Class(tmp_path_factory.mktemp("attacked"), asked or list(REPRESENTATIVE))
    assert held.made is not None, "the class was not made for an earlier test"
    return held.made


def left_over(folder: str) -> list[str]:
    """Folders of kernels, and processes that know one."""
    processes = [" ".join(process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"])]
    kernels = [line for line in processes if f"{folder}/playfunc-" in line]
    return [*kernels, *map(str, Path(folder).glob("playfunc-*"))]


def test_reading_any_notebook_ends_with_an_answer_or_a_sentence(tmp_path):
    file = tmp_path / "hearts.ipynb"
    for name in ATTACKS:
        file.write_text(notebook_text(name))
        for read in (read_player, written_cells, released_player):
            with suppress(ExtractError):
                read(file, HEARTS)


@pytest.mark.parametrize("attacked", tiers(), indirect=True)
def test_the_honest_are_as_they_were(attacked):
    assert attacked.before == attacked.after
    assert len(attacked.before[0]) > 10
    for mark in attacked.first.marks:
        assert attacked.marks[mark.student] == mark


@pytest.mark.parametrize(("attacked", "name"), cases(), indirect=["attacked"])
def test_a_notebook_gets_its_verdict(attacked, name):
    who, expects = student(name), ATTACKS[name].expects
    assert attacked.batch.trouble.get(who, "") == ""
    mark = attacked.marks[who]
    assert not mark.broke
    verdicts = {result.check: result.verdict.value for result in mark.results}
    for check in ("loads", "rules"):
        assert verdicts[check] == expects.get(check, verdicts[check]), mark.results
    held = attacked.course.scores("hearts", who)
    assert {key: held[key] for key in mark.points} == mark.points
    if expects["points"] != "any":
        wanted = (
            attacked.marks["ann"].points if expects["points"] == "honest" else dict.fromkeys(mark.points, 0.0)
        )
        assert mark.points == wanted
    page = attacked.feedback(who)
    assert str(attacked.course.root) not in page
    assert run_by_a_browser(page) == []
    for text in expects.get("feedback_without", ()):
        assert text not in page, text


class Runs(HTMLParser):
    """What a browser would run of a page that stands for an attacker's script."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.script = tag == "script"
        for name, text in attrs:
            runs = name.startswith("on") or (text or "").strip().startswith("javascript:")
            if runs and "hostile_marker" in (text or ""):
                self.found.append(f"<{tag} {name}={text}>")

    def handle_endtag(self, tag: str) -> None:
        self.script = False

    def handle_data(self, data: str) -> None:
        if self.script and "hostile_marker" in data:
            self.found.append(f"<script>{data[:80]}")


def run_by_a_browser(page: str) -> list[str]:
    runs = Runs()
    runs.feed(page)
    return runs.found


@pytest.mark.parametrize("attacked", tiers(), indirect=True)
def test_a_browser_runs_nothing_of_theirs_and_plays_our_replay(attacked, chromium, tmp_path):
    context = chromium.new_context(offline=True, viewport={"width": 1000, "height": 760})
    context.add_init_script("window.hostile_marker = () => { console.log('hostile ran') }")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))

    def opened(html: str) -> None:
        (tmp_path / "page.html").write_text(html, encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        page.evaluate("null")  # whatever was said before has been heard

    for name in attacked.names:
        opened(attacked.feedback(student(name)))
        assert "hostile ran" not in said, name
    opened(attacked.feedback("bob"))
    frame = page.frame_locator("iframe").first
    before = frame.locator("#count").inner_text()
    frame.locator("#first").click()
    assert frame.locator("#count").inner_text() != before
    # What is hostile is heard, or all of this shows nothing.
    with page.expect_console_message(lambda message: message.text == "hostile ran"):
        opened("<script>hostile_marker()</script>")
    context.close()


def test_there_are_many_and_each_says_what_is_expected():
    assert len(ATTACKS) >= 60
    assert set(REPRESENTATIVE) <= set(ATTACKS)
    for attack in ATTACKS.values():
        assert attack.about
        assert attack.expects["points"] in {"none", "honest", "any"}
