"""A process that runs before programs are started: it forks supervisors (pooled_supervisor.py).

    python3 -I -S -c 'import gc, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); import launch_server; launch_server.main(sys.argv[2])'
        FOLDER-OF-THIS-FILE PATH-OF-ITS-SOCKET

It prints `ready` and whether it can open what convertd has open (`files` or `no-files`), and ends when convertd does. Each connection
from convertd to the socket becomes descriptor 3 of a new supervisor, whose own socket is PATH-OF-ITS-SOCKET.PID.

A supervisor does not depend on this process: if this one dies, running programs continue under their supervisors.
"""

import _socket  # `socket` itself takes longer to load than the rest
import gc
import os
import select

import bubblewrap
import call_rules  # noqa: F401 # pyright: ignore[reportUnusedImport] - loaded here once, not in each fork
import control_group
import descriptors_in_flight  # noqa: F401 # pyright: ignore[reportUnusedImport] - as above
import pooled_supervisor
import ready_filters
import sandboxing
import start_options
import supervise
from report import REPORT
from watch import Watch

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from typing import NoReturn
else:
    import _signal as signal

LIFE = pooled_supervisor.LIFE
BACKLOG = 1024
# Ended supervisors are waited for at the next start, or after this time, milliseconds.
BURY_AFTER = 1000
# From the eighth run on, Python runs adapted code.
REHEARSALS = 10


def main(path: str) -> "NoReturn":
    for number in (signal.SIGINT, signal.SIGHUP):  # convertd handles Ctrl-C and a closed terminal
        signal.signal(number, signal.SIG_IGN)
    os.closerange(REPORT, 1 << 20)
    server = Server(path)
    for _ in range(REHEARSALS):
        rehearse(os.path.dirname(path))
    control_group.prepare()
    # So that no fork has to scan, and so copy, what is here already.
    gc.collect()
    gc.freeze()
    os.write(1, b"ready %s\n" % (b"files" if can_open_files(server.convertd) else b"no-files"))
    try:
        server.loop()
    finally:
        remove_mark(os.path.dirname(path))
        pooled_supervisor.remove(path)
        os._exit(0)


def remove_mark(folder: str) -> None:
    """Removes convertd's mark (abandoned.ts), so that the folder goes with the last socket."""
    for name in ("owner.json", "owner.json.part"):
        try:
            os.unlink(os.path.join(folder, name))
        except OSError:
            pass


def rehearse(folder: str) -> None:
    """Does what each start does, without lasting changes: Python creates types and caches and adapts its code when something first runs. A
    fork then has them, and need not create them and copy their pages of memory."""
    words = ["--backend", "landlock", "--folder", folder, "--wall", "1.5", "--memory", "1", "--write", folder, "--", "/bin/true"]
    options = start_options.Options(os.fsdecode(b"\0".join(map(os.fsencode, words))).split("\0"))
    for allow in ((), ("links",)):
        ready_filters.find("program", allow, sandboxing.landlock_abi(), os.getpid())
        ready_filters.find_for_any("program", allow, sandboxing.landlock_abi())
        ready_filters.find("program", allow, bubblewrap.ABI_INSIDE, os.getpid())
    sandboxing.set_limit(*sandboxing.lower(sandboxing.LIMIT_CORE, 0))
    supervise.processor_time_of_children()
    Watch(options, os.getpid(), 0, LIFE, control_group.NONE).reap()
    rules = supervise.Start(options, (), {}, (0, 1, 2)).rules if sandboxing.landlock_abi() > 0 else None
    if rules is not None:
        rules.allow_proc()
        rules.close()


def can_open_files(pid: int) -> bool:
    """Whether this process may open what that process has open."""
    return os.access("/proc/%d/fd/0" % pid, os.F_OK)


class Server:
    def __init__(self, path: str) -> None:
        self.path, self.convertd = path, os.getppid()
        # Occupies REPORT and LIFE, the first two free descriptors, so that no connection gets a number that a supervisor uses.
        self.listener = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        self.life = os.pidfd_open(self.convertd)
        if (self.listener.fileno(), self.life) != (REPORT, LIFE):
            raise OSError("descriptors were not free")
        self.listener.bind(path)
        self.listener.listen(BACKLOG)
        self.listener.setblocking(False)
        self.poll = select.poll()
        for descriptor in (0, self.listener.fileno(), self.life):
            self.poll.register(descriptor, select.POLLIN)
        self.children = 0

    def loop(self) -> None:
        """Runs until convertd ends."""
        while True:
            for descriptor, _ in self.poll.poll(BURY_AFTER if self.children else None):
                if descriptor != self.listener.fileno():
                    return
                self.accept()
            self.bury()

    def accept(self) -> None:
        try:
            while True:
                connection = pooled_supervisor.accept(self.listener)
                if pooled_supervisor.peer_of(connection) == self.convertd:
                    self.start(connection)
                os.close(connection)
        except BlockingIOError:
            pass

    def start(self, connection: int) -> None:
        pid = os.fork()
        if pid == 0:
            try:
                become_supervisor(self.path, connection, (self.convertd, os.getppid()))
            finally:
                os._exit(1)
        self.children += 1

    def bury(self) -> None:
        while self.children and os.waitpid(-1, os.WNOHANG) != (0, 0):
            self.children -= 1


def become_supervisor(path: str, connection: int, owners: "tuple[int, ...]") -> "NoReturn":
    """Runs in the fork. path: of the launcher's socket. owners: convertd, then the parent of this process."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.dup2(connection, REPORT, inheritable=False)
    os.closerange(LIFE + 1, 1 << 20)
    pooled_supervisor.main("%s.%d" % (path, os.getpid()), owners)
