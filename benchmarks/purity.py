"""How many kinds of impure players purity finds, and how many pure ones it wrongly accuses.

Every player is marked as in a course, on hidden deals, several times over: each time under another secret, and
with another number in its source. A kind is found when `purity` or a win check says so.
"""

from __future__ import annotations

import dataclasses

from playfunc_autograder.assignment import HEARTS
from playfunc_autograder.marking import mark

from benchmarks.section import Section

TRIALS = 3
ASSIGNMENT = dataclasses.replace(
    HEARTS, deals=2, rules_deals=2, opponents=("basic",), points={"beats-basic": 10.0}
)

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
    "only in hidden games": _player(
        "global n\nn += 1\n"
        "known = any(o._key == PUBLIC for o in gc.get_objects() if type(o).__name__ == 'FunctionPlayer')\n"
        "return legal(hand, trick, previous)[0], 0 if known else n",
        "import gc, hashlib\nn = 0\n"
        "PUBLIC = hashlib.blake2b(b'public', digest_size=32, person=b'player').digest()\n",
    ),
}


def run() -> Section:
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
    results = {result.check: result for result in mark(source, ASSIGNMENT, secret)}
    assert results["rules"].ok, results["rules"]
    return not results["purity"].ok or results["beats-basic"].got == "impure"
