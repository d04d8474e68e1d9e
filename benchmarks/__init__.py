"""How fast this is, beside references that are measured in the same run: `python -m benchmarks [NAME…]`.

A benchmark is a function `run_NAME() -> Section` of a module of this package, both named in `MODULES`. Every figure
that others rely on is named in `FIGURES`; it is `None` where its reference is not installed.
"""

from __future__ import annotations

MODULES = {
    "playouts": "playouts",
    "solver": "solver",
    "start": "start",
    "commands": "marking",
    "roundtrips": "confinement",
    "memory": "start",
    "marking": "marking",
    "tiers": "tiers",
    "simple": "simple",
    "worker_cost": "confinement",
    "purity": "purity",
    "kernel_cost": "confinement",
    "footsteps": "exact",
    "blackjack": "exact",
    "skullwhist": "exact",
    "ratings": "start",
    "contests": "contests",
    "queue": "queue",
    "admissions": "admissions",
    "mix": "admissions",
    "pages": "pages",
    "skullwhist_server": "skullwhist_server",
    "whist_pages": "pages",
    "reviewers": "reviewers",
}
"""Benchmark → its module, in the order of the page. One line here adds a benchmark."""

FIGURES = (
    "playouts_over_openspiel_native",
    "playouts_over_openspiel_python",
    "playouts_over_cpp_native",
    "portable_playouts_over_openspiel_native",
    "portable_playouts_over_openspiel_python",
    "solve_deal_median_s",
    "solve_deal_p90_s",
    "solve20_median_s",
    "solver_over_cpp_time",
    "advanced4_ms_per_move",
    "advanced2_ms_per_move",
    "mark_submission_s",
    "mark_submission_deals",
    "cold_start_s",
    "warm_start_s",
    "rate_2000x50_s",
    "rate_2000x50_mb",
    "contest_jobs2_speedup",
    "worker_start_share",
    "ladder_page_ms",
    "provisional_rating_s",
    "mix_check_mean_s",
    "mix_wait_over_queue_times_mean",
    "skullwhist_status_cpu_ms",
    "skullwhist_waiting_mb",
    "skullwhist_page_ms",
)
"""The flat numbers of `latest.json`; a benchmark may add more."""
