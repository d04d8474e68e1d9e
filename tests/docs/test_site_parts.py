"""What the site's pages say of the program itself: quick, without building the site."""

import json
import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest
from playfunc_checks.course_settings import read_course
from playfunc_cli.main import COMMANDS, GROUPS
from site_parts.limits import limits_of_players, points
from site_parts.links import with_links_of_the_site
from site_parts.notebooks import notebook, with_anchors_of_a_page
from site_parts.reference import as_restructured_text, commands, meant, public_modules

CLONE = Path(__file__).parents[2]
DOCS = CLONE / "docs"
PACKAGES = ("playfunc", "playfunc_opponents", "playfunc_workbook", "playfunc_checks")
ASSIGNMENTS = read_course(CLONE / "course").assignments


def solution_lines(assignment: str) -> set[str]:
    """The lines of code that a notebook has inside its solutions alone."""
    path = CLONE / "course" / "source" / assignment / f"{assignment}.ipynb"
    code = ["".join(cell["source"]) for cell in json.loads(path.read_text("utf-8"))["cells"]]
    inside = [
        text for cell in code for text in re.findall(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", cell, re.S)
    ]
    outside = [re.sub(r"### BEGIN SOLUTION\n.*?### END SOLUTION", "", cell, flags=re.S) for cell in code]
    kept = {line.strip() for cell in outside for line in cell.splitlines()}
    return {line.strip() for text in inside for line in text.splitlines() if len(line.strip()) > 12} - kept


@pytest.mark.parametrize(
    "assignment",
    [each if each == "footsteps" else pytest.param(each, marks=pytest.mark.site) for each in ASSIGNMENTS],
)
def test_a_notebook_is_shown_as_students_get_it(assignment):
    shown = notebook(assignment)
    secret = solution_lines(assignment)
    assert len(secret) > 10
    blocks = re.findall(r"^```+ipython3\n(.*?)^```", shown, re.MULTILINE | re.DOTALL)
    code = {line.strip() for block in blocks for line in block.splitlines()}
    assert secret & code == set()
    assert "SOLUTION" not in shown
    assert len(blocks) > 20
    assert shown.startswith(f"# {ASSIGNMENTS[assignment].title}")
    assert "?path=" not in shown  # the link to the course in the browser


def test_the_reference_names_every_module_once():
    blocks = [
        block.split()
        for page in (DOCS / "reference").glob("*.md")
        for block in re.findall(r"^```\{part\} modules\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    ]
    named = [module for block in blocks for name in block for module in meant(name)]
    assert len(named) > 100
    assert sorted(set(named)) == sorted(named)


def test_a_notebook_can_be_tried_where_the_course_in_the_browser_is():
    assert 'href="../../lite/lab/index.html?path=footsteps/footsteps.ipynb"' in notebook(
        "footsteps", "../lite/"
    )
    assert 'href="https://a.example/lab/' in notebook("footsteps", "https://a.example")


def test_a_link_to_a_heading_leads_to_it_on_the_page_too():
    assert with_anchors_of_a_page("[marks](#Points,-and-how-you-are-marked)") == (
        "[marks](#points-and-how-you-are-marked)"
    )


def test_every_assignment_has_a_page():
    assert {path.stem for path in DOCS.glob("notebooks/*.md")} - {"index"} == set(ASSIGNMENTS)


def test_every_command_is_in_the_reference_with_its_options():
    text = commands()
    named = re.findall(r"^### `playfunc ([\w-]+)`$", text, re.MULTILINE)
    assert sorted(named) == sorted(each.name for each in (*COMMANDS, *GROUPS))
    assert "--hand-in" not in text
    assert "* `--deals " in text


def test_every_public_module_is_in_the_reference():
    pages = "\n".join(path.read_text("utf-8") for path in DOCS.glob("reference/*.md"))
    asked = set(re.findall(r"^(playfunc[\w.]*(?:\.\*)?)$", pages, re.MULTILINE))
    packages = {
        name
        for package in PACKAGES
        for name in (package, *_packages_below(package))
    }  # fmt: skip
    assert packages <= asked
    assert {f"{name}.*" for name in packages if list(public_modules(name))} <= asked


def _packages_below(name: str) -> list[str]:
    walked = pkgutil.walk_packages(import_module(name).__path__, f"{name}.")
    return [each.name for each in walked if each.ispkg]


def test_the_tables_hold_what_is_set():
    hearts = ASSIGNMENTS["hearts"]
    row = next(line for line in limits_of_players().splitlines() if "Hearts" in line)
    assert f"| {hearts.published.move_seconds:g} s | {hearts.published.total_seconds:g} s |" in row
    asked = next(line for line in points().splitlines() if "Hearts" in line)
    assert f"| {hearts.deals} | {hearts.threshold:.0%} |" in asked
    assert "`beats-minmax` 10" in asked
    assert "`comments` 30 (by people)" in asked


def test_docstrings_keep_drawings_and_mean_no_markup():
    assert as_restructured_text(["A *star* and `a*b`.", "", "    a ── b", "    |", "", "End."]) == [
        r"A \*star\* and `a*b`.", "", "::", "", "    a ── b", "    |", "", "End.", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("page", "written", "here"),
    [
        ("week", "[why](../SECURITY.md#a-part)", "[why](/explanation/security.md#a-part)"),
        ("how-to/style", "[start](../../README.md)", "[start](/index.md)"),
        ("programs", "[`course/programs`](../course/programs)", "`course/programs`"),
        ("week", "[the rule](win_rule.md) and ![a picture](win_rule.svg)", None),
    ],
)
def test_links_out_of_the_docs_lead_to_the_pages_of_the_site(page, written, here):
    assert with_links_of_the_site(written, page) == (here or written)


def test_the_style_guide_is_right_about_its_example():
    from playfunc import Card

    page = (DOCS / "how-to" / "style.md").read_text("utf-8")
    before, after = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, object] = {}
    exec(before + after, names)
    hand = tuple(Card(text) for text in ("C2", "DK"))
    assert names["get"](hand, None) == Card("C2")
    assert names["discard"](hand) == Card("DK")
    for cards in (("C2", "SQ", "HA"), ("C2", "H3", "HA"), ("D4", "H2")):
        hand = tuple(map(Card, cards))
        assert names["get"](hand, None) == names["discard"](hand)
