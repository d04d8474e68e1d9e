"""Planted copies come first, whatever was done to hide them; unrelated players and the release do not."""

import ast
import io
import json
import random
import re
import time
import tokenize

import pytest
from course_assignments import HEARTS
from playfunc_classroom.demo.submissions import read_class
from playfunc_classroom.people.groups import marked_member, read_groups
from playfunc_classroom.privacy.pseudonyms import mask, pseudonyms
from playfunc_classroom.similarity.compare import PASSAGE, Text, compare, fingerprint, shared_spans
from playfunc_classroom.similarity.run import write_similarity

CAUTIOUS = '''
from playfunc import Card, legal_cards


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    """Lowest card when following, highest when void."""
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    void = bool(trick) and options[0].suit is not trick[0][0].suit
    return (max if void else min)(options, key=lambda card: (card.rank, card)), ""
'''

pytestmark = pytest.mark.filterwarnings("ignore")  # copydetect's own


def source(student):
    demo = next(demo for demo in read_class("hearts") if demo.student == student)
    return "\n\n\n".join(text for name, text in demo.cells.items() if name != "report")


def renamed(text):
    """Every name that the text gives itself, called something else."""
    own = {
        n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    own |= {a.arg for a in ast.walk(ast.parse(text)) if isinstance(a, ast.arg)}
    tokens = [
        t._replace(string=f"x{len(t.string)}_{t.string[::-1]}")
        if t.type == tokenize.NAME and t.string in own
        else t
        for t in tokenize.generate_tokens(io.StringIO(text).readline)
    ]
    return tokenize.untokenize([(t.type, t.string) for t in tokens])


def reordered(text):
    tree = ast.parse(text)
    imports = [n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    others = [n for n in tree.body if n not in imports]
    return "\n\n".join(ast.unparse(node) for node in (*imports, *reversed(others)))


def unrelated():
    return [Text(demo.student, "class", source(demo.student), demo.student) for demo in read_class("hearts")]


@pytest.mark.parametrize("disguise", [str, renamed, reordered], ids=["exact", "renamed", "reordered"])
def test_a_planted_copy_comes_first(disguise):
    victim = "kaya"
    texts = [*unrelated(), Text("copy", "class", disguise(source(victim)), "copy")]
    pairs, _ = compare(texts, [], [], top=3)
    assert {pairs[0].first.name, pairs[0].second.name} == {victim, "copy"}
    assert pairs[0].alike > 4 * max(pair.alike for pair in pairs[1:])


def test_a_part_copied_into_a_longer_player_is_among_the_pairs_shown():
    part = source("rosa")[:4000].rsplit("\n\n\n", 1)[0]
    texts = [*unrelated(), Text("thief", "class", f"{part}\n\n\n{source('mira')}", "thief")]
    pairs, _ = compare(texts, [], [], top=3)
    assert ("rosa", "thief") in {(p.first.name, p.second.name) for p in pairs}


def test_what_was_released_counts_for_nobody():
    texts = [Text(name, "class", f"{CAUTIOUS}\n{name} = {name!r}\n", name) for name in ("ann", "bob")]
    assert compare(texts, [], [], top=3)[0][0].alike > 0.9
    pairs, counts = compare(texts, [], [CAUTIOUS], top=3)
    assert pairs == ()
    assert sum(counts) == 0


def test_members_of_a_group_and_references_are_not_compared_with_each_other():
    team = [Text(name, "class", CAUTIOUS, name, "red") for name in ("ann", "bob")]
    alone = Text("cleo", "class", CAUTIOUS, "cleo")
    books = [Text("book", "ours", CAUTIOUS), Text("again", "ours", CAUTIOUS)]
    pairs, _ = compare([*team, alone], books, [], top=50)
    found = {frozenset((p.first.name, p.second.name)) for p in pairs}
    assert frozenset(("ann", "bob")) not in found
    assert frozenset(("book", "again")) not in found
    assert len(found) == 2 + 3 * 2


@pytest.mark.parametrize("student", ["emil", "mira"])
def test_shared_parts_are_where_they_are_said_to_be(student):
    """What is marked is the function that both have, as far as a passage's length can tell, classes before it
    or not."""
    function = "def shared(cards):\n    " + "\n    ".join(f"total = total + cards[{n}] * 7" for n in range(9))
    first = f"{source(student)}\n\n\n{function}\n"
    second = f"class Before(Exception):\n    pass\n\n\n{function}\n\n\nafter = 1\n"
    ours, theirs = shared_spans(first, second, [])
    assert len(theirs) == 1
    assert abs(theirs[0][0] - second.index("def shared")) <= PASSAGE
    assert abs(theirs[0][1] - (second.index(function) + len(function))) <= PASSAGE
    start, end = max(ours, key=lambda span: span[1] - span[0])
    assert abs(start - first.index("def shared")) <= PASSAGE
    assert abs(end - (first.index(function) + len(function))) <= PASSAGE


def test_no_two_of_very_many_share_a_pseudonym():
    """Of 5000 about eight pairs would, were it left to the digest."""
    names = pseudonyms(map(str, range(5000)), "secret")
    assert len(set(names.values())) == 5000


def test_pseudonyms_are_stable_distinct_and_keyed():
    students = [f"s{number}" for number in range(600)]
    names = pseudonyms(students, "secret")
    assert names == pseudonyms(reversed(students), "secret")
    assert len(set(names.values())) == 600
    assert names["s1"] != pseudonyms(students, "other")["s1"]
    assert (
        mask("# by S1, s10 and s1_x: s1", names)
        == f"# by {names['s1']}, {names['s10']} and s1_x: {names['s1']}"
    )


def write_notebook(path, player):
    cell = {"cell_type": "code", "metadata": {"tags": ["player"]}, "source": player, "outputs": []}
    path.parent.mkdir(parents=True)
    path.write_text("{" if player is None else json.dumps({"cells": [cell]}))


def test_the_page_calls_nobody_by_name_and_shows_no_student_as_code(tmp_path):
    submitted = tmp_path / "course" / "submitted"
    own = CAUTIOUS + "\n# written by ann <script>alert(1)</script>\n"
    players = {"ann": own, "bob": own.replace("options", "choices"), "cut": None}
    for student, text in players.items():
        write_notebook(submitted / student / "hearts" / "hearts.ipynb", text)
    write_notebook(tmp_path / "course/release/hearts/hearts.ipynb", "def play(*arguments): ...")
    years = tmp_path / "2025" / "zoe"
    years.mkdir(parents=True)
    (years / "player.py").write_text(own)
    folders = {student: submitted / student / "hearts" for student in players}
    path, shown = write_similarity(tmp_path / "course", HEARTS, folders, {}, [tmp_path / "2025"])
    page = path.read_text()
    assert shown >= 3
    text = re.sub(r"<[^>]*>", " ", page)
    assert not re.search(r"\b(ann|bob|cut|zoe)\b", text)
    assert "not a readable notebook" in text
    assert "<script>alert" not in page
    assert "no verdict" in text
    named, _ = write_similarity(tmp_path / "course", HEARTS, folders, {}, [tmp_path / "2025"], names=True)
    for name in ("ann", "bob", "2025/zoe/player.py"):
        assert name in named.read_text()


HEADING = "#### Sources and help: people, pages, assistants"


def test_what_students_say_about_sources_and_help_stands_beside_their_players(tmp_path):
    """From the end of the report, else from the player's docstring; shown as text, under pseudonyms."""
    given = f"### Your report\n\n{HEADING}\n\n*Name everybody.*"

    def report(text):
        return {"cell_type": "markdown", "metadata": {"tags": ["report"]}, "source": text}

    def player(source):
        metadata = {"tags": ["player"], "nbgrader": {"grade_id": "player"}}
        return {"cell_type": "code", "metadata": metadata, "source": source}

    policy = {
        "cell_type": "markdown",
        "metadata": {"tags": ["policy"]},
        "source": "below\n*Sources and help* (not here)",
    }
    said = {
        "ann": [
            policy,
            report(f"I did.\n\n{HEADING}\n\n*Name everybody.*\nIdeas from bob. <script>x</script>"),
            player(CAUTIOUS),
        ],
        "bob": [policy, report(given), player(CAUTIOUS)],
        "cy": [player(f'"""From the lecture."""\n{CAUTIOUS}')],
    }
    (tmp_path / ".playfunc-secret").write_text("s")
    (tmp_path / "release/hearts").mkdir(parents=True)
    (tmp_path / "release/hearts/hearts.ipynb").write_text(json.dumps({"cells": [report(given)]}))
    for student, cells in said.items():
        (tmp_path / "submitted" / student).mkdir(parents=True)
        (tmp_path / "submitted" / student / "hearts.ipynb").write_text(json.dumps({"cells": cells}))
    folders = {student: tmp_path / "submitted" / student for student in said}
    path, _ = write_similarity(tmp_path, HEARTS, folders, {}, names=True)
    page = path.read_text()
    rows = re.findall(r'<th scope="row">(\w+)</th><td class="pf-said">(.*?)</td>', page, re.DOTALL)
    assert rows == [
        ("ann", "Ideas from bob. &lt;script&gt;x&lt;/script&gt;"),
        ("bob", "(nothing was written)"),
        ("cy", "From the lecture."),
    ]
    assert page.count("ann on sources and help:</strong>") >= 1
    path, _ = write_similarity(tmp_path, HEARTS, folders, {})
    assert "Ideas from bob" not in path.read_text()


def test_groups_are_read_and_wrong_ones_named(tmp_path):
    assert read_groups(tmp_path, "hearts") == {}
    (tmp_path / "groups.csv").write_text(
        "group,student,assignment\nred,ann,hearts\nred,bob,\nblue,cleo,footsteps\n"
    )
    groups = read_groups(tmp_path, "hearts")
    assert groups == {"ann": ("ann", "bob"), "bob": ("ann", "bob")}
    assert marked_member("ann", groups, {"ann": 1.0, "bob": 2.0}) == "bob"
    assert marked_member("bob", groups, {"ann": 1.0}) == "ann"
    assert marked_member("bob", groups, {"zoe": 1.0}) is None
    assert marked_member("zoe", groups, {"zoe": 1.0}) == "zoe"
    (tmp_path / "groups.csv").write_text("group,student\nred,ann\nblue,ann\n")
    with pytest.raises(ValueError, match="another group"):
        read_groups(tmp_path, "hearts")
    (tmp_path / "groups.csv").write_text("team,student\nred,ann\n")
    with pytest.raises(ValueError, match="line 2"):
        read_groups(tmp_path, "hearts")


@pytest.mark.long
def test_six_hundred_players_are_compared_within_five_minutes():
    """Generated from the demo class's functions, shuffled and renamed, as long as real ones; with as many of
    a former year."""
    rng = random.Random(1)
    parts = [
        ast.unparse(node)
        for demo in unrelated()
        for node in ast.parse(demo.source).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]

    def generated(name):
        return Text(name, "class", "\n\n".join(rng.sample(parts, 12)), name)

    texts = [generated(f"s{n}") for n in range(600)]
    former = [generated(f"f{n}") for n in range(600)]
    before = time.process_time()
    pairs, counts = compare(texts, former, [CAUTIOUS], top=20)
    for pair in pairs:
        shared_spans(pair.first.source, pair.second.source, [CAUTIOUS])
    seconds = time.process_time() - before
    runs = sum(len(fingerprint(text.source).hashes) for text in texts) / 600
    print(f"{len(texts)} + {len(former)} players of {runs:.0f} runs: {seconds:.0f} s of CPU")
    assert sum(counts) == 600 * 599 // 2 + 600 * 600
    assert seconds < 300
