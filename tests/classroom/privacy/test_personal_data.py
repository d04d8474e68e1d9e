"""What is taken out of files, and what is left alone because it is somebody else's."""

import json
from pathlib import Path

import pytest
from playfunc_checks.course_settings import RECOGNIZED
from playfunc_classroom.forgetting import carry_out, plan_to_forget
from playfunc_classroom.intake.received import Named, write_names
from playfunc_classroom.personal_data import disclose_files, names_of, rows_of
from playfunc_classroom.pseudonyms import mask, names_it, pseudonyms


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("ann", True),
        ("marks of Ann, ann.", True),
        ("ann.saved.json", True),
        ("submitted/ann/hearts", True),
        ("anna", False),
        ("ann-2", False),
        ("joann", False),
        ("jo-ann", False),
        ("ann.smith.json", False),
        ("ann.smith and ann", True),
    ],
)
def test_an_id_is_a_whole_word_and_no_part_of_another_s(text, named):
    assert names_it("ann", {"ann", "ann.smith", "bob"})(text) is named


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_files_lines_and_entries_go_and_others_work_stays(tmp_path):
    for name in ("submitted/ann/hearts/hearts.ipynb", "marks/hearts/ann.json", "marks/hearts/ann.saved.json"):
        write(tmp_path, name, "anything")
    write(tmp_path, "submitted/ann.smith/hearts/hearts.ipynb", "with ann.smith's name")
    partner = write(tmp_path, "submitted/bob/hearts/hearts.ipynb", "I worked with ann")
    report = write(tmp_path, "reports/hearts/bob.html", "<p>as ann did</p>")
    groups = write(tmp_path, "groups.csv", "group,student\nred,ann\nred,bob\nblue,ann.smith\n")
    sheet = write(tmp_path, "downloaded/hearts/canvas.csv", "Student,ID\nDoe,815\nRoe,816\n")
    entries = write(tmp_path, "marks/log.json", json.dumps([{"who": "ann"}, {"who": "bob"}]))
    table = write(tmp_path, "marks/table.json", json.dumps({"ann": 1, "ann.smith": 2}))
    lines = write(tmp_path, "marks/changes.jsonl", '{"student": "ann"}\n{"student": "bob"}\n')
    binary = tmp_path / "notes.bin"
    binary.write_bytes(b"\xff\xfe ann \xff")

    zips = write(tmp_path, "feedback-zips/hearts-moodle.zip", "PK with Ann's page")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    plan = plan_to_forget(tmp_path, "ann", {"ann", "ann.smith", "bob"}, {sheet: frozenset({1})})
    assert {path: path.read_bytes() for path in before} == before, "a plan changes nothing"
    assert plan.changed.keys() == {groups, sheet, entries, table, lines}
    assert {len(share.theirs) for share in plan.changed.values()} == {1}
    done = carry_out(plan, tmp_path)

    assert not zips.exists()
    assert groups.read_text() == "group,student\nred,bob\nblue,ann.smith\n"
    assert sheet.read_text() == "Student,ID\nRoe,816\n"
    assert json.loads(entries.read_text()) == [{"who": "bob"}]
    assert json.loads(table.read_text()) == {"ann.smith": 2}
    assert lines.read_text() == '{"student": "bob"}\n'
    assert not report.exists()
    assert partner.read_text() == "I worked with ann"
    assert set(done.left) == {"submitted/bob/hearts/hearts.ipynb", "notes.bin"}
    assert (tmp_path / "submitted/ann.smith/hearts/hearts.ipynb").exists()
    assert not (tmp_path / "submitted/ann").exists()
    assert not list((tmp_path / "marks/hearts").iterdir())


ODD_LINES = {
    "utf-8-sig": 'group;student\r\nred;ann\r\n"red";"bob"\n\nblue;J\u00fcrgen',
    "cp1252": 'group,student\nred,ann\nblue,"Gr\u00f6\u00dfe"\r\n',
    "utf-16": "group\tstudent\r\nred\tann\r\nblue\tbob\r\n",
}


@pytest.mark.parametrize("encoding", ODD_LINES)
def test_every_other_byte_of_a_list_stays(tmp_path, encoding):
    text = ODD_LINES[encoding]
    row = next(line for line in text.splitlines(keepends=True) if "ann" in line)
    path = tmp_path / "groups.csv"
    path.write_bytes(text.encode(encoding))
    carry_out(plan_to_forget(tmp_path, "ann", {"ann", "bob"}, {}), tmp_path)
    assert path.read_bytes() == text.replace(row, "").encode(encoding)


