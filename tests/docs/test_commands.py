"""Every command of `playfunc` is on a page, and every command on a page can be run as it stands there."""

import re
import shlex
from pathlib import Path

import pytest
import typer
from command import run
from playfunc_cli.main import command_line

CLONE = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(CLONE).as_posix()
    for path in (*CLONE.glob("*.md"), *CLONE.glob("docs/**/*.md"))
    if path.name != "CHANGELOG.md"
)

WALKED = {
    "README.md": "tests/docs/test_readme.py",
    "docs/at-home.md": "tests/docs/test_readme.py",
    "docs/change.md": "tests/docs/test_new.py",
    "docs/cluster.md": "tests/docs/test_cluster.py",
    "docs/hub.md": "tests/web/test_jupyterhub.py",
    "docs/ladder.md": "tests/docs/test_ladder.py",
    "docs/new.md": "tests/docs/test_new.py",
    "docs/skullwhist-server.md": "tests/docs/test_skullwhist_server.py",
    "docs/text-only.md": "tests/docs/test_text_only.py",
    "docs/tutorial/first-player.md": "tests/docs/test_commands.py",
}
"""Pages whose commands a test of their own runs or accounts for."""

ELSEWHERE = {
    "playfunc collect": "tests/week/test_week.py",
    "playfunc select-notebook": "tests/cli/test_course.py",
    "playfunc disclose": "tests/cli/test_disclose.py",
    "playfunc doctor": "tests/cli/test_develop.py",
    "playfunc audit": "tests/cli/test_appeals.py",
    "playfunc export": "tests/week/test_week.py",
    "playfunc feedback": "tests/week/test_week.py",
    "playfunc forget": "tests/cli/test_forget.py",
    "playfunc gallery": "tests/classroom/test_instructor.py",
    "playfunc grade": "tests/week/test_week.py",
    "playfunc lab": "tests/docs/test_readme.py",
    "playfunc ladder": "tests/web/test_static_site.py",
    "playfunc markers": "tests/cli/test_grade.py",
    "playfunc new-course": "tests/cli/test_course.py",
    "playfunc override": "tests/cli/test_appeals.py",
    "playfunc rehearse": "tests/classroom/rehearsal/test_run.py",
    "playfunc release": "tests/cli/test_course.py",
    "playfunc serve link": "tests/web/marking/test_regrade_requests.py",
    "playfunc serve marking": "tests/web/marking/test_replays.py",
    "playfunc regrade-request": "tests/cli/test_appeals.py",
    "playfunc similarity": "tests/cli/test_similarity.py",
    "playfunc oral-exam": "tests/classroom/test_instructor.py",
    "nbgrader export": "tests/classroom/nbgrader_bridge/test_nbgrader.py",
    "python3 -m venv .venv": "Makefile",
    ".venv/bin/python -m pip install --upgrade pip": "Makefile",
    ".venv/bin/python -m pip install --constraint constraints.txt": "Makefile",
    ".venv/bin/playfunc demo": "tests/docs/test_contributing.py",
    "make": "tests/docs/test_contributing.py",
    "cd mycourse": "tests/docs/test_readme.py",
    ".venv/bin/python -m pip install pre-commit": "tests/docs/test_contributing.py",
    ".venv/bin/pre-commit install": "tests/docs/test_contributing.py",
}
"""How a command on any other page begins → the test that runs such a command, or tells what becomes of it."""


def commands(page: str) -> list[str]:
    """The lines of the page's blocks for a shell, without their comments."""
    text = (CLONE / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line.split(" #")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]


def shown(page: str) -> set[str]:
    """Everything on the page that calls `playfunc`, in blocks and in sentences."""
    text = (CLONE / page).read_text(encoding="utf-8")
    blocks = "".join(re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    lines = re.findall(r"^(?:\$ )?(playfunc .*)$", blocks, re.MULTILINE)
    return {line.split(" #")[0] for line in lines} | set(re.findall(r"`(playfunc [^`\n]+)`", text))


def test_every_command_is_documented():
    names = [command.callback.__name__ for command in command_line().registered_commands]
    assert {"play", "check", "grade", "demo", "doctor", "lab"} <= set(names)
    text = "".join((CLONE / page).read_text(encoding="utf-8") for page in PAGES)
    assert [name for name in names if f"playfunc {name.replace('_', '-')}" not in text] == []


@pytest.mark.parametrize("page", sorted(set(PAGES) - set(WALKED)))
def test_every_command_on_a_page_is_run_by_a_test(page):
    unknown = [each for each in commands(page) if not any(each.startswith(start) for start in ELSEWHERE)]
    assert unknown == []


def test_every_test_that_is_named_here_exists_and_every_start_is_shown():
    assert [path for path in {*WALKED.values(), *ELSEWHERE.values()} if not (CLONE / path).is_file()] == []
    others = [each for page in PAGES if page not in WALKED for each in commands(page)]
    assert [start for start in ELSEWHERE if not any(each.startswith(start) for each in others)] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_command_on_a_page_has_the_options_that_it_shows(page):
    line = typer.main.get_group(command_line(lambda need: True))
    for text in shown(page):
        words = shlex.split(text.replace("…", ""), comments=True)[1:]
        if not words or not re.fullmatch(r"[a-z-]+", words[0]):
            continue  # `playfunc COMMAND --help`
        found = line.commands.get(words[0])
        if isinstance(found, typer.core.TyperGroup) and len(words) > 1:
            found = found.commands.get(words[1])
        assert found is not None, f"{page}: {text}"
        known = {name for each in found.params for name in (*each.opts, *each.secondary_opts)} | {"--help"}
        asked = {word.partition("=")[0].strip("[]") for word in words if word.lstrip("[").startswith("--")}
        assert asked <= known, f"{page}: {text}"


@pytest.fixture(scope="module")
def tutorial(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each command of the first lesson prints, run in their order beside the lesson's files."""
    folder = tmp_path_factory.mktemp("tutorial")
    page = "docs/tutorial/first-player.md"
    text = (CLONE / page).read_text(encoding="utf-8")
    for name, code in re.findall(r"^`([^`\n]+)`\n\n```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        (folder / name).write_text(code, encoding="utf-8")
    install, *others = commands(page)
    assert install == "pip install 'playfunc[lab]'"
    printed = {}
    for command in others:
        done = run(*shlex.split(command)[1:], cwd=folder)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        printed[command] = done.stdout
    return printed


@pytest.mark.broad
def test_the_first_lesson_works_as_it_says(tutorial):
    checked, *_ = (text for command, text in tutorial.items() if command.startswith("playfunc check"))
    assert "may enter the tournament" in checked
    reviewed, *_ = (text for command, text in tutorial.items() if command.startswith("playfunc review"))
    assert "player gave away" in reviewed
    table, *_ = (text for command, text in tutorial.items() if command.startswith("playfunc contest"))
    assert re.findall(r"^ +[123] (\w+)", table, re.MULTILINE)[0] == "better"
