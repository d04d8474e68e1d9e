"""The Python packages of the site: every wheel that playfunc and its kernel need in a browser, and no other.

Which ones these are follows from the metadata of the packages that are installed here, read as a browser's Python would
read it. Their versions are those of this installation, which `constraints.txt` pins.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename
import zipfile

LEFT_OUT = frozenset({"jupyterlab-widgets", "widgetsnbextension"})
"""Pages' halves of widgets, which the site's own pages hold."""

PLATFORM = {
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "platform_machine": "wasm32",
    "extra": "",
}


class Missing(LookupError):
    """A browser needs a package that is not installed here; the message says which."""


def environment(python: str) -> dict[str, str]:
    """What markers see in a browser whose Python has this version, such as "3.14.2"."""
    minor = ".".join(python.split(".")[:2])
    here = {name: str(value) for name, value in default_environment().items()}
    return {**here, **PLATFORM, "python_version": minor, "python_full_version": python}


def needs_of(requires: Iterable[str], python: str) -> Iterator[str]:
    """The names of what these requirements ask for in a browser."""
    for line in requires:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate(environment(python)):
            yield canonicalize_name(requirement.name)


def needed(roots: Iterable[str], there: Iterable[str], python: str) -> dict[str, str]:
    """Name → version of all that the roots need, themselves among them, but those that are `there`. Raises `Missing`."""
    waiting, known, found = list(roots), {*there, *LEFT_OUT}, {}
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in known:
            continue
        known.add(name)
        try:
            package = distribution(name)
        except PackageNotFoundError:
            raise Missing(f"a browser needs {name}, which is not installed here: run `make lite`") from None
        found[name] = package.version
        waiting += needs_of(package.requires or (), python)
    return dict(sorted(found.items()))


def fetch_wheels(packages: dict[str, str], folder: Path, python: str, platform: str) -> list[Path]:
    """The wheels of these versions: pure ones, or those for the browser's platform. Those in `folder` are not fetched
    again."""
    folder.mkdir(parents=True, exist_ok=True)
    return [
        _there(folder, name, version) or _fetched(folder, name, version, python, platform)
        for name, version in packages.items()
    ]


def _there(folder: Path, name: str, version: str) -> Path | None:
    for path in folder.glob("*.whl"):
        found, number, *_ = parse_wheel_filename(path.name)
        if found == name and str(number) == version:
            return path
    return None


def _fetched(folder: Path, name: str, version: str, python: str, platform: str) -> Path:
    major, minor = python.split(".")[:2]
    wanted = (f"{name}=={version}", "--no-deps", "--dest", str(folder))
    tags = (
        "--only-binary=:all:",
        f"--platform={platform}",
        f"--python-version={major}.{minor}",
        f"--abi=cp{major}{minor}",
    )
    done = _pip("download", *wanted, *tags, "--abi=none", check=False)
    if done.returncode:
        _pure(folder, name, version)
    path = _there(folder, name, version)
    if path is None:
        raise Missing(f"there is no wheel of {name} {version} for a browser: {done.stderr.strip()}")
    return path


def _pure(folder: Path, name: str, version: str) -> None:
    """A wheel built without a compiler, for packages whose compiled part only makes them quicker."""
    compilers = {"CC": "/bin/false", "CXX": "/bin/false"}
    options = ("--no-deps", f"--no-binary={name}", "--wheel-dir", str(folder))
    _pip("wheel", f"{name}=={version}", *options, environ={**os.environ, **compilers})


def own_wheel(clone: Path, folder: Path) -> Path:
    """playfunc's wheel, built from this clone."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("playfunc-*.whl"):
        old.unlink()
    _pip("wheel", str(clone), "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder))
    [path] = folder.glob("playfunc-*.whl")
    return path


def _pip(
    *arguments: str, check: bool = True, environ: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "pip", "--quiet", *arguments)
    return subprocess.run(command, check=check, capture_output=True, text=True, env=environ)


SOURCE = Path(__file__).parent / "stand_in"
NAME = "playfunc_numpy_stand_in"

METADATA = f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\nLicense-Expression: MIT\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: playfunc\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def stand_in_wheel(folder: Path) -> Path:
    """Write the wheel into the folder; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{NAME}-1.0-py3-none-any.whl"
    files = {
        each.relative_to(SOURCE).as_posix(): each.read_text(encoding="utf-8")
        for each in sorted(SOURCE.rglob("*.py"))
    }
    about = {f"{NAME}-1.0.dist-info/METADATA": METADATA, f"{NAME}-1.0.dist-info/WHEEL": WHEEL}
    record = "".join(f"{name},,\n" for name in (*files, *about))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, text in {**files, **about, f"{NAME}-1.0.dist-info/RECORD": record}.items():
            wheel.writestr(name, text)
    return path
