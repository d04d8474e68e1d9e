"""Copies found and passages located, whatever disguise; what was released counts for nobody."""

import ast
import io
import random
import time
import tokenize
from itertools import combinations, product

import pytest
from course_fixture import CAUTIOUS
from playfunc_classroom.demo import read_class
from playfunc_classroom.similarity import LEAST_RUNS, PASSAGE, Pair, Text, compare, fingerprint, shared_spans


# Notebooks with a player, and the demo class as texts to compare.
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


def test_of_several_versions_of_one_student_the_most_alike_is_shown():
    mine = Text("copy", "class", source("kaya"), "copy")
    parts = [source("kaya")[:length].rsplit("\n\n\n", 1)[0] for length in (2500, 4000)]
    versions = [
        Text(f"version {number}", "ladder", text, "kaya")
        for number, text in enumerate((parts[0], source("kaya"), parts[1]), 1)
    ]
    pairs, _ = compare([mine], versions, [], top=3)
    assert [(pair.second.name, pair.alike) for pair in pairs] == [("version 2", 1.0)]


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


def generated(count, rng, size=12):
    """Texts of the demo class's functions, shuffled."""
    parts = [
        ast.unparse(node)
        for demo in unrelated()
        for node in ast.parse(demo.source).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    return ["\n\n".join(rng.sample(parts, size)) for _ in range(count)]


def pair_by_pair(handed_in, others, top):
    """What `compare` is to show, by looking at each pair of sets of runs."""
    runs = {id(text): set(fingerprint(text.source).hashes.tolist()) for text in (*handed_in, *others)}
    pairs, counts = {}, [0] * 10
    within = ((a, b) for a, b in combinations(handed_in, 2) if not a.team or a.team != b.team)
    beyond = ((a, b) for a, b in product(handed_in, others) if not b.student or a.student != b.student)
    for first, second in (*within, *beyond):
        mine, theirs = runs[id(first)], runs[id(second)]
        if min(len(mine), len(theirs)) >= LEAST_RUNS:
            pair = Pair(first, second, len(mine & theirs), len(mine), len(theirs))
            counts[min(9, int(pair.alike * 10))] += 1
            who = id(first), second.kind, second.student or id(second)
            if pair.shared and (who not in pairs or pair.alike > pairs[who].alike):
                pairs[who] = pair
    most = sorted(pairs.values(), key=lambda pair: -pair.alike)[:top]
    longest = sorted(pairs.values(), key=lambda pair: -pair.shared)[:top]
    shown = {id(pair): pair for pair in (*most, *longest)}
    return tuple(sorted(shown.values(), key=lambda pair: (-pair.alike, -pair.shared))), tuple(counts)


@pytest.mark.parametrize("top", [1, 5, 999])
def test_the_pairs_and_counts_are_those_of_every_pair_of_sets(top):
    """With teams, equal texts, short ones, and several of one student on the ladder."""
    rng = random.Random(3)
    sources = [*generated(40, rng, 3), "x = 1"]
    class_texts = [
        Text(f"s{n}", "class", rng.choice(sources), f"s{n}", rng.choice(["", "red", "blue"]))
        for n in range(24)
    ]
    others = [
        Text(f"v{n}", rng.choice(["ladder", "ours"]), rng.choice(sources), rng.choice(["", "s1", "s2"]))
        for n in range(24)
    ]
    assert compare(class_texts, others, [], top) == pair_by_pair(class_texts, others, top)


@pytest.mark.long
def test_two_thousand_players_are_compared_within_five_minutes():
    """Generated ones, as long as real ones; with as many of a former year."""
    rng = random.Random(1)
    size = 2000
    texts, former = (
        [Text(f"{kind}{n}", kind, source, f"{kind}{n}") for n, source in enumerate(generated(size, rng))]
        for kind in ("class", "former")
    )
    before = time.process_time()
    pairs, counts = compare(texts, former, [CAUTIOUS], top=20)
    for pair in pairs:
        shared_spans(pair.first.source, pair.second.source, [CAUTIOUS])
    seconds = time.process_time() - before
    print(f"{len(texts)} + {len(former)} players: {seconds:.0f} s of CPU")
    assert sum(counts) == size * (size - 1) // 2 + size * size
    assert seconds < 300
