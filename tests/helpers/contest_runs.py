"""A contest that is run more than once."""

from playfunc_arena import run_contest


def rows(contest, **options):
    return run_contest(contest, **options).rows
