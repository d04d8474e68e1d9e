"""The command as people type it, in a process of its own or in this one."""

import io
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from playfunc_cli.main import main

QUICK = """
import sys
from playfunc.games.skullwhist import client
import pytest
from playfunc_cli.main import main
client.STATUS_SECONDS = 0.05
main(sys.argv[1:])
"""
"""The command, as a script: bots of SkullWhist ask for their status twenty times a second instead of once."""


def run(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """`playfunc` with these arguments, run to its end; its output is text."""
    command = [sys.executable, "-m", "playfunc_cli.main", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)


def run_here(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The same in this process, which has imported what the command needs."""
    command = list(map(str, arguments))
    code: object = 0
    with chdir(cwd or Path()), redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        try:
            main(command)
        except SystemExit as ended:
            code = ended.code
    assert code is None or isinstance(code, int)
    return subprocess.CompletedProcess(command, code or 0, out.getvalue(), err.getvalue())


def exit_code(*arguments: object) -> object:
    """Of the command in this process, whose output goes where the test's does."""
    with pytest.raises(SystemExit) as done:
        main(list(map(str, arguments)))
    return done.value.code


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """What a command that was used wrongly says: one line on stderr, with exit code 2."""
    assert done.returncode == 2, done.stdout + done.stderr
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith("playfunc: ")
    return line