def test_lines_of_another_encoding_go_and_are_handed_over_too(tmp_path):
    log = tmp_path / "course" / "grade.log"
    log.parent.mkdir()
    log.write_bytes("Größe: ann\r\nGröße: bob\r\n".encode("latin-1"))
    assert disclose_files(log.parent, "ann", {"bob"}, {}, tmp_path / "out").parts == ("grade.log",)
    assert json.loads((tmp_path / "out/parts.json").read_text()) == {"grade.log": ["Größe: ann"]}
    carry_out(plan_to_forget(log.parent, "ann", {"bob"}, {}), log.parent)
    assert log.read_bytes() == "Größe: bob\r\n".encode("latin-1")


def test_a_sheet_loses_the_student_s_row_and_keeps_rows_that_mention_them(tmp_path):
    sheet = write(tmp_path, "downloaded/hearts/moodle.csv", "id,comment\nann,\nbob,worked with ann\n")
    plan = plan_to_forget(tmp_path, "ann", {"ann", "bob"}, {sheet: frozenset({1})})
    carry_out(plan, tmp_path)
    assert sheet.read_text() == "id,comment\nbob,worked with ann\n"


# What is taken out of files for the student, and what is left out because it is somebody else's.
WORD = "ann"
FILES = {
    "submitted/ann/hearts/hearts.ipynb": "anything",
    "marks/hearts/ann.json": "anything",
    "groups.csv": "group,student\nred,ann\nred,bob\n",
    "downloaded/hearts/canvas.csv": "Student,ID\nDoe,815\nRoe,816\n",
    "marks/log.json": json.dumps([{"who": "ann"}, {"who": "bob"}]),
    "marks/table.json": json.dumps({"ann": 1, "bob": 2}),
    "marks/changes.jsonl": '{"student": "ann"}\n{"student": "bob"}\n',
    "reports/hearts/index.html": "<p>ann and bob</p>",
    "submitted/bob/hearts/hearts.ipynb": "I worked with ann",
}


def course(root):
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "notes.bin").write_bytes(b"\xff\xfe ann \xff")
    return root


def by_number(root):
    return {root / "downloaded/hearts/canvas.csv": frozenset({1})}


def test_files_lines_and_entries_are_handed_over_and_others_work_is_listed(tmp_path):
    root = course(tmp_path / "course")
    done = disclose_files(root, WORD, {"ann", "bob"}, by_number(root), tmp_path / "out")
    assert done.copied == ("marks/hearts/ann.json", "submitted/ann/hearts/hearts.ipynb")
    assert done.mentions == ("notes.bin", "reports/hearts/index.html", "submitted/bob/hearts/hearts.ipynb")
    assert json.loads((tmp_path / "out/parts.json").read_text()) == {
        "downloaded/hearts/canvas.csv": [{"Student": "Doe", "ID": "815"}],
        "groups.csv": [{"group": "red", "student": "ann"}],
        "marks/changes.jsonl": ['{"student": "ann"}'],
        "marks/log.json": [{"who": "ann"}],
        "marks/table.json": {"ann": 1},
    }
    assert (tmp_path / "out/files/submitted/ann/hearts/hearts.ipynb").read_text() == "anything"


def test_everything_that_is_forgotten_was_disclosed_before(tmp_path):
    root = course(tmp_path / "course")
    shown = disclose_files(root, WORD, {"ann", "bob"}, by_number(root), tmp_path / "out")
    gone = carry_out(plan_to_forget(root, WORD, {"ann", "bob"}, by_number(root)), root)
    told = {*shown.copied, *shown.parts, *shown.mentions}
    assert set(gone.changed) | set(gone.left) <= told
    assert all(any(name.startswith(path) for name in told) for path in gone.deleted)


def test_the_folder_that_is_written_is_not_read(tmp_path):
    root = course(tmp_path / "course")
    disclose_files(root, WORD, {"ann"}, by_number(root), root / "disclosed-ann")
    again = disclose_files(root, WORD, {"ann"}, by_number(root), root / "disclosed-ann")
    assert not any(name.startswith("disclosed") for name in again.copied)


# Pseudonyms: stable, distinct and keyed.
def test_no_two_of_very_many_share_a_pseudonym():
    """Of 5000 about eight pairs would, were it left to the digest."""
    names = pseudonyms(map(str, range(5000)), "secret")
    assert len(set(names.values())) == 5000


def test_pseudonyms_are_stable_distinct_and_keyed():
    students = [f"s{number}" for number in range(600)]
    names = pseudonyms(students, "secret")
    assert names == pseudonyms(reversed(students), "secret")
    assert len(set(names.values())) == 600
    assert names["s1"] != pseudonyms(students, "other")["s1"]
    assert (
        mask("# by S1, s10 and s1_x: s1", names)
        == f"# by {names['s1']}, {names['s10']} and s1_x: {names['s1']}"
    )


# Rows of sheets, in which a student has a number instead of an id.
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
