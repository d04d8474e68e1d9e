"""What pages save: in the gradebook at once, never over somebody else's change, never points that do not fit."""

import os
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from marking_course import STUDENTS, enter_all, entered_browser, state_of
from playfunc_classroom.markers import Moment, add_moment
from playfunc_web.access import Viewer
from playfunc_web.errors import ProblemError

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


ACCOUNT = "The account of the strategy"
PHRASE = "Says what the player does, but not why this and nothing else."


def said(points, phrases=(), words="", name=ACCOUNT):
    return {"name": name, "points": points, "phrases": list(phrases), "words": words}


def held(kim, piece, task="comments"):
    grading = kim.opened.grading
    sheet = grading.sheet("hearts")
    student = next(s for s, code in sheet.codes.items() if code == piece.rpartition("/")[2])
    return grading.marks.of("hearts", student)[task]


def test_what_is_typed_is_in_the_gradebook_and_on_the_page_again(kim, piece):
    parts = [said(9, [PHRASE], "See line 7."), said(None, name="Line comments", words="Few.")]
    state = state_of(None, kim.seen(piece, "comments"), rest="A & <b>", said=parts)
    answer = kim.save(f"{piece}/comments", state)
    assert answer.status_code == 200
    assert answer.json()["done"] is False
    now = held(kim, piece)
    assert now.points is None
    assert now.comment == (
        f"**{ACCOUNT}: 9 of 12.** {PHRASE} See line 7.\n\n**Line comments: – of 6.** Few.\n\nA & <b>"
    )
    page = kim.get(f"/mark/{piece}").text
    assert f'value="{PHRASE}" checked' in page
    assert 'value="See line 7."' in page
    assert "A &amp; &lt;b&gt;</textarea>" in page
    assert kim.seen(piece, "comments") == answer.json()["seen"]


def test_points_out_of_range_are_refused_in_a_sentence(kim, piece):
    before = held(kim, piece)
    state = state_of(99.0, kim.seen(piece, "comments"), said=[said(99)])
    answer = kim.save(f"{piece}/comments", state)
    assert answer.status_code == 422
    assert answer.json()["detail"] == (
        f"{ACCOUNT}: 99 points do not fit. Give 0 to 12 points. "
        "The task: 99 points do not fit. Give 0 to 30 points."
    )
    assert held(kim, piece) == before


def test_a_change_in_formgrader_is_shown_and_not_overwritten(kim, piece):
    seen = kim.seen(piece, "comments")
    grading = kim.opened.grading
    student = next(s for s, c in grading.sheet("hearts").codes.items() if c == piece.rpartition("/")[2])
    with grading.course.gradebook() as gradebook:  # as formgrader does
        gradebook.find_grade("comments", "hearts", "hearts", student).manual_score = 20
        gradebook.db.commit()
    answer = kim.save(f"{piece}/comments", state_of(5.0, seen, rest="mine"))
    assert answer.status_code == 409
    assert (answer.json()["points"], answer.json()["comment"]) == (20.0, "")
    assert answer.json()["changed"] is None
    assert held(kim, piece).points == 20.0
    again = kim.save(f"{piece}/comments", state_of(5.0, answer.json()["seen"], rest="mine"))
    assert again.status_code == 200
    assert held(kim, piece).points == 5.0


def test_a_conflict_says_who_changed_the_task_and_when(opened, kim, piece):
    seen, began = kim.seen(piece, "comments"), time.time()
    head = entered_browser(opened, "admin")
    assert head.save(f"{piece}/comments", state_of(3.0, seen)).status_code == 200
    for viewer, own in ((kim, False), (head, True)):
        changed = viewer.save(f"{piece}/comments", state_of(5.0, seen)).json()["changed"]
        assert (changed["by"], changed["own"]) == ("admin", own)
        assert began <= changed["when"] <= time.time()
    grading = opened.grading
    student = next(s for s, c in grading.sheet("hearts").codes.items() if c == piece.rpartition("/")[2])
    grading.marks.save("hearts", student, "comments", 8.0, "")  # as another program does
    assert kim.save(f"{piece}/comments", state_of(5.0, seen)).json()["changed"] is None


