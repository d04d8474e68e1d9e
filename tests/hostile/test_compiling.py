"""What source does that attacks the machine which compiles it, in every tier that this machine has.

A compiler may run code of the source: Template Haskell, macros of Lisp, annotation processors. So one of the compilers
here is Python itself, which runs the source and everything that programs attack with (`programs/`, `compilers/`).
The first line of each of the latter says what becomes of it: `built`, with what it prints, or words of the refusal.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from playfunc_autograder.programs.compiling import Built, CompileError, CompileLimits, compile_source
from playfunc_autograder.programs.languages import language_of, read_languages
from playfunc_autograder.sandbox import Tier, available_tier

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs are confined on Linux alone")

HERE = Path(__file__).parent
BEST = available_tier().tier
TIERS = [
    pytest.param(tier, id=tier.value, marks=() if tier == BEST else pytest.mark.long)
    for tier in (Tier.A, Tier.B)
    if BEST.value <= tier.value
]
PRELUDE = (HERE / "program_prelude.py").read_text().replace("import sys\n", "import sys\nimport time\n")
ANYTHING = (HERE / "compilers.toml").read_text()

PROGRAMS = {
    path.stem: path
    for path in sorted((HERE / "programs").glob("*.py"))
    if not path.stem.startswith("process_")  # a compiler may start processes
}
COMPILERS = {path.stem: path for path in sorted((HERE / "compilers").glob("*.py"))}

LIMITS = CompileLimits(
    cpu=3, wall=60.0, memory=2**29, processes=32, threads=128, written=32 * 2**20, files=1000, built=8 * 2**20
)

OURS = f"bot{os.getpid()}.any"
"""A name by which processes are known to be ours, beside other runs of these tests."""

LANGUAGES = read_languages(HERE / "compilers.toml")


def compiled(source, outside, tmp_path, tier, language="anything", name=OURS, limits=LIMITS):
    told = {**outside.told(), "judge": os.getpid(), "tier": tier.value}
    if language == "anything":
        source = PRELUDE.replace("OUTSIDE = {}", f"OUTSIDE = {told!r}") + source
    files = {name: source.encode()}
    before = psutil.Process().num_fds()
    done = compile_source(LANGUAGES[language], files, tmp_path / "built", limits=limits, tier=tier)
    assert psutil.Process().num_fds() == before
    assert outside.changed() == []
    assert members_left() == []
    words = [outside.word.encode(), *([] if str(tmp_path) in source else [str(tmp_path).encode()])]
    for path in (tmp_path / "built").rglob("*"):
        assert path.is_dir() or (path.is_file() and not path.is_symlink())
        content = path.read_bytes() if path.is_file() else b""
        assert words[0] not in content
        assert path.stat().st_mode & 0o7022 == 0
    if isinstance(done, CompileError):
        assert not any(word in (done.reason + done.output).encode() for word in words)
        assert not (tmp_path / "built").exists()
    return done


def members_left():
    """Processes that still run what was compiled."""
    return [
        process for process in psutil.process_iter(["cmdline"]) if OURS in (process.info["cmdline"] or ())
    ]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_runs_at_compile_time_gets_no_further_than_a_program(name, outside, tmp_path, tier):
    """It says what it got, so it must be refused to hand anything over."""
    source = PROGRAMS[name].read_text().replace("tell(", "tell_all(")
    done = compiled(TELL_ALL + source, outside, tmp_path, tier)
    if "fault=" in source.partition("\n")[0]:
        assert isinstance(done, CompileError), done
        return
    assert isinstance(done, CompileError), done
    assert done.reason == "python3 refused it (exit code 9)"
    assert done.output.strip() in ("C2\tnothing", "C2\town_folder: 3")


TELL_ALL = """
def tell_all(*ways, **named):
    print("C2\\t" + tried(*ways, **named).replace("\\n", " "), flush=True)
    os._exit(9)


