"""The table `[sheet]` of the settings: what it may hold, and how a mistake is told."""

import pytest
from playfunc_checks.course import read_course
from playfunc_checks.settings import SettingsError
from playfunc_checks.sheet_columns import RECOGNIZED, SheetColumns


def test_the_columns_are_the_course_s(course):
    assert read_course(course).sheet == RECOGNIZED
    (course / "playfunc.toml").write_text('[sheet]\ngrade = "Pisteet"\nfiles = "{name}_{id}/{file}"\n')
    assert read_course(course).sheet == SheetColumns(grade="Pisteet", files="{name}_{id}/{file}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '[sheet]\ngrades = "x"',
            r"playfunc\.toml, \[sheet\]: there is no setting 'grades'; did you mean 'grade'",
        ),
        ('[sheet]\ngrade = ""', r"\[sheet\]: grade must be a text"),
        ('[sheet]\nfiles = "{id}"', r"files must be how files are named in a zip"),
        ('[sheet]\nfiles = "{id}_{number}/{file}"', r"files must be how"),
        ('[sheet]\nfiles = "{id}/{id}/{file}"', r"files must be how"),
        ('[sheets]\ngrade = "x"', r"there is no table \[sheets\]; did you mean 'sheet'"),
        ("sheet = 3", "sheet must be a table"),
        ("course_end = 2027-03-31", "course_end must be a day with its hour"),
    ],
)
def test_a_mistake_is_told_with_what_fits(course, text, words):
    (course / "playfunc.toml").write_text(text)
    with pytest.raises(SettingsError, match=words):
        read_course(course)


def test_a_pattern_matches_a_path_as_a_whole():
    pattern = SheetColumns(files="{any}/{name}_{number}/{file}").file_pattern()
    found = pattern.fullmatch("sub (1)/Lópes_Ana_17/a/b.ipynb")
    assert found.groupdict() == {"name": "Lópes_Ana", "number": "17", "file": "a/b.ipynb"}
    assert pattern.fullmatch("Ana_17/hearts.ipynb") is None
