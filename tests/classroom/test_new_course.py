"""A new course, and what goes out to students: everything of theirs, nothing of ours."""

import stat
import subprocess
import sys
import zipfile

import pytest
import yaml
from course_assignments import ASSIGNMENTS, HEARTS
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from playfunc_checks.course_settings import load_assignment, read_course
from playfunc_classroom.archive import ARCHIVE_MARK, build_archive, instructor_folder
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.new_course import make_course
from playfunc_classroom.policy.late import read_late
from playfunc_classroom.release_checks import check_agreement
from playfunc_cli.main import main

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = tmp_path_factory.mktemp("new") / "games-2026"
    make_course(folder, "games-2026", "Europe/Berlin")
    return folder


def test_a_new_course_opens_with_a_secret_of_its_own_and_the_default_settings(course, tmp_path):
    opened = Course.open(course)
    assert opened.directory.course_id == "games-2026"
    assert (load_assignment("hearts", course), read_late(course, "hearts").method) == (HEARTS, "none")
    secret = course / ".playfunc-secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert ".playfunc-secret" in (course / ".gitignore").read_text().splitlines()
    make_course(tmp_path / "other", "other", "UTC", guessed=True)
    assert (tmp_path / "other/.playfunc-secret").read_text() != secret.read_text()


def test_the_zone_is_set_and_a_guess_says_that_it_is_one(course, tmp_path):
    found = read_course(course)
    assert (str(found.zone), found.zone_guessed) == ("Europe/Berlin", False)
    make_course(tmp_path / "guess", "guess", "Asia/Tokyo", guessed=True)
    found = read_course(tmp_path / "guess")
    assert (str(found.zone), found.zone_guessed) == ("Asia/Tokyo", True)


@pytest.mark.parametrize(
    "chosen", [["footsteps"], ["hearts", "blackjack"], ["skullwhist", "hearts", "footsteps"]]
)
def test_any_choice_of_assignments_opens_with_its_settings_alone(tmp_path, chosen):
    make_course(tmp_path / "some", "some", "UTC", assignments=chosen)
    found = Course.open(tmp_path / "some").settings.assignments
    assert {name: found[name] for name in found} == {name: ASSIGNMENTS[name] for name in chosen}
    for name in chosen:
        check_agreement(tmp_path / "some", found[name])


def test_an_assignment_that_there_is_none_of_is_refused_before_anything_is_written(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["new-course", str(tmp_path / "some"), "--assignments", "hearts,footstep", "--timezone", "UTC"])
    assert "no assignment 'footstep'; did you mean 'footsteps'?" in capsys.readouterr().err
    assert not (tmp_path / "some").exists()


def test_formgrader_shows_times_in_the_course_s_zone(course):
    opened = Course.open(course)
    directory = CourseDirectory(config=opened.config)
    assert NbGraderAPI(directory, config=opened.config).timezone == "Europe/Berlin"


def test_the_command_takes_the_zone_or_names_its_guess(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    for arguments, told in (
        (["--timezone", "Europe/Berlin"], "in the zone Europe/Berlin.\n"),
        ([], "in the zone Asia/Tokyo.\nThat zone is a guess from this computer"),
        (["--timezone", "Berlin"], "there is no time zone 'Berlin'"),
    ):
        with pytest.raises(SystemExit):
            main(["new-course", str(tmp_path / f"course{len(told)}"), *arguments])
        said = capsys.readouterr()
        assert told in said.out + said.err


def test_nothing_of_students_goes_into_a_repository(course):
    """What a year leaves in a course's folder, by the list of docs/privacy.md and beyond."""
    theirs = [
        "downloads/HEARTS-submissions.zip", "downloads/Grades.csv", "Grades-HEARTS.csv",
        "HEARTS-submissions.zip", "downloaded/hearts/moodle.csv", "downloaded/hearts/times.csv", "times.csv",
        "tutorials.csv", "groups.csv", "extensions.csv", "markers.csv", "overrides/hearts.jsonl",
        "choices/hearts.jsonl", "submitted/ann/hearts/hearts.ipynb", "attempts/hearts/ann/1/hearts.ipynb",
        "marks/hearts/ann/mark.json", "reports/hearts/index.html", "autograded/ann/hearts/hearts.ipynb",
        "feedback/ann/hearts/hearts.html", "feedback-zips/hearts/ann.zip", "exports/hearts-moodle.csv",
        "gradebook.db", "gradebook.db.2026-11-22", "grades.csv", ".playfunc-secret",
    ]  # fmt: skip
    ours = ["playfunc.toml", "policy.md", "source/hearts/hearts.ipynb", "wheels/playfunc-1.whl", "late.py"]
    subprocess.run(["git", "init", "-q", course], check=True)
    asked = subprocess.run(
        ["git", "-C", course, "check-ignore", "--stdin", "--no-index"],
        input="\n".join(theirs + ours),
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.stdout.split("\n")[:-1] == theirs


def test_the_workflow_releases_runs_and_checks(course):
    steps = yaml.safe_load((course / ".github/workflows/course.yml").read_text())["jobs"]["check"]["steps"]
    commands = [step["run"] for step in steps if "run" in step]
    assert [command.split()[0] for command in commands] == ["python", "playfunc", "python", "playfunc"]
    for word in (
        "wheels/playfunc-*.whl",
        "release . hearts",
        "--nbval-lax",
        "check source/hearts/hearts.ipynb",
    ):
        assert any(word in command for command in commands)
    assert (course / "source/hearts/hearts.ipynb").is_file()


def test_a_folder_that_is_not_empty_and_a_name_that_is_none_are_refused(course):
    with pytest.raises(ValueError, match="not empty"):
        make_course(course, "again", "UTC")
    with pytest.raises(ValueError, match="cannot be a course's name"):
        make_course(course.parent / "odd", "../odd", "UTC")


def test_the_command_says_what_it_made(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "playfunc_cli.main", "new-course", "mine"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Written: the course mine." in done.stdout


# The instructor's archive is found, makes a course, and is told where it is missing.
def test_away_from_clone_and_archive_the_way_to_one_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("playfunc_classroom.archive.__file__", str(tmp_path / "a/b/c/instructor.py"))
    with pytest.raises(FileNotFoundError, match="make dist"):
        instructor_folder(tmp_path)


def test_the_archive_is_found_and_makes_a_course(tmp_path, monkeypatch):
    clone = instructor_folder()
    built = tmp_path / "dist"
    built.mkdir()
    (built / "playfunc-9.9-py3-none-any.whl").write_bytes(b"a wheel")
    monkeypatch.setattr("playfunc_classroom.archive.wheels", lambda folder: sorted(built.glob("*.whl")))
    monkeypatch.setattr(
        "playfunc_classroom.new_course.wheels", lambda folder: sorted(folder.glob("dist/*.whl"))
    )
    archive = build_archive(clone, tmp_path / "instructor.zip")
    with zipfile.ZipFile(archive) as file:
        file.extractall(tmp_path / "unpacked")
        assert not [name for name in file.namelist() if "secret" in name or "gradebook" in name]
    monkeypatch.setattr("playfunc_classroom.archive.__file__", str(tmp_path / "a/b/c/instructor.py"))
    monkeypatch.chdir(tmp_path / "unpacked" / "docs")
    assert instructor_folder() == tmp_path / "unpacked"
    assert (tmp_path / "unpacked" / ARCHIVE_MARK).is_file()
    assert make_course(tmp_path / "mine", "mine", "UTC") == []
    assert (tmp_path / "mine/wheels/playfunc-9.9-py3-none-any.whl").read_bytes() == b"a wheel"
