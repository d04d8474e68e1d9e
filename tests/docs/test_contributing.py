"""What CONTRIBUTING.md and the other texts say about make, folders and pre-commit is so."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

CLONE = Path(__file__).parents[2]
CONTRIBUTING = (CLONE / "CONTRIBUTING.md").read_text(encoding="utf-8")
TABLES = {
    "README.md": "## For developers",
    "CONTRIBUTING.md": "## Folders",
}
"""The pages with a table of all folders, and the section of each."""
MAKEFILE = (CLONE / "Makefile").read_text(encoding="utf-8")
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *sorted(p.relative_to(CLONE).as_posix() for p in CLONE.glob("docs/**/*.md")),
)


def code(page):
    """Everything on a page that is set as code: blocks first, then spans."""
    text = (CLONE / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [*blocks, *re.findall(r"`([^`\n]+)`", text)]


def targets(page):
    """The targets of make that a page names: `make NAME` at the beginning of a line of code."""
    return {name for text in code(page) for name in re.findall(r"^make ([a-z-]+)", text, re.MULTILINE)}


def declared():
    return set(re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[1].split())


@pytest.mark.parametrize("page", PAGES)
def test_every_target_on_a_page_exists(page):
    assert targets(page) <= declared()


@pytest.mark.parametrize("target", sorted(declared()))
def test_every_target_is_described_and_can_be_made(target):
    assert f"| `make {target}` |" in CONTRIBUTING
    done = subprocess.run(["make", "-n", target], cwd=CLONE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", [*PAGES, "Makefile", ".ci/run"])
def test_every_file_of_the_tests_that_is_named_exists(page):
    text = (CLONE / page).read_text(encoding="utf-8")
    named = set(re.findall(r"\btests/[\w/]+(?:\.py)?", text))
    assert [path for path in sorted(named) if not (CLONE / path).exists()] == []


def folders(page):
    """The first column of the page's table of folders."""
    section = (CLONE / page).read_text(encoding="utf-8").split(TABLES[page])[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE))


@pytest.mark.parametrize("page", TABLES)
def test_every_folder_of_the_house_exists(page):
    assert [folder for folder in sorted(folders(page)) if not (CLONE / folder).is_dir()] == []


@pytest.mark.parametrize("page", TABLES)
def test_every_package_is_in_the_house(page):
    rooms = ("lib", "opponents", "course", "autograder")
    packages = {init.parent for room in rooms for init in CLONE.glob(f"{room}/playfunc*/__init__.py")}
    packages |= {CLONE / name for name in ("course", "tests", "benchmarks", "docs")}
    assert {package.relative_to(CLONE).as_posix() for package in packages} - folders(page) == set()


def test_before_a_commit_runs_what_make_check_runs():
    settings = yaml.safe_load((CLONE / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (source,) = settings["repos"]
    (hook,) = source["hooks"]
    assert source["repo"] == "local"
    assert hook["entry"] == "make check"
    assert not hook["pass_filenames"]


def test_the_citation_has_what_its_schema_requires():
    """The four keys that version 1.2.0 of the Citation File Format demands; the licence is the package's own."""
    citation = yaml.safe_load((CLONE / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(citation)
    assert [author["name"] for author in citation["authors"]] == ["The playfunc authors"]
    assert citation["license"] in (CLONE / "LICENSE").read_text(encoding="utf-8").split("\n")[0]
