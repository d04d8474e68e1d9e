"""The copy in which a rehearsal happens: what was decided, nothing of students, and no way back to the course."""

from pathlib import Path

import pytest
from course_fixture import hand_in, make_course
from playfunc_classroom.rehearsal import scratch_course, size


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with a submission, whose settings name places outside it."""
    opened = make_course(tmp_path_factory.mktemp("real"))
    hand_in(opened, "ann")
    (opened.root / "groups.csv").write_text("group,student\nred,ann\n")
    with (opened.root / "nbgrader_config.py").open("a") as config:
        config.write(
            "c.CourseDirectory.db_url = 'sqlite:////srv/gradebook.db'\nc.Exchange.root = '/srv/exchange'\n"
        )
        config.write("c.CourseDirectory.submitted_directory = '/srv/submitted'\n")
    return opened.root


def test_settings_source_and_secret_are_copied_and_students_are_not(course: Path) -> None:
    with scratch_course(course) as copy:
        for name in ("playfunc.toml", ".playfunc-secret", "source/hearts/hearts.ipynb", "nbgrader_config.py"):
            assert (copy.root / name).read_bytes() == (course / name).read_bytes()
        names = {path.name for path in copy.root.rglob("*")}
        assert not names & {"submitted", "ann", "groups.csv", "gradebook.db", "release"}
    assert not copy.root.exists()


def test_nothing_that_the_course_s_settings_name_elsewhere_is_used(course: Path) -> None:
    with scratch_course(course) as copy:
        assert copy.directory.db_url == f"sqlite:///{copy.root / 'gradebook.db'}"
        assert copy.config.Exchange.root == str(copy.root / "exchange")
        assert copy.submission("hearts", "bea") == copy.root / "submitted/bea/hearts"


def test_a_kept_rehearsal_stays_and_a_full_folder_is_refused(course: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    with scratch_course(course, kept):
        pass
    assert (kept / "playfunc.toml").is_file()
    for folder, keep, why in (
        (course, kept, "kept is not empty; name a new"),
        (tmp_path, None, "is no course of"),
    ):
        with pytest.raises(ValueError, match=why), scratch_course(folder, keep):
            pass


def test_the_size_of_a_folder_is_that_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "a").write_bytes(b"12345")
    (tmp_path / "deep/b").write_bytes(b"123")
    assert size(tmp_path) == 8
