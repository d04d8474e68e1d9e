"""A course: `playfunc new-course`, `release`, `collect` and `select-notebook`; tests/classroom has what they do."""

import zipfile

import pytest
from playfunc_cli.main import command_line
from typer.testing import CliRunner

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_a_time_zone_that_does_not_exist_is_refused(tmp_path, refuses):
    told = "no time zone 'Mars/North'; name one such as"
    refuses(told, "new-course", tmp_path / "c", "--timezone", "Mars/North")
    assert not (tmp_path / "c").exists()


def test_a_mistyped_zone_is_asked_for_again(tmp_path, monkeypatch):
    monkeypatch.setattr("playfunc_cli.course._asks", lambda: True)
    asked = CliRunner().invoke(
        command_line(), ["new-course", str(tmp_path / "c")], input="Europe/Belin\nEurope/Berlin\n"
    )
    assert "there is no time zone 'Europe/Belin'" in asked.output
    assert 'timezone = "Europe/Berlin"' in (tmp_path / "c/playfunc.toml").read_text()


def test_a_guessed_zone_is_called_a_guess(tmp_path, playfunc):
    code, out, _ = playfunc("new-course", tmp_path / "c")
    assert code == 0
    assert out.startswith("Written: the course ")
    assert "That zone is a guess from this computer; set yours in playfunc.toml." in out


def test_last_year_s_course_decides_zone_and_assignments(tmp_path, playfunc, refuses):
    assert (
        playfunc("new-course", tmp_path / "old", "--timezone", "Asia/Tokyo", "--assignments", "footsteps")[0]
        == 0
    )
    code, out, _ = playfunc("new-course", tmp_path / "new", "--from", tmp_path / "old")
    assert code == 0
    assert "Times are read and shown in the zone Asia/Tokyo." in out
    assert [path.name for path in (tmp_path / "new/source").iterdir()] == ["footsteps"]
    refuses(
        "with --from, time zone and assignments are those of last year's course",
        "new-course",
        tmp_path / "third",
        *("--from", tmp_path / "old", "--timezone", "UTC"),
    )
    refuses("is no course of playfunc", "new-course", tmp_path / "third", "--from", tmp_path)
    assert not (tmp_path / "third").exists()


# `playfunc release`: the zip for students.
def test_it_names_the_zip_and_whether_the_wheel_is_in_it(course, playfunc):
    code, out, _ = playfunc("release", course, "hearts")
    assert code == 0
    assert (course / out.partition("For students: ")[2].partition(",")[0]).is_file()
    assert "copy dist/playfunc-*.whl into the course's folder wheels/, and release again." in out


def test_an_assignment_that_is_not_there_is_refused(course, refuses):
    refuses("chess", "release", course, "chess")


# `playfunc collect`: what it says about the files; tests/classroom/intake has what it does with them.
def test_files_without_submissions_are_told(course, playfunc):
    with zipfile.ZipFile(course / "holiday.zip", "w") as file:
        file.writestr("beach.txt", "sand")
    code, out, _ = playfunc("collect", course, "hearts", course / "holiday.zip")
    assert code == 1
    assert out.startswith("0 submissions: none found.\n")
    assert out.endswith("no file that can be marked has a name that Moodle or Canvas gives to submissions.\n")


def test_a_file_that_is_not_there_is_refused(course, refuses):
    refuses("there is no file gone.zip", "collect", course, "hearts", "gone.zip")


# `playfunc select-notebook`: which of several notebooks counts.
@pytest.fixture
def several(course):
    """A second notebook in ann's submission."""
    own = course / "submitted/ann/hearts/hearts.ipynb"
    other = own.with_name("draft.ipynb")
    other.write_text(own.read_text().replace("Lowest card", "Low card"))


@pytest.mark.usefixtures("several")
def test_notebooks_are_listed_chosen_and_withdrawn(course, playfunc):
    code, out, _ = playfunc("select-notebook", course, "hearts", "ann")
    assert code == 0
    assert {line.partition(":")[0] for line in out.splitlines()} == {"hearts.ipynb", "draft.ipynb"}
    _, out, _ = playfunc("select-notebook", course, "hearts", "ann", "draft.ipynb", "--who", "kim")
    assert out.startswith("Recorded by kim: draft.ipynb counts for ann.\n")
    assert "counts, by kim" in playfunc("select-notebook", course, "hearts", "ann")[1]
    _, out, _ = playfunc("select-notebook", course, "hearts", "ann", "--withdraw", "--who", "lee")
    assert out.startswith("Withdrawn by lee. Select again which notebook of ann counts.\n")


def test_misuse_is_one_sentence(course, refuses):
    refuses(
        "either the notebook that counts or --withdraw",
        "select-notebook",
        course,
        "hearts",
        "ann",
        "x",
        "--withdraw",
    )
    refuses("nothing to select", "select-notebook", course, "hearts", "ann", "hearts.ipynb")
