"""Names of files as Moodle, Canvas and other systems make them."""

import pytest
from playfunc_checks.sheet_columns import RECOGNIZED, SheetColumns
from playfunc_classroom.intake.lms import made_up_id, parse_name


@pytest.mark.parametrize(
    ("path", "system", "key", "file", "late"),
    [
        ("Ana Lópes_4711_assignsubmission_file_/hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        ("Ana Lópes_4711_assignsubmission_file/hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        ("Ana Lópes_4711_assignsubmission_file_hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        (
            "Jean_Luc O'N-2_9_assignsubmission_file_/a b/my_1_2_x.ipynb",
            "moodle",
            "9",
            "a b/my_1_2_x.ipynb",
            False,
        ),
        ("Participant_4711_assignsubmission_file_/hearts.ipynb", "moodle", "4711", "hearts.ipynb", False),
        ("Ana_4711_assignsubmission_onlinetext_/onlinetext.html", "moodle", "4711", "onlinetext.html", False),
        ("lopesana_507_text.html", "canvas", "507", "text.html", False),
        ("lopesana_LATE_507_link.html", "canvas", "507", "link.html", True),
        ("lopesana_815_99123_hearts.ipynb", "canvas", "815", "hearts.ipynb", False),
        ("lopesana_LATE_815_99123_hearts-2.ipynb", "canvas", "815", "hearts.ipynb", True),
        ("lopesana_815_99123_my_hearts (1).ipynb", "canvas", "815", "my_hearts (1).ipynb", False),
        ("李雷_815_99123_hearts.ipynb", "canvas", "815", "hearts.ipynb", False),
        ("lopesana_815_99123_work.unpacked/in/hearts.ipynb", "canvas", "815", "in/hearts.ipynb", False),
        ("eve_815_99_work.unpacked/bo_816_1_hearts.ipynb", "canvas", "815", "bo_816_1_hearts.ipynb", False),
        ("all/eve_815_99_w.unpacked/a/b_816_1_h.ipynb", "canvas", "815", "a/b_816_1_h.ipynb", False),
    ],
)
def test_names_of_both_systems(path, system, key, file, late):
    found = parse_name(path, RECOGNIZED)
    assert (found.system, found.key, found.file, found.late) == (system, key, file, late)


@pytest.mark.parametrize(
    "path",
    [
        "hearts.ipynb",
        "read_1.txt",
        "lopesana_text.html",
        "Eve_4711_assignsubmission_onlinetext__4712_assignsubmission_file_/hearts.ipynb",
        # A student who calls themself, or a file, so that it looks like another's.
        "Eve_4711_assignsubmission_file__4712_assignsubmission_file_/hearts.ipynb",
        "Eve_4712_assignsubmission_file_x_4711_assignsubmission_file_hearts.ipynb",
    ],
)
def test_what_is_no_submitted_file(path):
    assert parse_name(path, RECOGNIZED) is None


def test_another_system_s_names_are_read_by_the_pattern_in_the_settings():
    ilias = SheetColumns(files="{any}/{name}_{id}/{file}")
    found = parse_name("multi_feedback/Lópes_Ana_ana.lopes/hearts.ipynb", ilias)
    assert (found.system, found.key, found.id, found.file) == (
        "other",
        "ana.lopes",
        "ana.lopes",
        "hearts.ipynb",
    )
    numbered = SheetColumns(files="{number}-{file}")
    assert parse_name("4711-hearts.ipynb", numbered).key == "4711"
    assert parse_name("Ana_4711_assignsubmission_file_/hearts.ipynb", numbered) is None


def test_an_id_is_made_of_name_and_number_in_plain_letters():
    assert made_up_id("Jürgen Größe, Æ", "4711") == "jurgen-groe-4711"
    assert made_up_id("李雷", "4713") == "4713"
