"""What `playfunc doctor` says: how well students' code is confined on this machine, and how to do better."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import playfunc

from playfunc_autograder.programs import program_tier
from playfunc_autograder.programs.languages import Found, installed, read_languages
from playfunc_autograder.programs.process_group import kernel_bounds_tasks
from playfunc_autograder.sandbox.tiers import Probe, Tier, available_tier
from playfunc_autograder.sandbox.worker.syscalls import ARCHITECTURES
from playfunc_autograder.sandbox.worker_process import READABLE

_MEANING = {
    Tier.A: "in a world of its own (bubblewrap), with its own lock inside",
    Tier.B: "behind its own lock; only names and sizes of files show",
    Tier.C: "with limits and time-outs only",
}
_HOLDS = {
    True: "It can neither read nor change anything but Python and the libraries, use no network, start nothing.",
    False: "It could read and change files: run only code that you trust. Graded runs refuse this tier.",
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """`probe` is of players, `programs` of programs in other languages, each tried in every tier. `bubblewrap` is
    what it says of its version, `None` when it is not installed; `landlock` the number of the kernel's interface,
    0 for none; `cpu_clock` whether a worker's CPU time can be read; `languages` those that programs are uploaded in
    as source; `tasks_bounded` whether the kernel bounds how many processes their compilers start."""

    probe: Probe
    programs: Probe
    system: str
    release: str
    machine: str
    python: str
    playfunc: str
    root: bool
    bubblewrap: str | None
    landlock: int
    cpu_clock: bool
    languages: tuple[Found, ...] = ()
    tasks_bounded: bool = True

    @property
    def tier(self) -> Tier:
        return self.probe.tier


def diagnose() -> Diagnosis:
    """Looks at this machine, tries every tier, and asks each language for its version; takes up to two seconds."""
    return Diagnosis(
        probe=available_tier(),
        programs=program_tier(),
        system=platform.system() or sys.platform,
        release=platform.release(),
        machine=platform.machine(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        playfunc=playfunc.__version__,
        root=hasattr(os, "geteuid") and os.geteuid() == 0,
        bubblewrap=_bubblewrap(),
        landlock=_landlock(),
        cpu_clock=READABLE,
        languages=installed(read_languages().values()),
        tasks_bounded=sys.platform != "linux" or kernel_bounds_tasks(),
    )


def describe(diagnosis: Diagnosis, notebooks: str | None = None) -> str:
    """A few lines for a terminal: the tier of each kind of code, why not a higher one, what to install, and what
    was found. `notebooks` says why they are not confined, nothing where they are; `None` where none was tried."""
    tier = diagnosis.tier
    lines = [
        f"Players run in tier {tier.value}: {_MEANING[tier]}.",
        _HOLDS[tier.confined],
        *_refusals(diagnosis.probe),
        *_of_notebooks(tier, notebooks),
        *_of_programs(diagnosis),
        *advice(diagnosis),
        "",
        *(f"{name:12}{text}" for name, text in _facts(diagnosis)),
        *_of_languages(diagnosis),
    ]
    return "\n".join(lines)


def _of_notebooks(tier: Tier, refusal: str | None) -> Iterator[str]:
    if refusal is None or not tier.confined:
        return
    if refusal:
        yield f"Notebooks cannot be run confined in tier {tier.value}: {refusal.rstrip('.')}."
    else:
        yield f"Notebooks run in tier {tier.value} as well."


def _of_programs(found: Diagnosis) -> Iterator[str]:
    tier = found.programs.tier
    if tier is found.tier:
        yield f"Programs in other languages run in tier {tier.value} as well."
        return
    yield f"Programs in other languages run in tier {tier.value}: {_MEANING[tier]}."
    yield from (line for line in _refusals(found.programs) if line not in tuple(_refusals(found.probe)))
    if not tier.confined:
        yield "Graded runs refuse `programs = true` here."


def _of_languages(diagnosis: Diagnosis) -> Iterator[str]:
    if not diagnosis.languages:
        return
    yield ""
    yield "Programs may be uploaded as source in the languages that have a version here:"
    for found in diagnosis.languages:
        yield f"{found.language.title:12}{found.version or f'not found: {found.missing}'}"
    if not diagnosis.tasks_bounded:
        yield (
            "Root cannot make a control group here, so a fork bomb in uploaded source could stop this machine for "
            "a while: compile as another user."
        )


def advice(diagnosis: Diagnosis) -> tuple[str, ...]:
    """What would help, a sentence each; nothing in tier A."""
    return tuple(_advice(diagnosis))


def _advice(found: Diagnosis) -> Iterator[str]:
    if found.system != "Linux":
        yield (
            "To mark strangers' code use Linux: a virtual machine, WSL 2, or a container. "
            "For your own code C will do."
        )
    elif found.tier is Tier.C:
        yield _for_the_lock(found)
    elif found.tier is Tier.B and found.bubblewrap is None:
        yield (
            "To get tier A install bubblewrap: `sudo apt install bubblewrap` (Debian, Ubuntu) or "
            "`sudo dnf install bubblewrap` (Fedora)."
        )
    elif found.tier is Tier.B:
        yield (
            "bubblewrap needs user namespaces, which containers and some systems switch off; tier B marks as "
            "safely, so nothing has to be done."
        )


def _for_the_lock(found: Diagnosis) -> str:
    """Both tiers need the lock, so it comes first."""
    if found.machine not in ARCHITECTURES:
        return f"The lock knows the machines {' and '.join(ARCHITECTURES)}, and this is {found.machine}."
    if not found.landlock:
        return (
            "The lock needs Landlock: Linux 5.13 or newer with `landlock` in /sys/kernel/security/lsm, "
            "or else started with `lsm=landlock,…`."
        )
    return "The kernel has what the lock needs; what refuses it may be the container that this runs in."


def _refusals(probe: Probe) -> Iterator[str]:
    for tier, reason in probe.refusals.items():
        yield f"Tier {tier.value} is unavailable: {reason.rstrip('.')}."


def _facts(found: Diagnosis) -> Iterator[tuple[str, str]]:
    yield "playfunc", f"{found.playfunc}, {found.python}"
    yield (
        "system",
        f"{found.system} {found.release}, {found.machine}, {'root' if found.root else 'ordinary user'}",
    )
    yield "bubblewrap", found.bubblewrap or "not installed"
    yield "Landlock", f"interface {found.landlock}" if found.landlock else "none"
    yield (
        "time",
        "CPU time of each worker" if found.cpu_clock else "wall-clock time, which is coarser",
    )


def _bubblewrap() -> str | None:
    program = shutil.which("bwrap")
    if program is None:
        return None
    try:
        run = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "does not start"
    return run.stdout.strip().removeprefix("bubblewrap ") or "does not tell its version"


def _landlock() -> int:
    if sys.platform != "linux":
        return 0
    from playfunc_autograder.sandbox.worker.landlock import landlock_abi

    return landlock_abi()
