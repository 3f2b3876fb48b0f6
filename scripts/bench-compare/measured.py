"""Runs a command and writes what it took, as JSON, to the file named first: wall time, processor time, and the peak of its memory.

Counted are the command and all processes that come of it, those too that leave their parents: they become children of this program.
Memory is the sum of their proportional shares (PSS), sampled, so pages that processes share count once.
"""

import ctypes
import json
import os
import resource
import subprocess
import sys
import threading
import time

PR_SET_CHILD_SUBREAPER = 36
SAMPLE_SECONDS = 0.2


def children_of(pid: int) -> list[int]:
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
            return [int(child) for child in children.read().split()]
    except OSError:
        return []


def share_of(pid: int) -> int:
    """Proportional share of a process, bytes; 0 where it has ended."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as rollup:
            lines = [line for line in rollup if line.startswith("Pss:")]
    except OSError:
        return 0
    return int(lines[0].split()[1]) * 1024 if lines else 0


def descendants_of(pid: int) -> list[int]:
    found: list[int] = []
    waiting = children_of(pid)
    while waiting:
        child = waiting.pop()
        found.append(child)
        # A process may have several threads, each with children of its own.
        try:
            threads = os.listdir(f"/proc/{child}/task")
        except OSError:
            continue
        for thread in threads:
            try:
                with open(f"/proc/{child}/task/{thread}/children", encoding="ascii") as children:
                    waiting += [int(each) for each in children.read().split()]
            except OSError:
                continue
    return found


def main() -> int:
    report, *command = sys.argv[1:]
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
    peak = 0
    ended = threading.Event()

    def sample() -> None:
        nonlocal peak
        while not ended.wait(SAMPLE_SECONDS):
            peak = max(peak, sum(share_of(pid) for pid in descendants_of(os.getpid())))

    started = time.monotonic()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    sampler = threading.Thread(target=sample)
    sampler.start()
    code = child.wait()
    wall = time.monotonic() - started
    ended.set()
    sampler.join()
    # What was left behind ends now, so that its time counts.
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(report, "w", encoding="ascii") as out:
        json.dump({"wall": wall, "cpu": used.ru_utime + used.ru_stime, "peak": peak, "code": code}, out)
    return 0


sys.exit(main())
