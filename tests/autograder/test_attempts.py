"""Handing in again: what is kept, what counts, and which deals it meets."""

from types import SimpleNamespace

from playfunc_autograder import jobs
from playfunc_autograder.assignment import HEARTS
from playfunc_autograder.attempts import attempt_of, attempts, count_best, for_attempt, take_in


def arrive(folder, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "hearts.ipynb").write_text(text)
    (folder / "timestamp.txt").write_text(f"when {text} came")
    return folder


def test_every_attempt_is_kept_and_the_latest_counts(tmp_path):
    submitted = tmp_path / "submitted/ann/hearts"

    def take(text, replace=False):
        return take_in(tmp_path, "hearts", "ann", arrive(tmp_path / "new", text), submitted, replace)

    assert take("one") == "new"
    assert attempts(tmp_path, "hearts", "ann") == {}
    assert take("one") == "unchanged"
    assert take("uno", replace=True) == "replaced"
    assert (attempts(tmp_path, "hearts", "ann"), attempt_of(tmp_path, "hearts", "ann")) == ({}, 1)
    assert take("two") == "again"
    assert take("three") == "again"
    assert take("three") == "unchanged"
    assert take("drei", replace=True) == "replaced"
    kept = attempts(tmp_path, "hearts", "ann")
    assert {n: (f / "hearts.ipynb").read_text() for n, f in kept.items()} == {1: "uno", 2: "two", 3: "drei"}
    assert attempt_of(tmp_path, "hearts", "ann") == 3
    assert (submitted / "hearts.ipynb").read_text() == "drei"
    assert not list(submitted.parent.glob(".*"))


def test_the_best_counts_and_of_equals_the_later(tmp_path):
    submitted = tmp_path / "submitted/ann/hearts"
    for text in ("good", "best", "last"):
        take_in(tmp_path, "hearts", "ann", arrive(tmp_path / "new", text), submitted, False)
    worth = {"good": 10.0, "best": 20.0, "last": 0.0}

    def best(worth):
        return count_best(
            tmp_path, "hearts", "ann", submitted, lambda n, f: worth[(f / "hearts.ipynb").read_text()]
        )

    assert best(worth) == attempt_of(tmp_path, "hearts", "ann") == 2
    assert (submitted / "hearts.ipynb").read_text() == "best"
    assert (submitted / "timestamp.txt").read_text() == "when best came"
    assert best({**worth, "last": 20.0}) == 3
    assert (
        take_in(tmp_path, "hearts", "ann", arrive(tmp_path / "new", "last"), submitted, False) == "unchanged"
    )


def test_each_attempt_has_an_epoch_of_its_own():
    assert [for_attempt(HEARTS, n).epoch for n in (1, 2, 3)] == [1, 2, 3]


def test_the_writer_of_marks_asks_for_every_attempt_in_its_own_epoch(tmp_path, monkeypatch):
    """With `best`, each attempt is marked with its number's deals, and the folder then holds the best."""
    submitted = tmp_path / "submitted/ann/hearts"
    for text in ("good", "bad"):
        take_in(tmp_path, "hearts", "ann", arrive(tmp_path / "new", text), submitted, False)
    asked = []

    def mark(folder, student, settings, store, secret, allow_unconfined, intake):
        text = (folder / "hearts.ipynb").read_text()
        asked.append((text, settings.epoch, store == tmp_path))
        return SimpleNamespace(points={"beats-basic": 10.0 if text == "good" else 0.0}, open=False)

    monkeypatch.setattr(jobs, "load_or_mark", mark)
    submission = jobs.Submission(submitted, "ann", HEARTS, tmp_path, "secret", True, best=True)
    assert jobs._mark_what_counts(submission).points == {"beats-basic": 10.0}
    assert asked == [("good", 1, False), ("bad", 2, False), ("good", 1, True)]
    assert (submitted / "hearts.ipynb").read_text() == "good"
