"""The command `playfunc warm`."""

from __future__ import annotations

__all__ = ["warm"]


def warm() -> None:
    """Compile the fast rules for this computer now, so that the first simulation does not have to wait.

    For an image or a lab: set PLAYFUNC_CACHE to a folder that all may read and nobody else may write, and run this
    once.
    """
    from playfunc.fast.native import NATIVE, cache_root, is_complete
    from playfunc.fast.warm import prepare
    from playfunc_opponents.hearts.exact.warm import prepare as prepare_solver

    from playfunc_autograder.commands.console import trouble

    if not NATIVE:
        print("numba is not installed, so simulations run in plain Python: the same results, slowly.")
        print("pip install 'playfunc[fast]' makes them some hundred times faster.")
        return
    prepare()
    prepare_solver()
    if not is_complete():
        trouble(f"{cache_root()} cannot be written; set PLAYFUNC_CACHE to a folder that can")
    print(f"The fast rules are compiled, in {cache_root()}.")
