"""Golden submissions keep their marks, or the changelog says why not."""

import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[2] / "golden"
sys.path.insert(0, str(GOLDEN))
import marks  # noqa: E402, the script that also writes them

sys.path.remove(str(GOLDEN))

TOLD = (
    "This version gives other marks than the one before. If that is meant, say why:\n"
    '  make golden WHY="a sentence for instructors"\n'
    "which writes the new marks, and the sentence into CHANGELOG.md."
)


@pytest.mark.parametrize("player", marks.players())
def test_a_golden_submission_keeps_its_marks(player):
    assert marks.marks_of(player) == marks.expected()["marks"][player], TOLD


def test_the_last_change_of_marks_is_in_the_changelog():
    assert marks.expected()["because"] in marks.CHANGELOG.read_text(encoding="utf-8"), TOLD


def test_golden_marks_tell_players_apart():
    given = {player: told["points"] for player, told in marks.expected()["marks"].items()}
    assert set(given) == set(marks.players())
    assert len({tuple(points.values()) for points in given.values()}) > 1


def test_a_reason_goes_below_the_newest_version():
    before = "# Changelog\n\n## 2 (unreleased)\n\n- New.\n\n## 1\n\n- Old.\n"
    after = marks._with_line(marks._with_line(before, "- One."), "- Two.")
    heading = "\n\n### Marks that change\n\n- One.\n- Two.\n"
    assert after.startswith(f"# Changelog\n\n## 2 (unreleased)\n\n- New.{heading}")
    assert after.endswith("\n## 1\n\n- Old.\n")