"""


@pytest.mark.hardest("bomb_cpu_unseen")
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", COMPILERS)
def test_a_compiler_is_bounded_with_all_that_it_starts(name, outside, tmp_path, tier):
    source = COMPILERS[name].read_text()
    told, _, wall = source.partition("\n")[0].partition("# expects: ")[2].partition(" wall=")
    expected, limits = told.split("|"), replace(LIMITS, wall=float(wall or LIMITS.wall))
    began = time.monotonic()
    done = compiled(TELL_ALL + source.replace("tell(", "tell_all("), outside, tmp_path, tier, limits=limits)
    assert time.monotonic() - began < 60
    if isinstance(done, Built):
        assert "built" in expected
        assert (done.folder / OURS).read_text().endswith(source.replace("tell(", "tell_all("))
    elif expected == ["nothing"]:
        assert (done.reason, done.output.strip()) == ("python3 refused it (exit code 9)", "C2\tnothing")
    else:
        assert any(words.replace("_", " ") in done.reason for words in expected), done


SOURCES = {path.name: path for path in sorted((HERE / "sources").iterdir())}
PRESENT = [name for name in SOURCES if not name.endswith(".go") or shutil.which("go")]
"""Go is large, so continuous integration does without it."""


@pytest.mark.hardest("templates_without_end")
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", PRESENT)
def test_source_reaches_nothing_by_its_compiler(name, outside, tmp_path, tier):
    told = {"SECRET": outside.folder / "secret", "JUDGE": os.getpid(), "TCP": outside.told()["tcp"]}
    source = SOURCES[name].read_text()
    for word, value in told.items():
        source = source.replace(word, str(value))
    language = language_of(name, LANGUAGES)
    expected = source.partition("\n")[0].partition("expects: ")[2].split("|")
    limits = replace(LIMITS, cpu=2 if "ended" in expected else 20, memory=2**30, written=128 * 2**20)
    done = compiled(source, outside, tmp_path, tier, language.name, f"bot.{name.rpartition('.')[2]}", limits)
    if isinstance(done, Built):
        assert "built" in expected
        assert not [path for path in done.folder.glob("got*") if path.stat().st_size]
    else:
        assert any(word in done.reason for word in expected), done


@pytest.mark.parametrize("tier", TIERS)
def test_what_lies_beside_the_source_commands_nothing(outside, tmp_path, tier):
    """Files by which compilers and linkers take orders where they find them."""
    files = {
        "main.c": b"int main(void) { return 0; }",
        "specs": b"*startfile:\n%(nothing)\n*link:\n-o /tmp/got\n",
        "libm.a": b"INPUT(/etc/passwd)",
        "stdio.h": b"#error taken",
        "as": b"#!/bin/sh\ncp main.c got\n",
        "sitecustomize.py": b"open('got', 'w')",
    }
    done = compile_source(LANGUAGES["c"], files, tmp_path / "built", limits=LIMITS, tier=tier)
    assert isinstance(done, Built), done
    assert {path.name for path in done.folder.iterdir()} == {*files, "program"}


WATCHER = """
import sys
from pathlib import Path
from playfunc_autograder.programs.compiling import compile_source
from playfunc_autograder.programs.languages import language_of, read_languages
from playfunc_autograder.sandbox import Tier

place, toml, name, tier = sys.argv[1:]
source = b"import os, time\\nos.fork(); os.fork()\\nprint('runs', flush=True)\\nwhile True: time.sleep(1)"
compile_source(read_languages(Path(toml))["anything"], {name: source}, Path(place, "built"), tier=Tier(tier))
"""


@pytest.mark.parametrize("tier", TIERS)
def test_a_compiler_ends_with_whoever_started_it(tmp_path, tier):
    arguments = [str(tmp_path), str(HERE / "compilers.toml"), OURS, tier.value]
    with subprocess.Popen([sys.executable, "-c", WATCHER, *arguments]) as watcher:
        assert within(30, lambda: len(members_left()) >= 4 + 1)  # the watcher's own command names it, too
        watcher.send_signal(signal.SIGKILL)
    assert within(10, lambda: not members_left())


def within(seconds, happened):
    end = time.monotonic() + seconds
    while not (found := happened()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def test_each_attack_says_what_becomes_of_it():
    assert len(COMPILERS) >= 20
    assert all(
        " expects: " in path.read_text().partition("\n")[0]
        for path in (*COMPILERS.values(), *SOURCES.values())
    )
    assert len(SOURCES) >= 25
