"""The assignments of the repository's own course, as its files set them."""

import dataclasses
import shutil
from pathlib import Path

from playfunc_checks.course_settings import read_course

COURSE = Path(__file__).parents[2] / "course"
ASSIGNMENTS = read_course(COURSE).assignments
HEARTS, FOOTSTEPS = ASSIGNMENTS["hearts"], ASSIGNMENTS["footsteps"]
BLACKJACK, SKULLWHIST = ASSIGNMENTS["blackjack"], ASSIGNMENTS["skullwhist"]


def copy_settings(folder):
    """Give the course in `folder` the assignments, without their notebooks."""
    for name in ASSIGNMENTS:
        (folder / "source" / name).mkdir(parents=True, exist_ok=True)
        shutil.copy(COURSE / "source" / name / "assignment.toml", folder / "source" / name)


def against(assignment, *names):
    """The assignment with these of its opponents alone."""
    kept = tuple(each for each in assignment.opponents if each.name in names)
    return dataclasses.replace(assignment, opponents=kept)
