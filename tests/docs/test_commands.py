"""Every command of `playfunc` is in the README, so that nobody has to find it by chance."""

from pathlib import Path

from playfunc_cli.main import app

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_every_command_is_documented():
    names = [command.callback.__name__ for command in app.registered_commands]
    assert {"play", "check", "grade", "demo", "doctor", "lab"} <= set(names)
    assert [name for name in names if f"playfunc {name.replace('_', '-')}" not in README] == []
