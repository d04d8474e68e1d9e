from __future__ import annotations

import os
from pathlib import Path

import pytest
from playfunc_checks.settings import SettingsError
from playfunc_web.errors import SiteError
from playfunc_web.folder import COURSE_MARKS, SiteFolder


@pytest.mark.parametrize("mark", COURSE_MARKS)
@pytest.mark.parametrize(
    ("course", "site"), [("", ""), ("", "ladder"), ("", "a/b/ladder"), ("ladder/inner/course", "ladder")]
)
def test_a_site_does_not_start_in_around_or_inside_a_course(
    tmp_path: Path, mark: str, course: str, site: str
) -> None:
    (tmp_path / course).mkdir(parents=True, exist_ok=True)
    (tmp_path / course / mark).write_text("")
    with pytest.raises(SiteError, match="a course") as refused:
        SiteFolder.open(tmp_path / site)
    assert mark in str(refused.value)
    assert not (tmp_path / site / "site.key").exists()


def test_a_site_does_not_start_with_a_class_list_inside_a_course(tmp_path: Path) -> None:
    course, site = tmp_path / "course", tmp_path / "site"
    course.mkdir()
    site.mkdir()
    (course / "gradebook.db").write_text("")
    (course / "class.csv").write_text("login\nada\n")
    (site / "site.toml").write_text('class_list = "../course/class.csv"\n')
    with pytest.raises(SiteError, match="the class list's folder"):
        SiteFolder.open(site)


def test_a_setting_that_does_not_exist_is_refused_with_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text("publik = true\n")
    with pytest.raises(SettingsError, match="public"):
        SiteFolder.open(tmp_path)


def test_only_the_site_reads_its_key_and_it_stays_the_same(tmp_path: Path) -> None:
    first, second = SiteFolder.open(tmp_path), SiteFolder.open(tmp_path)
    assert first.key == second.key
    assert (tmp_path / "site.key").stat().st_mode & 0o77 == 0


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('nightly = "25:00"', 'nightly must be a time such as "02:00"; found "25:00"'),
        ('timezone = "Europe/Atlantis"', "timezone must be a time zone"),
        ("course_end = 2026-12-18", 'course_end must be a day such as "2026-12-18"; found 2026-12-18'),
        ('base_url = "ladder.example.edu"', "base_url must be an address"),
        ('base_url = "https://example.edu/ladder"', "and no path"),
        ('content_url = "content.example.edu"', "content_url must be an address"),
        ('proxies = ["10.0.0.0/33"]', "must be an address or a network"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused_with_what_does(
    tmp_path: Path, line: str, expected: str
) -> None:
    (tmp_path / "site.toml").write_text(line + "\n")
    with pytest.raises(SettingsError) as refused:
        SiteFolder.open(tmp_path)
    assert expected in str(refused.value)


def test_an_address_for_content_that_is_the_sites_own_is_refused(tmp_path: Path) -> None:
    same = 'base_url = "https://ladder.example.edu"\ncontent_url = "https://ladder.example.edu:443"\n'
    (tmp_path / "site.toml").write_text(same)
    with pytest.raises(SiteError, match="content_url is the site's own address"):
        SiteFolder.open(tmp_path)


def test_a_folder_that_cannot_be_used_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SiteError, match=r"cannot be used \(.*file\): name another one.*chown"):
        SiteFolder.open(tmp_path / "file")


def test_a_folder_inside_that_nobody_may_look_into_is_none_of_a_course(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as lost+found at the root of a disk, which root alone reads."""
    (tmp_path / "lost+found").mkdir()
    scan = os.scandir

    def scandir(path: Path) -> object:
        if Path(path).name == "lost+found":
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr("playfunc_web.folder.os.scandir", scandir)
    assert SiteFolder.open(tmp_path).key


def test_a_language_that_does_not_fit_is_refused_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "languages.toml").write_text('[unicon]\ntitle = "Unicon"\n')
    with pytest.raises(SettingsError, match=r"languages\.toml, \[unicon\]"):
        SiteFolder.open(tmp_path)
