"""The wheel of the stand-in for numpy (see `stand_in/numpy`): no registry has numpy for a browser's Python."""

from __future__ import annotations

import zipfile
from pathlib import Path

__all__ = ["stand_in_wheel"]

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
