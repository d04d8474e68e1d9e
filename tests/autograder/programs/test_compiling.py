"""Programs built from their uploaded source, each language's sample at a table, and what is refused in which words."""

import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

import psutil
import pytest
from playfunc.games.footsteps import FootSteps
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.player import FunctionPlayer
from playfunc_autograder.programs import program_player
from playfunc_autograder.programs.compiling import Built, CompileError, compile_source
from playfunc_autograder.programs.languages import language_of, read_languages
from playfunc_autograder.sandbox import SandboxError, Tier, available_tier
from playfunc_opponents import opponent
from program_games import eighth, threes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs are confined on Linux alone")

TIERS = [tier for tier in (Tier.A, Tier.B) if available_tier().tier.value <= tier.value]

LANGUAGES = read_languages()
C = LANGUAGES["c"]
FOOTSTEPS = FootSteps()
SAMPLES = sorted((Path(__file__).parents[3] / "course" / "programs" / "footsteps").iterdir())
HERE = [
    path
    for path in SAMPLES
    if (language := language_of(path.name, LANGUAGES))
    and all(
        command.startswith(("./", "python3 ")) or shutil.which(shlex.split(command)[0])
        for command in (language.compile or language.run, language.run)
    )
]
"""The samples whose toolchain is installed."""

INSTALLED = {"c", "cpp", "java", "javascript", "lisp", "perl", "php", "python", "ruby"}
"""What .ci/all.py installs."""


def build(tmp_path, tier=None, language=C, **files):
    contents = {name.replace("_", "."): text.encode() for name, text in files.items()}
    return compile_source(language, contents, tmp_path / "built", tier=tier)


def test_continuous_integration_tries_every_sample_that_it_has_a_toolchain_for():
    assert {language_of(path.name, LANGUAGES).name for path in SAMPLES} == INSTALLED | {"d", "go", "haskell"}
    assert {language_of(path.name, LANGUAGES).name for path in HERE} >= INSTALLED


@pytest.mark.hardest(*(f"-{tier.value}]" for tier in TIERS[:1]))
@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.value)
@pytest.mark.parametrize("sample", HERE, ids=lambda path: path.name)
def test_a_sample_is_built_and_plays_as_the_others_do(tmp_path, sample, tier):
    language = language_of(sample.name, LANGUAGES)
    built = compile_source(language, {sample.name: sample.read_bytes()}, tmp_path / "built", tier=tier)
    assert isinstance(built, Built), built
    start = FOOTSTEPS.deal(deal_rng("footsteps"))
    others = (opponent(FOOTSTEPS, "basic"), FunctionPlayer(threes, FOOTSTEPS))
    with program_player(built.name(), FOOTSTEPS, base=built.folder, called="bot", tier=tier) as player:
        games = [play_game(FOOTSTEPS, start, (player, other)) for other in others]
    same = FunctionPlayer(eighth, FOOTSTEPS)
    expected = [play_game(FOOTSTEPS, start, (same, other)) for other in others]
    assert [game.faults for game in games] == [(), ()]
    assert [moves(game) for game in games] == [moves(game) for game in expected]


def moves(game):
    return [move.move for move in game.moves]


@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.value)
def test_several_files_are_one_program(tmp_path, tier):
    built = build(
        tmp_path,
        tier,
        main_c='#include "bids.h"\n#include <stdio.h>\nint main(void) { printf("%d\\n", BID); return three(); }\n',
        bids_c='#include "bids.h"\nint three(void) { return 0; }\n',
        bids_h="#define BID 3\nint three(void);\n",
    )
    assert isinstance(built, Built)
    assert {path.name for path in built.folder.iterdir()} == {"main.c", "bids.c", "bids.h", "program"}
    assert built.name("exec-lines") == "exec-lines:./program"


@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.value)
def test_a_compilers_errors_go_to_the_owner_without_paths(tmp_path, tier):
    text = "#include <stdio.h>\nint main(void) { return FILE; }\nint x = stdin;\n"
    told = build(tmp_path, tier, bot_c=text)
    assert isinstance(told, CompileError)
    assert told.reason == "gcc refused it (exit code 1)"
    assert "bot.c:2:" in told.output
    assert "/usr" not in told.output
    assert "/tmp" not in told.output
    assert not (tmp_path / "built").exists()
    assert list(tmp_path.iterdir()) == []


def test_what_it_says_is_bounded(tmp_path):
    told = build(tmp_path, bot_c='#pragma message "' + "x" * 200 + '"\n' + "int x = y;\n" * 2000)
    assert isinstance(told, CompileError)
    assert 8 * 1024 < len(told.output.encode()) <= 16 * 1024


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"../bot.c": b""}, "without folders"),
        ({"/etc/bot.c": b""}, "without folders"),
        ({".bot.c": b""}, "begin with a letter"),
        ({"-o.c": b""}, "begin with a letter"),
        ({"@bot.c": b""}, "begin with a letter"),
        ({"bot\n.c": b""}, "names are at most 100"),
        ({"x" * 100 + ".c": b""}, "names are at most 100"),
        ({"bot.py": b""}, r"no file ends in \.c"),
        ({}, r"no file ends in \.c"),
        ({"a.c": b"", "b.c": b""}, r"none is called main\.c"),
        ({"a.c": b"", "program": b"#!/bin/sh\n"}, "give it another name"),
        ({f"a{n}.c": b"" for n in range(65)}, "there are 65 files"),
        ({"a.c": b"x" * (2**22 + 1)}, r"the files have 4,194,305 bytes"),
    ],
)
def test_names_number_and_size_of_files_are_checked_before_anything_runs(tmp_path, files, words):
    told = compile_source(C, files, tmp_path / "built")
    assert isinstance(told, CompileError)
    assert re.search(words, told.reason), told.reason
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_confines_nothing_is_compiled(tmp_path):
    with pytest.raises(SandboxError, match=r"C is not compiled here, because nothing confines compilers"):
        build(tmp_path, Tier.C, bot_c="int main(void) { return 0; }")


def compiled_by(command, tmp_path):
    lines = ['title = "None"', 'endings = [".none"]', 'run = "./{program}"', 'version = "none"']
    (tmp_path / "languages.toml").write_text("\n".join(["[none]", *lines, f'compile = "{command}"']))
    return read_languages(tmp_path / "languages.toml")["none"]


def test_a_toolchain_that_is_missing_is_our_fault(tmp_path):
    language = compiled_by("nonesuch {main}", tmp_path)
    with pytest.raises(SandboxError, match=r"None cannot be compiled here: 'nonesuch' is not installed"):
        build(tmp_path, language=language, bot_none="")


def test_a_compiler_that_builds_nothing_is_told(tmp_path):
    told = build(tmp_path, language=compiled_by("true", tmp_path), bot_none="")
    assert isinstance(told, CompileError)
    assert told.reason.startswith("no program was built that None could run")


@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.value)
def test_nothing_is_left_of_a_compiler(tmp_path, tier, monkeypatch):
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(
        tempfile, "tempdir", str(tmp_path / "temporary")
    )  # others write to /tmp at the same time
    before = open_descriptors()
    children = set(psutil.Process().children(recursive=True))
    for _ in range(3):
        assert isinstance(build(tmp_path, tier, bot_c="int main(void) { return 0; }"), Built)
        shutil.rmtree(tmp_path / "built")
    assert open_descriptors() == before
    assert os.listdir(tmp_path / "temporary") == []
    assert set(psutil.Process().children(recursive=True)) <= children


def open_descriptors():
    return psutil.Process().num_fds()
