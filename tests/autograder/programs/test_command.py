"""Commands of programs: what is missing is named, and what was handed in shows nothing."""

from __future__ import annotations

import sys

import pytest
from interpreters_at_home import bot, install
from playfunc_autograder.programs.command import read_command
from playfunc_checks.program import ProgramError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="interpreters are found otherwise there")


def test_a_missing_interpreter_is_named(home):
    with pytest.raises(
        ProgramError, match=r"bot.pl begins with '#!/usr/bin/env perl6y', and perl6y is not installed"
    ):
        read_command(str(bot(home, "#!/usr/bin/env perl6y\n")))


def test_a_script_that_was_handed_in_shows_nothing_by_its_first_line(home):
    """Its interpreter is looked for by name alone."""
    hidden = install(home / "secrets" / "bin")
    path = bot(home, f"#!{hidden}/perl5x\n")
    with pytest.raises(ProgramError, match="not installed here"):
        read_command(f"./{path.name}", path.parent)


def test_what_was_handed_in_names_interpreters_of_the_system_and_named_ones_alone(home, monkeypatch):
    hidden = install(home / "secrets" / "bin")
    folder = bot(home).parent
    with pytest.raises(ProgramError, match="not handed in"):
        read_command(f"{hidden}/perl5x bot.pl", folder)
    monkeypatch.setenv("PLAYFUNC_RUNTIMES", str(hidden))
    assert read_command(f"{hidden}/perl5x bot.pl", folder).argv == (f"{hidden}/perl5x", f"{folder}/bot.pl")
    assert read_command("/usr/bin/perl bot.pl", folder).argv[1] == f"{folder}/bot.pl"
