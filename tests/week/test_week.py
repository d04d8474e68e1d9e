"""The week of a class of sixty, by `make test-week`: every step by the instructor's commands, manual scores in a
real browser, and at the end nothing left of a student who wanted to be forgotten."""

import csv
import io
import json
import re
import zipfile

import nbformat
import pytest
from formgrader import formgrader, mark_in_browser
from lms_imports import canvas_reads, moodle_reads
from playfunc_classroom.groups import read_groups
from playfunc_classroom.intake.received import attempt_of, attempts, read_names
from playfunc_classroom.marks import read_mark
from week import TAGS, Week, mark_all

# Nbgrader, nbconvert and SQLAlchemy warn about themselves.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.browser, pytest.mark.week]


@pytest.fixture(scope="module")
def week(tmp_path_factory):
    return Week(tmp_path_factory.mktemp("week"), 60)


def group_of(week, student):
    return read_groups(week.root, "hearts").get(student, ())


def held(course, student):
    """What the gradebook has of people's work, and of the machine's."""
    with course.gradebook() as gradebook:
        (notebook,) = gradebook.find_submission("hearts", student).notebooks
        manual = {g.name: (g.manual_score, g.needs_manual_grade) for g in notebook.grades}
        said = {c.name: c.comment for c in notebook.comments}
        return manual, said, {g.name: g.auto_score for g in notebook.grades if g.cell.cell_type == "code"}


@pytest.fixture(scope="module")
def graded(week):
    told = week.collect()
    assert f"{len(week.cast.students)} submissions: {len(week.cast.students)} new." in told
    week.grade()
    assert f"{len(week.cast.students) - 1} unchanged" in week.collect_again()
    week.grade(week.cast.again, step="grade one again")
    return week


@pytest.fixture(scope="module")
def marked(graded, chromium):
    """Two marked in the browser, with a comment; all others straight in the gradebook."""
    page = chromium.new_page()
    with formgrader(graded.course) as address:
        for number, student in enumerate((graded.cast.late, graded.cast.appeals)):
            scores = {"comments": 20.0 + number, "quality": 30.0}
            mark_in_browser(page, address, graded.course, student, scores, f"Well told, {number}.")
    page.close()
    mark_all(graded.course)
    return graded


def test_the_students_zip_has_notebook_settings_words_and_wheel(week):
    with zipfile.ZipFile(week.root / "release/hearts.zip") as file:
        names = ("hearts.ipynb", "assignment.toml", "README.md", "playfunc-9.9-py3-none-any.whl")
        assert set(file.namelist()) == {f"hearts/{name}" for name in names}
        assert b"Hand in hearts.ipynb" in file.read("hearts/README.md")
        assert b"BEGIN SOLUTION" not in file.read("hearts/hearts.ipynb")


def test_both_systems_zips_came_in_and_a_group_handed_in_once(graded):
    cast = graded.cast
    assert set(graded.course.students("hearts")) == set(cast.students)
    assert (graded.root / "submitted" / cast.moodle[0] / "hearts/timestamp.txt").is_file()
    marks = {s: read_mark(graded.root, "hearts", s) for s in cast.students}
    assert marks[cast.second_member] is None
    assert not any(mark.broke for mark in marks.values() if mark)


def test_a_second_attempt_is_marked_on_the_same_deals_and_the_first_is_kept(graded):
    cast, root = graded.cast, graded.root
    assert attempt_of(root, "hearts", cast.again) == 2
    assert len(attempts(root, "hearts", cast.again)) == 2
    assert attempts(root, "hearts", cast.appeals) == {}
    settings = {s: graded.course.settings_for("hearts", s).epoch for s in (cast.again, cast.appeals)}
    assert settings == {cast.again: 1, cast.appeals: 1}
    stamps = [read_mark(root, "hearts", s).stamp.settings for s in settings]
    assert stamps[0] == stamps[1]


def test_what_was_typed_in_the_browser_survives_a_regrade(marked):
    student = marked.cast.appeals
    before = held(marked.course, student)
    assert before[0]["comments"] == (21.0, False)
    assert before[1]["comments"] == "Well told, 1."
    marked.regrade(student)
    assert held(marked.course, student) == before


def test_an_appeal_is_answered_from_the_stamp(marked):
    student = marked.cast.forgotten
    assert "Same results as stored." in marked.audit(student)
    page = (marked.root / f"reports/hearts/audit/{student}/mark.html").read_text()
    assert "rules" in TAGS.sub(" ", page)


def test_four_planted_copies_are_found_and_the_group_is_not_compared(graded):
    _told, page = graded.similarity()
    cast = graded.cast
    pairs = re.findall(r'<a href="#pair-\d+">(.*?) and (.*?)</a>.*?>(\d+)%<', page)
    first = {frozenset(pair[:2]): int(pair[2]) for pair in pairs}
    top = list(first)[:7]
    assert cast.planted <= set(top)
    assert frozenset((cast.former, "2025/zed/hearts.ipynb")) in top
    assert min(first[pair] for pair in top) > 2 * max(n for pair, n in first.items() if pair not in top)
    assert frozenset((cast.first_member, cast.second_member)) not in first


@pytest.fixture(scope="module")
def handed_back(marked):
    assert "Released through the exchange: 1." in marked.feedback("--exchange")
    (released,) = (marked.folder / "exchange/playfunc/feedback").glob("*.html")
    own = marked.root / "feedback" / marked.cast.appeals / "hearts/hearts.html"
    assert released.read_bytes() == own.read_bytes()
    return marked


def shown_total(page):
    return float(re.search(r"total\s+([\d.]+) of ", page)[1])


