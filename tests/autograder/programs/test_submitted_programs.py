"""Programs that are checked, and handed in and marked, like any other player."""

import dataclasses
import re
import shutil
from pathlib import Path

import pytest
from course_assignments import HEARTS
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.programs import protocols
from playfunc_checks.checks import context
from playfunc_checks.extract import ExtractError, find_notebook, read_player
from playfunc_checks.find_assignment import default_assignment
from playfunc_checks.marking import check_player, mark_failure
from playfunc_checks.results import Verdict
from playfunc_checks.submitted_player import Program
from playfunc_classroom.marks import load_or_mark
from playfunc_cli.main import main

SHIPPED = Path(__file__).parents[3] / "course" / "programs"

ALLOWED = dataclasses.replace(HEARTS, programs=True, deals=2, least_deals=2, rules_deals=1)


def hand_in(folder, line="exec-lines:python3 lowest.py"):
    folder.mkdir(parents=True)
    shutil.copy(SHIPPED / "lines" / "lowest.py", folder)
    (folder / "program.txt").write_text(line + "\n")
    return folder


@pytest.mark.broad
def test_a_program_may_enter_the_tournament(capsys, shipped):
    with pytest.raises(SystemExit) as ended:
        main(["check", f"exec-lines:{shipped('lines/lowest', 'py')}", "--deals", "1"])
    assert ended.value.code == 0
    assert "may enter" in capsys.readouterr().out


def test_a_program_is_marked_with_every_check(tmp_path, monkeypatch):
    monkeypatch.setattr(context, "ASKED_PUBLIC", 4)
    monkeypatch.setattr(context, "ASKED_HIDDEN", 8)
    folder = hand_in(tmp_path / "submitted" / "ann" / "hearts")
    mark = load_or_mark(folder, "ann", ALLOWED, tmp_path, "secret", allow_unconfined=True)
    verdicts = {result.check: result.verdict.value for result in mark.results}
    assert verdicts["rules"] == verdicts["purity"] == "passed"
    assert verdicts["beats-advanced"] == "failed"
    assert mark.origin == "program.txt"
    assert "def legal" in mark.source


def test_another_file_is_another_program(tmp_path):
    first = read_player(find_notebook(hand_in(tmp_path / "a" / "hearts"), ALLOWED), ALLOWED)
    folder = hand_in(tmp_path / "b" / "hearts")
    (folder / "table.bin").write_bytes(bytes(range(256)))
    second = read_player(find_notebook(folder, ALLOWED), ALLOWED)
    assert first.source != second.source
    assert "table.bin: 256 bytes" in second.source


def test_where_programs_are_not_allowed_the_file_counts_for_nothing(tmp_path):
    with pytest.raises(ExtractError, match=r"hearts\.ipynb is missing"):
        find_notebook(hand_in(tmp_path / "hearts"), HEARTS)


@pytest.mark.parametrize(
    "line", ["", "python3 lowest.py", "exec:python3 lowest.py\nexec:x", "\x00", "exec:./\0 lowest.py"]
)
def test_a_command_that_is_none_is_the_students_fault(tmp_path, line):
    folder = hand_in(tmp_path / "hearts", line)
    with pytest.raises(ExtractError, match="one line such as"):
        read_player(find_notebook(folder, ALLOWED), ALLOWED)


def unreadable(folder):
    """Why nothing in the folder can be started; it is the student's fault, and a result like that of no notebook."""
    program = read_player(find_notebook(folder, ALLOWED), ALLOWED)
    loads, *others = check_player(program.source, ALLOWED, WorkerAsker(), program=program.program)
    assert (loads,) == mark_failure(ALLOWED, loads.reason)[:1]
    assert {result.verdict for result in others} == {Verdict.SKIPPED}
    return loads.reason


def test_a_command_with_a_word_too_long_for_a_file_is_the_students_fault(tmp_path):
    folder = hand_in(tmp_path / "hearts", f"exec-lines:python3 lowest.py {'a' * 300}")
    assert "cannot be used" in unreadable(folder)


@pytest.mark.parametrize("path", ["/etc/hostname", "../secret.py", "/"])
def test_a_command_names_nothing_outside_what_was_handed_in(tmp_path, path):
    folder = hand_in(tmp_path / "x" / "hearts", f"exec-lines:python3 {path}")
    (tmp_path / "x" / "secret.py").write_text("print('C2')")
    assert re.search(r"not handed in|that is here", unreadable(folder))


BIDS_ONE = """
points = 50
while points:
    points -= 1
    print(1, flush=True)
    input()
"""


def test_purity_leaves_out_what_no_fresh_process_can_be_told_of_a_long_game(monkeypatch):
    monkeypatch.setattr(context, "ASKED_PUBLIC", 12)
    monkeypatch.setattr(protocols, "_LONGEST", 80)  # characters of history, twenty turns of these games
    program = Program("exec:python3 bot.py", (("bot.py", BIDS_ONE.encode(), False),))
    few = dataclasses.replace(default_assignment("footsteps"), rules_deals=1)
    results = check_player(
        program.source, few, WorkerAsker(), program=program, only=("loads", "rules", "purity")
    )
    assert [result.ok for result in results] == [True] * 3, results
    assert results[-1].facts["asked_again"] == 12
