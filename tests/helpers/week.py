"""An instructor's whole week with a class, step by step, by the commands an instructor types.

    .venv/bin/python tests/helpers/week.py 200 1000

prints the time of every step, and how it grows from one size of the class to the next; with --real on the real
notebook; with --unexecuted without executing notebooks for their readers, which takes each submission a kernel of its
own and so the same time in a class of any size.

Half of the class hands in through Moodle, half through Canvas. Students are called s101, s102, …; see `cast`.
"""

import ast
import csv
import io
import json
import math
import random
import re
import resource
import shutil
import sys
import tempfile
import time
import tokenize
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from course_fixture import make_course
from playfunc_classroom.marks import mark_path
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_cli.main import command_line
from typer.testing import CliRunner

# Varied players of our own making: each plays by a few random features of a card, written in a random way, so
# that no two look alike; and copies, disguised as people disguise them.
CONDITIONS = (
    "card.suit is Suit.HEARTS", "card.rank > {n}", "card.rank < {n} and len(hand) > {m}",
    "trick and card.suit is not trick[0][0].suit", "len(trick) == {s}", "str(card) == 'SQ'", "not trick",
    "max(other.rank for other in hand) == card.rank", "sum(other.suit is card.suit for other in hand) < {s}",
    "any(other.rank > card.rank + {s} for other in hand)",
)  # fmt: skip
STEPS = (
    "value += {a}",
    "value -= {a} * card.rank",
    "value = value * {s} + {a}",
    "value += {a} if card.rank % {s} else {b}",
    "value = max(value, {a}) - {b}",
    "for other in hand:\n    value += {s} * (other.rank > {n}) - (other.suit is card.suit)",
    "for number, other in enumerate(sorted(hand), {s}):\n    if other == card:\n        value += number * {a}",
    "value -= sum(played.rank > {n} for played, _ in trick) * {b}",
    "if {c}:\n    value += {a}\nelse:\n    value -= {b}",
    "while value > {a}{b}:\n    value -= {a}{n}",
    "value += len([other for other in hand if other.rank < {n}]) * {b}",
)


def written(rng: random.Random, template: str) -> str:
    numbers = {
        "a": rng.randint(11, 97),
        "b": rng.randint(3, 61),
        "n": rng.randint(4, 12),
        "m": rng.randint(3, 9),
    }
    numbers["s"] = rng.randint(2, 3)
    condition = rng.choice(CONDITIONS).format(**numbers)
    return template.format(**numbers, c=condition)


def feature(rng: random.Random, name: str) -> str:
    body = [f"value = {rng.randint(-40, 40)}"]
    for template in rng.sample(STEPS, rng.randint(4, 7)):
        text = written(rng, template)
        if rng.random() < 0.4:
            inner = "\n".join(f"    {line}" for line in text.splitlines())
            text = f"if {written(rng, '{c}')}:\n{inner}"
        body.append(text)
    lines = "\n".join([*body, "return value"]).splitlines()
    return f'def {name}(card, hand, trick):\n    """Feature {name}."""\n' + "\n".join(
        f"    {line}" for line in lines
    )


def player(name: str, legal: bool = True) -> str:
    """The source of a pure, quick player that follows suit, or does not; the same name gives the same player."""
    rng = random.Random(name)
    names = [
        f"{rng.choice(['high', 'low', 'safe', 'risky', 'late', 'early'])}_{n}"
        for n in range(rng.randint(5, 8))
    ]
    features = "\n\n\n".join(feature(rng, feature_name) for feature_name in names)
    score = " + ".join(f"{rng.randint(2, 9)} * {n}(card, hand, trick)" for n in names)
    best = rng.choice(["max", "min"])
    follow = "legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)"
    return f'''from playfunc import Suit, legal_cards


{features}


def play(player_id, hand, trick, previous):
    """The card with the best sum of features."""
    options = {follow if legal else "list(hand)"}
    return {best}(options, key=lambda card: ({score}, card)), None
'''


