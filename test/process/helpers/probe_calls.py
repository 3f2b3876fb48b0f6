"""Tries every system call by its number, and what the filter looks at in the arguments of some, and prints what was not refused.

    probe_calls.py FOLDER-OF-src/process/python calls FIRST      each number from FIRST on, told before and after, so that a call that ends
                                                          or stops this process is known by the last line
    probe_calls.py FOLDER-OF-src/process/python arguments        sockets, socketpair, fcntl, ioctl, prctl, clone …: one JSON object
    … narrow FAMILY JOB-FOLDER …                          before it, narrows itself as a forked job does (fork_server.py)

All arguments are -1: no address, no open file, no process, so that a call that gets through fails of that and changes nothing.
"""

# Lines as a reader of the format wants them: a table's row, a document, or a structure's fields on one.
# fmt: off

import ctypes
import errno
import json
import os
import sys

sys.path.insert(0, sys.argv[1])

import call_numbers
import forked_job

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

libc = ctypes.CDLL(None, use_errno=True)
LAST = 1023
NOWHERE = ctypes.c_long(-1)

# By their numbers on x86_64. All but the last two would end, stop or double this process.
SKIPPED = {
    15: "rt_sigreturn: jumps to whatever the stack says",
    34: "pause: never returns",
    57: "fork: this process would go on twice; tried as such with the arguments",
    58: "vfork: the child would use the stack of this process",
    60: "exit: ends this thread, which is the process",
    231: "exit_group: ends the process",
    335: "uretprobe: newer kernels show it to no filter; outside of a probe's own code it ends the process",
    336: "uprobe: newer kernels show it to no filter; outside of a probe's own code it does nothing",
}

def attempt(number: int, *arguments: "int | ctypes.c_long") -> str:
    """What came of it: a name of an error, `done`, or a positive result."""
    padded = [each if isinstance(each, ctypes.c_long) else ctypes.c_long(each) for each in arguments]
    result = libc.syscall(ctypes.c_long(number), *padded)
    return "done" if result >= 0 else errno.errorcode.get(ctypes.get_errno(), str(ctypes.get_errno()))


def every_call(first: int) -> None:
    column = call_numbers.MACHINES[os.uname().machine][1]
    names = {numbers[column]: name for name, numbers in call_numbers.CALLS.items()}
    for number in range(first, LAST + 1):
        name = names.get(number, "number %d" % number)
        if number in SKIPPED:
            print(number, "skipped", SKIPPED[number], flush=True)
            continue
        print(number, "begun", name, flush=True)
        print(number, "ended", name + ":", attempt(number, *[NOWHERE] * 6), flush=True)
    print("last", flush=True)


def not_refused(outcomes: "Mapping[str, str]", refused: "Collection[str]") -> "list[str]":
    return [name for name, outcome in outcomes.items() if outcome not in refused]


def sockets(call: "Callable[[int, int, int], bool]") -> "list[str]":
    """Of each family and type, the protocols that are not refused. The result of `call` is closed."""
    found: list[str] = []
    for family in range(64):
        for kind in range(16):
            open_ones = [protocol for protocol in range(256) if call(family, kind, protocol)]
            if open_ones:
                found.append("family %d type %d protocols %s" % (family, kind, open_ones if len(open_ones) < 256 else "all"))
    return found


def socket(family: int, kind: int, protocol: int) -> bool:
    descriptor = libc.socket(family, kind, protocol)
    if descriptor >= 0:
        os.close(descriptor)
    return descriptor >= 0 or ctypes.get_errno() != errno.EACCES


def pair(family: int, kind: int, protocol: int) -> bool:
    descriptors = (ctypes.c_int * 2)()
    if libc.socketpair(family, kind, protocol, descriptors) < 0:
        return ctypes.get_errno() != errno.EACCES
    for descriptor in descriptors:
        os.close(descriptor)
    return True


