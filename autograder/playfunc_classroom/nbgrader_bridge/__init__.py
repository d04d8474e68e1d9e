"""The only place that imports nbgrader: marks into its gradebook, the report into its feedback.

A course's `nbgrader_config.py` calls `configure(c)`; `nbgrader autograde`, `generate_feedback`,
`release_feedback`, `export` and formgrader then work as usual. The student's kernel runs the notebook so
that people can look at it, but no mark comes from there: marks are computed by
`playfunc_classroom.marks.store.load_or_mark` and written into the graded cells' outputs.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import nbgrader
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    GetGrades,
    IgnorePattern,
    LimitOutput,
    OverwriteCells,
    OverwriteKernelspec,
)
from playfunc_checks.course import read_course
from playfunc_checks.settings import SettingsError
from traitlets.config import Config

from playfunc_classroom.nbgrader_bridge.clean import markdown_html
from playfunc_classroom.nbgrader_bridge.clear import TakeBackMarks
from playfunc_classroom.nbgrader_bridge.collect import LmsCollector, SafeExtractor, zip_collect
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from playfunc_classroom.nbgrader_bridge.feedback import TEMPLATES, FeedbackExporter, KeepNotebook
from playfunc_classroom.nbgrader_bridge.forget import forget_student, gradebook_rows, known_students
from playfunc_classroom.nbgrader_bridge.policy import InsertPolicy
from playfunc_classroom.nbgrader_bridge.preprocessors import (
    DropMarkersCells,
    ExecuteForReaders,
    ForgivingExporter,
    SaveMarks,
    WriteMarks,
)
from playfunc_classroom.nbgrader_bridge.public import InsertSettings, KeepGiven
from playfunc_classroom.nbgrader_bridge.scored import TellTheScore
from playfunc_classroom.nbgrader_bridge.second import MarksThatCount
from playfunc_classroom.nbgrader_bridge.settle import LatePlugin, copy_to_groups, points_off, settle

__all__ = [
    "Course",
    "GradebookError",
    "configure",
    "copy_to_groups",
    "points_off",
    "forget_student",
    "gradebook_rows",
    "known_students",
    "settle",
    "zip_collect",
]


_FORMGRADER = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader"


def configure(c: Config, course: str | Path | None = None, cell_seconds: int = 30) -> None:
    """Make a course's nbgrader mark by playfunc. In formgrader times are shown in the zone of the `course`, a folder.
    `cell_seconds` bounds each cell of a student's notebook."""
    if course is not None:
        with suppress(SettingsError):  # every command of playfunc says so; formgrader still has to open
            c.NbGraderAPI.timezone = str(read_course(Path(course)).zone)
    c.Autograde.exporter_class = ForgivingExporter
    c.Autograde.sanitize_preprocessors = [
        TakeBackMarks,
        ClearOutput,
        OverwriteKernelspec,
        OverwriteCells,
        CheckCellMetadata,
    ]
    c.Autograde.autograde_preprocessors = [
        ExecuteForReaders,
        IgnorePattern,
        LimitOutput,
        WriteMarks,
        SaveMarks,
        AssignLatePenalties,
        CheckCellMetadata,
    ]
    c.GenerateAssignment.preprocessors = [
        InsertPolicy,
        InsertSettings,
        *GenerateAssignment.preprocessors.default(),
        KeepGiven,
    ]
    c.GenerateFeedback.preprocessors = [
        DropMarkersCells,
        GetGrades,
        TellTheScore,
        KeepNotebook,
        CSSHTMLHeaderPreprocessor,
    ]
    c.AssignLatePenalties.plugin_class = LatePlugin
    c.GenerateFeedback.exporter_class = FeedbackExporter
    c.FeedbackExporter.template_name = "playfunc_feedback"
    c.FeedbackExporter.extra_template_basedirs = [str(TEMPLATES), str(_FORMGRADER / "templates")]
    c.FeedbackExporter.extra_template_paths = [
        str(_FORMGRADER / "templates"),
        str(_FORMGRADER / "static/node_modules/bootstrap/dist/css"),
    ]
    c.ExportApp.plugin_class = MarksThatCount
    c.ZipCollectApp.extractor_plugin = SafeExtractor
    c.ZipCollectApp.collector_plugin = LmsCollector
    c.ExecuteForReaders.timeout = cell_seconds
    c.HTMLExporter.filters = {"markdown2html": markdown_html}
    c.ClearSolutions.code_stub = {"python": "# write your code here"}
