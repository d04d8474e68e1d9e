"""Students get the packages of a course's own game with the notebook, or the release says what to do."""

import dataclasses
from pathlib import Path

import pytest
from course_assignments import HEARTS
from course_fixture import make_course
from playfunc_classroom.archive import missing_wheels, needed_wheels
from playfunc_classroom.release import release_assignment
from playfunc_classroom.release_checks import ReleaseError, check_agreement
from plugin_packages import install_package, plugin_site

__all__ = ["plugin_site"]

ZZ = dataclasses.replace(HEARTS, game="zz")


@pytest.fixture
def course(plugin_site: Path) -> Path:
    """Its game and opponents are packages of two others, its notebook's exercises those of a third."""
    install_package(plugin_site, "zz_game", {"zz": "zz_game:GAME"}, "")
    install_package(plugin_site, "zz_players", {"zz": "zz_players:LADDER"}, "", "playfunc.opponents")
    install_package(plugin_site, "zz_exercises", {}, "")
    (plugin_site / "zz_exercises-1.0.dist-info" / "top_level.txt").write_text("zz_exercises\n")
    (plugin_site / "wheels").mkdir()
    return plugin_site


def wheel(course: Path, package: str, version: str = "1.0") -> Path:
    path = course / "wheels" / f"{package}-{version}-py3-none-any.whl"
    path.write_bytes(b"")
    return path


def test_a_package_without_its_wheel_is_named_with_what_to_do(course: Path) -> None:
    wheel(course, "zz_game", "0.9")  # an old one is none
    wheel(course, "zz_players")
    (told,) = missing_wheels(course, ZZ)
    assert "the package zz-game 1.0" in told
    assert "pip wheel --no-deps --wheel-dir wheels zz-game==1.0" in told


def test_game_opponents_and_imported_modules_travel_and_nothing_else(course: Path) -> None:
    needed = [wheel(course, name) for name in ("zz_exercises", "zz_game", "zz_players")]
    wheel(course, "numpy", "0.0")
    code = ("import numpy, json\nfrom zz_exercises import check", "not python")
    assert needed_wheels(course, ZZ, code) == tuple(needed)
    assert list(missing_wheels(course, ZZ)) == []


def test_a_game_that_comes_with_playfunc_needs_none(course: Path) -> None:
    assert (list(missing_wheels(course, HEARTS)), needed_wheels(course, HEARTS, ())) == ([], ())


@pytest.mark.week
def test_the_zip_holds_the_wheels_and_its_readme_installs_them(tmp_path, monkeypatch) -> None:
    course = make_course(tmp_path, release=False)
    (course.root / "wheels").mkdir()
    path = wheel(course.root, "zz_game")
    monkeypatch.setattr("playfunc_classroom.release.needed_wheels", lambda *_: (path,))
    release_assignment(course, "hearts", try_solution=False)
    folder = course.root / "release" / "hearts"
    assert (folder / path.name).is_file()
    assert f'"playfunc[lab]" ./{path.name}' in (folder / "README.md").read_text(encoding="utf-8")
    monkeypatch.setattr("playfunc_classroom.release_checks.missing_wheels", lambda *_: iter(("no wheel",)))
    with pytest.raises(ReleaseError, match="hearts was not released: no wheel"):
        check_agreement(course.root, course.assignment("hearts"))
