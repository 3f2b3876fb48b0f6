"""A control group for each program, if the system has delegated one to convertd: the kernel then counts and limits what a program uses.

Version 2 of cgroups(7), with the controllers for memory and processes. convertd creates groups only below one that was delegated to it: by
systemd (`Delegate=yes`), which marks it, or to a container as the root that it sees. A group with others below it cannot hold processes of
its own, so its processes first move to another group below it.
"""

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from start_options import Options

ROOT = "/sys/fs/cgroup"
# The group that the processes in the delegated group move to: convertd, and what starts and watches programs.
OWN = "convertd"
NEEDED = {"memory", "pids"}
# convertd's own share when the processor is busy; a program has the kernel's default, 100.
OWN_WEIGHT = 1000
# Marks of a delegated group: by a user's systemd and by the system's.
MARKS = ("user.delegate", "trusted.delegate")
# Processes may be started while the others are moved.
ATTEMPTS = 5
EMPTY_AFTER, LOOK_EVERY = 1, 0.002


def prepare() -> None:
    """Finds the delegated group and prepares it. Call it before `create`; forks share the result."""
    try:
        Group.parent = _delegated()
    except OSError:
        Group.parent = None


class Group:
    """The group of one program. path None: there is no group, and nothing is done."""

    # The group below which all others are created; None: there is none, or nobody has looked.
    parent: "str | None" = None
    made = 0

    def __init__(self, path: "str | None") -> None:
        self.path = path

    def limit(self, options: "Options") -> None:
        if options.memory:
            self._write("memory.max", options.memory)
            if os.path.exists("%s/memory.swap.max" % self.path):
                self._write("memory.swap.max", 0)
        if options.processes:
            self._write("pids.max", options.processes)

    def enter(self) -> None:
        """Moves this process into the group, and so all that it starts."""
        if self.path is not None:
            self._write("cgroup.procs", 0)

    def excess(self) -> "str | None":
        """Returns the limit at which the kernel has killed or refused a process, or None."""
        if self.path is None:
            return None
        if self._events("memory.events", "oom_kill"):
            return "memory"
        return "processes" if self._events("pids.events", "max") else None

    def remove(self) -> None:
        """Kills what is still in the group."""
        if self.path is None:
            return
        gives_up = time.monotonic() + EMPTY_AFTER
        while time.monotonic() < gives_up:
            try:
                self._write("cgroup.kill", 1)
            except FileNotFoundError:
                pass  # before Linux 5.14
            try:
                os.rmdir(self.path)
                break
            except FileNotFoundError:
                break
            except OSError:
                time.sleep(LOOK_EVERY)

    def _write(self, name: str, value: int) -> None:
        _write("%s/%s" % (self.path, name), str(value))

    def _events(self, name: str, event: str) -> int:
        return next((int(count) for key, count in map(str.split, _read("%s/%s" % (self.path, name)).splitlines()) if key == event), 0)


NONE = Group(None)


def create(options: "Options") -> Group:
    """Creates the group of a program that is about to start; NONE if there are no groups here."""
    if Group.parent is None:
        return NONE
    Group.made += 1
    path = "%s/program-%d-%d" % (Group.parent, os.getpid(), Group.made)
    group = Group(path)
    try:
        os.mkdir(path)
        group.limit(options)
    except OSError:
        group.remove()
        return NONE  # Only the supervisor counts, as it does elsewhere.
    return group


def _delegated() -> "str | None":
    """Returns the group below which others may be created, prepared for that."""
    own = next((line[3:] for line in _read("/proc/self/cgroup").splitlines() if line.startswith("0::")), None)
    if own is None:
        return None
    path = (ROOT + own).rstrip("/")
    if os.path.basename(path) == OWN:
        path = os.path.dirname(path)
    if not _is_delegated(path) or not NEEDED.issubset(_read(path + "/cgroup.controllers").split()):
        return None
    for _ in range(ATTEMPTS):
        if NEEDED.issubset(_read(path + "/cgroup.subtree_control").split()):
            _remove_left(path)
            return path
        _move_own(path)
        try:
            _write(path + "/cgroup.subtree_control", " ".join("+" + name for name in sorted(NEEDED)))
        except OSError:
            continue
        _prefer_own(path)
    return None


def _is_delegated(path: str) -> bool:
    for mark in MARKS:
        try:
            if os.getxattr(path, mark) == b"1":
                return True
        except OSError:
            pass
    # The root of a container: the machine's own has no limits.
    return path == ROOT and os.path.exists(path + "/memory.max") and os.access(path + "/cgroup.procs", os.W_OK)


def _move_own(path: str) -> None:
    own = os.path.join(path, OWN)
    os.makedirs(own, exist_ok=True)
    for pid in _read(path + "/cgroup.procs").split():
        try:
            _write(own + "/cgroup.procs", pid)
        except ProcessLookupError:
            pass


def _prefer_own(path: str) -> None:
    try:
        _write(path + "/cgroup.subtree_control", "+cpu")
        _write(os.path.join(path, OWN, "cpu.weight"), str(OWN_WEIGHT))
    except OSError:
        pass  # That controller is not delegated.


def _remove_left(path: str) -> None:
    """Removes groups with a killed supervisor. Only empty ones can be removed."""
    for name in os.listdir(path):
        if name.startswith("program-") and not os.path.exists("/proc/%s" % name.split("-")[1]):
            try:
                os.rmdir(os.path.join(path, name))
            except OSError:
                pass


def _read(path: str) -> str:
    with open(path) as file:
        return file.read()


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