def renamed(text: str) -> str:
    """Every name that the text gives itself, called something else, but `play` and its arguments."""
    tree = ast.parse(text)
    own = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)} - {"play"}
    own |= {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    tokens = [
        (t.type, f"x{sum(map(ord, t.string))}" if t.type == tokenize.NAME and t.string in own else t.string)
        for t in tokenize.generate_tokens(io.StringIO(text).readline)
    ]
    return tokenize.untokenize(tokens)


def reordered(text: str) -> str:
    """The functions in the opposite order, comments gone."""
    tree = ast.parse(text)
    imports = [n for n in tree.body if isinstance(n, ast.ImportFrom)]
    others = [n for n in tree.body if n not in imports]
    return "\n\n".join(ast.unparse(node) for node in (*imports, *reversed(others)))


DUE = "2026-11-30T23:59:00+00:00"
IN_TIME, THREE_DAYS_LATE = "2026-11-29 12:00", "2026-12-03 12:00"
SETTINGS = f"""timezone = "UTC"

[hearts]
deals = DEALS
rules_deals = 1

[hearts.late]
due = {DUE}
method = "linear"
percent_per_day = 5
"""


class Cast:
    """Who is who in a class of at least twelve; everybody else hands in a player of their own, in time.

    Most players renege, so that marking them is short: this is a test of the week, not of marking.
    """

    def __init__(self, size: int) -> None:
        self.students = [f"s{number}" for number in range(101, 101 + size)]
        self.victim, self.exact, self.renamed, self.reordered, self.former = self.students[:5]
        self.late, self.extended, self.first_member, self.second_member = self.students[5:9]
        self.again, self.appeals, self.forgotten = self.students[9:12]
        legal = {self.appeals, *self.students[12::4]}
        self.players = {student: player(student, student in legal) for student in self.students}
        original = self.players[self.victim]
        self.players |= {
            self.exact: original,
            self.renamed: renamed(original),
            self.reordered: reordered(original),
            self.former: player("somebody of a former year"),
        }
        self.players[self.second_member] = self.players[self.first_member]
        self.planted = {frozenset((self.victim, copy)) for copy in (self.exact, self.renamed, self.reordered)}
        half = size // 2
        self.moodle, self.canvas = self.students[:half], self.students[half:]

    def name(self, student: str) -> str:
        return f"Ana-{student} O'Né"


class Week:
    """One course folder, and what happens to it. `seconds` maps each step to wall and CPU seconds, `memory` to the most
    resident bytes of this process in it."""

    def __init__(
        self, folder: Path, size: int, real: bool = False, deals: int = 2, execute: bool = True
    ) -> None:
        self.cast = Cast(size)
        self.folder = folder
        self.root = folder / "course"
        self.seconds: dict[str, tuple[float, float]] = {}
        self.memory: dict[str, int] = {}
        self.course = _real_course(self.root) if real else make_course(self.root, release=False)
        (self.root / "wheels").mkdir(exist_ok=True)
        (self.root / "wheels/playfunc-9.9-py3-none-any.whl").write_bytes(b"a wheel")
        with self._timed("release"):
            self.run("release", self.root, "hearts")
        with (self.root / "nbgrader_config.py").open("a") as config:
            config.write(f"c.Exchange.root = {str(folder / 'exchange')!r}\n")
            config.write(f"c.ExecuteForReaders.enabled = {execute}\n")
        (folder / "exchange").mkdir(mode=0o777)
        (self.root / "playfunc.toml").write_text(SETTINGS.replace("DEALS", str(deals)))
        group = f"group,student\nred,{self.cast.first_member}\nred,{self.cast.second_member}\n"
        (self.root / "groups.csv").write_text(group)
        extension = f"student,assignment,until\n{self.cast.extended},hearts,2026-12-05T00:00:00+00:00\n"
        (self.root / "extensions.csv").write_text(extension)
        self.released = nbformat.read(self.root / "release/hearts/hearts.ipynb", as_version=4)

    def collect(self) -> str:
        downloads = self._downloads(self.cast.players)
        with self._timed("collect"):
            told = self.run("collect", self.root, "hearts", *downloads)
        secret = self.root / "submitted" / self.cast.appeals / "hearts/submission_secret.txt"
        secret.write_text("as if it had come through nbgrader's exchange")
        return told

    def collect_again(self) -> str:
        """The same downloads, in which one student has handed in something new."""
        changed = {**self.cast.players, self.cast.again: player("a second thought")}
        with self._timed("collect again"):
            return self.run("collect", self.root, "hearts", *self._downloads(changed))

    def grade(self, *students: str, step: str = "grade") -> str:
        with self._timed(step):
            return self.run("grade", self.root, "hearts", *students, "--jobs", 2, "--allow-unconfined")

    def regrade(self, *students: str) -> str:
        """Compute marks anew: nothing stored is used."""
        for student in students or self.cast.students:
            mark_path(self.root, "hearts", student).unlink(missing_ok=True)
            shutil.rmtree(self.root / "autograded" / student, ignore_errors=True)
        return self.grade(*students, step="regrade")

    def audit(self, student: str) -> str:
        with self._timed("audit"):
            return self.run("audit", self.root, "hearts", student, "--allow-unconfined")

    def similarity(self) -> tuple[str, str]:
        former = self.folder / "2025/zed/hearts.ipynb"
        former.parent.mkdir(parents=True)
        former.write_text(self.notebook(player("somebody of a former year")))
        with self._timed("similarity"):
            told = self.run("similarity", self.root, "hearts", "--former", self.folder / "2025", "--names")
        return told, (self.root / "reports/hearts-similarity.html").read_text()

    def feedback(self, *options: str) -> str:
        with self._timed("feedback"):
            return self.run("feedback", self.root, "hearts", *options)

    def export(self) -> str:
        with self._timed("export"):
            return self.run("export", self.root, "hearts")

    def forget(self, student: str) -> str:
        with self._timed("forget"):
            return self.run("forget", self.root, student, "--yes")

    def run(self, *words: object) -> str:
        """A command of playfunc, in this process; what it printed."""
        done = CliRunner().invoke(command_line(), [str(word) for word in words], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    def notebook(self, source: str) -> str:
        """What a student hands in: the released notebook with `source` as the player."""
        notebook = json.loads(json.dumps(self.released))
        cells = {cell["metadata"].get("nbgrader", {}).get("grade_id"): cell for cell in notebook["cells"]}
        cells["player"]["source"] = source
        return json.dumps(notebook)

    def _downloads(self, players: dict[str, str]) -> list[Path]:
        return [
            *_moodle(self.folder, self.cast, {s: self.notebook(players[s]) for s in self.cast.moodle}),
            *_canvas(self.folder, self.cast, {s: self.notebook(players[s]) for s in self.cast.canvas}),
        ]

    @contextmanager
    def _timed(self, step: str) -> Iterator[None]:
        reset_peak()
        wall, cpu = time.monotonic(), _cpu()
        yield
        self.seconds[step] = (time.monotonic() - wall, _cpu() - cpu)
        self.memory[step] = peak()

    def table(self) -> str:
        """A line for each step."""
        return "\n".join(
            f"{step:16} {wall:8.1f} s {cpu:8.1f} s of CPU {self.memory[step] / 1e6:6.0f} MB at most"
            for step, (wall, cpu) in self.seconds.items()
        )


def reset_peak() -> None:
    """Have `peak` begin anew (Linux)."""
    Path("/proc/self/clear_refs").write_text("5")


def peak() -> int:
    """The most resident memory of this process since `reset_peak`, in bytes (Linux)."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def _cpu() -> float:
    """CPU seconds of this process and of its children that have ended."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def _real_course(root: Path) -> Course:
    source = Path(__file__).parents[2] / "course"
    shutil.copytree(source / "source", root / "source")
    shutil.copy(source / "nbgrader_config.py", root)
    (root / ".playfunc-secret").write_text("for tests")
    return Course.open(root)


def _number(student: str) -> int:
    return 4000 + int(student[1:])


def _moodle(folder: Path, cast: Cast, notebooks: dict[str, str]) -> list[Path]:
    """Moodle's zip with a folder per student, and its grading worksheet."""
    archive, sheet = folder / "HEARTS-assignment 1-77.zip", folder / "Grades-HEARTS.csv"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for student, text in notebooks.items():
            file.writestr(f"{cast.name(student)}_{_number(student)}_assignsubmission_file/hearts.ipynb", text)
    header = ["Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum Grade"]
    header += [
        "Grade can be changed",
        "Last modified (submission)",
        "Last modified (grade)",
        "Feedback comments",
    ]
    rows = []
    for student in notebooks:
        late = student in (cast.late, cast.extended)
        when = THREE_DAYS_LATE if late else IN_TIME
        known = [f"Participant {_number(student)}", cast.name(student), student, f"{student}@uni.example"]
        rows.append([*known, "Submitted for grading", "", "100.00", "Yes", when, "-", ""])
    sheet.write_text("\ufeff" + _csv([header, *rows]))
    return [archive, sheet]


def _canvas(folder: Path, cast: Cast, notebooks: dict[str, str]) -> list[Path]:
    """Canvas's flat zip, and its gradebook; it tells no times."""
    archive, sheet = folder / "submissions.zip", folder / "2026-11-30T1200_Grades.csv"
    times = folder / "times.csv"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for student, text in notebooks.items():
            file.writestr(f"one{student}_{_number(student)}_99{_number(student)}_hearts.ipynb", text)
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Hearts (5501)", "Final Score"]
    points = ["    Points Possible", "", "", "", "", "100", "(read only)"]
    rows = [[f"O'Né, {cast.name(s)}", _number(s), f"u{s}", s, "T1", "", ""] for s in notebooks]
    sheet.write_text(_csv([header, points, *rows]))
    times.write_text(_csv([["student", "submitted"], *([s, IN_TIME] for s in notebooks)]))
    return [archive, sheet, times]


def _csv(rows: list[list[object]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def main() -> None:
    """Run the steps that need no browser for each size of class, and print their times; of several sizes also with
    which power of the class each step's CPU seconds grow from one size to the next."""
    sizes = [int(word) for word in sys.argv[1:] if word.isdecimal()] or [200]
    before: Week | None = None
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            execute = "--unexecuted" not in sys.argv
            week = Week(Path(folder), size, real="--real" in sys.argv, execute=execute)
            whole_week(week)
        print(f"{size} submissions:\n{week.table()}", flush=True)
        if before is not None:
            print(growth(before, week), flush=True)
        before = week


def whole_week(week: Week) -> None:
    week.collect()
    week.grade()
    week.grade(step="grade, no change")
    week.collect_again()
    week.grade(week.cast.again, step="grade one again")
    week.similarity()
    week.audit(week.cast.appeals)
    mark_all(week.course)
    week.feedback()
    week.export()
    week.forget(week.cast.forgotten)


def growth(small: Week, large: Week) -> str:
    """A line for each step: the power of the size of the class with which its CPU seconds grow."""
    sizes = math.log(len(large.cast.students) / len(small.cast.students))
    powers = {
        step: math.log(large.seconds[step][1] / cpu) / sizes for step, (_, cpu) in small.seconds.items()
    }
    return "\n".join(f"{step:16} grows with the power {power:.2f}" for step, power in powers.items())


def mark_all(course: Course, comments: float = 20.0, quality: float = 25.0) -> None:
    """What markers do, straight into the gradebook, for those whom nobody has marked yet."""
    with course.gradebook() as gradebook:
        for submission in gradebook.assignment_submissions("hearts"):
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    if grade.name in ("comments", "quality") and grade.manual_score is None:
                        grade.manual_score = comments if grade.name == "comments" else quality
                        grade.needs_manual_grade = False
        gradebook.db.commit()


Step = Callable[[], str]
TAGS = re.compile(r"<[^>]*>")

if __name__ == "__main__":
    main()
