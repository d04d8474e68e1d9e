"""What confining a notebook's kernel costs: the workbook's first two cells, confined and open, in pairs.

Within a pair the two take turns in going first, so that whatever else the machine does falls on both alike.
A pair is a whole run: start, two cells, end. Seconds are by the wall and of CPU, children included.
"""

from __future__ import annotations

import json
import resource
import time
from pathlib import Path
from statistics import median

import nbformat
from nbclient import NotebookClient
from playfunc_autograder.sandbox import Tier, available_tier
from playfunc_classroom.nbgrader_bridge.kernels import manager_for
from playfunc_classroom.nbgrader_bridge.repair import NOT_EXECUTED

from benchmarks.section import Section

PAIRS = 20
CELLS = 2

WORKBOOK = Path(__file__).parents[1] / "course/source/hearts/hearts.ipynb"


def run() -> Section:
    """Medians of seconds, and of the ratios of each pair."""
    confined = [tier for tier in (Tier.A, Tier.B) if _is_had(tier)]
    rows, figures = [], {}
    for tier in confined:
        _once(tier)  # the first finds out what a kernel may read
        pairs = [_pair(tier, number) for number in range(PAIRS)]
        wall, cpu = (median(mine[i] / other[i] for mine, other in pairs) for i in (0, 1))
        middle = [[median(run[side][i] for run in pairs) for side in (0, 1)] for i in (0, 1)]
        rows.append(
            (
                tier.value,
                *(f"{ours:.2f} / {theirs:.2f}" for ours, theirs in middle),
                f"{100 * (wall - 1):+.1f} %",
                f"{100 * (cpu - 1):+.1f} %",
            )
        )
        figures |= {
            f"kernel_{tier.value}_wall_ratio": round(wall, 3),
            f"kernel_{tier.value}_cpu_ratio": round(cpu, 3),
        }
    return Section(
        title="A notebook's kernel, confined",
        columns=("tier", "wall, s, confined / open", "CPU, s", "wall, cost", "CPU, cost"),
        rows=tuple(rows),
        notes=(
            f"The workbook's first {CELLS} cells that are run, with start and end; medians of {PAIRS} pairs.",
        ),
        figures=figures,
    )


def _is_had(tier: Tier) -> bool:
    """Whether the machine confines as well as that, or better."""
    return list(Tier).index(available_tier().tier) <= list(Tier).index(tier)


def _pair(tier: Tier, number: int) -> tuple[tuple[float, float], tuple[float, float]]:
    if number % 2:
        other = _once(Tier.C)
        return _once(tier), other
    return _once(tier), _once(Tier.C)


def _once(tier: Tier) -> tuple[float, float]:
    """Seconds by the wall and of CPU."""
    client = NotebookClient(
        _notebook(),
        kernel_manager_class=manager_for(tier, None),
        shutdown_kernel="immediate",
        startup_timeout=600,
        timeout=600,
    )
    wall, cpu = time.perf_counter(), _cpu()
    client.execute()
    return time.perf_counter() - wall, _cpu() - cpu


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _notebook() -> nbformat.NotebookNode:
    raw = json.loads(WORKBOOK.read_text(encoding="utf-8"))
    code = [cell for cell in raw["cells"] if cell["cell_type"] == "code"]
    run = [cell for cell in code if NOT_EXECUTED not in cell["metadata"].get("tags", ())]
    return nbformat.from_dict({**raw, "cells": run[:CELLS]})
