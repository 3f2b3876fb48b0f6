"""Open files on their way between two sockets, which the kernel counts for all processes of a user together (unix(7), ETOOMANYREFS).

A process that has reached its limit of open files with them, no matter who sent them, can hand on no more. So a program that leaves many
unread blocks all the user's browsers. Only Chromium may hand on open files (call_sets.py); the supervisors of programs of one task in which
it runs check this.
"""

import _socket  # `socket` itself takes longer to load than the rest
import array
import ctypes
import errno
import os

import sandboxing
import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Most files on their way for one program: a browser at work has some ten, briefly.
MOST = 256
# Checks in a row in which a program has some while the total is too high, after which it counts as their owner.
LOOKS = 3


class InFlight:
    """Counts for the supervisor of one program."""

    def __init__(self) -> None:
        self.seen = 0
        self.ends = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_STREAM, 0)
        # The limit of the program, at which it can hand on no more.
        self.full: int = sandboxing.lower(sandboxing.LIMIT_FILES, sandboxing.MOST_FILES)[1][0]

    def excess(self, processes: "Iterable[int]") -> "str | None":
        """`descriptors`: the program has too many on their way. `exhausted`: there are too many of all, so that it may have been refused
        to hand on one, and what it makes cannot be relied on; or it has some, and may hide more behind them. None: neither."""
        if not self.are_more_than(self.full // 2):
            self.seen = 0
            return None
        own = sum(waiting_in(pid) for pid in processes)
        if own > MOST:
            return "descriptors"
        self.seen = self.seen + 1 if own > 0 else 0
        return "exhausted" if self.seen >= LOOKS or self.are_more_than(self.full) else None

    def are_more_than(self, number: int) -> bool:
        """Whether the user's programs together have more on their way: with this limit of open files, tries to hand on one."""
        first, second = self.ends
        own = array.array("i", [first.fileno()])
        try:
            with OrdinaryProcess(number):
                first.sendmsg([b"."], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, own)])
        except OSError as error:
            if error.errno == errno.ETOOMANYREFS:
                return True
            raise
        # Received without room for the file, which the kernel then closes.
        second.recv(1)
        return False


class OrdinaryProcess:
    """While entered, this process has this limit of open files, and not the capability with which root is not counted."""

    def __init__(self, files: int) -> None:
        self.files = files
        self.before = (ctypes.c_uint64 * 2)()
        self.capabilities = (ctypes.c_uint32 * 6)()

    def __enter__(self) -> None:
        sandboxing.libc.getrlimit(sandboxing.LIMIT_FILES, self.before)
        sandboxing.set_limit(sandboxing.LIMIT_FILES, (ctypes.c_uint64 * 2)(self.files, self.before[1]))
        sandboxing.libc.capget(sandboxing.CAPABILITIES_OF, self.capabilities)
        # In pairs of 32 bits: effective, permitted, inheritable.
        without = (ctypes.c_uint32 * 6)(*self.capabilities)
        without[0] = without[3] = 0
        sandboxing.libc.capset(sandboxing.CAPABILITIES_OF, without)

    def __exit__(self, *_: object) -> None:
        sandboxing.libc.capset(sandboxing.CAPABILITIES_OF, self.capabilities)
        sandboxing.set_limit(sandboxing.LIMIT_FILES, self.before)


def waiting_in(pid: int) -> int:
    """Returns how many wait in the sockets of a process; those in a socket that itself waits are not counted."""
    folder = "/proc/%d/fdinfo" % pid
    try:
        names = os.listdir(folder)
    except OSError:
        return 0  # the process has ended
    return sum(waiting_behind("%s/%s" % (folder, name)) for name in names)


def waiting_behind(path: str) -> int:
    """path: of a descriptor's file in proc(5)."""
    try:
        _, _, number = tree.read(path).partition(b"scm_fds:")
    except OSError:
        return 0
    return int(number.split()[0]) if number else 0
