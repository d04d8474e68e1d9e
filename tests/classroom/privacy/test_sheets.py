from pathlib import Path

from playfunc_classroom.privacy.sheets import on_sheets

SHEET = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Last modified (submission)\n"
    "Participant 12,Ann,ann,,,,100,-\n"
    "Participant 123,Bob,bob,,,,100,-\n"
)


def test_a_number_counts_on_its_own_sheet_alone(tmp_path: Path) -> None:
    sheet = tmp_path / "downloaded/hearts/sheet.csv"
    sheet.parent.mkdir(parents=True)
    sheet.write_text(SHEET)
    (tmp_path / "downloaded/hearts/broken.csv").write_text("nothing,that,is,known\n")
    theirs = on_sheets(tmp_path, "ann")
    assert theirs(sheet, {"Identifier": "Participant 12"})
    assert not theirs(sheet, {"Identifier": "Participant 123"})
    assert not theirs(tmp_path / "other.csv", {"Identifier": "Participant 12"})
