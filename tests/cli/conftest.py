"""Players and a marked course for the tests of the command."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from few_questions import asking_few
from playfunc_classroom.runs.grade import grade
from playfunc_cli.main import main
from site_people import play
from web_site import open_test_site

Run: TypeAlias = Callable[..., tuple[int, str, str]]


@pytest.fixture
def player(tmp_path: Path) -> Path:
    """A player that keeps the rules."""
    path = tmp_path / "ann.py"
    path.write_text(CAUTIOUS)
    return path


@pytest.fixture
def reneging(tmp_path: Path) -> Path:
    """A player that does not follow suit."""
    path = tmp_path / "bob.py"
    path.write_text(RENEGES)
    return path


@pytest.fixture(scope="module", autouse=True)
def marks_ask_few_questions(few_questions: None) -> None:
    """In every mark and every check."""


@pytest.fixture(scope="session")
def _marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    course = make_course(tmp_path_factory.mktemp("marked"), execute=False)
    hand_in(course, "ann", CAUTIOUS)
    hand_in(course, "bob", RENEGES)
    with asking_few():
        assert grade(course, "hearts").exit_code == 0
    return course.root


@pytest.fixture
def course(_marked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: a course of hearts in which ann and bob are marked, without their notebooks run."""
    folder = shutil.copytree(_marked, tmp_path / "course")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    """The folder of a site on which ann, bob and cyd played each other; the class list has ann and bob."""
    folder = tmp_path / "ladder"
    site = open_test_site(folder, 'class_list = "class.csv"\n')
    play(site, "ann", "bob", "cyd")
    site.database.close()
    (folder / "class.csv").write_text("login,name\nann,Ann\nbob,Bob\n")
    return folder


@pytest.fixture
def playfunc(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process: exit code, output, and what came on stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, told.out, told.err

    return run


@pytest.fixture
def refuses(playfunc: Run) -> Callable[..., None]:
    """Whether the command says in one sentence, which matches `words`, that it was used wrongly."""

    def check(words: str, *arguments: object) -> None:
        code, out, err = playfunc(*arguments)
        assert (code, out) == (2, "")
        assert re.fullmatch(rf"playfunc: .*{words}.*\n", err), err

    return check
