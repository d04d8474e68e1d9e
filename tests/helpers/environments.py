"""A Python environment of its own, into which pip installs packages as a user does, but without the package index."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

OFFLINE = {
    "PIP_NO_INDEX": "1",
    "PIP_NO_DEPS": "1",
    "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it as the option's opposite: 0 means without isolation
    "PIP_NO_CACHE_DIR": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_ROOT_USER_ACTION": "ignore",
}
"""What building needs is here already."""


@dataclass(frozen=True)
class Environment:
    """An environment in `root` that has all that this one has, and what is installed into it."""

    root: Path

    @classmethod
    def make(cls, root: Path) -> Environment:
        venv.create(root, symlinks=True)
        made = cls(root)
        here = sysconfig.get_path("purelib")
        (made.packages / "here.pth").write_text(f"import site; site.addsitedir({here!r})\n", encoding="utf-8")
        (root / "share").symlink_to(Path(sys.prefix) / "share")  # nbconvert's templates
        for name in ("playfunc", "pytest"):
            made._command(name, f"{made.python} {Path(sys.executable).with_name(name)}")
        made._command("pip", f"{sys.executable} -m pip --python {made.python}")
        return made

    @property
    def python(self) -> Path:
        return self.root / "bin" / "python"

    @property
    def packages(self) -> Path:
        base = {"base": str(self.root), "platbase": str(self.root)}
        return Path(sysconfig.get_path("purelib", "venv", vars=base))

    def install(self, *projects: Path) -> None:
        self.run("pip", "install", "--quiet", *projects)

    def run(self, *command: object, code: int = 0, cwd: Path | None = None) -> str:
        """What the command prints, both streams together. Fails where it ends with another exit code."""
        scripts = (self.root / "bin", Path(sys.executable).parent)  # of what is installed there, and here
        path = os.pathsep.join((*map(str, scripts), os.environ["PATH"]))
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env={**os.environ, **OFFLINE, "PATH": path, "COLUMNS": "200"},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert done.returncode == code, f"{command}: exit code {done.returncode}\n{done.stdout}"
        return done.stdout

    def _command(self, name: str, does: str) -> None:
        script = self.root / "bin" / name
        script.write_text(f'#!/bin/sh\nexec {does} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
