# expects: escape=C rules=passed
"""Asks the C library for a socket of every family and type, and connects where it gets one."""
import struct


def sockets():
    return [(family, kind) for family in range(1, 46) for kind in (1, 2, 3, 5) if LIBC.socket(family, kind, 0) >= 0][:9]


def address(port):
    return struct.pack("=HH4s8x", 2, int.from_bytes(port.to_bytes(2, "big"), "little"), bytes([127, 0, 0, 1]))


def local():
    path = struct.pack("=H108s", 1, OUTSIDE["socket"].encode())
    return LIBC.connect(LIBC.socket(1, 1, 0), path, len(path)) == 0


play = after(
    local, sockets,
    tcp=lambda: LIBC.connect(LIBC.socket(2, 1, 0), address(OUTSIDE["tcp"]), 16) == 0,
    udp=lambda: LIBC.sendto(LIBC.socket(2, 2, 0), b"x", 1, 0, address(OUTSIDE["udp"]), 16) == 1,
    pair=lambda: LIBC.socketpair(1, 1, 0, (ctypes.c_int * 2)()) == 0,
)
