"""The self-check asks by workers where these are installed, and in its own process where they are not."""

import subprocess
import sys

import pytest
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.in_process import InProcessAsker
from playfunc_workbook import self_check
from playfunc_workbook.self_check import find_asker

PLAYER = """
from playfunc import Card, legal_cards


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[-1], None
"""

ALONE = """
import sys

OURS = ("playfunc_autograder", "playfunc_classroom", "playfunc_arena", "playfunc_cli")
sys.modules.update(dict.fromkeys(OURS))  # as if they were not installed
from playfunc_workbook import hearts

print(hearts.self_check(deals=1))
print([name for name in sys.modules if name.partition(".")[0] in OURS and sys.modules[name]])
"""


def test_where_workers_are_installed_they_are_asked():
    assert isinstance(find_asker(), WorkerAsker)


@pytest.mark.parametrize("error", [ImportError, PermissionError])
def test_where_they_cannot_be_imported_the_same_process_is(monkeypatch, error):
    class Point:
        def load(self):
            raise error

    monkeypatch.setattr(self_check, "entry_points", lambda group: [Point()])
    assert isinstance(find_asker(), InProcessAsker)


def test_a_browser_has_no_processes(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert isinstance(find_asker(), InProcessAsker)


def test_the_workbook_runs_without_the_autograder(tmp_path):
    (tmp_path / "player.py").write_text(PLAYER)
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", ALONE], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "rules: passed" in run.stdout
    assert "chance of passing" in run.stdout
    assert run.stdout.splitlines()[-1] == "[]"
