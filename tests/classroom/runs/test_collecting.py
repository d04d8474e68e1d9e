"""Downloads with everything that is in real ones: odd names, zips in zips, litter, damage, and tricks."""

import io
import json
import shutil
import tarfile
import time
import zipfile
from pathlib import Path

import pytest
from downloads import download, zipped
from playfunc_classroom.intake.learning_systems import SheetError
from playfunc_classroom.intake.received import Named, read_names, read_received
from playfunc_classroom.intake.unpack import UnpackError
from playfunc_classroom.marks import mark_path
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.runs.collecting import collect_downloads
from playfunc_classroom.runs.notebook_selection import why_open
from playfunc_cli.main import main
from sheets import MOODLE, PEOPLE, moodle_sheet

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader's own

FOLDER = "{name}_{key}_assignsubmission_file_/"
SHEET = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Last modified (submission)\n"
    'Participant 1,Ana,ana,,,,100,"Monday, 30 November 2026, 11:03 PM"\n'
)


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "course"
    folder.mkdir()
    clone = Path(__file__).parents[3]
    shutil.copy(clone / "course/nbgrader_config.py", folder)
    (folder / "source/hearts").mkdir(parents=True)
    shutil.copy(clone / "course/source/hearts/assignment.toml", folder / "source/hearts")
    return Course.open(folder)


def handed_in(course):
    return {
        path.relative_to(course.root / "submitted").as_posix(): path.read_text()
        for path in (course.root / "submitted").rglob("*")
        if path.is_file() and path.name != "timestamp.txt"
    }


