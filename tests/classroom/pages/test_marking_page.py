"""The page of progress and agreement counts what people gave and nothing else."""

from playfunc_classroom.runs.marking_progress import agreements, marking_page, progress_of

ATTACK = "<script>hostile_marker()</script>"


TASKS = ("comments", "quality")


def test_progress_and_agreement_count_what_people_gave_and_nothing_else():
    first = {"a": {"comments": 20.0, "quality": 30.0}, "b": {"comments": 10.0, "quality": None}, "c": {}}
    second = {"a": {"comments": 22.0, "quality": None}, "b": {"comments": 10.0, "quality": 3.0}}
    [kim] = progress_of(dict.fromkeys("abc", "kim"), first, TASKS)
    assert (kim.done, kim.students) == (1, ("a", "b", "c"))
    assert kim.means == {"comments": 15.0, "quality": 30.0}
    agreed = agreements(first, second, TASKS)
    assert (agreed["comments"].count, agreed["quality"].count) == (2, 0)
    page = marking_page("hearts", TASKS, [(ATTACK, [kim], first, {"a": "http://x/1/"})], agreed)
    assert ATTACK not in page
    assert page.count("✓ done") == 1
    assert page.count("to do ") == 2
