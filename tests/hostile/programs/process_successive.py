# expects: escape=C fault=start_a_process
"""Has its thinking done by children, one after another, whose time is not its own."""


def children():
    for _ in range(20):
        child = os.fork()
        if child == 0:
            os._exit(0 * sum(range(10**5)))
        os.waitpid(child, 0)
    return True


tell(children)
