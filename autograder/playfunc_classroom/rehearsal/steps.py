"""What a step of a rehearsal took, and what it would take for a whole class."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Rehearsal", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """A step with its seconds of wall time, and the bytes by which the course grew. A step that happens `once` takes as
    long for any class."""

    name: str
    seconds: float
    grown: int
    once: bool = False

    def for_class(self, submissions: int, students: int) -> Step:
        """The step for so many `students`, from what it took for these `submissions`."""
        times = 1.0 if self.once else students / submissions
        return Step(self.name, self.seconds * times, round(self.grown * times), self.once)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What a rehearsal with `submissions` and so many jobs at once found. `problems` have to be put right first."""

    steps: tuple[Step, ...]
    submissions: int
    jobs: int
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()
    entering: float = 0.0
    """Seconds of the step `grade` that no number of jobs shortens: one process enters marks into the gradebook."""

    def for_class(self, students: int) -> tuple[Step, ...]:
        return tuple(step.for_class(self.submissions, students) for step in self.steps)

    def grade_seconds(self, students: int, jobs: int) -> float:
        """Of the step `grade` with other numbers of students and jobs: at most, for entering overlaps with marking."""
        grade = next((step.seconds for step in self.steps if step.name == "grade"), 0.0)
        marking = max(0.0, grade - self.entering) * self.jobs / jobs
        return (marking + self.entering) * students / self.submissions
