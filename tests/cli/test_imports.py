"""What a command imports: packages that cost a second are there only where they are used."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from course_fixture import make_course

COSTLY = {
    *(
        "IPython",
        "alembic",
        "fastapi",
        "ipywidgets",
        "jupyter_server",
        "lark",
        "matplotlib",
        "nbclient",
        "nbconvert",
    ),
    *(
        "nbformat",
        "nbgrader",
        "numba",
        "numpy",
        "psycopg",
        "rfc3987_syntax",
        "setuptools",
        "sqlalchemy",
        "starlette",
    ),
    *("uvicorn", "zmq"),
}
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


def test_grade_imports_no_site(tmp_path: Path) -> None:
    course = make_course(tmp_path / "course").root
    code, said, packages = imported("grade", course, "hearts")
    assert (code, "nobody has handed in" in said or "handed in" in said) == (2, True), said
    assert packages & SITES == set()


def test_no_grammar_of_addresses_is_built_for_notebooks() -> None:
    probe = "import playfunc_classroom, nbformat, sys; print('lark' in sys.modules, sys.modules.get('rfc3987_syntax'))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout == "False None\n"
