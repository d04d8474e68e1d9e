"""How much memory the processes take that there are many of: kernels and workers."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

from benchmarks.section import Section
from benchmarks.start import NUMBA_MISSING, SIMULATE

# Linux counts what a process took before it executed this program as its own, but for VmHWM.
PEAK = """
import resource, sys
if sys.platform == "linux":
    (peak,) = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak)
"""
WORKER = "import msgspec, playfunc.player; from playfunc.games.hearts import Hearts"
PLAIN = {
    "an interpreter that does nothing": "pass",
    "`import playfunc`": "import playfunc",
    "what a worker imports": WORKER,
}
COMPILED = {
    "`import numba`": "import numba",
    "`simulate`, compiled": SIMULATE,
}


def run() -> Section:
    """Peak resident megabytes."""
    compiled = find_spec("numba") is not None
    peaks = {name: _peak(program) for name, program in (PLAIN | COMPILED if compiled else PLAIN).items()}
    least = next(iter(peaks.values()))
    rows = [[name, f"{peak:.0f}", f"{peak - least:+.0f}"] for name, peak in peaks.items()]
    figures = {
        "playfunc_mb": peaks["`import playfunc`"],
        "worker_mb": peaks["what a worker imports"],
        "simulate_mb": peaks.get("`simulate`, compiled"),
    }
    columns = ["process", "peak, MB", "beyond a bare interpreter"]
    return Section("Memory", columns, rows, figures, [NUMBA_MISSING] * (not compiled))


def _peak(program: str) -> float:
    return peak_of(program)[1]


def peak_of(program: str) -> tuple[str, float]:
    """What a program prints, and its peak in megabytes, in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", program + "\n" + PEAK], capture_output=True, text=True, check=True
    )
    *printed, peak = run.stdout.split()
    kilobytes = int(peak) / (1024 if sys.platform == "darwin" else 1)
    return " ".join(printed), kilobytes / 1024
