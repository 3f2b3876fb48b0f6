"""A process that is already there when a program is to start: it forks the supervisor of each program (supervise.py).

    python3 -I -S -c 'import gc, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); import launch_server; launch_server.main(sys.argv[2])'
        FOLDER-OF-THIS-FILE PATH-OF-ITS-SOCKET

It prints `ready` and whether it can open what convertd has open (`files` or `no-files`), and ends when convertd does. For each
start convertd makes connections to the socket, as its end of each of the supervisor's descriptors: 0, 1 and 2, each only where
convertd wants that stream, and 3, the report. A connection begins with a header of 16 bytes:

    DESCRIPTOR " " COUNT " " ID "\\n"      COUNT: connections of this start; ID: of the start, 11 digits

After the header of descriptor 3 comes the request, which the supervisor reads: its length as 8 digits, then words, each ended by
NUL: a descriptor of convertd that is to be the standard output (or nothing), the number of variables, the variables as
NAME=VALUE, the arguments of supervise.py.

A supervisor does not depend on this process: where this one dies, programs that run go on, under their supervisors.
"""

import _socket  # `socket` itself takes longer to load than the rest
import gc
import os
import select

import bubblewrap
import call_rules  # noqa: F401 # pyright: ignore[reportUnusedImport] - loaded here once, not in each fork
import ready_filters
import sandboxing
import supervise

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Iterable
    from typing import NoReturn
else:
    import _signal as signal

HEADER = 16
REPORT, LIFE = supervise.REPORT, supervise.REPORT + 1
BACKLOG = 1024
# Supervisors that have ended are waited for at the next start, or after this time. Milliseconds.
BURY_AFTER = 1000
# From the eighth on, Python runs adapted code.
REHEARSALS = 10
PEER_CREDENTIALS = 17  # SO_PEERCRED


def main(path: str) -> "NoReturn":
    for number in (signal.SIGINT, signal.SIGHUP):  # Ctrl-C and a closed terminal are for convertd to answer
        signal.signal(number, signal.SIG_IGN)
    os.closerange(REPORT, 1 << 20)
    server = Server(path)
    for _ in range(REHEARSALS):
        rehearse(os.path.dirname(path))
    # No fork has to look at what is here already, and so to copy it.
    gc.collect()
    gc.freeze()
    os.write(1, b"ready %s\n" % (b"files" if can_open_files(server.convertd) else b"no-files"))
    try:
        server.loop()
    finally:
        remove(path)
        os._exit(0)


def remove(path: str) -> None:
    """The socket and its folder, unless convertd was quicker."""
    try:
        os.unlink(path)
        os.rmdir(os.path.dirname(path))
    except OSError:
        pass


def rehearse(folder: str) -> None:
    """What each start does, as far as it leaves this process as it is: Python makes types and caches, and adapts its code, when
    something is first done. A fork then finds them, where it would have to make them and to copy the pages of memory they are in."""
    words = ["--backend", "landlock", "--folder", folder, "--wall", "1.5", "--memory", "1", "--write", folder, "--", "/bin/true"]
    options = supervise.Options(os.fsdecode(b"\0".join(map(os.fsencode, words))).split("\0"))
    for allow in ((), ("links",)):
        ready_filters.find("program", allow, sandboxing.landlock_abi(), os.getpid())
        ready_filters.find("program", allow, bubblewrap.ABI_INSIDE, os.getpid())
    sandboxing.lower(sandboxing.LIMIT_CORE, 0)
    supervise.user_limit(1)
    supervise.processor_time_of_children()
    supervise.Watch(options, os.getpid(), 0, LIFE).reap()
    if sandboxing.landlock_abi() > 0:
        rules = sandboxing.Ruleset()
        rules.allow(sandboxing.SYSTEM, options.write)
        os.close(rules.descriptor)


def can_open_files(pid: int) -> bool:
    """Whether this process may open what that one has open."""
    return os.access("/proc/%d/fd/0" % pid, os.F_OK)


