"""The files of the site: JupyterLite with the course's notebooks, its Python, and the pages and the bar of our own."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any
from notices import with_texts
from pyodide_files import locked
from notices import notices_of_scripts, notices_of_wheels, write_notices
from pyodide_files import LOCK, SHIPPED, lock_info, notice_of_pyodide
from dataclasses import dataclass
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_checks.cells import text_of
from playfunc_classroom.release import release_assignment

MOST_MEGABYTES = 50

HERE = Path(__file__).parent

KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = (KERNEL, "@jupyter-widgets/jupyterlab-manager", "anywidget")
"""Those of this installation that the site has; others want a server."""

LABEXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"

STAND_IN = "widgetsnbextension-"
"""Empty wheels that the kernel brings for installations by pip; here nothing asks for them."""


def build_site(scratch: Path, site: Path) -> None:
    """Build JupyterLite, with what lies in `files` of the folder `scratch`."""
    shutil.rmtree(site, ignore_errors=True)
    config = {
        "LiteBuildConfig": {
            "apps": ["lab"],
            "contents": ["files"],
            "federated_extensions": [str(LABEXTENSIONS / name) for name in EXTENSIONS],
            "ignore_sys_prefix": True,
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
            "output_dir": str(site.resolve()),
        }
    }
    (scratch / "jupyter_lite_config.json").write_text(json.dumps(config), encoding="utf-8")
    shutil.copyfile(HERE / "settings.json", scratch / "jupyter-lite.json")
    command = (sys.executable, "-m", "jupyterlite_core", "build")
    done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"JupyterLite could not be built:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    for path in site.glob("rspack.config*.js"):  # how JupyterLite itself is built
        path.unlink()


def kernel_wheels() -> list[Path]:
    """The wheels that the kernel itself brings."""
    found = (LABEXTENSIONS / KERNEL / "static" / "pypi").glob("*.whl")
    return sorted(path for path in found if not path.name.startswith(STAND_IN))


def add_kernel(site: Path, pyodide: Path, wheels: Sequence[Path]) -> None:
    """Put Pyodide and the wheels into the site, and have the kernel load all of them from there."""
    folder = site / "static" / "pyodide"
    folder.mkdir(parents=True)
    for path in (*(pyodide / name for name in SHIPPED), *wheels):
        shutil.copyfile(path, folder / path.name)
    lock = locked(lock_info(pyodide), wheels)
    (folder / LOCK).write_text(json.dumps(lock, indent=1), encoding="utf-8")
    _configure(site, list(lock["packages"]))
    for path in (site / "extensions" / KERNEL / "static" / "pypi").glob("*.whl"):
        path.unlink()  # the same lie beside Pyodide


def _configure(site: Path, packages: list[str]) -> None:
    path = site / "jupyter-lite.json"
    config: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    kernel = config["jupyter-config-data"]["litePluginSettings"][f"{KERNEL}:kernel"]
    kernel |= {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "loadPyodideOptions": {"lockFileURL": f"./static/pyodide/{LOCK}", "packages": packages},
    }
    path.write_text(json.dumps(config, indent=1), encoding="utf-8")


def add_page(site: Path, assignments: Iterable[Opened], wheels: Sequence[Path], pyodide: Path) -> int:
    """Put in the start page, the bar and the licences; how many packages of others have theirs."""
    course = site / "course"
    shutil.copytree(HERE / "page", course)
    items = "\n".join(_item(each, first=not place) for place, each in enumerate(assignments))
    start = (course / "index.html").read_text(encoding="utf-8")
    (course / "index.html").unlink()
    (site / "index.html").write_text(start.replace("<!-- assignments -->", items), encoding="utf-8")
    lab = site / "lab" / "index.html"
    lab.write_text(lab.read_text(encoding="utf-8").replace("</head>", f"{_BAR}</head>", 1), encoding="utf-8")
    (course / "originals.json").write_text(json.dumps(digests(site / "files"), indent=1), encoding="utf-8")
    others = [path for path in wheels if not path.name.startswith("playfunc")]
    found = (*notices_of_wheels(others), *notices_of_scripts(site), notice_of_pyodide(pyodide))
    return write_notices(course / "licences.html", with_texts(found))


_BAR = '<link rel="icon" href="favicon.ico"><link rel="stylesheet" href="../course/bar.css"><script type="module" src="../course/main.js"></script>'


def _item(assignment: Opened, *, first: bool) -> str:
    title = f"{escape(assignment.title)}{' <span>Start here</span>' if first else ''}"
    told = escape(assignment.task[:1].upper() + assignment.task[1:], quote=False)
    return f'<li><a href="lab/index.html?path={assignment.notebook}">{title}<small>{told}</small></a></li>'


def digests(files: Path) -> dict[str, str]:
    """Path → SHA-256 of everything that students get."""
    return {
        path.relative_to(files).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(files.rglob("*"))
        if path.is_file()
    }


def megabytes(site: Path) -> tuple[float, int]:
    """The site's size in MB (a million bytes), and how many files it has."""
    sizes = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
    return sum(sizes) / 1e6, len(sizes)


FROM_COURSE = ("nbgrader_config.py", "playfunc.toml", "policy.md")

TAUGHT = ("footsteps", "blackjack", "skullwhist", "hearts")
"""In this order; other assignments follow."""

NOT_HERE = ("README.md", "*.whl")
"""How to install, and what is installed: here nothing is."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An assignment on the start page: its title, its notebook's path, and the task as the notebook's first words in
    bold say it."""

    title: str
    notebook: str
    task: str = ""


def release_all(course: Path, scratch: Path, into: Path) -> list[Opened]:
    """Release every assignment of the course in a copy of it without the secret, and copy what students get into a
    folder for each; in the order of `TAUGHT`."""
    for name in FROM_COURSE:
        shutil.copyfile(course / name, scratch / name)
    shutil.copytree(course / "source", scratch / "source")
    copy = Course.open(scratch)
    for name, assignment in copy.settings.assignments.items():
        release_assignment(copy, name, try_solution=False)
        shutil.copytree(scratch / "release" / name, into / name, ignore=shutil.ignore_patterns(*NOT_HERE))
    opened = []
    names = sorted(copy.settings.assignments, key=lambda name: [*TAUGHT, name].index(name))
    for name in names:
        assignment = copy.settings.assignments[name]
        path = f"{name}/{assignment.notebook}.ipynb"
        cells = json.loads((into / path).read_text(encoding="utf-8"))["cells"]
        task = re.search(r"\*\*Your task: (.+?)\*\*", text_of(cells[0]))
        opened.append(Opened(assignment.title, path, task[1] if task else ""))
    return opened
