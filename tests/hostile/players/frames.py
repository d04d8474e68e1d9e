# expects: escape=nothing rules=passed
"""Walks the frames above it and all objects, for the judge's secret, the deal, or the other hand."""
import gc
import sys


def above():
    frame, found = sys._getframe(), []
    while frame is not None:
        found += [name for name in frame.f_locals if name in ("secret", "state", "view", "opponent")]
        frame = frame.f_back
    return found


def states():
    kinds = ("HeartsState", "HeartsView", "GameRecord", "Context", "Assignment", "Minmax")
    return [type(o).__name__ for o in gc.get_objects() if type(o).__name__ in kinds]


def words():
    return [m for m in sys.modules if m.startswith(("playfunc_autograder", "playfunc_opponents", "nbgrader"))]


play = after(above, states, words)
