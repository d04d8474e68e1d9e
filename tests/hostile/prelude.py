# ruff: noqa
"""What every hostile player finds above its own source: where the test has put what it must not reach.

`OUTSIDE` is replaced by the test. Nothing here attacks anything; the players say what they got in their
memory, where the test can see it.
"""

import ctypes
import os
import platform

from playfunc import Card, legal_cards

OUTSIDE = {}
LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "memfd_create": (319, 279),
    "openat2": (437, 437),
    "io_uring_setup": (425, 425),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "inotify_init1": (294, 26),
    "eventfd2": (290, 19),
    "timerfd_create": (283, 85),
    "signalfd4": (289, 74),
    "epoll_create1": (291, 20),
    "pipe2": (293, 59),
    "keyctl": (250, 219),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "prlimit64": (302, 261),
    "sched_setaffinity": (203, 122),
    "setpriority": (141, 140),
    "process_vm_readv": (310, 270),
    "ptrace": (101, 117),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "chroot": (161, 51),
    "name_to_handle_at": (303, 264),
    "clone3": (435, 435),
    "landlock_create_ruleset": (444, 444),
    "seccomp": (317, 277),
    "prctl": (157, 167),
    "fanotify_init": (300, 262),
    "kcmp": (312, 272),
    "personality": (135, 92),
}


def syscall(name, *arguments):
    """The bare system call, past every library. -1 where it is refused."""
    column = {"x86_64": 0, "aarch64": 1}.get(platform.machine())
    if column is None or platform.system() != "Linux":
        return -1
    return LIBC.syscall(CALLS[name][column], *arguments)


def legal(hand, trick, previous):
    """Cards that are legal whether or not hearts are broken."""
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)


def hidden(hand, previous):
    """Whether this is the first move of a hand that is in none of the public games of `rules`."""
    from playfunc.measure import deal_rng
    from playfunc.games.hearts import Hearts

    deals = (Hearts(seats).deal(deal_rng("public", "rules", seats, 0)) for seats in (2, 4))
    return previous is None and all(set(hand) != set(public) for deal in deals for public in deal.hands)


def tried(*ways, **named):
    """What the ways out led to, by name; "nothing" where all of them were refused or led nowhere."""
    got = []
    for name, way in [*((way.__name__, way) for way in ways), *named.items()]:
        try:
            result = way()
        except BaseException:
            continue
        if result:
            got.append(f"{name}: {result!r}"[:300])
    return "; ".join(got) or "nothing"


def after(*ways, **named):
    """A player that keeps the rules, and tells what the ways out gave as it was loaded, and in play."""
    found = [tried(*ways, **named)]

    def play(player_id, hand, trick, previous) -> tuple[Card, str]:
        if len(found) == 1:
            found.append(tried(*ways, **named))
            print(found)
        return legal(hand, trick, previous)[0], max(found, key=lambda text: text != "nothing")

    return play
