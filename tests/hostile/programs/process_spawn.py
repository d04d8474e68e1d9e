# expects: escape=C fault=start_a_process
"""Runs a command, as many a language does behind its back."""

import subprocess


def runs():
    return subprocess.run(["/bin/true"]).returncode == 0


tell(runs)
