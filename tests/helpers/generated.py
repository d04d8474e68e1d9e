"""Varied players of our own making: each plays by a few random features of a card, written in a random way, so
that no two look alike; and copies, disguised as people disguise them."""

import ast
import io
import random
import tokenize

CONDITIONS = (
    "card.suit is Suit.HEARTS",
    "card.rank > {n}",
    "card.rank < {n} and len(hand) > {m}",
    "trick and card.suit is not trick[0][0].suit",
    "len(trick) == {s}",
    "str(card) == 'SQ'",
    "not trick",
    "max(other.rank for other in hand) == card.rank",
    "sum(other.suit is card.suit for other in hand) < {s}",
    "any(other.rank > card.rank + {s} for other in hand)",
)
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
