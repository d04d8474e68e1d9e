"""Tests mirror the packages: `test_X.py` at the mirrored place for every module X, or a reason why not."""

from pathlib import Path

import pytest

CLONE = Path(__file__).parents[2]

ROOMS = {
    "lib/playfunc": "tests/lib",
    "opponents/playfunc_opponents": "tests/opponents",
    "course/playfunc_workbook": "tests/workbook",
    **{
        path.relative_to(CLONE).as_posix(): f"tests/{path.name.removeprefix('playfunc_')}"
        for path in (CLONE / "autograder").glob("playfunc_*")
    },
}
"""Package → where its tests are."""

ELSEWHERE = {
    "autograder/playfunc_arena/outcomes.py": (
        "tests/arena/test_formats.py",
        "values that every part of a contest hands on",
    ),
    "autograder/playfunc_autograder/programs/family.py": (
        "tests/autograder/programs/test_compiling.py",
        "a compiler and all that it starts",
    ),
    "autograder/playfunc_autograder/programs/outputs.py": (
        "tests/autograder/programs/test_compiling.py",
        "what a compiler built is taken over",
    ),
    "autograder/playfunc_autograder/programs/workshop.py": (
        "tests/autograder/programs/test_compiling.py",
        "where a compiler runs",
    ),
    "autograder/playfunc_autograder/programs/written.py": (
        "tests/autograder/programs/test_compiling.py",
        "what a compiler wrote",
    ),
    "autograder/playfunc_autograder/sandbox/worker/compile_calls.py": (
        "tests/autograder/programs/test_compiling.py",
        "runs inside the lock of a compiler",
    ),
    "autograder/playfunc_classroom/nbgrader_bridge/configuration.py": (
        "tests/classroom/nbgrader_bridge/test_nbgrader.py",
        "what nbgrader is told shows in what it does",
    ),
    "autograder/playfunc_web/database/base.py": (
        "tests/web/database/test_migrate.py",
        "tables and migrations are compared",
    ),
    "autograder/playfunc_web/database/migrations/versions/0002_skullwhist.py": (
        "tests/web/database/test_migrate.py",
        "Alembic runs it",
    ),
    "autograder/playfunc_web/database/migrations/versions/0003_meeting_games.py": (
        "tests/web/database/test_migrate.py",
        "Alembic runs it",
    ),
    "autograder/playfunc_web/database/migrations/versions/0004_skullwhist_counts.py": (
        "tests/web/database/test_migrate.py",
        "Alembic runs it",
    ),
    "autograder/playfunc_web/database/whist_tables.py": (
        "tests/web/database/test_migrate.py",
        "tables and migrations are compared",
    ),
    "autograder/playfunc_web/skullwhist/described.py": (
        "tests/web/skullwhist/test_documents.py",
        "texts and examples as pages show them",
    ),
    "autograder/playfunc_web/skullwhist/hall.py": (
        "tests/web/skullwhist/test_methods.py",
        "every method is asked of one",
    ),
    "autograder/playfunc_web/skullwhist/waits.py": (
        "tests/web/skullwhist/test_methods.py",
        "requests that wait for an opponent",
    ),
    "autograder/playfunc_web/database/migrations/env.py": (
        "tests/web/database/test_migrate.py",
        "Alembic runs it",
    ),
    "autograder/playfunc_web/database/migrations/versions/0001_first_tables.py": (
        "tests/web/database/test_migrate.py",
        "Alembic runs it",
    ),
    "autograder/playfunc_web/database/tables.py": (
        "tests/web/database/test_migrate.py",
        "tables and migrations are compared",
    ),
    "autograder/playfunc_web/errors.py": ("tests/web/http/test_problems.py", "errors as they are answered"),
    "autograder/playfunc_web/http/headers.py": ("tests/web/http/test_frame.py", "every answer has them"),
    "autograder/playfunc_web/http/viewer.py": ("tests/web/pages/test_login.py", "who asks, as logins tell"),
    "autograder/playfunc_web/ladder_app.py": ("tests/web/pages", "all pages are asked through it"),
    "autograder/playfunc_web/skullwhist/kits/python/bot.py": (
        "tests/web/skullwhist/test_kits.py",
        "a kit is run like those in other languages",
    ),
    "autograder/playfunc_web/site.py": ("tests/web/test_serve.py", "a site is opened to be served"),
    "autograder/playfunc_autograder/asker.py": (
        "tests/checks/test_in_process.py",
        "workers and this process are asked side by side",
    ),
    "autograder/playfunc_autograder/marking.py": ("tests/checks/checks", "every check is tested through it"),
    "autograder/playfunc_autograder/players.py": (
        "tests/arena/test_entrants.py",
        "players by name, as contests seat them",
    ),
    "autograder/playfunc_autograder/programs/adapter.py": (
        "tests/autograder/programs/test_player.py",
        "one protocol a class, as players speak it",
    ),
    "autograder/playfunc_autograder/programs/start.py": (
        "tests/autograder/programs/test_confinement.py",
        "a script that runs as a process of its own",
    ),
    "autograder/playfunc_autograder/programs/use.py": (
        "tests/autograder/programs/test_confinement.py",
        "what a running program uses",
    ),
    "autograder/playfunc_autograder/sandbox/child.py": (
        "tests/autograder/sandbox/test_process.py",
        "a process as its marker holds it",
    ),
    "autograder/playfunc_autograder/sandbox/kernel.py": (
        "tests/classroom/nbgrader_bridge/test_kernels.py",
        "a kernel is started by nbgrader's bridge",
    ),
    "autograder/playfunc_autograder/sandbox/launch.py": (
        "tests/autograder/sandbox/test_other_systems.py",
        "commands differ by system",
    ),
    "autograder/playfunc_autograder/sandbox/worker/forks.py": (
        "tests/autograder/sandbox/test_host.py",
        "runs inside the worker, and is asked over the wire",
    ),
    "autograder/playfunc_autograder/sandbox/worker/kernel.py": (
        "tests/classroom/nbgrader_bridge/test_kernels.py",
        "a script that runs as a kernel's process",
    ),
    "autograder/playfunc_autograder/sandbox/worker/kernel_calls.py": (
        "tests/classroom/nbgrader_bridge/test_kernels.py",
        "a script that runs as a kernel's process",
    ),
    "autograder/playfunc_autograder/sandbox/worker/limits.py": (
        "tests/autograder/sandbox/test_host.py",
        "runs inside the worker, and is asked over the wire",
    ),
    "autograder/playfunc_autograder/sandbox/worker/serve.py": (
        "tests/autograder/sandbox/test_host.py",
        "runs inside the worker, and is asked over the wire",
    ),
    "autograder/playfunc_autograder/sandbox/worker/settings.py": (
        "tests/autograder/sandbox/test_host.py",
        "runs inside the worker, and is asked over the wire",
    ),
    "autograder/playfunc_checks/asker.py": (
        "tests/checks/test_in_process.py",
        "a protocol and the types that cross it",
    ),
    "autograder/playfunc_checks/assignment.py": (
        "tests/checks/test_settings.py",
        "a value that the settings fill in",
    ),
    "autograder/playfunc_checks/checks/context.py": (
        "tests/checks/checks/test_again.py",
        "what checks share; their deals and questions",
    ),
    "autograder/playfunc_checks/checks/loads.py": (
        "tests/checks/checks/test_other_games.py",
        "the gate before all other checks",
    ),
    "autograder/playfunc_checks/finding.py": (
        "tests/cli/test_check.py",
        "the command looks for the assignment beside a player",
    ),
    "autograder/playfunc_checks/opposing.py": (
        "tests/checks/checks/test_beats.py",
        "the opponents of the win checks",
    ),
    "autograder/playfunc_checks/parts.py": (
        "tests/checks/test_settings.py",
        "values that the settings fill in",
    ),
    "autograder/playfunc_checks/program.py": (
        "tests/autograder/programs/test_submission.py",
        "a value about a program that was handed in",
    ),
    "autograder/playfunc_checks/report.py": ("tests/checks/test_closed.py", "results as pages show them"),
    "autograder/playfunc_checks/results.py": (
        "tests/checks/test_closed.py",
        "values that every check returns",
    ),
    "autograder/playfunc_checks/strength.py": (
        "tests/cli/test_calibrate.py",
        "the command writes the documents",
    ),
    "autograder/playfunc_checks/usual.py": (
        "tests/cli/test_check.py",
        "the assignment of a player without a course",
    ),
    "autograder/playfunc_classroom/nbgrader_bridge/public.py": (
        "tests/classroom/test_release.py",
        "the settings that travel in the released notebook",
    ),
    "autograder/playfunc_classroom/public.py": (
        "tests/classroom/test_release.py",
        "the settings that travel in students' zip",
    ),
    "autograder/playfunc_web/api/frame.py": (
        "tests/web/api/test_schema.py",
        "errors and tokens as the description has them",
    ),
    "autograder/playfunc_web/api/reading.py": ("tests/web/api/test_ladders.py", "what every method reads"),
    "autograder/playfunc_web/api/shapes.py": ("tests/web/api/test_schema.py", "what every method sends"),
    "course/playfunc_workbook/blackjack/exercises.py": (
        "tests/course/test_blackjack_notebook.py",
        "run with right and wrong answers in its notebook",
    ),
    "course/playfunc_workbook/cells.py": (
        "tests/workbook/test_notebook.py",
        "what the cells of a notebook call",
    ),
    "course/playfunc_workbook/finding.py": ("tests/workbook/hearts/exercises", "what every exercise returns"),
    "course/playfunc_workbook/footsteps/exercises.py": (
        "tests/course/test_footsteps_notebook.py",
        "run with right and wrong answers in its notebook",
    ),
    "course/playfunc_workbook/footsteps/shown.py": (
        "tests/course/test_footsteps_notebook.py",
        "run with right and wrong answers in its notebook",
    ),
    "course/playfunc_workbook/here.py": ("tests/course", "every notebook asks for its assignment"),
    "course/playfunc_workbook/interrupted.py": (
        "tests/workbook/test_view.py",
        "an interrupt as a cell shows it",
    ),
    "course/playfunc_workbook/skullwhist/bids.py": (
        "tests/course/test_skullwhist_notebook.py",
        "run with right and wrong answers in its notebook",
    ),
    "course/playfunc_workbook/skullwhist/exercises.py": (
        "tests/course/test_skullwhist_notebook.py",
        "run with right and wrong answers in its notebook",
    ),
    "course/playfunc_workbook/skullwhist/worlds.py": (
        "tests/course/test_skullwhist_notebook.py",
        "run with right and wrong answers in its notebook",
    ),
    "course/playfunc_workbook/unit.py": ("tests/course", "the notebooks of three units call it"),
    "lib/playfunc/compiled/instructions.py": (
        "tests/lib/compiled/test_words.py",
        "machine instructions, held against plain loops",
    ),
    "lib/playfunc/compiled/locator.py": (
        "tests/lib/compiled/test_native.py",
        "numba calls it when it looks for compiled code",
    ),
    "lib/playfunc/compiled/luck.py": (
        "tests/lib/games/hearts/fast/test_playouts.py",
        "the compiled and the readable rules get the same luck",
    ),
    "lib/playfunc/games/blackjack/call.py": (
        "tests/conformance/test_rules.py",
        "calls and replies of every game",
    ),
    "lib/playfunc/games/blackjack/state.py": (
        "tests/lib/games/blackjack/test_rules.py",
        "the rules make every state",
    ),
    "lib/playfunc/games/blackjack/text.py": (
        "tests/conformance/test_golden.py",
        "a stored transcript of every game",
    ),
    "lib/playfunc/games/footsteps/call.py": (
        "tests/conformance/test_rules.py",
        "calls and replies of every game",
    ),
    "lib/playfunc/games/footsteps/text.py": (
        "tests/conformance/test_golden.py",
        "a stored transcript of every game",
    ),
    "lib/playfunc/games/hearts/call.py": (
        "tests/conformance/test_rules.py",
        "calls and replies of every game",
    ),
    "lib/playfunc/games/hearts/fast/bits.py": (
        "tests/lib/games/hearts/fast/test_positions.py",
        "positions are made of these bits",
    ),
    "lib/playfunc/games/hearts/fast/simulation.py": (
        "tests/lib/games/hearts/test_simulation.py",
        "parts of one compiled simulation",
    ),
    "lib/playfunc/games/hearts/fast/views.py": (
        "tests/lib/games/hearts/test_simulation.py",
        "parts of one compiled simulation",
    ),
    "lib/playfunc/games/hearts/fast/warm.py": (
        "tests/lib/games/hearts/test_simulation.py",
        "parts of one compiled simulation",
    ),
    "lib/playfunc/games/hearts/known.py": (
        "tests/lib/games/hearts/test_simulation.py",
        "what a seat knows decides what is simulated",
    ),
    "lib/playfunc/games/skullwhist/call.py": (
        "tests/conformance/test_rules.py",
        "calls and replies of every game",
    ),
    "lib/playfunc/games/skullwhist/text.py": (
        "tests/conformance/test_golden.py",
        "a stored transcript of every game",
    ),
    "lib/playfunc/program.py": (
        "tests/autograder/programs/test_text.py",
        "text protocols are read by what runs programs",
    ),
    "lib/playfunc/rules.py": ("tests/conformance/test_rules.py", "a protocol that every game keeps"),
    "lib/playfunc/show/costs.py": (
        "tests/lib/show/test_cost_plot.py",
        "the plot; tests/lib/test_costs.py has the words",
    ),
    "opponents/playfunc_opponents/footsteps/basic.py": (
        "tests/opponents/footsteps/test_opponents.py",
        "every opponent of the ladder plays whole games",
    ),
    "opponents/playfunc_opponents/footsteps/minmax.py": (
        "tests/opponents/footsteps/test_opponents.py",
        "every opponent of the ladder plays whole games",
    ),
    "opponents/playfunc_opponents/hearts/basic.py": (
        "tests/opponents/hearts/test_opponents.py",
        "every opponent of the ladder plays whole games",
    ),
    "opponents/playfunc_opponents/hearts/exact/facts.py": (
        "tests/opponents/hearts/exact/test_search.py",
        "parts of one compiled search, held against plain minimax",
    ),
    "opponents/playfunc_opponents/hearts/exact/lanes.py": (
        "tests/opponents/hearts/exact/test_search.py",
        "parts of one compiled search, held against plain minimax",
    ),
    "opponents/playfunc_opponents/hearts/exact/order.py": (
        "tests/opponents/hearts/exact/test_search.py",
        "parts of one compiled search, held against plain minimax",
    ),
    "opponents/playfunc_opponents/hearts/exact/warm.py": (
        "tests/lib/compiled/test_warm.py",
        "what is compiled beforehand, for every package",
    ),
    "opponents/playfunc_opponents/hearts/fast/alphabeta.py": (
        "tests/opponents/hearts/fast/test_tree.py",
        "the search below the tree",
    ),
    "opponents/playfunc_opponents/hearts/position.py": (
        "tests/opponents/hearts/test_solver.py",
        "the positions that are solved",
    ),
    "opponents/playfunc_opponents/hearts/steps/alphabeta.py": (
        "tests/opponents/hearts/steps/test_table.py",
        "the steps of one table, all against the solver",
    ),
    "opponents/playfunc_opponents/hearts/steps/equivalence.py": (
        "tests/opponents/hearts/steps/test_table.py",
        "the steps of one table, all against the solver",
    ),
    "opponents/playfunc_opponents/hearts/steps/minimax.py": (
        "tests/opponents/hearts/steps/test_table.py",
        "the steps of one table, all against the solver",
    ),
    "opponents/playfunc_opponents/hearts/steps/solved.py": (
        "tests/opponents/hearts/steps/test_table.py",
        "the steps of one table, all against the solver",
    ),
    "opponents/playfunc_opponents/losses.py": (
        "tests/opponents/test_reviews.py",
        "a type that reviews fill in",
    ),
    "opponents/playfunc_opponents/measured/tables.py": (
        "tests/cli/test_calibrate.py",
        "the command writes the tables",
    ),
    "opponents/playfunc_opponents/skullwhist/basic.py": (
        "tests/opponents/skullwhist/test_opponents.py",
        "every opponent of the ladder plays whole games",
    ),
}
"""Modules without a test of their name: the file or folder that tests them, and why it is there."""


def modules() -> list[str]:
    return sorted(
        path.relative_to(CLONE).as_posix()
        for room in ROOMS
        for path in (CLONE / room).rglob("*.py")
        if path.stem not in ("__init__", "__main__")
    )


def test_of(module: str) -> Path:
    room = next(room for room in ROOMS if module.startswith(f"{room}/"))
    inner = Path(module.removeprefix(f"{room}/"))
    return CLONE / ROOMS[room] / inner.parent / f"test_{inner.name}"


test_of.__test__ = False


@pytest.mark.parametrize("module", modules())
def test_a_module_has_a_test_of_its_name_or_a_reason(module: str) -> None:
    place = test_of(module)
    assert place.is_file() != (module in ELSEWHERE), (
        f"expected tests of {module} in {place.relative_to(CLONE)}; write them, or take the module off ELSEWHERE "
        "if they are there"
    )


def test_what_is_tested_elsewhere_exists_and_is_tested_there() -> None:
    assert set(ELSEWHERE) <= set(modules())
    for module, (place, why) in ELSEWHERE.items():
        assert why
        assert (CLONE / place).exists(), f"{module}: {place}"
