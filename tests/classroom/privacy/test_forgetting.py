"""What is taken out of files, and what is left alone because it is somebody else's."""

import json

import pytest
from playfunc_classroom.privacy.forgetting import carry_out, names_it, plan_to_forget


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
    assert {change.path for change in plan.changed} == {groups, sheet, entries, table, lines}
    assert {change.gone for change in plan.changed} == {1}
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


def test_a_sheet_loses_the_student_s_row_and_keeps_rows_that_mention_them(tmp_path):
    sheet = write(tmp_path, "downloaded/hearts/moodle.csv", "id,comment\nann,\nbob,worked with ann\n")
    plan = plan_to_forget(tmp_path, "ann", {"ann", "bob"}, {sheet: frozenset({1})})
    carry_out(plan, tmp_path)
    assert sheet.read_text() == "id,comment\nbob,worked with ann\n"
