"""Run benchmarks, print their tables, and write `docs/benchmarks.md` and `benchmarks/latest.json`.

`python -m benchmarks` runs all, `python -m benchmarks playouts solver` some; what other runs have measured is
kept. Both files say what was measured and on what machine.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from benchmarks import FIGURES, MODULES
from benchmarks.section import Section

FOLDER = Path(__file__).parent
LATEST = FOLDER / "latest.json"
PAGE = FOLDER.parent / "docs" / "benchmarks.md"


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in MODULES]
    if unknown:
        print(f"no benchmark is called {unknown[0]!r}; there are: {', '.join(MODULES)}", file=sys.stderr)
        return 2
    for name in names or MODULES:
        print(f"{name} …", file=sys.stderr)
        section: Section = getattr(import_module(f"benchmarks.{MODULES[name]}"), f"run_{name}")()
        print(section.markdown(), end="\n\n")
        keep_figures(section.figures)
        keep_section(name, section)
    return 0


def keep_figures(figures: Mapping[str, float | None], path: Path = LATEST) -> None:
    """Put them among those of earlier runs; every name of `FIGURES` is there, `null` when never measured."""
    before = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps({**dict.fromkeys(FIGURES), **before, **figures}, indent=1) + "\n")


def keep_section(name: str, section: Section, path: Path = PAGE) -> None:
    """Replace the section on the page, or put it before the next that is there; leave everything else as it is."""
    page = path.read_text(encoding="utf-8") if path.exists() else _HEAD
    text = f"<!-- {name} -->\n{section.markdown()}\n\nMeasured on {_machine()}.\n<!-- /{name} -->"
    before, known, rest = page.partition(f"<!-- {name} -->\n")
    if known:
        after = rest.partition(f"<!-- /{name} -->")[2]
    else:
        later = list(MODULES)[list(MODULES).index(name) + 1 :]
        places = [at for at in (page.find(f"<!-- {other} -->\n") for other in later) if at >= 0]
        at = min(places, default=len(page))
        before, after = page[:at].rstrip() + "\n\n", "\n\n" + page[at:]
    path.write_text(f"{before}{text}{after}".rstrip() + "\n", encoding="utf-8")


_HEAD = """# Benchmarks

Written by `make bench`. Every figure stands beside a reference that was measured in the same run, on one core,
in turns; the best of several turns counts on each side. Compare the ratios: seconds depend on the machine."""


def _machine() -> str:
    return f"{_processor()}, {platform.system()}, Python {platform.python_version()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(
        (line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine()
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
