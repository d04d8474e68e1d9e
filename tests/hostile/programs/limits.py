# expects: escape=C
"""Takes off what bounds it, and bounds others."""

import resource

judge = OUTSIDE["judge"]


def raises_its_own():
    """Ordinary users cannot; root could, with its privileges."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return resource.getrlimit(resource.RLIMIT_DATA) != before


def reads_others():
    return bool(resource.prlimit(judge, resource.RLIMIT_CORE))


def slows_others():
    os.setpriority(os.PRIO_PROCESS, judge, 1)
    return True


def outlives_its_marker():
    """PR_SET_PDEATHSIG"""
    return ok(LIBC.prctl(1, 0, 0, 0, 0))


def binds_others():
    os.sched_setaffinity(judge, os.sched_getaffinity(judge))
    return True


def becomes_another():
    os.setuid(os.getuid() or 65534)
    return True


tell(raises_its_own, reads_others, slows_others, outlives_its_marker, binds_others, becomes_another)
