"""`python -m playfunc_opponents.hearts.steps`: all steps on one position, with the positions each looked at."""

from __future__ import annotations

from importlib import import_module
from time import process_time

from playfunc_opponents.hearts.steps import NAMES, example


def main() -> None:
    print(f"{'step':<12} {'value':>5} {'positions':>10} {'seconds':>8}")
    for name in NAMES:
        start = process_time()
        found = import_module(f"playfunc_opponents.hearts.steps.{name}").solve(example())
        print(f"{name:<12} {found.value:>5g} {found.nodes:>10,} {process_time() - start:>8.2f}")


if __name__ == "__main__":
    main()
