"""What is taken out of files, and what is left alone because it is somebody else's."""

import json

import pytest
from playfunc_classroom.privacy.forgetting import forget_files, names_it


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

    done = forget_files(
        tmp_path, "ann", {"ann", "ann.smith", "bob"}, lambda path, row: row.get("ID") == "815"
    )

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
