"""Run every suite, one after another: `make test-all`, or `make test-all SUITES="test-week test-site"` for some.

It installs what a suite needs, and says first how long each takes. After every suite it writes `build/proof.json`, so
that it can be stopped and continued: a suite that is green at this commit is not run again, except with `AGAIN=1`. Its
exit code is 0 where every suite is green at this commit, with nothing skipped. `--install` installs alone.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from xml.etree import ElementTree

from measured import commit

PROOF = Path("build/proof.json")
PATIENCE = 30
"""Seconds for a suite that is stopped to end what it started."""

# What is there when its package is installed (a program or a file), and the package of Debian.
USUAL = """
bwrap:bubblewrap strace:strace script:bsdutils gcc:gcc g++:g++ /usr/include/asm-generic/unistd.h:linux-libc-dev
node:nodejs ruby:ruby perl:perl php:php-cli java:default-jdk-headless javac:default-jdk-headless sbcl:sbcl
chromium:chromium /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf:fonts-dejavu-core
nginx:nginx caddy:caddy curl:curl openssl:openssl
"""
MONO = "mcs:mono-mcs mono:mono-runtime /usr/lib/mono/4.5/System.Net.Http.dll:libmono-system-net-http4.0-cil"


@dataclass(frozen=True)
class Suite:
    """A target of make, what it took on two cores, in seconds of CPU and elapsed (0: not measured), what it needs, and
    what an earlier commit may have left that it would take for its own."""

    name: str
    cpu: int = 0
    elapsed: int = 0
    needs: str = USUAL
    stale: tuple[str, ...] = ()


SUITES = (
    Suite("test", 536, 340),
    Suite("test-notebooks", 73, 130),
    Suite("test-broad", 350, 203),
    Suite("test-browser", 185, 362),
    Suite("test-pages", 66, 81),
    Suite("test-week", 541, 511),
    Suite("test-matrix", 525, 530),
    Suite("test-hostile", 840, 1785),
    Suite("test-postgres", 474, 372, needs=USUAL + "/usr/share/postgresql-common/pg_wrapper:postgresql"),
    Suite("test-cluster", 58, 129),
    Suite("test-install", 157, 394),
    Suite("test-clients", 37, 132, needs=USUAL + MONO),
    Suite("test-site", 56, 131),
    Suite("test-lite", 212, 1011, needs=USUAL + "npm:npm", stale=("build/lite",)),
    Suite("test-hub", 44, 172, needs=USUAL + "npm:npm"),
    Suite("test-long", 1721, 3987),
    Suite("test-thousand", 1299, 4658),
)


@dataclass(frozen=True)
class Outcome:
    """How a suite ended. `status` is make's exit code; `options` made it another suite than the one that is owed."""

    suite: str
    passed: int
    failed: int
    skipped: int
    cpu: int
    elapsed: int
    commit: str
    status: int
    failures: tuple[str, ...] = ()
    options: str = ""

    def is_green(self, at: str) -> bool:
        proven = self.commit == at and not at.endswith(("-dirty", "unknown")) and not self.options
        return proven and self.status == 0 and self.passed > 0 and not self.failed and not self.skipped


def main(words: Sequence[str], suites: Sequence[Suite] = SUITES) -> int:
    names = [word for word in words if word != "--install"]
    unknown = [name for name in names if name not in {suite.name for suite in suites}]
    if unknown:
        print(f"expected suites among {', '.join(s.name for s in suites)}; got {', '.join(unknown)}")
        return 2
    at, known = commit(), _read()
    again = bool(os.environ.get("AGAIN"))
    chosen = [suite for suite in suites if not names or suite.name in names]
    if len(names) < len(words):
        return int(not _install(chosen))
    due = [s for s in chosen if again or s.name not in known or not known[s.name].is_green(at)]
    _announce(due, known)
    for number in (signal.SIGINT, signal.SIGTERM):  # a shell's job in the background would ignore the first
        signal.signal(number, signal.default_int_handler)
    stopped = not _install(due)
    for suite in () if stopped else due:
        try:
            known[suite.name] = _run(suite, at)
        except KeyboardInterrupt:
            print(f"\nStopped in {suite.name}. The same command continues with it.")
            stopped = True
            break
        _write(known)
    print(_table(chosen, known, at))
    return int(stopped or not all(s.name in known and known[s.name].is_green(at) for s in chosen))


