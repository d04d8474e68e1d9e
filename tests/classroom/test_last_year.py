"""A course made from last year's: decisions are carried over, students are not."""

import json
import re
import shutil
from pathlib import Path

import pytest
from course_fixture import CAUTIOUS, RENEGES, hand_in
from playfunc_checks.course_settings import read_course
from playfunc_checks.settings import SettingsError
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.new_course import make_course
from playfunc_classroom.policy.late import read_late
from playfunc_classroom.release import release_assignment

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves

DATES = """[hearts.late]
due = 2025-11-30T23:59:00
method = "linear"
"""


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course of last year: with decisions, dates, an own opponent, a changed notebook, and students."""
    folder = tmp_path_factory.mktemp("years") / "games-2025"
    make_course(folder, "games-2025", "Asia/Tokyo", assignments=["hearts", "footsteps"])
    settings = (folder / "playfunc.toml").read_text()
    settings = settings.replace(
        "# deals = 200          # per opponent", "deals = 77              # per opponent"
    )
    settings = settings.replace(
        "# show_deals_after = 2026-12-01T12:00:00", "show_deals_after = [\n  2025-12-01T12:00:00,\n]"
    )
    settings = settings.replace("[hearts.late]\n", DATES)
    (folder / "playfunc.toml").write_text(settings)
    with (folder / "comments.md").open("a") as phrases:
        phrases.write("\n")
    with (folder / "nbgrader_config.py").open("a") as config:
        config.write('c.Exchange.root = "/srv/exchange"\n')
    (folder / "late.py").write_text(
        "def penalty(student, points, seconds_late, days_late):\n    return 1.0\n"
    )
    (folder / "calibration.json").write_text("{}")
    (folder / "opponents").mkdir()
    (folder / "opponents" / "tutor.py").write_text(CAUTIOUS)
    notebook = folder / "source" / "hearts" / "hearts.ipynb"
    cells = json.loads(notebook.read_text())
    cells["cells"][0]["source"] = "# Hearts, as we teach it"
    notebook.write_text(json.dumps(cells))
    release_assignment(Course.open(folder), "hearts", try_solution=False)
    hand_in(Course.open(folder), "ann", RENEGES)
    (folder / "groups.csv").write_text("assignment,group,student\n")
    return folder


@pytest.fixture(scope="module")
def new(old: Path) -> tuple[Path, list[str]]:
    folder = old.parent / "games-2026"
    return folder, make_course(folder, "games-2026", "Asia/Tokyo", last_year=old)


def test_decisions_are_carried_over(old: Path, new: tuple[Path, list[str]]) -> None:
    course, _ = new
    opened = Course.open(course)
    assert opened.directory.course_id == "games-2026"
    assert str(opened.settings.zone) == "Asia/Tokyo"
    assert set(opened.settings.assignments) == {"hearts", "footsteps"}
    assert opened.assignment("hearts").deals == 77
    assert "Hearts, as we teach it" in (course / "source/hearts/hearts.ipynb").read_text()
    assert opened.config.Exchange.root == "/srv/exchange"
    for part in ("comments.md", "policy.md", "late.py", "calibration.json", "opponents/tutor.py"):
        assert (course / part).read_bytes() == (old / part).read_bytes()


def test_students_and_the_secret_stay_behind(old: Path, new: tuple[Path, list[str]]) -> None:
    course, _ = new
    assert (course / ".playfunc-secret").read_text() != (old / ".playfunc-secret").read_text()
    assert not [
        path
        for name in ("submitted", "gradebook.db", "groups.csv", "release", "marks")
        for path in course.glob(name)
    ]
    told = [path for path in course.rglob("*") if path.is_file() and path.read_bytes() == b"ann"]
    assert told == []


def test_dates_become_comments_and_are_told(new: tuple[Path, list[str]]) -> None:
    course, to_do = new
    late = read_late(course, "hearts")
    assert (late.due, late.method) == (None, "none")
    text = (course / "playfunc.toml").read_text()
    assert "# last year: due = 2025-11-30T23:59:00" in text
    assert re.findall(r"^# last year: .*", text, re.MULTILINE)[:3] == [
        "# last year: show_deals_after = [",
        "# last year: 2025-12-01T12:00:00,",
        "# last year: ]",
    ]
    (told,) = [each for each in to_do if "dates" in each]
    assert 'due = 2025-11-30T23:59:00 method = "linear"' in told


def test_a_notebook_that_is_not_this_version_s_is_named(new: tuple[Path, list[str]]) -> None:
    _, to_do = new
    assert [each for each in to_do if "source/hearts/hearts.ipynb is last year's" in each]
    assert not [each for each in to_do if "source/footsteps" in each]


def test_similarity_compares_with_last_year_s_submissions(new: tuple[Path, list[str]], old: Path) -> None:
    from playfunc_classroom.similarity_report import foreign_texts, former_folders

    course, _ = new
    settings = read_course(course)
    assert settings.former == (str(old),)
    folders = former_folders(course, settings.former, "hearts")
    (text,) = foreign_texts("former", folders, settings.assignment("hearts")).texts
    assert text.name == "ann/hearts/hearts.ipynb"
    with pytest.raises(ValueError, match="there is no such folder; put it back, or delete it there"):
        former_folders(course, ["../gone"], "hearts")


def test_the_year_after_remembers_both(new: tuple[Path, list[str]], old: Path, tmp_path: Path) -> None:
    course, _ = new
    make_course(tmp_path / "next", "next", "Asia/Tokyo", last_year=course)
    assert read_course(tmp_path / "next").former == (str(course), str(old))


def test_what_is_no_course_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    with pytest.raises(ValueError, match="is no course of playfunc"):
        make_course(tmp_path / "new", "new", "UTC", last_year=tmp_path / "letters")
    assert not (tmp_path / "new").exists()


def test_wrong_settings_of_last_year_are_told(old: Path, tmp_path: Path) -> None:
    broken = shutil.copytree(old, tmp_path / "broken")
    with (broken / "playfunc.toml").open("a") as settings:
        settings.write("\n[chess]\ndeals = 3\n")
    with pytest.raises(SettingsError, match=r"there is no table \[chess\]"):
        make_course(tmp_path / "new", "new", "UTC", last_year=broken)
    assert not (tmp_path / "new").exists()


def test_a_folder_with_any_name_is_remembered(old: Path, tmp_path: Path) -> None:
    odd = shutil.copytree(old, tmp_path / 'a "b", c\\d')
    make_course(tmp_path / "new", "new", "Asia/Tokyo", last_year=odd)
    make_course(tmp_path / "next", "next", "Asia/Tokyo", last_year=tmp_path / "new")
    assert read_course(tmp_path / "next").former == (str(tmp_path / "new"), str(odd))
