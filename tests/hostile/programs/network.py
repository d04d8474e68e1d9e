# expects: escape=C
"""Every family of sockets that could lead out."""

import socket


def opened(family, kind):
    def way():
        socket.socket(family, kind).close()
        return f"{family}"

    way.__name__ = str(family)
    return way


def connects():
    socket.create_connection(("127.0.0.1", OUTSIDE["tcp"]), 1).close()
    return True


def pair():
    """A pair of datagram sockets could send to any socket with a name."""
    return bool(socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))


tell(connects, pair, *(opened(family, kind) for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX)
                       for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM)),
     opened(socket.AF_NETLINK, socket.SOCK_RAW))