def test_every_student_opens_feedback_with_their_own_marks(handed_back, chromium):
    """Each zip is unpacked and its page opened as the student would, with no network."""
    page = chromium.new_page()
    page.context.set_offline(True)
    totals, _most = handed_back.course.totals("hearts")
    for student in handed_back.cast.students:
        archive = zipfile.ZipFile(handed_back.root / f"feedback-zips/hearts/{student}.zip")
        assert archive.namelist() == ["hearts.html"]
        folder = handed_back.folder / "homes" / student
        archive.extractall(folder)
        page.goto((folder / "hearts.html").as_uri(), wait_until="domcontentloaded")
        text = page.inner_text("body")
        assert shown_total(text) == pytest.approx(totals[student]), student
        others = set(handed_back.cast.students) - {student, *group_of(handed_back, student)}
        assert not [other for other in others if other in text]
    assert "Well told, 0." in TAGS.sub(
        "", (handed_back.folder / f"homes/{handed_back.cast.late}/hearts.html").read_text()
    )
    page.close()


def test_each_system_hands_everybody_their_own_feedback(handed_back):
    """Both zips, read by the rules of the systems' own importers."""
    cast = handed_back.cast
    totals, _most = handed_back.course.totals("hearts")
    names = read_names(handed_back.root, "hearts")
    keys = {names[student].key: student for student in cast.moodle}
    read = moodle_reads((handed_back.root / "feedback-zips/hearts-moodle.zip").read_bytes(), keys)
    assert {keys[key] for key in read} == set(cast.moodle)
    for key, files in read.items():
        page = TAGS.sub(" ", files["hearts.html"].decode())
        assert shown_total(page) == pytest.approx(totals[keys[key]])
    owners = {names[student].key: student for student in cast.canvas}
    attachments = {
        path.split("_")[-2]: (names[student].key, "hearts.ipynb")
        for student in cast.canvas
        for path in names[student].paths
    }
    returned = canvas_reads((handed_back.root / "feedback-zips/hearts-canvas.zip").read_bytes(), attachments)
    assert {owners[key] for key in returned} == set(cast.canvas)
    for key, files in returned.items():
        text = json.dumps(nbformat.reads(files["hearts.ipynb"].decode(), 4), ensure_ascii=False)
        assert f"{totals[owners[key]]:g} of 100" in text


def _notebooks(course, student):
    with course.gradebook() as gradebook:
        return [notebook.score for notebook in gradebook.find_submission("hearts", student).notebooks]


@pytest.fixture(scope="module")
def exported(handed_back):
    handed_back.export()
    files = {}
    for system in ("moodle", "canvas"):
        text = (handed_back.root / f"exports/hearts-{system}.csv").read_text(encoding="utf-8-sig")
        files[system] = list(csv.DictReader(io.StringIO(text)))
    return files


def test_the_csv_passes_moodle_s_checks(handed_back, exported):
    """Documented for the offline grading worksheet: the identifier finds the student; the grade is a number
    within the maximum; nothing but grades and feedback may have changed."""
    for row, student in zip(exported["moodle"], handed_back.cast.moodle, strict=True):
        assert re.fullmatch(r"Participant \d+", row["Identifier"])
        assert row["ID number"] == student
        assert 0 <= float(row["Grade"]) <= float(row["Maximum Grade"])
        assert row["Grade can be changed"] == "Yes"
        assert "beats-basic: " in row["Feedback comments"]


def test_the_csv_passes_canvas_s_checks(handed_back, exported):
    """Documented for imports: student, id and section name the row; the column is "name (number)"; the row of
    points possible may stay; read-only columns are ignored and so left out."""
    header, rows = list(exported["canvas"][0]), exported["canvas"]
    assert header == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Hearts (5501)"]
    assert rows[0]["Student"].strip() == "Points Possible"
    assert [row["SIS Login ID"] for row in rows[1:]] == handed_back.cast.canvas
    assert all(0 <= float(row["Hearts (5501)"]) <= 100 for row in rows[1:])


def test_late_costs_extended_does_not_and_a_group_shares(handed_back, exported):
    cast = handed_back.cast
    marks = {row["ID number"]: float(row["Grade"]) for row in exported["moodle"]}
    marks |= {row["SIS Login ID"]: float(row["Hearts (5501)"]) for row in exported["canvas"][1:]}
    raw = {s: sum(_notebooks(handed_back.course, s)) for s in marks}
    assert marks[cast.late] == raw[cast.late] - 15  # three days begun, five points each
    assert {s for s in marks if marks[s] != raw[s]} == {cast.late}
    assert marks[cast.first_member] == marks[cast.second_member]
    assert held(handed_back.course, cast.first_member) == held(handed_back.course, cast.second_member)


def test_a_forgotten_student_is_nowhere(handed_back, exported):
    """Searched for in every byte of the course: names of files, texts, zips, the gradebook's file."""
    student = handed_back.cast.forgotten
    assert _places(handed_back.root, student)
    handed_back.forget(student)
    assert _places(handed_back.root, student) == []
    assert _places(handed_back.root, handed_back.cast.name(student)) == []
    assert set(handed_back.course.students("hearts")) == set(handed_back.cast.students) - {student}
    assert (handed_back.root / "reports/hearts/index.html").is_file()


def _places(root, word):
    found = [str(path) for path in root.rglob("*") if word in path.name]
    for path in root.rglob("*"):
        if path.is_file() and word.encode() in path.read_bytes():
            found.append(str(path))
        if path.suffix == ".zip" and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                found += [f"{path}: {n}" for n in archive.namelist() if word.encode() in archive.read(n)]
    return found
