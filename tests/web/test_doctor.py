"""Whether a machine is fit for a site, as far as the site itself can tell."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest
from playfunc_web.doctor import examine_site
from playfunc_web.site import Site
from web_site import database_url


def told(folder: Path, courses: tuple[Path, ...] = (), url: str | None = None) -> dict[str, bool]:
    root = "This is root"
    return {
        each.text: each.good for each in examine_site(folder, courses, url) if not each.text.startswith(root)
    }


def test_a_site_as_the_first_start_makes_it_is_good(site: Site) -> None:
    site.folder.path.chmod(0o700)
    found = told(site.folder.path, url=database_url(site.folder.path))
    assert set(found.values()) == {True}
    assert any("is at the newest revision" in text for text in found)


def test_a_folder_that_is_not_there_yet_is_good_and_is_not_made(tmp_path: Path) -> None:
    assert set(told(tmp_path / "new").values()) == {True}
    assert not (tmp_path / "new").exists()


@pytest.mark.sqlite
def test_a_folder_or_key_that_others_read_is_bad(site: Site) -> None:
    folder = site.folder.path
    folder.chmod(0o755)
    (folder / "ladder.db").chmod(0o644)
    assert f"Other users of this machine can look into {folder}: chmod 700 {folder}" in told(folder)
    (folder / "site.key").chmod(0o640)
    assert told(folder)[f"Others can read {folder / 'site.key'}: chmod 600 {folder / 'site.key'}"] is False


def test_a_site_inside_a_course_is_bad(tmp_path: Path) -> None:
    (tmp_path / "gradebook.db").write_text("")
    assert any(
        "lies inside a course" in text and not good for text, good in told(tmp_path / "ladder").items()
    )


@pytest.mark.parametrize("secret", [".playfunc-secret", "gradebook.db", "marks"])
def test_a_course_whose_secrets_this_user_reads_is_bad(site: Site, tmp_path: Path, secret: str) -> None:
    course = tmp_path / "course"
    course.mkdir()
    (course / "nbgrader_config.py").write_text("")
    assert told(site.folder.path, (course,))[
        f"This user reads no secret, mark or submission of the course {course}."
    ]
    (course / secret).write_text("")
    found = told(site.folder.path, (course,))
    assert [good for text, good in found.items() if text.startswith(f"This user can read {secret} of")] == [
        False
    ]


def test_a_course_that_is_none_is_told(site: Site, tmp_path: Path) -> None:
    (tmp_path / "typo").mkdir()
    found = told(site.folder.path, (tmp_path / "typo",))
    assert any("typo is no course" in text and not good for text, good in found.items())


def test_a_database_that_does_not_answer_is_bad(site: Site, tmp_path: Path) -> None:
    found = told(site.folder.path, url=f"postgresql+psycopg://nobody@/none?host={tmp_path}")
    assert any(text.startswith("The database does not answer") and not good for text, good in found.items())
    (tmp_path / "text").write_text("hello, this is no database at all" * 10)
    found = told(site.folder.path, url=f"sqlite:///{tmp_path / 'text'}")
    assert any("does not answer" in text and not good for text, good in found.items())


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ("titel = 1", "there is no setting 'titel'"),
        ('class_list = "none.csv"', "none.csv cannot be read"),
        ('base_url = "http://ladder.example.edu"', "is not encrypted"),
    ],
)
def test_settings_that_do_not_do_are_bad(site: Site, settings: str, text: str) -> None:
    (site.folder.path / "site.toml").write_text(settings)
    assert [good for told_, good in told(site.folder.path).items() if text in told_] == [False]


def test_people_on_the_class_list_are_counted(site: Site) -> None:
    (site.folder.path / "site.toml").write_text('class_list = "class.csv"')
    (site.folder.path / "class.csv").write_text("login\nada\nbob\n")
    assert told(site.folder.path)["The settings are valid. 2 people are on the class list."]


def test_a_sites_own_languages_are_listed_and_shipped_ones_are_not(site: Site) -> None:
    own = site.folder.path / "languages.toml"
    table = '[{name}]\ntitle = "{name}"\nendings = [".{name}"]\nrun = "{run} {{main}}"\nversion = "{run} --version"\n'
    own.write_text(table.format(name="toy", run="python3") + table.format(name="lost", run="no-such-thing"))
    found = {text: good for text, good in told(site.folder.path).items() if "toy" in text or "lost" in text}
    assert found == {
        f"Programs in toy may be uploaded: Python {platform.python_version()}.": True,
        "lost of languages.toml is not found: no-such-thing is not installed.": False,
    }
    own.write_text("[toy]\n")
    assert any("languages.toml, [toy]" in text and not good for text, good in told(site.folder.path).items())
