"""Tests mirror the packages: `test_X.py` at the mirrored place for every module X, or a reason why not."""

from pathlib import Path

import pytest

CLONE = Path(__file__).parents[2]

ROOMS = {
    "lib/playfunc": "tests/lib",
    "opponents/playfunc_opponents": "tests/opponents",
    "course/playfunc_workbook": "tests/workbook",
    **{
        path.relative_to(CLONE).as_posix(): f"tests/{path.name.removeprefix('playfunc_')}"
        for path in (CLONE / "autograder").glob("playfunc_*")
    },
}
"""Package → where its tests are."""

ELSEWHERE = {
}
"""Modules without a test of their name: the file or folder that tests them, and why it is there."""


def modules() -> list[str]:
    return sorted(
        path.relative_to(CLONE).as_posix()
        for room in ROOMS
        for path in (CLONE / room).rglob("*.py")
        if path.stem not in ("__init__", "__main__")
    )


def test_of(module: str) -> Path:
    room = next(room for room in ROOMS if module.startswith(f"{room}/"))
    inner = Path(module.removeprefix(f"{room}/"))
    return CLONE / ROOMS[room] / inner.parent / f"test_{inner.name}"


test_of.__test__ = False


@pytest.mark.parametrize("module", modules())
def test_a_module_has_a_test_of_its_name_or_a_reason(module: str) -> None:
    place = test_of(module)
    assert place.is_file() != (module in ELSEWHERE), (
        f"expected tests of {module} in {place.relative_to(CLONE)}; write them, or take the module off ELSEWHERE "
        "if they are there"
    )


def test_what_is_tested_elsewhere_exists_and_is_tested_there() -> None:
    assert set(ELSEWHERE) <= set(modules())
    for module, (place, why) in ELSEWHERE.items():
        assert why
        assert (CLONE / place).exists(), f"{module}: {place}"