def test_moodle_s_download_with_all_its_oddities(course, tmp_path):
    hurt = zipped({"hearts.ipynb": "x" * 1000})
    files = {
        "Ana_1_assignsubmission_file_/hearts.ipynb": "ana",
        "Ana_1_assignsubmission_file_/notes.pdf": "not collected",
        "Bo O'Né (x)_2_assignsubmission_file_my hearts (1).ipynb": "bo",
        "Cy_3_assignsubmission_file_/work.zip": zipped(
            {"in/hearts.ipynb": "cy", "__MACOSX/._hearts.ipynb": "litter"}
        ),
        "Di_4_assignsubmission_file_/bomb.zip": zipped({"hearts.ipynb": bytes(60 << 20)}),
        "Ed_5_assignsubmission_file_/cut.zip": hurt[: len(hurt) // 2],
        "Flo_6_assignsubmission_onlinetext_/onlinetext.html": "not a file",
        "../Gil_7_assignsubmission_file_/hearts.ipynb": "outside",
        "Hal_8_assignsubmission_file_/player.py": "hal",
    }
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(SHEET)
    done = collect_downloads(course, "hearts", [download(tmp_path, files), sheet])
    assert handed_in(course) == {
        "ana/hearts/hearts.ipynb": "ana",
        "bo-o-ne-x-2/hearts/my hearts (1).ipynb": "bo",
        "cy-3/hearts/hearts.ipynb": "cy",
        "hal-8/hearts/player.py": "hal",
    }
    assert set(done.students.values()) == {"new"}
    told = "\n".join(done.problems)
    for word in ("bomb.zip", "more than 50 MB", "cut.zip", "leads out of the archive"):
        assert word in told
    assert "2026-11-30 " in (course.root / "submitted/ana/hearts/timestamp.txt").read_text()
    assert not list((course.root / "downloaded").rglob("*.zip"))
    assert not (tmp_path / "Gil_7_assignsubmission_file_").exists()


@pytest.fixture(params=["UTC", "America/New_York"])
def machine_zone(request, monkeypatch):
    """The machine's own zone, which must not matter."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_times_are_read_in_the_course_s_zone_not_in_the_machine_s(course, tmp_path, machine_zone):
    (course.root / "playfunc.toml").write_text('timezone = "Europe/Berlin"')
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(SHEET)
    times = tmp_path / "times.csv"
    times.write_text("student,submitted\ncy-3,2026-11-30 23:58\ndi-4,2026-11-30 23:58+00:00\n")
    dated = zipfile.ZipInfo("Bo_2_assignsubmission_file/hearts.ipynb", (2026, 7, 1, 12, 0, 0))
    files = {
        "Ana_1_assignsubmission_file/hearts.ipynb": "by the sheet",
        dated: "by the zip, in summer",
        "Cy_3_assignsubmission_file/hearts.ipynb": "by times.csv",
        "Di_4_assignsubmission_file/hearts.ipynb": "by times.csv, with its own offset",
    }
    collect_downloads(course, "hearts", [download(tmp_path, files), sheet, times])
    found = {
        student: (course.root / f"submitted/{student}/hearts/timestamp.txt").read_text()
        for student in ("ana", "bo-2", "cy-3", "di-4")
    }
    assert found == {
        "ana": "2026-11-30 22:03:00",
        "bo-2": "2026-07-01 10:00:00",
        "cy-3": "2026-11-30 22:58:00",
        "di-4": "2026-11-30 23:58:00",
    }


def test_a_lost_ending_is_put_back_and_nothing_to_mark_is_told(course, tmp_path):
    notebook = '\n{"cells": [], "nbformat": 4}'
    files = {
        "Ana_1_assignsubmission_file/hearts": notebook,
        "Bo_2_assignsubmission_file/hearts.ipynb.json": notebook,
        "Bo_2_assignsubmission_file/hearts.ipynb.txt": notebook,
        "Cy_3_assignsubmission_file/hearts.docx": "text",
        "Cy_3_assignsubmission_file/shots.json": '{"cells": 3}',
        "Di_4_assignsubmission_file/hearts.ipynb": "di",
        "Di_4_assignsubmission_file/notes.pdf": "more",
    }
    done = collect_downloads(course, "hearts", [download(tmp_path, files)])
    assert set(handed_in(course)) == {
        "ana-1/hearts/hearts.ipynb",
        "bo-2/hearts/hearts.ipynb",
        "bo-2/hearts/hearts.ipynb.txt.ipynb",
        "di-4/hearts/hearts.ipynb",
    }
    assert done.problems == (
        "cy-3 (Cy) handed in no .ipynb or .py, but hearts.docx, shots.json, and gets no mark. Read it in the download; "
        "if it holds a player, ask for a notebook.",
    )


def test_a_tar_of_a_student_s_is_opened_and_one_inside_it_is_not(course, tmp_path):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name in ("in/hearts.ipynb", "more.tar"):
            archive.addfile(tarfile.TarInfo(name))
    files = {
        "Ana_1_assignsubmission_file_/hearts.tar.gz": data.getvalue(),
        "bobob_2_902_hearts.tgz": data.getvalue(),
    }
    done = collect_downloads(course, "hearts", [download(tmp_path, files)])
    assert set(handed_in(course)) == {"ana-1/hearts/hearts.ipynb", "bobob-2/hearts/hearts.ipynb"}
    assert len(done.problems) == 2
    assert all("an archive in a student's archive is not opened" in problem for problem in done.problems)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_lost_ending_is_put_back_whatever_the_encoding_and_the_format(course, tmp_path, encoding):
    files = {
        "Ana_1_assignsubmission_file/hearts": '{"cells": []}'.encode(encoding),
        "Bo_2_assignsubmission_file/hearts.json": '{"nbformat": 3, "metadata": {}, "worksheets": []}'.encode(
            encoding
        ),
    }
    done = collect_downloads(course, "hearts", [download(tmp_path, files)])
    assert set(done.students) == {"ana-1", "bo-2"}


def test_who_submitted_text_or_no_file_is_listed_apart_from_who_submitted_nothing(course, tmp_path):
    sheet = tmp_path / "Grades.csv"
    when = '"Monday, 30 November 2026, 11:03 PM"'
    rows = [
        f"Participant {key},{name},{name.lower()},,{status},,100,{moment}"
        for key, name, status, moment in (
            (2, "Bo", "Submitted for grading", when),
            (3, "Cy", "Submitted for grading", when),
            (4, "Di", "No submission", "-"),
            (5, "Ed", "Submitted for grading", when),
            (6, "Flo", "No submission", "-"),
        )
    ]
    sheet.write_text(SHEET + "\n".join(rows) + "\n")
    (course.root / "groups.csv").write_text("group,student\nred,ana\nred,ed\n")
    files = {
        "Ana_1_assignsubmission_file_/hearts.ipynb": "ana",
        "Bo_2_assignsubmission_onlinetext_/onlinetext.html": "text alone",
        "gilgil_507_text.html": "text alone",
    }
    done = collect_downloads(course, "hearts", [download(tmp_path, files), sheet])
    assert set(done.students) == {"ana"}
    *unmarked, missing = done.problems
    assert [problem.partition(", and gets")[0] for problem in unmarked] == [
        "gilgil-507 (gilgil) handed in no .ipynb or .py, but text.html",
        "bo (Bo) handed in no .ipynb or .py, but onlinetext.html",
    ]
    assert missing == (
        "cy (Cy) submitted according to the sheet, but the downloads hold no file. Download all submissions and "
        "collect them again."
    )
    assert "No submission, according to the sheet: di (Di), flo (Flo)." in done.notes
    again = collect_downloads(
        course, "hearts", [download(tmp_path, {"Cy_3_assignsubmission_file_/h.ipynb": "cy"})]
    )
    assert not [problem for problem in again.problems if problem.startswith(("ana", "cy", "ed"))]


def test_a_zip_of_another_making_is_told_by_its_names(course, tmp_path):
    done = collect_downloads(course, "hearts", [download(tmp_path, {"ana/hearts.ipynb": "ana"})])
    assert not done.students
    assert done.problems == ("ana/hearts.ipynb: its name is not one of Moodle's or Canvas's",)


def test_canvas_s_download_late_ones_and_a_second_time(course, tmp_path):
    files = {"anaana_1_901_hearts.ipynb": "one", "bobob_LATE_2_902_hearts-1.ipynb": "late"}
    first = collect_downloads(course, "hearts", [download(tmp_path, files)])
    assert (set(first.students.values()), first.late) == ({"new"}, 1)
    files = {"anaana_1_903_hearts-1.ipynb": "two", "bobob_LATE_2_902_hearts-1.ipynb": "late"}
    again = collect_downloads(course, "hearts", [download(tmp_path, files)])
    assert again.students == {"anaana-1": "again", "bobob-2": "unchanged"}
    assert handed_in(course) == {"anaana-1/hearts/hearts.ipynb": "two", "bobob-2/hearts/hearts.ipynb": "late"}
    kept = course.root / "attempts/hearts/anaana-1"
    assert [(kept / n / "hearts.ipynb").read_text() for n in ("1", "2")] == ["one", "two"]


def test_files_that_were_there_before_any_download_get_the_time_of_the_first(course, tmp_path):
    files = [download(tmp_path, {"ana_1_assignsubmission_file_/hearts.ipynb": "one"})]
    collect_downloads(course, "hearts", files)
    (student,) = read_received(course.root, "hearts")
    (course.root / "downloaded/hearts/received.json").unlink()
    assert collect_downloads(course, "hearts", files).students == {student: "unchanged"}
    assert set(read_received(course.root, "hearts")) == {student}


def dated(name, *when):
    return zipfile.ZipInfo(name, (*when, 0, 0, 0)[:6])


def test_of_several_downloads_the_newest_upload_counts_whole_whatever_the_zips_are_called(course, tmp_path):
    """By the times that the system gave, also where the older zip is named, or was downloaded, later."""
    moodle = "Ana_1_assignsubmission_file/{}"
    new = {
        dated(moodle.format("hearts.ipynb"), 2026, 11, 2): "new",
        dated("Bo_2_assignsubmission_file/hearts.ipynb", 2026, 11, 1): "old bo",
    }
    old = {
        dated(moodle.format("hearts.ipynb"), 2026, 11, 1): "old",
        dated(moodle.format("hearts (1).ipynb"), 2026, 11, 1): "old, and withdrawn since",
        dated("Bo_2_assignsubmission_file/hearts.ipynb", 2026, 11, 3): "new bo",
    }
    done = collect_downloads(
        course, "hearts", [download(tmp_path, new, "a.zip"), download(tmp_path, old, "b.zip")]
    )
    assert handed_in(course) == {"ana-1/hearts/hearts.ipynb": "new", "bo-2/hearts/hearts.ipynb": "new bo"}
    assert sorted(done.problems) == [
        "an earlier upload of Ana (1): another download holds a newer one",
        "an earlier upload of Bo (2): another download holds a newer one",
    ]


def test_an_older_download_that_is_collected_later_changes_nothing(course, tmp_path):
    place = "Ana_1_assignsubmission_file/hearts.ipynb"
    collect_downloads(course, "hearts", [download(tmp_path, {dated(place, 2026, 11, 2): "new"})])
    done = collect_downloads(course, "hearts", [download(tmp_path, {dated(place, 2026, 11, 1): "old"})])
    assert done.students == {"ana-1": "older"}
    assert handed_in(course) == {"ana-1/hearts/hearts.ipynb": "new"}
    assert not (course.root / "attempts").exists()


PLACE = "Ana_1_assignsubmission_file/hearts.ipynb"


def test_files_that_are_newer_than_the_sheet_do_not_get_the_time_of_the_attempt_before(course, tmp_path):
    """Downloaded again without its sheet, a resubmission gets the zip's time, until a new sheet has its own."""
    (course.root / "playfunc.toml").write_text("timezone = 'UTC'")
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(SHEET)
    stamp = course.root / "submitted/ana/hearts/timestamp.txt"
    collect_downloads(course, "hearts", [download(tmp_path, {dated(PLACE, 2026, 11, 30): "one"}), sheet])
    assert stamp.read_text() == "2026-11-30 23:03:00"
    again = [download(tmp_path, {dated(PLACE, 2026, 12, 2): "two"})]
    done = collect_downloads(course, "hearts", again)
    assert done.students == {"ana": "again"}
    assert any(
        note.startswith("Handed in again since the sheet was made") and "ana." in note for note in done.notes
    )
    assert stamp.read_text() == "2026-12-02 00:00:00"
    assert (course.root / "attempts/hearts/ana/1/timestamp.txt").read_text() == "2026-11-30 23:03:00"
    sheet.write_text(
        SHEET.replace("Monday, 30 November 2026, 11:03 PM", "Wednesday, 2 December 2026, 9:15 AM")
    )
    done = collect_downloads(course, "hearts", [*again, sheet])
    assert done.students == {"ana": "unchanged"}
    assert not done.notes
    assert stamp.read_text() == "2026-12-02 09:15:00"


def test_no_later_download_brings_the_time_of_the_attempt_before_back(course, tmp_path):
    """Whether the same files come again, or others, or with `--replace`, while the sheet is still the old one."""
    (course.root / "playfunc.toml").write_text("timezone = 'UTC'")
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(SHEET)
    stamp = course.root / "submitted/ana/hearts/timestamp.txt"
    collect_downloads(course, "hearts", [download(tmp_path, {dated(PLACE, 2026, 11, 30): "one"}), sheet])
    second = [download(tmp_path, {dated(PLACE, 2026, 12, 2): "two"})]
    for files in (second, second, [*second, sheet]):
        collect_downloads(course, "hearts", files)
        assert stamp.read_text() == "2026-12-02 00:00:00"
    collect_downloads(course, "hearts", second, replace=True)
    assert stamp.read_text() == "2026-12-02 00:00:00"
    done = collect_downloads(course, "hearts", [download(tmp_path, {dated(PLACE, 2026, 12, 5): "three"})])
    assert (done.students, stamp.read_text()) == ({"ana": "again"}, "2026-12-05 00:00:00")
    assert any("ana." in note for note in done.notes)


def test_an_id_that_looks_made_up_may_be_another_s_on_the_sheet(course, tmp_path):
    sheet = tmp_path / "Grades.csv"
    second = 'Participant 2,Bo,ana-1,,,,100,"Monday, 30 November 2026, 11:03 PM"\n'
    sheet.write_text(SHEET + second)
    bo = "Bo_2_assignsubmission_file/hearts.ipynb"
    collect_downloads(course, "hearts", [download(tmp_path, {bo: "bo"}), sheet])
    collect_downloads(course, "hearts", [download(tmp_path, {bo: "bo", PLACE: "ana"}), sheet])
    assert handed_in(course) == {"ana/hearts/hearts.ipynb": "ana", "ana-1/hearts/hearts.ipynb": "bo"}


def test_what_was_collected_without_a_sheet_gets_the_id_of_the_sheet_later(course, tmp_path):
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(SHEET)
    files = [download(tmp_path, {PLACE: "one"})]
    first = collect_downloads(course, "hearts", files)
    assert set(handed_in(course)) == {"ana-1/hearts/hearts.ipynb"}
    assert any(note.startswith("There is no sheet yet") and "ana-1" in note for note in first.notes)
    collect_downloads(course, "hearts", [download(tmp_path, {PLACE: "two"})])
    done = collect_downloads(course, "hearts", [download(tmp_path, {PLACE: "two"}), sheet])
    assert done.students == {"ana": "unchanged"}
    assert handed_in(course) == {"ana/hearts/hearts.ipynb": "two"}
    assert (course.root / "attempts/hearts/ana/1/hearts.ipynb").read_text() == "one"
    assert [path.name for path in (course.root / "submitted").iterdir()] == ["ana"]
    assert set(read_received(course.root, "hearts")) == set(read_names(course.root, "hearts")) == {"ana"}


def test_what_was_graded_without_a_sheet_keeps_its_id_and_is_named(course, tmp_path):
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(SHEET)
    files = [download(tmp_path, {PLACE: "one"})]
    collect_downloads(course, "hearts", files)
    mark_path(course.root, "hearts", "ana-1").parent.mkdir(parents=True)
    mark_path(course.root, "hearts", "ana-1").write_text("{}")
    done = collect_downloads(course, "hearts", [*files, sheet])
    assert [note for note in done.notes if note.startswith("ana-1 is ana on the sheet, and was graded")]
    assert set(handed_in(course)) == {"ana-1/hearts/hearts.ipynb", "ana/hearts/hearts.ipynb"}


def with_blackjack(course):
    (course.root / "source/blackjack").mkdir()
    clone = Path(__file__).parents[3]
    shutil.copy(clone / "course/source/blackjack/assignment.toml", course.root / "source/blackjack")


TWO = {PLACE: "one", "Bo_2_assignsubmission_file/hearts.ipynb": "two"}


def test_the_download_of_another_assignment_is_refused(course, tmp_path):
    with_blackjack(course)
    with pytest.raises(ValueError, match=r"called hearts\.ipynb, as those of hearts are"):
        collect_downloads(course, "blackjack", [download(tmp_path, TWO)])
    assert not (course.root / "submitted").exists()
    assert set(collect_downloads(course, "hearts", [download(tmp_path, TWO)]).students.values()) == {"new"}


def test_a_refused_download_leaves_the_sheet_of_before_and_nobody_s_files(course, tmp_path):
    with_blackjack(course)
    right, wrong = tmp_path / "Grades.csv", tmp_path / "other.csv"
    right.write_text(SHEET)
    wrong.write_text(SHEET.replace("Ana,ana", "Bo,bo"))
    mixed = {PLACE: "x", "Cy_3_assignsubmission_file/player.py": "y"}
    assert len(collect_downloads(course, "blackjack", [download(tmp_path, mixed), right]).students) == 2
    folder = course.root / "downloaded/blackjack"
    before = (folder / "moodle.csv").read_bytes()
    with pytest.raises(ValueError, match="as those of hearts are"):
        collect_downloads(course, "blackjack", [download(tmp_path, TWO), wrong])
    assert (folder / "moodle.csv").read_bytes() == before
    assert not (folder / "extracted").exists()
    assert not (folder / "collected").exists()


def test_a_resit_with_a_notebook_of_the_same_name_is_collected(course, tmp_path):
    resit = course.root / "source/resit"
    resit.mkdir()
    text = (course.root / "source/hearts/assignment.toml").read_text()
    resit_text = text.replace('title = "Hearts"', 'title = "Resit"\nnotebook = "hearts"')
    (resit / "assignment.toml").write_text(resit_text)
    for assignment in ("hearts", "resit"):
        assert len(collect_downloads(course, assignment, [download(tmp_path, TWO)]).students) == 2


def test_who_hands_in_nothing_to_mark_after_a_notebook_keeps_that(course, tmp_path):
    collect_downloads(course, "hearts", [download(tmp_path, {PLACE: "one"})])
    done = collect_downloads(
        course, "hearts", [download(tmp_path, {PLACE.replace("ipynb", "pdf"): "report"})]
    )
    assert "but hearts.pdf, so the earlier submission counts." in done.problems[0]
    assert handed_in(course) == {"ana-1/hearts/hearts.ipynb": "one"}


def test_a_corrected_zone_moves_the_time_and_nothing_else(course, tmp_path, capsys):
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(SHEET)
    files = [download(tmp_path, {"Ana_1_assignsubmission_file/hearts.ipynb": "ana"}), sheet]
    stamp = course.root / "submitted/ana/hearts/timestamp.txt"

    def collect():
        with pytest.raises(SystemExit):
            main(["collect", str(course.root), "hearts", *map(str, files)])
        said = capsys.readouterr()
        assert not said.err
        return said.out

    (course.root / "playfunc.toml").write_text("timezone = 'UTC'\ntimezone_guessed = true")
    assert "read in the zone UTC, a guess" in collect()
    assert stamp.read_text() == "2026-11-30 23:03:00"
    (course.root / "playfunc.toml").write_text("timezone = 'Europe/Berlin'")
    told = collect()
    assert "1 unchanged" in told
    assert "guessed" not in told
    assert stamp.read_text() == "2026-11-30 22:03:00"
    sheet.write_text(SHEET.replace("11:03 PM", "11:59 PM"))
    collect()
    assert stamp.read_text() == "2026-11-30 22:03:00", (
        "the same files handed in again later came when they came first"
    )


def test_a_corrected_zone_moves_the_time_of_the_latest_attempt_alone(course, tmp_path):
    (course.root / "playfunc.toml").write_text("timezone = 'UTC'\ntimezone_guessed = true")
    sheet = tmp_path / "Grades.csv"
    for text, day in (("one", "Monday, 30 November"), ("two", "Tuesday, 1 December")):
        files = [download(tmp_path, {"Ana_1_assignsubmission_file/hearts.ipynb": text}), sheet]
        sheet.write_text(SHEET.replace("Monday, 30 November", day))
        collect_downloads(course, "hearts", files)
    (course.root / "playfunc.toml").write_text("timezone = 'Europe/Berlin'")
    collect_downloads(course, "hearts", files)
    folders = [*(course.root / "attempts/hearts/ana").glob("[12]"), course.root / "submitted/ana/hearts"]
    assert {folder.name: (folder / "timestamp.txt").read_text() for folder in folders} == {
        "1": "2026-11-30 23:03:00",
        "2": "2026-12-01 22:03:00",
        "hearts": "2026-12-01 22:03:00",
    }


def test_no_notebook_of_an_upload_takes_the_place_of_another(course, tmp_path):
    """Canvas numbers files of one name; a student's own zip may hold one name in two folders."""
    files = {
        "anaana_1_901_hearts.ipynb": "one",
        "anaana_1_902_hearts-1.ipynb": "two",
        "bobob_2_903_work.zip": zipped({"a/hearts.ipynb": "bo's", "b/hearts.ipynb": "bo's other"}),
    }
    collect_downloads(course, "hearts", [download(tmp_path, files)])
    assert handed_in(course) == {
        "anaana-1/hearts/hearts.ipynb": "one",
        "anaana-1/hearts/hearts-1.ipynb": "two",
        "bobob-2/hearts/hearts.ipynb": "bo's",
        "bobob-2/hearts/b-hearts.ipynb": "bo's other",
    }


def test_what_cannot_be_used_is_refused_and_nothing_is_changed(course, tmp_path):
    cut = tmp_path / "cut.zip"
    cut.write_bytes(zipped({"anaana_1_901_hearts.ipynb": "x"})[:50])
    with pytest.raises(UnpackError, match=r"cut\.zip is damaged"):
        collect_downloads(course, "hearts", [cut])
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("a,b\n1,2\n")
    with pytest.raises(SheetError, match=r"wrong\.csv: expected Moodle's"):
        collect_downloads(course, "hearts", [wrong])
    with pytest.raises(ValueError, match=r"there is no file .*missing\.zip"):
        collect_downloads(course, "hearts", [tmp_path / "missing.zip"])
    with pytest.raises(ValueError, match="no file that can be collected"):
        collect_downloads(course, "hearts", [tmp_path])
    assert not (course.root / "submitted").exists()
    done = collect_downloads(course, "hearts", [download(tmp_path, {"anaana_1_901_hearts.ipynb": "right"})])
    assert done.students == {"anaana-1": "new"}


def test_a_zip_in_the_download_neither_backdates_nor_speaks_for_another_nor_stops_the_class(course, tmp_path):
    """Eve's own zip says that her file is old, holds one with Bo's number, and names that are too long."""
    notebook = '{"cells": []}'
    tricks = {"hearts.ipynb": "eve", "bo_816_1_hearts.ipynb": "not bo's", "n" * 252: notebook}
    path = download(
        tmp_path,
        {"eve_815_99_work.zip": zipped(tricks | {"a/" * 1500 + "x": ""}), "bo_816_98_hearts.ipynb": "bo"},
    )
    found = collect_downloads(course, "hearts", [path])
    assert {name: text for name, text in handed_in(course).items() if text != notebook} == {
        "bo-816/hearts/hearts.ipynb": "bo",
        "eve-815/hearts/hearts.ipynb": "eve",
        "eve-815/hearts/bo_816_1_hearts.ipynb": "not bo's",
    }
    assert any("folders" in problem for problem in found.problems)


def test_a_zip_that_a_student_made_says_nothing_about_when_it_came(course, tmp_path):
    old = zipfile.ZipInfo("hearts.ipynb", (2001, 1, 1, 0, 0, 0))
    path = download(tmp_path, {"eve_815_99_work.zip": zipped({old: "eve"})})
    collect_downloads(course, "hearts", [path])
    told = (course.root / "submitted/eve-815/hearts/timestamp.txt").read_text()
    assert not told.startswith("2001")


def run(*arguments):
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return ended.value.code


@pytest.mark.parametrize("language", MOODLE)
def test_whoever_was_forgotten_stays_out_until_they_are_restored(course, tmp_path, capsys, language):
    """The second time without the sheet, which is the only thing that turns the number into the id."""
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(moodle_sheet(language), newline="")
    names = {number: f"{name}_{number}_assignsubmission_file_/hearts.ipynb" for number, name, *_ in PEOPLE}
    files = download(tmp_path, {name: number for number, name in names.items()})
    collect = ("collect", course.root, "hearts", files)
    assert run(*collect, sheet) in (0, None)
    assert run("forget", course.root, "s103", "--yes") in (0, None)
    kept = (course.root / "downloaded/hearts/moodle.csv").read_bytes()
    lines = [line for line in moodle_sheet(language).split("\r\n") if "Jürgen" not in line]
    assert kept == "\r\n".join(lines).encode()
    for given in ((sheet,), ()):
        capsys.readouterr()
        assert run(*collect, *given) in (0, None)
        assert "Withheld, because they were forgotten: " in capsys.readouterr().out
        assert not (course.root / "submitted/s103").exists()
        assert (course.root / "downloaded/hearts/moodle.csv").read_bytes() == kept
        assert b"J\xc3\xbcrgen" not in (course.root / "downloaded/hearts/names.json").read_bytes()
    assert run(*collect, sheet, "--restore-student", "s103") in (0, None)
    assert "Withheld" not in capsys.readouterr().out
    assert handed_in(course)["s103/hearts/hearts.ipynb"] == "4713"
    assert (course.root / "downloaded/hearts/moodle.csv").read_bytes() == sheet.read_bytes()


def test_only_somebody_who_was_forgotten_is_restored(course, tmp_path):
    with pytest.raises(ValueError, match="'eve' is not among those who were forgotten"):
        collect_downloads(course, "hearts", [download(tmp_path, {"a_1_2_h.ipynb": ""})], restored=["eve"])


def test_another_system_is_collected_by_the_settings(course, tmp_path):
    (course.root / "playfunc.toml").write_text(
        '[sheet]\nid = "login"\ngrade = "Punkte"\nfiles = "{any}/{name}_{id}/{file}"\n'
    )
    sheet = tmp_path / "users.csv"
    sheet.write_text("login;Punkte\nana.l;\n")
    files = {"sub/Lópes_Ana_ana.l/hearts.ipynb": "ana", "sub/O'Neil_Bo_bo/hearts.ipynb": "bo"}
    done = collect_downloads(course, "hearts", [download(tmp_path, files), sheet])
    assert handed_in(course) == {"ana.l/hearts/hearts.ipynb": "ana", "bo/hearts/hearts.ipynb": "bo"}
    assert done.notes == (
        "O'Neil_Bo is on no sheet; the id here is bo, and no mark goes back until the sheet has it.",
    )


def test_somebody_whose_notebooks_have_to_be_chosen_from_is_told(course, tmp_path):
    def written(source):
        return json.dumps(
            {"cells": [{"cell_type": "code", "metadata": {"tags": ["player"]}, "source": source}]}
        )

    files = {"ana_1_2_hearts.ipynb": written("1"), "ana_1_3_hearts\x1b[31m (1).ipynb": written("2")}
    collect_downloads(course, "hearts", [download(tmp_path, files)])
    told = why_open(course, "hearts", "ana-1")
    assert told.isprintable()
    assert told.startswith(
        "2 notebooks were handed in, and which one counts is not clear: hearts.ipynb, hearts"
    )
    assert (
        "Read them and select one: playfunc select-notebook . hearts ana-1 hearts.ipynb (or 'hearts" in told
    )
    assert told.endswith("; then run playfunc grade.")


def test_a_zip_in_a_student_s_zip_is_told(course, tmp_path):
    inner = zipped({"more.zip": zipped({"hearts.ipynb": "too deep"}), "hearts.ipynb": "found"})
    done = collect_downloads(course, "hearts", [download(tmp_path, {"ana_1_2_work.zip": inner})])
    assert handed_in(course) == {"ana-1/hearts/hearts.ipynb": "found"}
    assert done.problems == (
        "ana_1_2_work.unpacked/more.zip: an archive in a student's archive is not opened",
    )


def test_the_names_of_the_newest_upload_are_kept_as_they_were(course, tmp_path):
    old = {dated("ana_1_90_hearts.ipynb", 2026, 11, 1): "old"}
    new = {
        dated("ana_1_91_hearts-1.ipynb", 2026, 11, 2): "new",
        dated("bob_2_92_work.ZIP", 2026, 11, 2): zipped({"hearts.ipynb": "bob"}),
    }
    collect_downloads(course, "hearts", [download(tmp_path, new, "a.zip"), download(tmp_path, old, "b.zip")])
    names = read_names(course.root, "hearts")
    assert names == {
        "ana-1": Named("canvas", "1", "ana", ("ana_1_91_hearts-1.ipynb",)),
        "bob-2": Named("canvas", "2", "bob", ("bob_2_92_work.ZIP",)),
    }
