"""What every command prints and shows: progress that always tells something, paths, sentences."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import playfunc_cli
import pytest
import typer
from course_fixture import make_course
from playfunc_checks.results import Verdict
from playfunc_cli.console import VERDICT_STYLES, misuse, near, progress, trouble
from rich.console import Console
from rich.style import Style


class _Terminal:
    """A terminal that keeps what is written on it."""

    def __init__(self) -> None:
        self.written = io.StringIO()
        self.console = Console(file=self.written, force_terminal=True, width=100, color_system=None)

    def shown(self) -> str:
        """The text, without the sequences that move the cursor."""
        return re.sub(r"\x1b\[[?\d]*[A-Za-z]", "", self.written.getvalue())


def test_an_unknown_total_shows_a_spinner_and_a_count() -> None:
    terminal = _Terminal()
    with progress("trying", console=terminal.console) as update:
        update(0)
        update(3)
    shown = terminal.shown()
    assert "?" not in shown
    assert "0/" not in shown
    assert re.search(r"[⠀-⣿] trying .* 3 ", shown)


def test_a_total_that_comes_later_is_shown_from_then_on() -> None:
    terminal = _Terminal()
    with progress("trying", console=terminal.console) as update:
        update(1, 18, "playing")
    assert "?" not in terminal.shown()
    assert re.search(r"playing .* 1/18 ", terminal.shown())


def test_a_known_total_is_shown_from_the_start() -> None:
    terminal = _Terminal()
    with progress("marking", 7, console=terminal.console):
        pass
    assert re.search(r"marking .* 0/7 ", terminal.shown())


def test_each_step_is_a_line_at_once_in_a_file_or_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("marking", 2, lines=True, console=Console(file=io.StringIO())) as update:
        update(1, 2, "marked ann")
        assert capsys.readouterr().out == "marked ann (1 of 2)\n"


def test_nothing_is_shown_where_nobody_looks() -> None:
    file = io.StringIO()
    with progress("marking", 7, console=Console(file=file)) as update:
        update(1)
    assert file.getvalue() == ""
    terminal = _Terminal()
    with progress("marking", quiet=True, console=terminal.console) as update:
        update(1)
    assert terminal.shown().strip() == ""


def test_no_command_has_a_bar_of_its_own() -> None:
    """So that the tests above hold for all of them."""
    folder = Path(playfunc_cli.__file__).parent
    own = [path.name for path in folder.glob("*.py") if "rich.progress" in path.read_text(encoding="utf-8")]
    assert own == ["console.py"]


def test_paths_are_as_the_reader_would_type_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert near(tmp_path / "demo" / "index.html") == os.path.join("demo", "index.html")
    assert near(Path("/")) == "/"
    monkeypatch.chdir("/")  # as a service of systemd's does
    assert near(tmp_path / "demo") == str(tmp_path / "demo")


@pytest.mark.parametrize(("end", "code"), [(misuse, 2), (trouble, 1)])
def test_a_sentence_goes_to_stderr_with_an_exit_code(
    capsys: pytest.CaptureFixture[str], end: object, code: int
) -> None:
    with pytest.raises(typer.Exit) as ended:
        end("that is no player")  # type: ignore[operator]
    assert ended.value.exit_code == code
    assert capsys.readouterr().err == "playfunc: that is no player\n"


def test_every_verdict_has_a_colour_that_can_be_shown() -> None:
    assert set(VERDICT_STYLES) == {verdict.value for verdict in Verdict}
    for style in VERDICT_STYLES.values():
        Style.parse(style)


# What a command imports: packages that cost a second are there only where they are used.
COSTLY = {
    "IPython", "alembic", "fastapi", "ipywidgets", "jupyter_server", "lark", "matplotlib", "nbclient",
    "nbconvert", "nbformat", "nbgrader", "numba", "numpy", "psycopg", "rfc3987_syntax", "setuptools",
    "sqlalchemy", "starlette", "uvicorn", "zmq",
}  # fmt: skip
SITES = {"fastapi", "starlette", "uvicorn", "psycopg", "playfunc_web"}

_RUN = """
import contextlib, io, json, sys
from playfunc_cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
    try:
        main(sys.argv[1:])
    except SystemExit as ended:
        code = ended.code
packages = sorted({name.partition(".")[0] for name, module in sys.modules.items() if module is not None})
print(json.dumps([code, said.getvalue(), packages]))
"""


def imported(*arguments: object) -> tuple[int, str, set[str]]:
    """The exit code, what came on stderr, and the packages that the process had imported at its end."""
    command = [sys.executable, "-c", _RUN, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    code, said, packages = json.loads(done.stdout.splitlines()[-1])
    return code, said, set(packages)


@pytest.mark.broad
@pytest.mark.parametrize(
    "arguments", [["--help"], ["grade", "--help"], ["serve", "--help"], ["play", "--help"]]
)
def test_the_help_imports_none_of_them(arguments: list[str]) -> None:
    code, _, packages = imported(*arguments)
    assert code == 0
    assert packages & COSTLY == set()


def test_a_refusal_imports_none_of_them(tmp_path: Path) -> None:
    course = make_course(tmp_path / "course", release=False).root
    for words, arguments in (
        ("is not a course", ("grade", tmp_path / "nowhere", "hearts")),
        ("no assignment 'chess'", ("grade", course, "chess")),
        ("has not been released", ("grade", course, "hearts")),
        ("has not been released", ("feedback", course, "hearts")),
        ("there is no file 'nobody.py'", ("play", "nobody.py", "basic")),
    ):
        code, said, packages = imported(*arguments)
        assert code == 2, said
        assert words in said
        assert packages & COSTLY == set(), words


@pytest.mark.broad
def test_grade_imports_no_site(tmp_path: Path) -> None:
    course = make_course(tmp_path / "course").root
    code, said, packages = imported("grade", course, "hearts")
    assert (code, "nobody has handed in" in said or "handed in" in said) == (2, True), said
    assert packages & SITES == set()


def test_no_grammar_of_addresses_is_built_for_notebooks() -> None:
    probe = "import playfunc_classroom, nbformat, sys; print('lark' in sys.modules, sys.modules.get('rfc3987_syntax'))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout == "False None\n"