def test_a_save_whose_answer_was_lost_is_no_conflict(kim, piece):
    seen = kim.seen(piece, "comments")
    first = {"points": 4.0, "said": [], "rest": "fir"}
    assert kim.save(f"{piece}/comments", {**first, "seen": seen}).status_code == 200
    assert kim.save(f"{piece}/comments", {**first, "seen": seen}).status_code == 200  # sent again
    further = state_of(4.0, seen, rest="first and more")
    assert kim.save(f"{piece}/comments", further).status_code == 409
    assert kim.save(f"{piece}/comments", {**further, "unanswered": [first]}).status_code == 200
    assert held(kim, piece).comment == "first and more"


def test_only_those_of_ones_own_share(opened, kim, piece):
    lee = entered_browser(opened, "lee")
    answer = lee.save(f"{piece}/comments", state_of(1.0, kim.seen(piece, "comments")))
    assert answer.status_code == 404
    head = entered_browser(opened, "admin")
    assert head.save(f"{piece}/comments", state_of(1.0, kim.seen(piece, "comments"))).status_code == 200


def test_forms_of_other_sites_and_shapes_of_nobodys_are_refused(kim, piece):
    state = state_of(1.0, kim.seen(piece, "comments"))
    address = f"/api/marks/{piece}/comments"
    for place in ("cross-site", "same-site", ""):
        answer = kim.client.post(address, json=state, headers={"sec-fetch-site": place})
        assert (answer.status_code, answer.json()["instance"]) == (403, address)
    assert kim.save(f"{piece}/comments", {**state, "grade": 100}).status_code == 422
    assert kim.save(f"{piece}/beats-basic", state).status_code == 404
    assert held(kim, piece).points is None


# The page of one submission: panels first, and next stays in the share.
def links(page):
    return dict(re.findall(r'data-go="(.)[a-z]*" href="([^"]*)"', page))


def test_panels_come_before_what_there_is_to_read(kim, piece):
    page = kim.get(f"/mark/{piece}").text
    places = [
        page.index(text)
        for text in ('data-save="/api', "The account of the strategy", "<textarea", "<iframe")
    ]
    assert places == sorted(places)
    assert "Points for Memory, 0 to 8" in page


def test_next_and_previous_stay_in_the_share(opened, kim):
    sheet = opened.grading.sheet("hearts")
    mine = [f"/mark/hearts/first/{sheet.codes[s]}" for s in sheet.share("first", "kim")]
    assert len(mine) == 3
    walked, address = [], mine[0]
    while address:
        walked.append(address)
        found = links(kim.get(address).text)
        address = found.get(".")
    assert walked == mine
    assert links(kim.get(mine[2]).text)[","] == mine[1]
    assert "," not in links(kim.get(mine[0]).text)


def test_next_to_do_skips_what_is_done_and_begins_again(opened, kim):
    sheet = opened.grading.sheet("hearts")
    mine = [sheet.codes[s] for s in sheet.share("first", "kim")]
    for task in ("comments", "quality"):
        place = f"hearts/first/{mine[1]}"
        kim.save(f"{place}/{task}", state_of(5.0, kim.seen(place, task)))
    assert links(kim.get(f"/mark/hearts/first/{mine[0]}").text)["E"].endswith(mine[2])
    assert links(kim.get(f"/mark/hearts/first/{mine[2]}").text)["E"].endswith(mine[0])


def test_others_have_no_page_of_it(opened, piece):
    lee = entered_browser(opened, "lee")
    assert lee.get(f"/mark/{piece}").status_code == 404
    assert lee.get(f"/paper/{piece}/answer").status_code == 404
    assert entered_browser(opened, "admin").get(f"/mark/{piece}").status_code == 200


def test_what_is_nowhere_is_not_found(kim, piece):
    code = piece.rpartition("/")[2]
    for address in (f"/mark/nothing/first/{code}", f"/mark/hearts/third/{code}", "/mark/hearts/first/x-y-1"):
        assert kim.get(address).status_code == 404
    assert kim.get(f"/paper/{piece}/secrets").status_code == 404


