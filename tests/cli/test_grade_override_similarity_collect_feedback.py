"""`playfunc grade`: the class in a table, and what to look at."""

import zipfile

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_the_class_is_shown_with_where_the_reports_are(course, playfunc):
    code, out, err = playfunc("grade", course, "hearts")
    assert (code, err) == (0, "")
    assert "Reports, grades.csv and grades.json: reports/hearts" in out
    assert "Only 2 deals were played. Below 50 luck decides much; 200 are usual." in out
    assert "2 submissions wait for people" in out
    assert [name for name in ("ann", "bob", "zoe") if f"{name} " in out] == ["ann", "bob"]


def test_only_those_who_are_named_are_marked(course, playfunc):
    _, out, _ = playfunc("grade", course, "hearts", "bob")
    assert "ann " not in out.partition("Reports")[0]


def test_points_by_hand_are_told_beside_the_computed_ones(course, playfunc):
    assert "Points by hand" not in playfunc("grade", course, "hearts", "bob")[1]
    playfunc(
        "override", course, "hearts", "bob", "beats-basic", 10, "--why", "A fault of ours.", "--who", "kim"
    )
    _, out, _ = playfunc("grade", course, "hearts", "bob")
    told = out.partition("Points by hand, which count instead of the computed ones:\n")[2]
    assert told.startswith("  bob: beats-basic: 10 instead of 0, by kim on 20")


def test_misuse_is_one_sentence(course, refuses):
    refuses("is not a course", "grade", "nowhere", "hearts")
    refuses("chess", "grade", course, "chess")
    refuses("there is no submission of bo for hearts; did you mean 'bob'?", "grade", course, "hearts", "bo")


def test_of_a_group_only_the_member_whose_submission_counts_is_marked(course, refuses):
    (course / "groups.csv").write_text("group,student\nred,ann\nred,bob\n")
    (course / "submitted/bob/hearts/timestamp.txt").write_text("2026-11-30 23:58:00")
    (course / "submitted/ann/hearts/timestamp.txt").write_text("2026-11-30 23:57:00")
    refuses("of the group of ann the submission of", "grade", course, "hearts", "ann", "--dry-run")


def test_a_dry_run_says_what_would_be_marked_and_why_and_marks_nothing(course, playfunc, refuses):
    (course / "marks/hearts/bob/mark.json").unlink()
    code, out, _ = playfunc("grade", course, "hearts", "--dry-run")
    assert code == 0
    assert out.splitlines() == ["2 submissions: 1 would be marked, 1 would not.", "  not marked yet: bob"]
    assert not (course / "marks/hearts/bob/mark.json").exists()
    refuses("no submission of eve", "grade", course, "hearts", "eve", "--dry-run")


# `playfunc override`: points by hand, with who and why.
def test_points_are_recorded_and_withdrawn(course, playfunc):
    arguments = ("override", course, "hearts", "bob", "beats-basic")
    code, out, _ = playfunc(*arguments, 10, "--why", "It was our mistake.", "--who", "kim")
    assert code == 0
    assert out.startswith("Recorded and in the gradebook: bob, ")
    assert "kim" in out
    assert f"To update reports and feedback, run: playfunc grade {course} hearts bob" in out
    assert playfunc(*arguments, "--withdraw", "--why", "It was not.")[0] == 0


def test_misuse_is_one_sentence_override(course, refuses):
    arguments = ("override", course, "hearts", "bob", "beats-basic")
    refuses("either the points that count from now on or --withdraw", *arguments, "--why", "x")
    refuses(
        "either the points that count from now on or --withdraw", *arguments, 1, "--withdraw", "--why", "x"
    )
    refuses("give the reason with --why", *arguments, 1)


# `playfunc similarity`: similar players side by side.
def test_a_page_shows_the_pairs(course, playfunc):
    code, out, _ = playfunc("similarity", course, "hearts", "--top", 1)
    assert code == 0
    assert out.startswith("2 submissions. The ")
    assert (course / out.partition("side by side: ")[2].strip()).is_file()


def test_an_earlier_year_that_is_not_there_is_refused(course, refuses):
    refuses("last-year", "similarity", course, "hearts", "--former", "last-year")


def test_versions_on_the_ladder_are_compared_too(course, playfunc, ladder):
    code, out, _ = playfunc("similarity", course, "hearts", "--site", ladder)
    assert code == 0
    page = (course / out.partition("side by side: ")[2].strip()).read_text()
    assert "3 from the ladder" in page


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


# `playfunc feedback`: a page and a zip per student.
def test_every_student_gets_a_zip(course, playfunc):
    code, out, err = playfunc("feedback", course, "hearts")
    assert (code, err) == (0, "")
    folder = course / out.partition("Feedback, one zip per student: ")[2].strip()
    assert {path.stem.partition("-")[0] for path in folder.glob("*.zip")} == {"ann", "bob"}


def test_somebody_without_a_submission_is_refused(course, playfunc):
    code, _, err = playfunc("feedback", course, "hearts", "zoe")
    assert code in (1, 2)
    assert "zoe" in err
