# expects: escape=nothing rules=passed
"""Looks for what the environment of the process that judges holds."""
import gc
import sys


def variables():
    return [name for name in os.environ if name not in ("PYTHONHASHSEED", "PWD", "LC_CTYPE") and "NUM_THREADS" not in name and "MAXIMUM_THREADS" not in name]


def word_from_c():
    LIBC.getenv.restype = ctypes.c_char_p
    return LIBC.getenv(OUTSIDE["variable"].encode())


def word_in_objects():
    texts = [o for o in gc.get_objects() if type(o) is dict and OUTSIDE["variable"] in map(str, list(o)[:50])]
    return [list(o)[:5] for o in texts if o is not OUTSIDE]


play = after(
    variables, word_from_c, word_in_objects,
    word_in_variables=lambda: OUTSIDE["word"] in str(os.environ) and "it",
    arguments=lambda: [a for a in sys.argv + sys.orig_argv if OUTSIDE["word"] in a],
)
