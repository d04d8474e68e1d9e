"""Which assignment a command is about, where nobody says it."""

from pathlib import Path

import pytest
import typer
from playfunc_cli.options import USUAL_GAME, assignment_of_game, known_assignment, resolve_assignment


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_name_counts_before_everything_else(folder: Path) -> None:
    (folder / "blackjack.ipynb").touch()
    assert resolve_assignment("footsteps", ["blackjack.ipynb"]).name == "footsteps"


def test_a_notebook_among_the_players_counts_before_the_folder(folder: Path) -> None:
    (folder / "blackjack.ipynb").touch()
    assert resolve_assignment(None, ["basic", "elsewhere/footsteps.ipynb"]).name == "footsteps"
    assert resolve_assignment(None, ["basic", "ann.py"]).name == "blackjack"


def test_notebooks_that_disagree_say_nothing(folder: Path) -> None:
    for name in ("blackjack", "footsteps", "notes"):
        (folder / f"{name}.ipynb").touch()
    assert resolve_assignment(None).name == USUAL_GAME


def test_without_a_hint_it_is_the_usual_one() -> None:
    assert resolve_assignment(None, ["basic", "ann.py"]).name == USUAL_GAME


def test_a_guess_is_no_knowledge(folder: Path) -> None:
    assert known_assignment(None, ["basic", "ann.py"]) is None
    (folder / "blackjack.ipynb").touch()
    known = known_assignment(None, ["basic", "ann.py"])
    assert known is not None
    assert known.name == "blackjack"


def test_a_game_has_the_assignment_that_is_about_it() -> None:
    assert assignment_of_game("skullwhist").game == "skullwhist"


def test_unknown_names_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for ask in (resolve_assignment, assignment_of_game):
        with pytest.raises(typer.Exit):
            ask("chess")
        assert "hearts, skullwhist" in capsys.readouterr().err
