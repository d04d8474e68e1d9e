"""A mark of an assignment short enough to be played again often."""

import dataclasses

from course_assignments import HEARTS, against
from course_fixture import CAUTIOUS
from playfunc.codec import encode
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.versions import met, versions
from playfunc_checks.assignment import Assignment
from playfunc_checks.marking import check_player, mark_failure, points
from playfunc_classroom.marks import Mark, make_stamp

ATTACK = "</pre><script>hostile_marker()</script>"


SOURCE = f'TEXT = "{ATTACK}"\n{CAUTIOUS}'


SECRET = "for tests"


SHORT = dataclasses.replace(against(HEARTS, "basic"), deals=3, least_deals=2, rules_deals=1)


def marked(source=SOURCE, notes=()):
    results = check_player(source, SHORT, WorkerAsker(), SECRET) if source else mark_failure(SHORT, notes[0])
    stamp = make_stamp(source or repr(notes), SHORT, SECRET)
    settings = encode(SHORT, Assignment)
    made_with = dict(versions(SHORT.game, met(SHORT)))
    rest = (points(results, SHORT), "", (), None, source, "A", made_with, settings)
    return Mark("ann", stamp, "hearts.ipynb", notes, results, *rest)
