"""Rows of sheets, in which a student has a number instead of an id."""

from pathlib import Path

from playfunc_checks.sheet_columns import RECOGNIZED
from playfunc_classroom.intake.received import Named, write_names
from playfunc_classroom.privacy.sheets import names_of, rows_of

SHEET = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Last modified (submission)\n"
    "Participant 12,Ann,ann,,,,100,-\n"
    "Participant 123,Bob,bob,,,,100,-\n"
)


def test_a_number_counts_on_its_own_sheet_alone(tmp_path: Path) -> None:
    sheet = tmp_path / "downloaded/hearts/moodle.csv"
    sheet.parent.mkdir(parents=True)
    sheet.write_text(SHEET)
    exported = tmp_path / "exports/hearts-moodle.csv"
    exported.parent.mkdir()
    exported.write_text(SHEET)
    (tmp_path / "downloaded/hearts/broken.csv").write_text("nothing,that,is,known\n")
    assert rows_of(tmp_path, "ann", RECOGNIZED) == {sheet: frozenset({1}), exported: frozenset({1})}
    assert set(rows_of(tmp_path, "an", RECOGNIZED).values()) == {frozenset()}


def test_all_that_a_download_may_know_somebody_by(tmp_path: Path) -> None:
    sheet = tmp_path / "downloaded/hearts/moodle.csv"
    sheet.parent.mkdir(parents=True)
    sheet.write_text(SHEET)
    (tmp_path / "downloaded/chess").mkdir()
    write_names(tmp_path, "chess", {"ann": Named("canvas", "815", "annann")})
    assert names_of(tmp_path, "ann", RECOGNIZED) == {
        "ann",
        "ann-12",
        "moodle hearts 12",
        "annann-815",
        "canvas chess 815",
    }
