"""The page of `playfunc similarity`: the class, former years, other sources and our own players, the pairs most alike
side by side, and what each student says about sources and help."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape
from playfunc.files import write_whole
from playfunc_checks.assignment import Assignment
from playfunc_checks.cells import text_of
from playfunc_checks.course_settings import read_secret
from playfunc_checks.extract import ExtractError, read_cells, read_player
from playfunc_checks.structure import parsed

from playfunc_classroom.demo import demo_folder, read_class
from playfunc_classroom.groups import require_somebody
from playfunc_classroom.intake.notebook_choice import intake_for, pick, read_submission
from playfunc_classroom.pages.report import render
from playfunc_classroom.pseudonyms import mask, pseudonyms
from playfunc_classroom.similarity import LEAST_RUNS, PASSAGE, Pair, Span, Text, compare, shared_spans

NOTHING = "(nothing was written)"
LONGEST = 4000
"""Characters that are shown."""

_HEADING = re.compile(r"^[ ]*(?:#+[ ]*|\*\*|__)sources and help\b.*$", re.IGNORECASE | re.MULTILINE)


def declared_sources(
    cells: Sequence[Mapping[str, Any]], released: Sequence[Mapping[str, Any]], source: str
) -> str:
    """What stands below the heading *Sources and help* in a notebook, without what was released there; where no cell
    has the heading, the docstring of the player."""
    given = {line.strip() for cell in released for line in text_of(cell).splitlines()}
    for cell in cells:
        text = text_of(cell)
        if cell.get("cell_type") == "markdown" and (heading := _HEADING.search(text)):
            lines = [line for line in text[heading.end() :].splitlines() if line.strip() not in given - {""}]
            return _shown("\n".join(lines))
    tree = parsed(source)
    return _shown((tree and ast.get_docstring(tree)) or "")


def _shown(text: str) -> str:
    text = text.strip()
    return f"{text[:LONGEST]} …" if len(text) > LONGEST else text or NOTHING


_FENCE = re.compile(r"^```(?:python|py)?[ ]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The texts that could be read, and a sentence for each file that could not, by whose it is."""

    texts: tuple[Text, ...]
    unread: tuple[tuple[str, str], ...]


def class_texts(
    submissions: Mapping[str, Path], assignment: Assignment, groups: Mapping[str, Sequence[str]], course: Path
) -> Gathered:
    """The players of the class; `submissions` maps students to the folders that they handed in."""
    texts, unread = [], []
    released = _cells(released_notebook(course, assignment))
    for student, folder in submissions.items():
        team = "\n".join(groups.get(student, ()))
        intake = intake_for(course, assignment, student)
        try:
            source = read_submission(folder, assignment, intake).source
            declared = declared_sources(_cells(pick(folder, assignment, intake).path), released, source)
        except (ExtractError, OSError) as error:
            unread.append((student, str(error)))
        else:
            texts.append(Text(student, "class", source, student, team, declared))
    return Gathered(tuple(texts), tuple(unread))


def _cells(path: Path) -> Sequence[Mapping[str, Any]]:
    """The cells of a notebook; none of a file that is none."""
    return read_cells(path) if path.suffix == ".ipynb" else ()


def released_notebook(course: Path, assignment: Assignment) -> Path:
    """The notebook that students were given. Raises `ValueError` when the assignment has not been released."""
    released = course / "release" / assignment.name / f"{assignment.notebook}.ipynb"
    if not released.is_file():
        raise ValueError(
            f"{assignment.name} has not been released from this course; run: playfunc release . {assignment.name}"
        )
    return released


def foreign_texts(kind: str, places: Sequence[Path], assignment: Assignment) -> Gathered:
    """Every notebook and Python file in these files and folders. Raises `ValueError` where there is none."""
    texts, unread = [], []
    for place in places:
        files = [place] if place.is_file() else sorted(_sources_in(place))
        if not files:
            raise ValueError(f"{place} holds no notebook and no .py file to compare with")
        for path in files:
            top = (
                place.parent if place.name == assignment.name else place
            )  # as in submitted/, below a student's
            name = path.name if path == place else f"{top.name}/{path.relative_to(top).as_posix()}"
            try:
                texts.append(Text(name, kind, _source(path, assignment)))
            except (ExtractError, OSError, UnicodeDecodeError) as error:
                unread.append((name, str(error)))
    return Gathered(tuple(texts), tuple(unread))


def _sources_in(folder: Path) -> Iterator[Path]:
    for pattern in ("*.ipynb", "*.py"):
        yield from (path for path in folder.rglob(pattern) if ".ipynb_checkpoints" not in path.parts)


def _source(path: Path, assignment: Assignment) -> str:
    """A Python file's text; a notebook's player, or all its code where no cell is a player's."""
    if path.suffix == ".py":
        return path.read_text(encoding="utf-8-sig")
    try:
        return read_player(path, assignment).source
    except ExtractError:
        return _code(path)


def former_folders(course: Path, former: Sequence[str], assignment: str) -> list[Path]:
    """What was handed in for the assignment in earlier courses, a folder for each student; relative to `course`.
    Raises `ValueError` for a course that is not there."""
    folders = []
    for each in former:
        place = course / each
        if not place.is_dir():
            raise ValueError(
                f"former in playfunc.toml names {each!r}, and there is no such folder; put it back, or delete it there"
            )
        handed_in = sorted(place.glob(f"submitted/*/{assignment}"))
        folders += [folder for folder in handed_in if any(_sources_in(folder))]
    return folders