def _announce(due: Sequence[Suite], known: dict[str, Outcome]) -> None:
    """How long each takes, as it was measured here, else on two quiet cores."""
    total, unmeasured = 0, 0
    for suite in due:
        last = known.get(suite.name, suite)
        total += last.elapsed
        unmeasured += not last.elapsed
        took = f"{last.cpu:6} s of CPU, {last.elapsed / 60:4.1f} min" if last.elapsed else "not measured yet"
        print(f"{suite.name:15}{took}")
    print(f"{len(due)} suites to run: {total / 60:.0f} min, and {unmeasured} not measured yet", flush=True)


def _install(suites: Iterable[Suite]) -> bool:
    """Whether everything is there, after its packages were installed where this is root."""
    pairs = {need.rpartition(":")[::2] for suite in suites for need in suite.needs.split()}
    missing = sorted({p for probe, p in pairs if shutil.which(probe) is None and not Path(probe).is_file()})
    install = ["apt-get", "install", "-y", "-q", *missing]
    if missing and (os.geteuid() != 0 or shutil.which("apt-get") is None):
        print(f"Packages are missing. Install them first: sudo {' '.join(install)}")
        return False
    commands = (["apt-get", "update", "-q"], install) if missing else ()
    return all(subprocess.run(command, check=False).returncode == 0 for command in commands)


def _run(suite: Suite, at: str) -> Outcome:
    for path in suite.stale:
        shutil.rmtree(path, ignore_errors=True)
    start, before = time.monotonic(), _cpu()
    with tempfile.TemporaryDirectory() as reports:
        # What another task left in the environment must not choose examples, a database or options.
        kept = {
            name: text for name, text in os.environ.items() if not name.startswith(("PLAYFUNC_", "PYTEST_"))
        }
        options = {name: os.environ[name] for name in ("PLAYFUNC_CLASS",) if name in os.environ}
        environment = kept | options | {"CI": "true", "PYTEST_ADDOPTS": f"--junitxml={reports}/report.xml"}
        process = subprocess.Popen(["make", suite.name], env=environment, start_new_session=True)
        try:
            status = process.wait()
        finally:
            _end(process)
        counts, failures = _counts(Path(reports, "report.xml"))
    return Outcome(
        suite.name,
        *counts,
        round(_cpu() - before),
        round(time.monotonic() - start),
        at if commit() == at else f"{at}-dirty",
        status,
        failures,
        " ".join(f"{name}={text}" for name, text in options.items()),
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Nothing that a suite started stays and keeps a core or a port from the next."""
    until = time.monotonic() + PATIENCE
    with suppress(ProcessLookupError):  # the group is gone
        os.killpg(process.pid, signal.SIGINT)
        while time.monotonic() < until:
            process.poll()
            os.killpg(process.pid, 0)
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _counts(report: Path) -> tuple[tuple[int, int, int], tuple[str, ...]]:
    """Passed, failed and skipped in pytest's report, and the names of what failed."""
    if not report.exists():
        return (0, 0, 0), ()
    suite = next(ElementTree.parse(report).iter("testsuite"))
    failed = int(suite.attrib["failures"]) + int(suite.attrib["errors"])
    skipped = int(suite.attrib["skipped"])
    red = (case for kind in ("failure", "error") for case in suite.iterfind(f"testcase/{kind}/.."))
    names = tuple(f"{case.attrib['classname']}::{case.attrib['name']}" for case in red)
    return (int(suite.attrib["tests"]) - failed - skipped, failed, skipped), names


def _read() -> dict[str, Outcome]:
    if not PROOF.exists():
        return {}
    return {row["suite"]: Outcome(**row) for row in json.loads(PROOF.read_text(encoding="utf-8"))}


def _write(known: dict[str, Outcome]) -> None:
    PROOF.parent.mkdir(exist_ok=True)
    new = PROOF.with_suffix(".new")
    new.write_text(json.dumps([asdict(outcome) for outcome in known.values()], indent=1), encoding="utf-8")
    new.replace(PROOF)


def _table(chosen: Sequence[Suite], known: dict[str, Outcome], at: str) -> str:
    lines = [f"{'suite':15}{'passed':>8}{'failed':>8}{'skipped':>9}{'CPU s':>8}{'elapsed s':>11}  commit"]
    for suite in chosen:
        o = known.get(suite.name)
        if o is None:
            lines.append(f"{suite.name:15}not run")
            continue
        state = "" if o.is_green(at) else f"  NOT PROVEN at {at}" if o.commit != at else "  RED"
        figures = f"{o.passed:8}{o.failed:8}{o.skipped:9}{o.cpu:8}{o.elapsed:11}"
        lines += [f"{suite.name:15}{figures}  {o.commit} {o.options}".rstrip() + state]
        lines += [f"    failed: {name}" for name in o.failures]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
