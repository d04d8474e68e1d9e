"""What students say about sources and help, beside their players."""

import json
import re

from course_assignments import HEARTS
from course_fixture import CAUTIOUS
from playfunc_classroom.similarity.run import write_similarity

HEADING = "#### Sources and help: people, pages, assistants"


def test_what_students_say_about_sources_and_help_stands_beside_their_players(tmp_path):
    """From the end of the report, else from the player's docstring; shown as text, under pseudonyms."""
    given = f"### Your report\n\n{HEADING}\n\n*Name everybody.*"

    def report(text):
        return {"cell_type": "markdown", "metadata": {"tags": ["report"]}, "source": text}

    def player(source):
        metadata = {"tags": ["player"], "nbgrader": {"grade_id": "player"}}
        return {"cell_type": "code", "metadata": metadata, "source": source}

    policy = {
        "cell_type": "markdown",
        "metadata": {"tags": ["policy"]},
        "source": "below\n*Sources and help* (not here)",
    }
    said = {
        "ann": [
            policy,
            report(f"I did.\n\n{HEADING}\n\n*Name everybody.*\nIdeas from bob. <script>x</script>"),
            player(CAUTIOUS),
        ],
        "bob": [policy, report(given), player(CAUTIOUS)],
        "cy": [player(f'"""From the lecture."""\n{CAUTIOUS}')],
    }
    (tmp_path / ".playfunc-secret").write_text("s")
    (tmp_path / "release/hearts").mkdir(parents=True)
    (tmp_path / "release/hearts/hearts.ipynb").write_text(json.dumps({"cells": [report(given)]}))
    for student, cells in said.items():
        (tmp_path / "submitted" / student).mkdir(parents=True)
        (tmp_path / "submitted" / student / "hearts.ipynb").write_text(json.dumps({"cells": cells}))
    folders = {student: tmp_path / "submitted" / student for student in said}
    path, _ = write_similarity(tmp_path, HEARTS, folders, {}, names=True)
    page = path.read_text()
    rows = re.findall(r'<th scope="row">(\w+)</th><td class="pf-said">(.*?)</td>', page, re.DOTALL)
    assert rows == [
        ("ann", "Ideas from bob. &lt;script&gt;x&lt;/script&gt;"),
        ("bob", "(nothing was written)"),
        ("cy", "From the lecture."),
    ]
    assert page.count("ann on sources and help:</strong>") >= 1
    path, _ = write_similarity(tmp_path, HEARTS, folders, {})
    assert "Ideas from bob" not in path.read_text()
