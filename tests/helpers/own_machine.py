"""A machine for a test, as an administrator has one: /etc, /home, /opt and /srv begin as they are here, and whatever is
written there is gone at the end. Processes are its own too. Needs root, as an administrator does.

It is a namespace of mounts and of processes; the network is shared, so that a test reaches what is served on loopback.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CLONE = Path(__file__).parents[2]
CHANGED = ("etc", "home", "opt", "srv")
ENVIRONMENT = Path("/opt/hub")
"""Where the machine has this Python environment."""


@dataclass(frozen=True, slots=True)
class OwnMachine:
    pid: int
    """Of its first process."""

    def path(self, path: str) -> Path:
        """A path of the machine, as this process reaches it."""
        return Path(f"/proc/{self.pid}/root{path}")

    def write(self, path: str, text: str) -> None:
        """Add to a file, or make it."""
        with self.path(path).open("a") as file:
            file.write(text)

    def command(self, words: Sequence[str], user: str = "root") -> list[str]:
        """What runs these words on the machine."""
        entered = ["nsenter", f"--target={self.pid}", "--mount", "--pid", "--"]
        if user != "root":
            entered += ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--reset-env", "--"]
        return [*entered, *words]

    def shell(self, script: str, user: str = "root", variables: Mapping[str, str] | None = None) -> str:
        """What a script of a shell prints there. Fails with it where a line fails."""
        path = f"PATH={ENVIRONMENT}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin; export PATH\n"
        done = subprocess.run(
            self.command(["sh", "-ec", path + script], user),
            cwd=CLONE,
            env={**os.environ, **(variables or {})},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert done.returncode == 0, f"{script}\nexit code {done.returncode}\n{done.stdout}"
        return done.stdout


@contextmanager
def own_machine() -> Iterator[OwnMachine]:
    assert os.geteuid() == 0, "root sets up accounts and folders here: run it with sudo, or in a container"
    words = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation=private"]
    process = subprocess.Popen(
        [*words, "sh", "-ec", _set_up()], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n", "the machine could not be made; see above"
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        yield OwnMachine(int(children[0]))
    finally:
        process.stdin.close()  # its first process ends, and all others with it
        process.stdout.close()
        process.wait(30)


def _set_up() -> str:
    lines = ["scratch=$(mktemp -d)", 'mount -t tmpfs -o mode=755 none "$scratch"']
    for name in CHANGED:
        lines += [
            f'mkdir -p "$scratch/{name}" "$scratch/overlaid/{name}"',
            f'chmod --reference=/{name} "$scratch/{name}"',
            f'mount -t overlay overlay -o "lowerdir=/{name},upperdir=$scratch/{name},workdir=$scratch/overlaid/{name}" '
            f"/{name}",
        ]
    lines += _opened([Path(sys.base_prefix), CLONE])
    lines += [f"ln -s {shlex.quote(sys.prefix)} {ENVIRONMENT}", "echo ready", "exec cat"]
    return "\n".join(lines)


def _opened(needed: Sequence[Path]) -> list[str]:
    """Commands after which every user reaches these folders, and nothing else of a closed folder that they lie in."""
    lines = []
    closed: set[Path] = set()
    for number, folder in enumerate(needed):
        above = [each for each in reversed(folder.parents) if not each.stat().st_mode & 0o001]
        if above:
            closed.add(above[0])
            kept = f'"$scratch/needed/{number}"'
            lines += [f"mkdir -p {kept}", f"mount --bind {shlex.quote(str(folder))} {kept}"]
    lines += [f"mount -t tmpfs -o mode=755 none {shlex.quote(str(each))}" for each in closed]
    for number, folder in enumerate(needed):
        if any(folder.is_relative_to(each) for each in closed):
            place = shlex.quote(str(folder))
            lines += [f"mkdir -p {place}", f'mount --bind "$scratch/needed/{number}" {place}']
    return lines