def our_texts(assignment: Assignment, course: Path) -> Gathered:
    """Our opponents and solver, the course's solution, and the sample players where the clone is at hand."""
    texts: list[Text] = []
    unread: tuple[tuple[str, str], ...] = ()
    package = find_spec(f"playfunc_opponents.{assignment.game}")
    for folder in (package.submodule_search_locations or ()) if package else ():
        texts += [
            Text(f"our {path.stem}", "ours", path.read_text(encoding="utf-8"))
            for path in sorted(Path(folder).rglob("*.py"))
        ]
    solution = course / "source" / assignment.name / f"{assignment.notebook}.ipynb"
    if solution.is_file():
        texts.append(Text("the solution", "ours", _source(solution, assignment)))
    try:
        demos = demo_folder()
    except FileNotFoundError:
        unread = (("our sample players", "they need a clone or the instructor's archive"),)
    else:
        texts += [
            Text(f"sample player {demo.student}", "ours", "\n\n".join(demo.cells.values()))
            for demo in (read_class(assignment.name) if (demos / assignment.name).is_dir() else ())
        ]
        texts += [
            Text(f"reference player {path.stem}", "ours", path.read_text(encoding="utf-8"))
            for path in sorted((demos.parent / "reference" / assignment.game).glob("*.py"))
        ]
    return Gathered(tuple(texts), unread)


def released_texts(course: Path, assignment: Assignment) -> tuple[str, ...]:
    """All code that students were given: the released notebook's cells, and the examples in its prose. Raises
    `ValueError` when the assignment has not been released."""
    released = released_notebook(course, assignment)
    prose = "\n\n".join(
        block
        for cell in read_cells(released)
        if cell.get("cell_type") == "markdown"
        for block in _FENCE.findall(text_of(cell))
    )
    return tuple(filter(str.strip, (_code(released), prose)))


def _code(notebook: Path) -> str:
    """All code of a notebook. Raises `ExtractError`."""
    cells = [cell for cell in read_cells(notebook) if cell.get("cell_type") == "code"]
    return "\n\n".join(map(text_of, cells))


def _shown_pair(
    pair: Pair, released: Sequence[str], called: Callable[[Text], str], masked: Callable[[str], str]
) -> dict[str, Any]:
    spans = shared_spans(pair.first.source, pair.second.source, released)
    return {
        "pair": pair,
        "names": (called(pair.first), called(pair.second)),
        "declared": (masked(pair.first.declared), masked(pair.second.declared)),
        "sides": tuple(
            _marked(text.source, found, masked)
            for text, found in zip((pair.first, pair.second), spans, strict=True)
        ),
    }


def _marked(source: str, spans: Sequence[Span], masked: Callable[[str], str]) -> Markup:
    """The source with its shared spans in `<mark>`, everything else escaped."""
    parts, at = [], 0
    for start, end in spans:
        parts.append(escape(masked(source[at:start])))
        parts.append(Markup("<mark>{}</mark>").format(masked(source[start:end])))
        at = end
    parts.append(escape(masked(source[at:])))
    return Markup("").join(parts)


def similarity_path(course: Path, assignment: str) -> Path:
    return course / "reports" / f"{assignment}-similarity.html"


def write_similarity(
    course: Path,
    assignment: Assignment,
    submissions: Mapping[str, Path],
    groups: Mapping[str, Sequence[str]],
    former: Sequence[Path] = (),
    outside: Sequence[Path] = (),
    top: int = 20,
    names: bool = False,
    ladder: Sequence[Text] = (),
) -> tuple[Path, int]:
    """Write the page; where it is, and how many pairs it shows. Raises `ValueError` for misuse. `submissions`
    maps students to the folders that they handed in. Without `names`, students are called by pseudonyms, here
    and wherever their ids stand in a source text, and former years' files by numbers."""
    require_somebody(submissions, assignment.name)
    released = released_texts(course, assignment)
    handed_in = class_texts(submissions, assignment, groups, course)
    years = foreign_texts("former", former, assignment)
    found = foreign_texts("outside", outside, assignment)
    ours = our_texts(assignment, course)
    others = (*years.texts, *found.texts, *ladder, *ours.texts)
    pairs, counts = compare(handed_in.texts, others, released, top)
    aliases = {} if names else pseudonyms(submissions, read_secret(course))
    numbers = {id(text): f"former player {number}" for number, text in enumerate(years.texts, 1)}

    def called(text: Text) -> str:
        former_name = "" if names else numbers.get(id(text), "")
        whose = former_name or aliases.get(text.student, text.name)
        return f"{whose} on the ladder" if text.kind == "ladder" and text.student in aliases else whose

    def masked(line: str) -> str:
        return mask(line, aliases)

    page = render(
        "similarity.html",
        title=assignment.name,
        pairs=[_shown_pair(pair, released, called, masked) for pair in pairs],
        counts=[(f"{10 * i} to {10 * (i + 1)}%", count) for i, count in enumerate(counts)],
        passage=PASSAGE,
        least=LEAST_RUNS,
        sizes=(
            ("of the class", len(handed_in.texts)),
            ("of former years", len(years.texts)),
            ("from elsewhere", len(found.texts)),
            ("from the ladder", len(ladder)),
            ("of ours", len(ours.texts)),
        ),
        unread=[
            *((aliases.get(student, student), masked(why)) for student, why in handed_in.unread),
            *((name if names else "a former player", why) for name, why in years.unread),
            *found.unread,
            *ours.unread,
        ],
        declared=[(called(text), masked(text.declared)) for text in handed_in.texts],
    )
    path = similarity_path(course, assignment.name)
    write_whole(path, page)
    return path, len(pairs)
