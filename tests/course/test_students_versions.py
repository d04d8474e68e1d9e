"""The notebooks as students get them run from top to bottom. (That of Hearts: `test_hearts_notebook.py`.)"""

import copy

import nbformat
import pytest
from course_assignments import ASSIGNMENTS
from nbclient import NotebookClient
from workbooks import code_cells_of, solved, student_version

pytestmark = [pytest.mark.broad, pytest.mark.filterwarnings("ignore")]  # Jupyter's own


def text_of(outputs):
    return "\n".join(o.get("text", "") or o.get("data", {}).get("text/plain", "") for o in outputs)


@pytest.mark.parametrize(("game", "checks"), [("blackjack", 13), ("skullwhist", 17)])
def test_the_students_version_runs_from_top_to_bottom(game, checks, tmp_path):
    """No error, nothing on stderr, every check says politely what is not written yet, marks are one number."""
    ran = student_version(solved(game))
    nbformat.write(copy.deepcopy(ran), tmp_path / f"{game}.ipynb")
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(ran, timeout=120, kernel_name="python3", resources=resources, allow_errors=True).execute()
    outputs = {c.id: c.outputs for c in code_cells_of(ran)}
    for name, shown in outputs.items():
        assert not [o for o in shown if o.output_type == "error" or o.get("name") == "stderr"], (name, shown)
    asked = [c.id for c in code_cells_of(ran) if c.source.startswith(("check_", "checkpoint("))]
    assert len(asked) == checks
    for name in asked:
        assert "not written yet" in text_of(outputs[name]), name
    for name in ASSIGNMENTS[game].points:
        results = [o for o in outputs[f"graded-{name}"] if o.output_type == "execute_result"]
        assert [o["data"]["text/plain"] for o in results] == ["0.0"]
    said = "\n".join(map(text_of, outputs.values()))
    assert "Save the notebook first" not in said
    assert "loads: passed" in said
    assert "rules: failed" in said
