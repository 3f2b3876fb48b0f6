"""The processes below the supervisor, found by scanning /proc: /proc/PID/task/TID/children is not in every kernel."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # Parent, session, threads, resident bytes.
    Status: TypeAlias = tuple[int, int, int, int]

PAGE = os.sysconf("SC_PAGE_SIZE")
# Bytes on their way that a socket may hold: net.core.wmem_default of the kernel.
SOCKET_BUFFER = 212_992
# A browser with a page of many frames has fewer. Only sockets beyond this number count as full.
USUAL_DESCRIPTORS = 1024
# Of all processes of a program: with more, they could use up the user's limit for watching files.
MOST_DESCRIPTORS = 4096


def read(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, 4096)
    finally:
        os.close(descriptor)


def status(pid: int) -> "Status | None":
    """Returns (parent, session, threads, resident bytes) or None if the process is gone."""
    try:
        # The name in parentheses may contain anything; the fields after it are numbers, except the state. See proc(5).
        fields = read("/proc/%s/stat" % pid).rpartition(b")")[2].split()
        return int(fields[1]), int(fields[3]), int(fields[17]), int(fields[21]) * PAGE
    except (OSError, IndexError):
        return None


def open_files(pid: int) -> int:
    """Returns the number of a process's descriptors."""
    path = "/proc/%d/fd" % pid
    try:
        # Kernels before 6.2 do not report it as the size.
        return os.stat(path).st_size or len(os.listdir(path))
    except OSError:
        return 0


def buffers(descriptors: int) -> int:
    """Returns the bytes that the kernel may hold for so many descriptors, which do not count for any process."""
    return max(0, descriptors - USUAL_DESCRIPTORS) * SOCKET_BUFFER


def proportional(pid: int) -> int:
    """Returns resident bytes with shared pages divided among their users; without permission for that, only private ones."""
    try:
        for line in read("/proc/%s/smaps_rollup" % pid).splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        fields = read("/proc/%s/statm" % pid).split()
        return (int(fields[1]) - int(fields[2])) * PAGE
    except (OSError, IndexError):
        return 0


def user_limit(processes: "int | None") -> "int | None":
    """A backstop against fork bombs between two checks: what runs on the machine now, plus room for this tree and others. The kernel does
    not apply it to root."""
    if processes is None:
        return None
    running = int(read("/proc/loadavg").split()[3].partition(b"/")[2])
    return running + processes + 1024


class Tree:
    """All descendants. The supervisor is a subreaper, so each has a chain of living parents that ends here."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.own = os.getpid()
        self.foreign: set[int] = set()  # known to belong to others: not read again
        self.members: dict[int, Status] = {}

    def scan(self) -> None:
        """Scans once: members becomes {pid: (parent, session, threads, resident)}."""
        pids = {int(name) for name in os.listdir("/proc") if name.isdigit()}
        self.foreign &= pids
        unknown: dict[int, Status] = {}
        for pid in pids - self.foreign:
            if pid != self.own and (found := status(pid)):
                unknown[pid] = found
        self.members = members = {}
        settled = False
        while not settled:
            settled = True
            for pid, found in list(unknown.items()):
                parent, session = found[:2]
                if parent == self.own or parent in members or session == self.first:
                    members[pid] = unknown.pop(pid)
                    settled = False
                elif parent == 0 or parent in self.foreign:
                    self.foreign.add(pid)
                    del unknown[pid]
                    settled = False

    def grandchild(self) -> "int | None":
        """Returns the program that the first process has started through one of its own, as bwrap does; None: not yet."""
        for pid, found in self.members.items():
            if self.members.get(found[0], (None,))[0] == self.first:
                return pid
        return None

    def processes(self) -> int:
        """Returns the threads of all, because a thread costs the kernel as much as a process."""
        return sum(found[2] for found in self.members.values())

    def descriptors(self) -> int:
        return sum(open_files(pid) for pid in self.members)

    def resident(self) -> int:
        """Returns the sum of resident bytes: fast, but too high if processes share memory."""
        return sum(found[3] for found in self.members.values())

    def memory(self) -> int:
        return sum(proportional(pid) for pid in self.members)

    def memory_for_sure(self, limit: int) -> int:
        """Returns the memory, measured again if it is over the limit: if processes end meanwhile, the others have their shared pages, which
        are then counted twice."""
        measured = self.memory()
        if measured <= limit:
            return measured
        self.scan()
        return min(measured, self.memory())
