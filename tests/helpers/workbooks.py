"""The course's notebooks for their tests: solved, as in the source, and as students get them."""

import copy
from pathlib import Path

import nbformat
from nbgrader.preprocessors import ClearSolutions
from playfunc_checks.find_assignment import default_assignment
from playfunc_classroom.nbgrader_bridge import configure
from playfunc_opponents import opponent, weakest_at
from traitlets.config import Config


def source_path(game):
    return Path(__file__).parents[2] / "course" / "source" / game / f"{game}.ipynb"


def solved(game):
    return nbformat.read(source_path(game), as_version=4)


def student_version(notebook):
    """What `nbgrader generate_assignment` leaves of the notebook, by this course's own settings."""
    config = Config()
    configure(config)
    cleared, _ = ClearSolutions(config=config).preprocess(copy.deepcopy(notebook), {})
    return cleared


def nbgrader(cell):
    return cell.metadata.get("nbgrader", {})


def cell_of(notebook, grade_id):
    return next(cell for cell in notebook.cells if nbgrader(cell).get("grade_id") == grade_id)


def code_cells_of(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def weakest(game):
    """The functions of the game's weakest opponent by name, as a student's own."""
    rules = default_assignment(game).rules()
    return dict(opponent(rules, weakest_at(rules))._functions)
