"""A phrase changed, with everything that carries it."""

import json

import pytest
from playfunc_checks.settings import SettingsError
from playfunc_classroom.policy.rubric import (
    Change,
    Criterion,
    Moved,
    Recorded,
    changed,
    phrase_in,
    phrase_line,
    record,
    write_bank,
)

RUBRIC = (
    Criterion("Idea", 12, ("No why.", "Good."), (-4.0, 0.0)),
    Criterion("Rest", 8, ("No why.",), (0.0,)),
)
COMMENT = "**Idea: 7 of 12.** No why. Mine.\n\n**Rest: 8 of 8.** No why.\n\nBye."


def change(after="Never says why.", worth=-4.0):
    return Change("comments", "Idea", "No why.", -4.0, after, worth)


def test_words_change_in_the_criterion_alone_and_points_stay():
    expected = "**Idea: 7 of 12.** Never says why. Mine.\n\n**Rest: 8 of 8.** No why.\n\nBye."
    assert changed(15.0, COMMENT, RUBRIC, change()) == Moved(15.0, 15.0, expected)


@pytest.mark.parametrize(
    ("worth", "idea", "total"), [(-2.0, 9, 17.0), (-11.0, 0, 8.0), (0.0, 11, 19.0), (9.0, 12, 20.0)]
)
def test_points_move_by_as_much_as_the_phrases_within_the_limits(worth, idea, total):
    moved = changed(15.0, COMMENT, RUBRIC, change(worth=worth))
    assert (moved.points_before, moved.points_after) == (15.0, total)
    assert moved.comment.startswith(f"**Idea: {idea} of 12.**")


def test_what_a_marker_set_beside_the_criteria_moves_too():
    assert changed(16.0, COMMENT, RUBRIC, change(worth=-3.0)).points_after == 17.0


def test_who_does_not_carry_it_is_left_alone():
    assert changed(15.0, COMMENT.replace("No why. Mine", "Mine"), RUBRIC, change()) is None
    unfinished = changed(None, "**Idea: – of 12.** No why.", RUBRIC, change(worth=-2.0))
    assert unfinished == Moved(None, None, "**Idea: – of 12.** Never says why.")


@pytest.mark.parametrize("line", ["- No why. (-4)", "- No why.", "- Costs (about) 3 (+0.5)", "- (-4)"])
def test_a_line_of_the_list_is_read_and_written(line):
    assert phrase_line(*phrase_in(line)) == line


def test_the_list_changes_in_one_line(tmp_path):
    bank = "Read me.\n\n# comments\n\n## Idea (12)\n- No why. (-4)\n- Good.\n## Ideas (3)\n- No why.\n"
    bank += "# quality\n## Idea\n- No why.\n"
    (tmp_path / "comments.md").write_text(bank)
    write_bank(tmp_path, change("Never says why.", -2.0))
    expected = bank.replace("- No why. (-4)", "- Never says why. (-2)")
    assert (tmp_path / "comments.md").read_text() == expected
    with pytest.raises(SettingsError, match=r"'No why\.'"):
        write_bank(tmp_path, change())
    assert (tmp_path / "comments.md").read_text() == expected


def test_every_change_is_on_record_one_line_a_submission(tmp_path):
    for student in ("ann", "bob"):
        record(
            tmp_path,
            [Recorded(change(), "hearts", student, 15.0, 17.0, "grace", "2026-11-24T08:00:00+00:00")],
        )
    lines = [json.loads(line) for line in (tmp_path / "marking/phrases.jsonl").read_text().splitlines()]
    assert [(line["student"], line["points_before"], line["points_after"]) for line in lines] == [
        ("ann", 15.0, 17.0),
        ("bob", 15.0, 17.0),
    ]