class Server:
    def __init__(self, path: str) -> None:
        self.convertd = os.getppid()
        # The first two descriptors that are free, REPORT and LIFE: no connection gets a number that means something to a supervisor.
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
        # Connections whose header has not come.
        self.new: set[int] = set()
        # Starts whose connections are not all there, by their ids: the connection of each descriptor.
        self.starts: dict[bytes, dict[int, int]] = {}
        self.children = 0

    def loop(self) -> None:
        """Until convertd ends."""
        while True:
            events = dict(self.poll.poll(BURY_AFTER if self.children else None))
            comes = events.pop(self.listener.fileno(), 0)
            for descriptor, event in events.items():
                if descriptor in (0, self.life):
                    return
                if descriptor in self.new and event & select.POLLIN:
                    self.read_header(descriptor)
                else:
                    self.drop(descriptor)
            # Last, so that no event above is of a connection that has got the number of one that is gone.
            if comes:
                self.accept()
            self.bury()

    def accept(self) -> None:
        try:
            while True:
                connection = accept(self.listener)
                if self.is_convertd(connection):
                    self.new.add(connection)
                    self.poll.register(connection, select.POLLIN)
                else:
                    os.close(connection)
        except BlockingIOError:
            pass

    def is_convertd(self, connection: int) -> bool:
        """Whether it was this process's parent that connected."""
        peer = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM, 0, connection)
        credentials = peer.getsockopt(_socket.SOL_SOCKET, PEER_CREDENTIALS, 12)
        peer.detach()
        return int.from_bytes(credentials[:4], "little") == self.convertd

    def read_header(self, connection: int) -> None:
        header = os.read(connection, HEADER)
        if len(header) != HEADER:
            self.drop(connection)
            return
        self.new.discard(connection)
        # From now on only its end matters.
        self.poll.modify(connection, 0)
        number, count, start = int(header[:1]), int(header[2:3]), header[4:15]
        connections = self.starts.setdefault(start, {})
        connections[number] = connection
        if len(connections) == count:
            del self.starts[start]
            self.start(connections)

    def start(self, connections: "dict[int, int]") -> None:
        pid = os.fork()
        if pid == 0:
            try:
                become_supervisor(connections, (self.convertd, os.getppid()))
            finally:
                os._exit(1)
        self.children += 1
        self.forget(connections.values())

    def drop(self, connection: int) -> None:
        """convertd has given up its start, of which nothing is kept."""
        if connection in self.new:
            self.new.discard(connection)
            self.forget((connection,))
        for start, connections in list(self.starts.items()):
            if connection in connections.values():
                del self.starts[start]
                self.forget(connections.values())

    def forget(self, connections: "Iterable[int]") -> None:
        for connection in connections:
            self.poll.unregister(connection)
            os.close(connection)

    def bury(self) -> None:
        while self.children and os.waitpid(-1, os.WNOHANG) != (0, 0):
            self.children -= 1


def accept(listener: "_socket.socket") -> int:
    """The descriptor of the next connection, which `socket.socket.accept` wraps. Raises BlockingIOError where there is none."""
    # typeshed does not know it.
    return listener._accept()[0]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]


def become_supervisor(connections: "dict[int, int]", owners: "tuple[int, ...]") -> "NoReturn":
    """In the fork. owners: convertd, then the parent of this process."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(connections.get(descriptor, nothing), descriptor)
    os.dup2(connections[REPORT], REPORT, inheritable=False)
    os.closerange(LIFE + 1, 1 << 20)
    words = read_request()
    output, count = words[0], int(words[1])
    variables = dict(os.fsencode(word).split(b"=", 1) for word in words[2 : 2 + count])
    options = supervise.Options(words[2 + count :])
    try:
        if output:
            os.dup2(os.open("/proc/%d/fd/%s" % (owners[0], output), os.O_WRONLY | os.O_CLOEXEC), 1)
        os.chdir(options.folder)
    except OSError as error:
        supervise.report("failed", "start", error)
        os._exit(126)
    supervise.supervise(options, owners, variables, LIFE)


def read_request() -> "list[str]":
    return os.fsdecode(read_exactly(int(read_exactly(8)))).split("\0")[:-1]


def read_exactly(size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = os.read(REPORT, size - len(data))
        if not more:
            os._exit(1)  # convertd has given up
        data += more
    return data
