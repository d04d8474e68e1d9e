"""How many kinds of impure players purity finds, and how many pure ones it wrongly accuses.

Every player is marked as in a course, on hidden deals, several times over: each time under another secret, and
with another number in its source. A kind is found when `purity` or a win check says so.
"""

from __future__ import annotations

import dataclasses

from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.find_assignment import default_assignment
from playfunc_checks.marking import check_player

from benchmarks.section import Section

HEARTS = default_assignment("hearts")

TRIALS = 3
ASSIGNMENT = dataclasses.replace(HEARTS, deals=4, rules_deals=2, opponents=HEARTS.opponents[:1])

LEGAL = """
from playfunc import Card, legal_cards

def legal(hand, trick, previous):
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
"""

ANSWER = "\ndef play(player_id, hand, trick, previous) -> tuple[Card, int]:\n"


def _player(body: str, before: str = "") -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"{LEGAL}{before}{ANSWER}{lines}"


PURE = {
    "first legal card": _player("return legal(hand, trick, previous)[0], 0"),
    "seeded `random`": _player(
        "return random.choice(legal(hand, trick, previous)), random.randrange(9)", "import random\n"
    ),
    "walks a set of texts": _player(
        "return legal(hand, trick, previous)[0], len(next(iter({str(c) for c in hand})))"
    ),
    "keeps a cache": _player(
        "return worth(tuple(legal(hand, trick, previous))), 0",
        "from functools import lru_cache\n\n@lru_cache\ndef worth(cards):\n    return max(cards)\n",
    ),
    "fills a table while loading": _player(
        "return legal(hand, trick, previous)[0], TABLE[len(hand)]",
        "TABLE = {n: sum(i * i for i in range(1000 * n)) % 97 for n in range(53)}\n",
    ),
    "draws a table while loading": _player(
        "return legal(hand, trick, previous)[0], TABLE[len(hand)]",
        "import random\nTABLE = [random.randrange(99) for _ in range(53)]\n",
    ),
    "caches positions in a dict": _player(
        "key = (tuple(hand), tuple(trick))\n"
        "if key not in cache:\n    cache[key] = legal(hand, trick, previous)[-1]\nreturn cache[key], 0",
        "cache = {}\n",
    ),
    "caches by hand in an attribute": _player(
        "known = play.__dict__.setdefault('known', {})\n"
        "return known.setdefault((tuple(hand), tuple(trick)), legal(hand, trick, previous)[0]), 0"
    ),
    "caches a slow sum": _player(
        "return legal(hand, trick, previous)[0], total(len(hand))",
        "from functools import cache\n\n@cache\ndef total(n):\n    return sum(range(20000 * n)) % 101\n",
    ),
    "a transposition table": _player(
        "return max(legal(hand, trick, previous), key=lambda c: (value(tuple(hand), c), c)), 0",
        "table = {}\n\ndef value(hand, card):\n"
        "    if (hand, card) not in table:\n"
        "        table[hand, card] = sum(c.rank > card.rank for c in hand if c.suit is card.suit)\n"
        "    return table[hand, card]\n",
    ),
    "memory of text, cached": _player(
        "seen = '' if previous is None else str(previous[1])\n"
        "return legal(hand, trick, previous)[0], score(seen, len(hand))",
        "from functools import lru_cache\n\n@lru_cache(maxsize=None)\ndef score(seen, n):\n"
        "    return (len(seen) * 31 + n) % 1009\n",
    ),
    "bounded by iterations": _player(
        "best = sum(random.random() for _ in range(3000))\n"
        "return legal(hand, trick, previous)[int(best) % len(legal(hand, trick, previous))], 0",
        "import random\n",
    ),
}

IMPURE = {
    "counts in a global": _player(
        "global n\nn += 1\nreturn legal(hand, trick, previous)[n % len(legal(hand, trick, previous))], 0",
        "n = 0\n",
    ),
    "counts in an attribute": _player(
        "play.n = getattr(play, 'n', 0) + 1\nreturn legal(hand, trick, previous)[0], play.n"
    ),
    "own random generator": _player(
        "return mine.choice(legal(hand, trick, previous)), 0", "import random\nmine = random.Random(7)\n"
    ),
    "the system's randomness": _player(
        "return random.SystemRandom().choice(legal(hand, trick, previous)), 0", "import random\n"
    ),
    "reads the clock": _player(
        "return legal(hand, trick, previous)[0], time.perf_counter_ns() // 100 % 7", "import time\n"
    ),
    "bounded by the clock": _player(
        "end, n = time.monotonic() + 0.002, 0\nwhile time.monotonic() < end:\n    n += 1\n"
        "return legal(hand, trick, previous)[0], n",
        "import time\n",
    ),
    "remembers hands seen": _player(
        "seen.update(hand)\nreturn legal(hand, trick, previous)[0], len(seen)", "seen = set()\n"
    ),
    "addresses of objects": _player("return legal(hand, trick, previous)[0], (id(object()) >> 12) % 1009"),
    "one call in twenty": _player(
        "global n\nn += 1\nreturn legal(hand, trick, previous)[0], n if n % 20 == 0 else 0", "n = 0\n"
    ),
    "one call in fifty": _player(
        "global n\nn += 1\nreturn legal(hand, trick, previous)[0], n if n % 50 == 0 else 0", "n = 0\n"
    ),
    "hides by sleeping when asked afresh": _player(
        "if previous is not None and not seen:\n    while True: pass\n"
        "seen.append(1)\nreturn legal(hand, trick, previous)[0], len(seen) % 5",
        "seen = []\n",
    ),
    "only in hidden games": _player(
        "global n\nn += 1\n"
        "known = any(o._key == PUBLIC for o in gc.get_objects() if type(o).__name__ == 'FunctionPlayer')\n"
        "return legal(hand, trick, previous)[0], 0 if known else n",
        "import gc, hashlib\nn = 0\n"
        "PUBLIC = hashlib.blake2b(b'public', digest_size=32, person=b'player').digest()\n",
    ),
}


def run_purity() -> Section:
    """Of `TRIALS` markings each: how often it is called impure."""
    pure = {kind: _accused(source) for kind, source in PURE.items()}
    impure = {kind: _accused(source) for kind, source in IMPURE.items()}
    figures = {
        "purity_false_alarms": sum(pure.values()) / (TRIALS * len(pure)),
        "purity_detected": sum(impure.values()) / (TRIALS * len(impure)),
    }
    rows = [
        (kind, wanted, f"{found} of {TRIALS}")
        for wanted, kinds in (("pure", pure), ("impure", impure))
        for kind, found in kinds.items()
    ]
    return Section(
        title="Purity",
        columns=("player", "is", "called impure"),
        rows=rows,
        figures=figures,
        notes=(
            f"False alarms {figures['purity_false_alarms']:.0%}, found {figures['purity_detected']:.0%}.",
        ),
    )


def _accused(source: str) -> int:
    return sum(_is_called_impure(f"{source}\n# {trial}\n", str(trial)) for trial in range(TRIALS))


def _is_called_impure(source: str, secret: str) -> bool:
    results = {result.check: result for result in check_player(source, ASSIGNMENT, WorkerAsker(), secret)}
    assert results["rules"].ok, results["rules"]
    found = {results["purity"].got, results["beats-basic"].got}
    return not results["purity"].ok or bool(found & {"impure", "too slow when asked afresh"})
