"""Build the course as a static site that needs no installation: python course/lite [FOLDER]

The site is JupyterLab with Python in the browser (JupyterLite and Pyodide). Everything comes from the package registries,
by pip and npm; what was fetched is kept beside the site and not fetched again.
"""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from browser_wheels import fetch_wheels, needed, needs_of, own_wheel
from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION
from pyodide_files import wheel_requires
from packaging.utils import parse_wheel_filename
from pyodide_files import fetch_pyodide, lock_info, pinned
from site_files import MOST_MEGABYTES, add_kernel, add_page, build_site, kernel_wheels, megabytes
from browser_wheels import stand_in_wheel
from site_files import release_all

COURSE = Path(__file__).parents[1]
CLONE = COURSE.parent

INSTALLER = "micropip"
"""Pyodide's installer, without which its kernel does not start; its version is Pyodide's."""

ALWAYS = ("comm", "ipython", "jedi")
"""What the kernel loads before any cell, beside its own wheels."""


def main(site: Path) -> None:
    began = time.monotonic()
    fetched = site.with_name(f"{site.name}-fetched")
    with TemporaryDirectory(prefix="playfunc-") as folder:
        scratch = Path(folder)
        pyodide = fetch_pyodide(PYODIDE_VERSION, fetched)
        (scratch / "course").mkdir()
        assignments = release_all(COURSE, scratch / "course", scratch / "files")
        build_site(scratch, site)
        wheels = wheels_of(pyodide, fetched, scratch)
        add_kernel(site, pyodide, wheels)
        packages = add_page(site, assignments, wheels, pyodide)
    size, files = megabytes(site)
    print(f"{site}: {size:.1f} MB in {files} files, {packages} licences, {time.monotonic() - began:.0f} s")
    if size > MOST_MEGABYTES:
        sys.exit(
            f"the site has more than {MOST_MEGABYTES} MB: look at its largest files and leave out what nobody needs"
        )


def wheels_of(pyodide: Path, fetched: Path, scratch: Path) -> list[Path]:
    """Every wheel of the site: playfunc's, the kernel's, the stand-in for numpy, and what these need."""
    info, others = lock_info(pyodide), [*kernel_wheels(), stand_in_wheel(scratch / "own")]
    own = own_wheel(CLONE, scratch / "own")
    there = (*(parse_wheel_filename(path.name)[0] for path in (own, *others)), INSTALLER)
    asked = [name for path in (own, *others) for name in needs_of(wheel_requires(path), info["python"])]
    packages = {**needed((*asked, *ALWAYS), there, info["python"]), INSTALLER: pinned(pyodide, INSTALLER)}
    platform = f"pyemscripten_{info['abi_version']}_{info['arch']}"
    return [own, *others, *fetch_wheels(packages, fetched / "wheels", info["python"], platform)]


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/lite").resolve())