def test_a_changed_answer_and_points_beside_the_criteria_are_pointed_at(opened, kim, piece):
    grading = opened.grading
    student = next(s for s, c in grading.sheet("hearts").codes.items() if c == piece.rpartition("/")[2])
    worth = {"The account of the strategy": 12, "Function comments": 12, "Line comments": 6}
    parts = "\n\n".join(f"**{name}: 5 of {most}.**" for name, most in worth.items())
    with grading.course.gradebook() as gradebook:
        grade = gradebook.find_grade("comments", "hearts", "hearts", student)
        grade.manual_score, grade.needs_manual_grade = 20, True
        gradebook.db.commit()
    held = grading.marks.of("hearts", student)["comments"]
    grading.marks.save_all("hearts", {(student, "comments"): (held, 20.0, parts)})
    page = kim.get(f"/mark/{piece}").text
    assert "The answer has changed since these points were given." in page
    assert "add up to 15 points; the task has 20" in page


# The head's page, and calibration before the shares.
def mark(who, round_, code, points):
    for task in ("comments", "quality"):
        place = f"hearts/{round_}/{code}"
        assert who.save(f"{place}/{task}", state_of(points, who.seen(place, task))).status_code == 200


def row_of(page, marker):
    row = re.search(rf'<tr><th scope="row"><a href="/submissions[^"]*">{marker}</a></th>(.*?)</tr>', page)
    return re.sub(r"<[^>]*>", "|", row[1])


def test_who_is_behind_and_how_long_it_takes(opened, kim, head):
    sheet = opened.grading.sheet("hearts")
    student = sheet.share("first", "kim")[0]
    for when in (0.0, 300.0):
        add_moment(opened.grading.course.root, Moment("hearts", student, "kim", when))
    page = head.get("/course").text
    assert "|–|" in row_of(page, "kim")  # nothing is finished
    assert "the time left counts 8 min a submission" in page
    assert page.index("Before the shares") < page.index("Progress")
    (opened.grading.course.root / "marking" / "times.jsonl").unlink()
    for when in (0.0, 300.0):
        add_moment(opened.grading.course.root, Moment("hearts", student, "kim", when))
    mark(kim, "first", sheet.codes[student], 20.0)
    page = head.get("/course").text
    assert "1 of 3" in row_of(page, "kim")
    assert "on pace" in row_of(page, "kim")
    assert "0 of 3" in row_of(page, "lee")
    assert "behind the others" in row_of(page, "lee")
    assert "5 min" in row_of(page, "kim")
    assert "15 min" in row_of(page, "lee")  # three of five minutes each
    mark(kim, "first", sheet.codes[sheet.share("first", "kim")[1]], 20.0)
    mark(kim, "first", sheet.codes[sheet.share("first", "kim")[2]], 20.0)
    mark(entered_browser(opened, "lee"), "first", sheet.codes[sheet.share("first", "lee")[0]], 20.0)
    assert "behind the others" in row_of(
        head.get("/course").text, "lee"
    )  # one of three, and all have four of six
    assert kim.get("/course").status_code == 403


def test_everybody_marks_the_same_and_sees_the_spread_afterwards(opened, kim, head):
    lee = entered_browser(opened, "lee")
    before = opened.grading.marks.of_class("hearts")
    assert head.post("/course/hearts/calibration").status_code == 303
    shares = [set(re.findall(r"/mark/hearts/calibration/([\w-]+)", who.get("/").text)) for who in (kim, lee)]
    assert shares[0] == shares[1]
    assert len(shares[0]) == 5
    for code in shares[0]:
        mark(kim, "calibration", code, 10.0)
    assert lee.get("/calibration/hearts").status_code == 403
    for code in shares[0]:
        mark(lee, "calibration", code, 14.0)
    page = lee.get("/calibration/hearts").text
    assert page.count("kim&nbsp;10, lee&nbsp;14") == 10
    assert page.count('<td class="n">12</td><td class="n">4</td>') == 10
    assert "kim&nbsp;10, lee&nbsp;14" in head.get("/course").text
    assert opened.grading.marks.of_class("hearts") == before


def test_what_two_people_marked_otherwise_is_listed(opened, kim, head):
    lee = entered_browser(opened, "lee")
    assert head.post("/course/hearts/second", {"count": 6}).status_code == 303
    sheet = opened.grading.sheet("hearts")
    student = sheet.share("second", "lee")[0]
    mark(kim, "first", sheet.codes[student], 20.0)
    mark(lee, "second", sheet.codes[student], 12.0)
    page = head.get("/course").text
    assert "1 marked twice" in page
    assert page.count('<td class="n">20</td><td class="n">12</td><td>kim, lee</td>') == 2


