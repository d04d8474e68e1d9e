"""The instructor's archive is found, makes a course, and is told where it is missing."""

import zipfile

import pytest
from playfunc_classroom.archive import ARCHIVE_MARK, build_archive, instructor_folder
from playfunc_classroom.new_course import make_course

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


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
