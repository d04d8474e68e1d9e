"""What is taken out of files for the student, and what is left out because it is somebody else's."""

import json

from playfunc_classroom.privacy.disclosing import disclose_files
from playfunc_classroom.privacy.forgetting import carry_out, plan_to_forget

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