def arguments() -> "dict[str, Any]":
    """Descriptor -1 and other arguments that no call likes: what gets through is told by another error than a refusal's."""
    column = call_numbers.MACHINES[os.uname().machine][1]
    number = {name: own for name, numbers in call_numbers.CALLS.items() if (own := numbers[column]) is not None}
    # Not with VM and SETTLS: the child would use the stack of this process, or nothing for its own variables.
    bits = [1 << bit for bit in range(9, 32) if bit != 19]
    parent = os.getppid()
    return {
        "socket": sockets(socket),
        "socketpair": sockets(pair),
        "fcntl": [each for each in range(2048) if attempt(number["fcntl"], -1, each, 0) == "EBADF"],
        # 256 commands of terminals, files and sockets each, and of file systems and devices by their letter.
        "ioctl": ["0x%x" % each for letter in (0x54, 0x89, 0x66, 0x94, 0x12, 0x58) for low in range(256)
                  for each in {letter << 8 | low, 0x80080000 | letter << 8 | low, 0x40040000 | letter << 8 | low}
                  if attempt(number["ioctl"], -1, each, 0) == "EBADF"],
        "setsockopt": ["level %d option %d" % (level, option) for level in range(8) for option in range(90)
                       if attempt(number["setsockopt"], -1, level, option, 0, 0) == "EBADF"],
        "prctl": prctl_options(number),
        "clone, a new process": [hex(flag) for flag in [0, *bits] if clones(number, flag)],
        "priority of": not_refused({
            "itself": attempt(number["setpriority"], 0, 0, 0), "its parent": attempt(number["setpriority"], 0, parent, 0),
            "its group": attempt(number["setpriority"], 1, 0, 0), "its user": attempt(number["setpriority"], 2, 0, 0),
        }, ("EPERM",)),
        "limits of": not_refused({
            "itself": attempt(number["prlimit64"], 0, 7, 0, 0), "its parent": attempt(number["prlimit64"], parent, 7, 0, 0),
        }, ("EPERM",)),
        "processors of": not_refused({
            "itself": attempt(number["sched_setaffinity"], 0, 0, 0),
            "its parent": attempt(number["sched_setaffinity"], parent, 8, NOWHERE),
        }, ("EPERM",)),
        "scheduler of": not_refused({
            "itself": attempt(number["sched_setscheduler"], 0, -1, 0),
            "its parent": attempt(number["sched_setscheduler"], parent, -1, 0),
        }, ("EPERM",)),
        "signals to": not_refused({
            "itself": attempt(number["kill"], os.getpid(), 0), "its parent": attempt(number["kill"], parent, 0),
            "everyone": attempt(number["kill"], -1, 0), "its group by number": attempt(number["kill"], -os.getpgrp(), 0),
            "a thread of its parent": attempt(number["tgkill"], parent, parent, 0),
            "a thread of its parent, the old way": attempt(number["tkill"], parent, 0),
        }, ("EPERM",)),
    }


def prctl_options(number: "Mapping[str, int]") -> "list[int]":
    """All arguments 0 but for those that the kernel itself would call invalid with them; PR_SET_MM (35) needs more than can be given."""
    others = {22: (2, NOWHERE), 38: (1, 0, 0, 0)}
    known = [*(each for each in range(1, 90) if each != 35), 0x53564D41, 0x59616D61]
    return [each for each in known if attempt(number["prctl"], each, *others.get(each, (0, 0, 0, 0))) != "EINVAL"]


def clones(number: "Mapping[str, int]", flag: int) -> bool:
    """Whether a process with this flag comes of it. Ends it."""
    pid = libc.syscall(ctypes.c_long(number["clone"]), ctypes.c_long(flag | 17), 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    if pid > 0:
        os.waitpid(pid, 0)
    return pid > 0 or ctypes.get_errno() != errno.EPERM


def narrow(family: str, folder: str) -> None:
    forked_job.Sandbox(forked_job.Settings(lambda _: None, calls=family)).narrow({"folder": folder, "scratch": folder})


def main(words: "list[str]") -> None:
    if words[0] == "narrow":
        narrow(words[1], words[2])
        words = words[3:]
    if words[0] == "calls":
        every_call(int(words[1]))
    else:
        print(json.dumps(arguments()), flush=True)


main(sys.argv[2:])
