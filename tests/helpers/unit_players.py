"""Players of the units, marked on few deals."""

import dataclasses

from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.marking import check_player

FEW = {"deals": 4, "least_deals": 4, "rules_deals": 1}


def verdicts(source, assignment, *only):
    few = dataclasses.replace(assignment, **FEW)
    return {result.check: result for result in check_player(source, few, WorkerAsker(), only=only or None)}
