"""A local user who exchanges folders for links, and back, until this process is killed.

    python3 swap.py FOLDER LINK [FOLDER LINK ...]

Each pair is exchanged in one step: at any moment there is something at both paths.
"""

import ctypes
import os
import sys
import time

EXCHANGE = 2
AT_FDCWD = -100

# Seconds. Without a pause, a process that watches the folder does nothing but read what has happened there.
PAUSE = 0.0005

libc = ctypes.CDLL(None, use_errno=True)


def exchange(one: str, other: str) -> None:
    if libc.renameat2(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), EXCHANGE) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), one)


pairs = list(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
for one, other in pairs:
    exchange(one, other)
print("exchanged", flush=True)
while True:
    for one, other in pairs:
        exchange(one, other)
        time.sleep(PAUSE)
