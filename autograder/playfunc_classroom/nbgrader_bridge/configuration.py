"""What a course's `nbgrader_config.py` tells nbgrader: which of its steps are ours.

Classes are named by text, which nbgrader imports when it needs them: a command that only reads the course's folders
takes this configuration without nbgrader.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from playfunc_checks.course_settings import read_course
from playfunc_checks.settings import SettingsError
from traitlets.config import Config

_OURS = "playfunc_classroom.nbgrader_bridge"
_THEIRS = "nbgrader.preprocessors"
TEMPLATES = Path(__file__).parents[1] / "templates" / "nbconvert"


def configure(c: Config, course: str | Path | None = None, cell_seconds: int = 30) -> None:
    """Make a course's nbgrader mark by playfunc. In formgrader times are shown in the zone of the `course`, a folder.
    `cell_seconds` bounds each cell of a student's notebook."""
    if course is not None:
        with suppress(SettingsError):  # every command of playfunc says so; formgrader still has to open
            c.NbGraderAPI.timezone = str(read_course(Path(course)).zone)
    c.Autograde.exporter_class = f"{_OURS}.preprocessors.ForgivingExporter"
    c.Autograde.sanitize_preprocessors = [
        f"{_OURS}.preprocessors.TakeBackMarks",
        *(f"{_THEIRS}.{name}" for name in ("ClearOutput", "OverwriteKernelspec", "OverwriteCells")),
        f"{_THEIRS}.CheckCellMetadata",
    ]
    c.Autograde.autograde_preprocessors = [
        f"{_OURS}.preprocessors.ExecuteForReaders",
        f"{_THEIRS}.IgnorePattern",
        f"{_THEIRS}.LimitOutput",
        f"{_OURS}.preprocessors.WriteMarks",
        f"{_OURS}.preprocessors.SaveMarks",
        f"{_THEIRS}.AssignLatePenalties",
        f"{_THEIRS}.CheckCellMetadata",
    ]
    c.GenerateAssignment.preprocessors.prepend(
        [f"{_OURS}.public.InsertPolicy", f"{_OURS}.public.InsertSettings"]
    )
    c.GenerateAssignment.preprocessors.append(f"{_OURS}.public.KeepGiven")
    c.GenerateFeedback.preprocessors = [
        f"{_OURS}.preprocessors.DropMarkersCells",
        f"{_THEIRS}.GetGrades",
        f"{_OURS}.feedback.TellTheScore",
        f"{_OURS}.feedback.KeepNotebook",
        "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
    ]
    c.AssignLatePenalties.plugin_class = f"{_OURS}.preprocessors.LatePlugin"
    c.GenerateFeedback.exporter_class = f"{_OURS}.feedback.FeedbackExporter"
    c.FeedbackExporter.template_name = "playfunc_feedback"
    formgrader = _nbgrader_folder() / "server_extensions" / "formgrader"
    c.FeedbackExporter.extra_template_basedirs = [str(TEMPLATES), str(formgrader / "templates")]
    c.FeedbackExporter.extra_template_paths = [
        str(formgrader / "templates"),
        str(formgrader / "static/node_modules/bootstrap/dist/css"),
    ]
    c.ExportApp.plugin_class = f"{_OURS}.gradebook.MarksThatCount"
    c.ZipCollectApp.extractor_plugin = f"{_OURS}.collect.SafeExtractor"
    c.ZipCollectApp.collector_plugin = f"{_OURS}.collect.LmsCollector"
    c.ExecuteForReaders.timeout = cell_seconds
    c.HTMLExporter.filters = {"markdown2html": f"{_OURS}.clean.markdown_html"}
    c.ClearSolutions.code_stub = {"python": "# write your code here"}


def _nbgrader_folder() -> Path:
    found = find_spec("nbgrader")
    assert found is not None
    assert found.submodule_search_locations is not None
    return Path(found.submodule_search_locations[0])
