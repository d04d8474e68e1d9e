# expects: escape=C rules=passed
"""Starts threads, to think while others move."""
import _thread
import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor


def usual():
    threading.Thread(target=int, daemon=True).start()
    return True


def pool():
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(int, 7).result(1)


def timer():
    threading.Timer(0.01, int).start()
    return True


def by_c():
    thread = ctypes.c_ulong()
    return LIBC.pthread_create(ctypes.byref(thread), None, ctypes.cast(LIBC.getpid, ctypes.c_void_p), None) == 0


async def answer():
    return await asyncio.to_thread(int, 7)


play = after(
    usual, pool, timer, by_c,
    bare=lambda: _thread.start_new_thread(int, ()),
    loop=lambda: asyncio.run(answer()),
)
