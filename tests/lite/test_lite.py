"""The site of `make lite` in Chromium: every notebook as students get it, with the verdicts of an installation."""

import base64
import re
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import nbformat
import pytest
from course_assignments import ASSIGNMENTS
from lite_site import SITE, Opened, context, open_in, site, slowness, tell, text_of
from playfunc_classroom.demo import hand_in_class
from playwright.sync_api import BrowserContext
from site_files import MOST_MEGABYTES, megabytes

__all__ = ["context", "site"]  # fixtures

pytestmark = pytest.mark.lite

FIRST_CELL_SECONDS = 20
"""On a quiet machine."""


def test_the_site_is_small_and_has_no_source_maps() -> None:
    size, files = megabytes(SITE)
    tell(megabytes=size, files=files)
    assert size <= MOST_MEGABYTES
    assert not list(SITE.rglob("*.map"))


SELF_CHECK_MINUTES = 40
"""For one player, on a busy machine."""

BUSY = 20.0
"""How many times its limits a player may take in the browser of this test; 5 elsewhere."""

SELF_CHECK = """
import base64, dataclasses, json, os, pathlib, sys, tempfile, zlib
from playfunc_checks import bounded, submitted_player
from playfunc_checks.find_assignment import find_assignment
from playfunc_workbook.self_check import self_check as checked

if sys.platform == "emscripten":
    bounded.SLOWER = submitted_player.SLOWER = {slower}  # other programs on a busy machine take time too
folder, home = pathlib.Path(tempfile.mkdtemp()), os.getcwd()
(folder / "{game}.ipynb").write_bytes(zlib.decompress(base64.b64decode("{packed}")))
os.chdir(folder)
assignment = dataclasses.replace(find_assignment(folder, "{game}"), least_deals=2, rules_deals=1)
print(repr(checked(2, assignment)))
os.chdir(home)
"""

VERDICT = re.compile(r"^([a-z-]+): (passed|failed|broken|skipped|not decided)\b", re.MULTILINE)


def verdicts(said: str) -> dict[str, str]:
    """Check → verdict, as the text tells; where there is no player, that."""
    return dict(VERDICT.findall(said)) or {"player": "none" if "There is no player" in said else said}


@pytest.fixture(scope="class")
def opened(request: pytest.FixtureRequest, context: BrowserContext, site: str) -> Iterator[Opened]:
    """The notebook of the class's game."""
    found = open_in(context, site, request.cls.game)
    yield found
    found.page.close()


class Notebook:
    """Tests of one game's notebook, which is opened once. Each class below goes to one process (`--dist loadscope`)."""

    game: ClassVar[str]

    def test_the_released_notebook_runs_whole_and_asks_no_other_site(self, opened: Opened) -> None:
        began = time.monotonic()
        cells = opened.run_all()
        tell(
            game=opened.game, first_cell=opened.seconds, all_cells=time.monotonic() - began, cells=len(cells)
        )
        assert opened.seconds < FIRST_CELL_SECONDS * slowness()
        faults = [out for cell in cells for out in cell["outputs"] if out["output_type"] == "error"]
        assert faults == []
        assert opened.troubles == []
        checked = next(cell for cell in cells if cell["source"].startswith("self_check("))
        said = "\n".join(text_of(out) for out in checked["outputs"])
        assert "Not all limits hold here" in said
        assert re.search(r"^loads: (passed|failed)", said, re.MULTILINE), said
        assert ": broken" not in said

    def test_self_check_says_in_a_browser_what_it_says_elsewhere(
        self, opened: Opened, tmp_path: Path
    ) -> None:
        """Of the demo class, whoever has a verdict of some check that nobody before has: each costs a minute there."""
        released = SITE / "files" / opened.game / f"{opened.game}.ipynb"
        found, expected, seen = {}, {}, set[tuple[str, str]]()
        for student, path in hand_in_class(released, tmp_path, opened.game).items():
            packed = base64.b64encode(zlib.compress(path.read_bytes())).decode()
            code = SELF_CHECK.format(game=opened.game, packed=packed, slower=BUSY)
            run = subprocess.run(
                [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
            )
            assert run.returncode == 0, run.stderr
            said = verdicts(run.stdout)
            if said.items() <= seen:
                continue
            seen |= said.items()
            expected[student] = said
            began = time.monotonic()
            found[student] = verdicts(opened.run(code, minutes=SELF_CHECK_MINUTES))
            tell(game=opened.game, student=student, seconds=time.monotonic() - began, verdicts=found[student])
        assert len(found) >= 2
        assert found == expected

    def test_nothing_asked_another_site_at_all(self, opened: Opened) -> None:
        assert opened.troubles == []

    def test_a_downloaded_notebook_is_one(self, opened: Opened) -> None:
        with opened.page.expect_download() as waited:
            opened.page.get_by_role("button", name="Download to hand in").click()
        path = waited.value.path()
        assert waited.value.suggested_filename == f"{opened.game}.ipynb"
        nbformat.validate(nbformat.read(path, as_version=4))


class TestFootSteps(Notebook):
    game = "footsteps"


class TestHearts(Notebook):
    game = "hearts"


class TestBlackJack(Notebook):
    game = "blackjack"


class TestSkullWhist(Notebook):
    game = "skullwhist"


def test_every_game_has_its_class() -> None:
    assert {each.game for each in Notebook.__subclasses__()} == set(ASSIGNMENTS)
