"""What the doctor says of this machine, and of those that are not here."""

import platform
import re
import shutil
import sys
from dataclasses import replace

import pytest
from playfunc_autograder.doctor import Diagnosis, advice, describe, diagnose
from playfunc_autograder.programs import program_tier
from playfunc_autograder.programs.languages import Found, read_languages
from playfunc_autograder.sandbox import Probe, Tier, available_tier

BEST = Diagnosis(
    probe=Probe(Tier.A, {}),
    programs=Probe(Tier.A, {}),
    system="Linux",
    release="6.12.0",
    machine="x86_64",
    python="CPython 3.13.1",
    playfunc="1.0",
    root=False,
    bubblewrap="0.11.0",
    landlock=6,
    cpu_clock=True,
)


def everywhere(probe):
    """A machine on which programs are held as players are."""
    return replace(BEST, probe=probe, programs=probe)


NO_BUBBLEWRAP = replace(everywhere(Probe(Tier.B, {Tier.A: "bubblewrap is not installed"})), bubblewrap=None)
NO_NAMESPACES = everywhere(Probe(Tier.B, {Tier.A: "bwrap: setting up uid map: Permission denied"}))
NEITHER = {
    Tier.A: "bubblewrap is not installed",
    Tier.B: "this kernel has no Landlock, or it is switched off",
}
OLD_KERNEL = replace(everywhere(Probe(Tier.C, NEITHER)), bubblewrap=None, release="4.18.0", landlock=0)
OTHER_MACHINE = replace(
    everywhere(Probe(Tier.C, dict.fromkeys(NEITHER, "there is no table of system calls for riscv64"))),
    machine="riscv64",
)
LOCKED_UP = everywhere(Probe(Tier.C, dict.fromkeys(NEITHER, "the kernel takes no filter of system calls")))
WINDOWS = replace(
    everywhere(Probe(Tier.C, dict.fromkeys(NEITHER, "this is Windows, and confinement needs Linux"))),
    system="Windows",
    release="11",
    machine="AMD64",
    bubblewrap=None,
    landlock=0,
    cpu_clock=False,
)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (NO_BUBBLEWRAP, "sudo apt install bubblewrap"),
        (NO_NAMESPACES, "nothing has to be done"),
        (OLD_KERNEL, "Linux 5.13 or newer"),
        (OTHER_MACHINE, "x86_64 and aarch64, and this is riscv64"),
        (LOCKED_UP, "container"),
        (WINDOWS, "WSL 2"),
    ],
)
def test_one_piece_of_advice_fits_the_cause(found, words):
    (sentence,) = advice(found)
    assert words in sentence
    assert sentence in describe(found)


def test_where_all_is_well_there_is_nothing_to_do():
    assert advice(BEST) == ()
    assert describe(BEST, notebooks="").splitlines() == [
        "Players run in tier A: in a world of its own (bubblewrap), with its own lock inside.",
        "It can neither read nor change anything but Python and the libraries, use no network, start nothing.",
        "Notebooks run in tier A as well.",
        "Programs in other languages run in tier A as well.",
        "",
        "playfunc    1.0, CPython 3.13.1",
        "system      Linux 6.12.0, x86_64, ordinary user",
        "bubblewrap  0.11.0",
        "Landlock    interface 6",
        "time        CPU time of each worker",
    ]


@pytest.mark.parametrize(
    "found", [BEST, NO_BUBBLEWRAP, NO_NAMESPACES, OLD_KERNEL, OTHER_MACHINE, LOCKED_UP, WINDOWS]
)
def test_the_tier_and_every_reason_stand_in_the_text(found):
    text = describe(found)
    assert f"Players run in tier {found.tier.value}:" in text
    for tier, reason in found.probe.refusals.items():
        assert f"Tier {tier.value} is unavailable: {reason}." in text
    assert ("Graded runs refuse this tier" in text) is (found.tier is Tier.C)
    assert all(line == line.rstrip() and len(line) <= 160 for line in text.splitlines())


def test_each_kind_of_code_has_a_tier_of_its_own():
    found = replace(BEST, programs=Probe(Tier.B, {Tier.A: "a program could watch a file"}))
    text = describe(found, notebooks="a notebook could use the network")
    assert "Players run in tier A:" in text
    assert "Notebooks cannot be run confined in tier A: a notebook could use the network." in text
    assert "Programs in other languages run in tier B:" in text
    assert "Tier A is unavailable: a program could watch a file." in text
    assert "`programs = true`" not in text
    nowhere = replace(BEST, programs=Probe(Tier.C, dict.fromkeys(NEITHER, "a program could lock a file")))
    assert "Graded runs refuse `programs = true` here." in describe(nowhere)


def test_this_machine_is_described_as_it_is():
    found = diagnose()
    assert found.probe == available_tier()
    assert found.programs == program_tier()
    assert (found.system, found.machine) == (platform.system(), platform.machine())
    assert (found.bubblewrap is None) is (shutil.which("bwrap") is None or sys.platform == "win32")
    assert found.bubblewrap is None or re.fullmatch(r"\d+(\.\d+)*", found.bubblewrap)
    assert found.tier is not Tier.B or found.landlock > 0


@pytest.mark.parametrize(
    ("script", "said"), [("exit 1", "does not tell its version"), (None, "does not start")]
)
@pytest.mark.skipif(sys.platform == "win32", reason="scripts are no programs there")
def test_a_bubblewrap_that_is_broken_stops_nobody(tmp_path, monkeypatch, script, said):
    from playfunc_autograder import doctor

    program = tmp_path / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n" if script else "")
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(program))
    assert doctor._bubblewrap() == said


def test_each_language_stands_there_with_its_version_or_what_is_missing():
    languages = read_languages()
    found = (Found(languages["c"], "gcc 12.2"), Found(languages["haskell"], missing="ghc is not installed"))
    assert describe(replace(BEST, languages=found)).splitlines()[-2:] == [
        "C           gcc 12.2",
        "Haskell     not found: ghc is not installed",
    ]
    assert [each.language for each in diagnose().languages] == [*languages.values()]
    text = describe(replace(BEST, languages=found, tasks_bounded=False))
    assert text.splitlines()[-1].startswith("Root cannot make a control group here")
