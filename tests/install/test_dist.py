"""What `make dist` gives away: a wheel, a source archive, and the instructor's archive, each with its own contents."""

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.install
CLONE = Path(__file__).parents[2]
FOLDERS = tomllib.loads((CLONE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"][
    "targets"
]["wheel"]["packages"]
PACKAGES = {Path(folder).name for folder in FOLDERS}
SOLUTIONS = {
    path.read_bytes()
    for room in ("source", "demo", "reference", "programs")
    for path in (CLONE / "course" / room).rglob("*")
    if path.is_file() and path.stat().st_size
}
"""Everything that only instructors have."""


def test_there_is_one_of_each(dist, wheel):
    assert sorted(path.name for path in dist.iterdir()) == [
        wheel.name,
        wheel.name.split("-py3")[0] + ".tar.gz",
        "playfunc-instructor.zip",
    ]


def test_the_wheel_holds_typed_packages_and_no_solution(wheel):
    whole = zipfile.ZipFile(wheel)
    names = whole.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == PACKAGES
    assert {name for name in names if name.endswith("py.typed")} == {f"{name}/py.typed" for name in PACKAGES}
    assert not {whole.read(name) for name in names} & SOLUTIONS


def test_the_source_archive_holds_the_packages_and_no_solution(dist):
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = [name.split("/", 1)[1] for name in archive.getnames()]
        contents = {archive.extractfile(file).read() for file in archive if file.isfile()}
    inside = {name for name in names if name.startswith(tuple(f"{folder}/" for folder in FOLDERS))}
    assert set(names) - inside == {
        ".gitignore",
        "CHANGELOG.md",
        "LICENSE",
        "PKG-INFO",
        "README.md",
        "pyproject.toml",
    }
    assert not contents & SOLUTIONS


def test_the_instructors_archive_holds_the_wheel_and_the_solutions(dist, wheel):
    archive = zipfile.ZipFile(dist / "playfunc-instructor.zip")
    assert archive.read(f"dist/{wheel.name}") == wheel.read_bytes()
    assert b"### BEGIN SOLUTION" in archive.read("course/source/hearts/hearts.ipynb")


def test_a_wheel_that_lacks_a_module_does_not_pass(wheel, tmp_path):
    damaged = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(damaged, "w") as less:
        for name in whole.namelist():
            lines = whole.read(name).splitlines(keepends=True)
            if name.endswith("/RECORD"):  # the list of contents, which the tool goes by
                lines = [line for line in lines if not line.startswith(b"playfunc/cards.py")]
            if name != "playfunc/cards.py":
                less.writestr(name, b"".join(lines))
    command = (Path(sys.executable).with_name("check-wheel-contents"), "--config", CLONE / "pyproject.toml")
    done = subprocess.run([*command, damaged], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "W101" in done.stdout
    assert "playfunc/cards.py" in done.stdout
