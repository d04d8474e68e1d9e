# expects: escape=C rules=passed
"""Starts threads, to think while others move."""
import _thread
import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor


def bare():
    return _thread.start_new_thread(int, ())


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


def loop():
    return asyncio.run(answer())


play = after(bare, usual, pool, timer, by_c, loop)
