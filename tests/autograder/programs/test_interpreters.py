"""Interpreters below a home folder start, as pyenv, rbenv, nvm and conda have them; or it is said what to name."""

import os
import shutil
import subprocess
import sys

import pytest
from playfunc.errors import PlayError
from playfunc.games.hearts import Hearts
from playfunc.rules import Call
from playfunc_autograder.programs import program_player
from playfunc_autograder.programs.command import read_command
from playfunc_autograder.sandbox import Tier, available_tier
from playfunc_checks.submitted_player import Limits, ProgramError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="interpreters are found otherwise there")


# A home folder with interpreters.
BOT = "$| = 1; while (<STDIN>) { print qq(C2\n) }\n"


def install(folder):
    folder.mkdir(parents=True)
    shutil.copy("/usr/bin/perl", folder / "perl5x")
    return folder


def bot(home, first="", name="bot.pl", text=BOT):
    path = home / "bot" / name
    path.write_text(first + text)
    path.chmod(0o755)
    return path


CALL = Call("play", ("you", ["C2", "C3"], [], None), None)

TIERS = [tier for tier in Tier if available_tier().tier.value <= tier.value]

SHIM = """#!/usr/bin/env bash
version=$(echo 5)
exec "{real}" "$@"
"""


def on_path(monkeypatch, folder):
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def plays(command, tier=None):
    limits = Limits(move_seconds=20)
    with program_player(f"exec-lines:{command}", Hearts(2), limits=limits, tier=tier) as player:
        (answer,) = player.answer([CALL])
    assert not isinstance(answer, PlayError), answer
    assert answer.move == "C2"


@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.value)
def test_an_interpreter_of_its_own_folder_starts(home, monkeypatch, tier):
    on_path(monkeypatch, install(home / ".plenv" / "versions" / "5" / "bin"))
    plays(f"perl5x {bot(home)}", tier)
    plays(bot(home, "#!/usr/bin/env perl5x\n"), tier)
    plays(bot(home, "#!/home/of/somebody/else/bin/perl5x -w\n"), tier)


@pytest.mark.broad
@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.value)
def test_what_a_shim_starts_is_found(home, monkeypatch, tier):
    shims = home / ".plenv" / "shims"
    shims.mkdir(parents=True)
    (shims / "perl").write_text(SHIM.format(real="/usr/bin/perl"))
    (shims / "perl").chmod(0o755)
    on_path(monkeypatch, shims)
    plays(f"perl {bot(home)}", tier)


@pytest.mark.broad
@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.value)
def test_an_interpreter_is_named_by_its_path(home, tier):
    """It reads its own installation, and the folder is the script's."""
    installation = home / ".plenv" / "versions" / "5"
    perl = install(installation / "bin") / "perl5x"
    (installation / "table.pl").write_text("1;")
    path = bot(home, f"require '{installation}/table.pl';")
    command = read_command(f"{perl} {path}")
    assert (command.argv, command.name) == ((str(perl), str(path)), "bot")
    assert (command.folder, command.runtimes) == (str(path.parent), (str(installation),))
    plays(f"{perl} {path}", tier)


@pytest.mark.broad
def test_a_shim_is_named_by_its_path(home):
    perl = install(home / ".plenv" / "versions" / "5" / "bin") / "perl5x"
    shim = home / "shims" / "perl"
    shim.parent.mkdir()
    shim.write_text(SHIM.format(real=perl))
    shim.chmod(0o755)
    assert read_command(f"{shim} {bot(home)}").argv[0] == str(perl)


@pytest.mark.broad
@pytest.mark.parametrize("place", ["bot/.venv", "environments/own"])
@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.value)
def test_a_virtual_environment_comes_with_its_packages(home, tier, place):
    environment = home / place
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "own_package.py").write_text("CARD = 'C2'\n")
    path = bot(
        home,
        name="bot.py",
        text="import own_package\nfor _ in open(0): print(own_package.CARD, flush=True)\n",
    )
    plays(f"{environment}/bin/python {path}", tier)


def test_a_program_that_reads_a_file_beside_it_is_no_interpreter(home):
    path = bot(home)
    table = bot(home, name="table.txt")
    assert read_command(f"{path} {table}").name == "bot"


def test_a_shim_of_what_cannot_be_asked_is_named(home, monkeypatch):
    shims = home / "shims"
    shims.mkdir()
    (shims / "lisp").write_text(SHIM.format(real="/usr/bin/perl"))
    (shims / "lisp").chmod(0o755)
    on_path(monkeypatch, shims)
    with pytest.raises(
        ProgramError, match=r"shims/lisp, a script that starts the real one.*PLAYFUNC_RUNTIMES"
    ):
        read_command(f"lisp {bot(home)}")


@pytest.mark.parametrize("place", ["bin", ".local/bin"])
def test_a_home_is_not_shown_for_an_interpreter_in_it(home, monkeypatch, place):
    folder = install(home / place)
    on_path(monkeypatch, folder)
    for interpreter in ("perl5x", folder / "perl5x"):
        monkeypatch.delenv("PLAYFUNC_RUNTIMES", raising=False)
        with pytest.raises(ProgramError, match=rf"PLAYFUNC_RUNTIMES={folder}"):
            read_command(f"{interpreter} {bot(home)}")
        monkeypatch.setenv("PLAYFUNC_RUNTIMES", str(folder))
        plays(f"{interpreter} {bot(home)}")


@pytest.mark.broad
def test_a_script_that_becomes_its_runtime_finds_it_where_it_is_named(home, monkeypatch):
    folder = install(home / "tools" / "bin")
    bot(home)
    starter = bot(home, "#!/bin/sh\n", "start", "exec perl5x bot.pl\n")
    with program_player(f"exec-lines:{starter}", Hearts(2)) as player:
        (answer,) = player.answer([CALL])
    assert "PLAYFUNC_RUNTIMES" in answer.reason
    monkeypatch.setenv("PLAYFUNC_RUNTIMES", str(folder.parent))
    plays(starter)


# Commands of programs: what is missing is named, and what was handed in shows nothing.
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