# The head's list of all submissions.
def shown(page: str) -> set[str]:
    return set(re.findall(r'href="/mark/hearts/first/([\w-]+)"', page))


def test_the_head_finds_every_submission_by_marker_and_state_and_opens_it(opened, kim, head, piece):
    sheet = opened.grading.sheet("hearts")
    page = head.get("/submissions").text
    assert shown(page) == set(sheet.codes.values())
    assert not re.search(r"\b(ann|bob|cyd|Miller)\b", page)
    for task in ("comments", "quality"):
        kim.save(f"{piece}/{task}", state_of(7.5, kim.seen(piece, task)))
    code = piece.rsplit("/", 1)[1]
    assert shown(head.get("/submissions?state=done").text) == {code}
    mine = {sheet.codes[student] for student in sheet.share("first", "kim")}
    assert shown(head.get("/submissions?marker=kim").text) == mine
    assert shown(head.get("/submissions?marker=kim&state=to+do").text) == mine - {code}
    assert head.get(f"/mark/{piece}").status_code == 200
    assert kim.get("/submissions").status_code == 403


# The course as requests need it.
def test_pseudonyms_are_the_same_every_time_and_say_nothing(opened):
    codes = opened.grading.sheet("hearts").codes
    assert set(codes) == set(STUDENTS)
    assert len(set(codes.values())) == len(codes)
    assert not any(student in code.split("-") for student, code in codes.items())
    assert opened.grading.sheet("hearts") is opened.grading.sheet("hearts")


def test_lists_and_submissions_that_change_are_read_again(opened):
    grading = opened.grading
    before = grading.sheet("hearts")
    (grading.course.root / "markers.csv").write_text("marker\nmax\n")
    assert set(grading.sheet("hearts").shares["first"].values()) == {"max"}
    enter_all(grading.course, ["zoe"])
    after = grading.sheet("hearts").codes
    assert set(after) == {*before.codes, "zoe"}
    assert before.codes.items() <= after.items()


def test_a_task_without_criteria_is_one_criterion(opened):
    root = opened.grading.course.root
    tasks = "".join(
        f'\n[[hearts.tasks]]\ncell = "{c}"\npoints = {p}\n' for c, p in (("comments", 30), ("quality", 40))
    )
    (root / "comments.md").unlink()
    with (root / "playfunc.toml").open("a") as settings:
        settings.write(tasks)
    rubric = opened.grading.sheet("hearts").rubric
    assert [(c.name, c.points) for c in rubric["comments"]] == [("Comments", 30.0)]


def test_the_head_opens_everybodys_and_goes_on_in_that_share(opened):
    grading = opened.grading
    sheet = grading.sheet("hearts")
    lees = sheet.share("first", "lee")
    piece = grading.piece(Viewer(1, 1, "admin", "admin"), "hearts", "first", sheet.codes[lees[1]])
    assert (piece.share, piece.place, piece.code) == (lees, 1, sheet.codes[lees[1]])
    with pytest.raises(ProblemError):
        grading.piece(Viewer(2, 2, "kim", "staff"), "hearts", "first", sheet.codes[lees[1]])


def test_requests_that_come_at_once_wait_for_one_that_reads_the_course(opened, monkeypatch):
    grading, together = opened.grading, threading.Barrier(8)
    read, begun = grading.shares, []

    def slowly(name):
        begun.append(name)
        time.sleep(0.2)
        return read(name)

    monkeypatch.setattr(grading, "shares", slowly)

    def ask(_):
        together.wait()
        return grading.sheet("hearts")

    with ThreadPoolExecutor(together.parties) as threads:
        sheets = list(threads.map(ask, range(together.parties)))
    assert begun == ["hearts"]
    assert all(sheet is sheets[0] for sheet in sheets)
    os.utime(grading.course.root / "markers.csv", (0, 0))
    assert grading.sheet("hearts") is not sheets[0]
    assert begun == ["hearts", "hearts"]
