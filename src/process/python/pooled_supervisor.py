"""A supervisor that starts one program after the other: a fork of launch_server.py, so that further programs need no fork of that.

It runs nothing of a task itself, and knows only the arguments of its last program. It ends after a program that may have left something
behind: a process that does not die, a limit that was reached, a program that was stopped.

convertd has a connection to it, descriptor 3, for requests and the reports of supervise.py, and connects to its socket for each stream of
a program. A request begins with its length as 8 digits; words follow, each ended by NUL:

    the number of this start
    which of the descriptors 0, 1 and 2 are connections, as digits
    a descriptor of convertd that is to be the standard output, or nothing
    the number of variables, the variables as NAME=VALUE
    the arguments of supervise.py

A connection begins with DESCRIPTOR " " NUMBER "\\n", 14 bytes. The supervisor sends `ready PID` once, and `idle` after each program.
"""

import _socket  # `socket` itself takes longer to load than the rest
import os
import select

import loaded_programs
import sandboxing
import start_options
import supervise
from report import REPORT, report, reporting
from watch import read_waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

LIFE, LISTENER = REPORT + 1, REPORT + 2
HEADER = 14
BACKLOG = 16
PEER_CREDENTIALS = 17  # SO_PEERCRED


def main(path: str, owners: "tuple[int, ...]") -> "NoReturn":
    """Runs in a fork with descriptors 0 to 2, REPORT and LIFE. path: of its socket. owners: convertd, then this process's parent."""
    listener = listen(path)
    try:
        supervisor = Supervisor(listener, owners)
        report("ready", os.getpid())
        while supervisor.is_asked():
            if not supervisor.start_and_watch():
                break
            report("idle")
            supervisor.get_ready()
    finally:
        remove(path)
        os._exit(0)


def remove(path: str) -> None:
    """Removes a socket, and its folder if it was the last, unless convertd was faster."""
    try:
        os.unlink(path)
        os.rmdir(os.path.dirname(path))
    except OSError:
        pass


def listen(path: str) -> "_socket.socket":
    listener = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    if listener.fileno() != LISTENER:
        raise OSError("descriptors were not free")
    listener.bind(path)
    listener.listen(BACKLOG)
    return listener


def peer_of(connection: int) -> int:
    """Returns the process that connected."""
    socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM, 0, connection)
    credentials = socket.getsockopt(_socket.SOL_SOCKET, PEER_CREDENTIALS, 12)
    socket.detach()
    return int.from_bytes(credentials[:4], "little")


def accept(listener: "_socket.socket") -> int:
    """Returns the descriptor of the next connection, which `socket.socket.accept` would wrap. Raises BlockingIOError if there is none."""
    # typeshed does not know it.
    return listener._accept()[0]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]


class GivenUpError(Exception):
    """convertd no longer wants this start."""


class Supervisor:
    def __init__(self, listener: "_socket.socket", owners: "tuple[int, ...]") -> None:
        self.listener, self.owners = listener, owners
        self.wake = supervise.become_supervisor()
        # Prepared for a next program that is like the last one.
        self.rules: sandboxing.Ruleset | None = None
        self.last: start_options.Options | None = None
        self.idle = select.poll()
        self.idle.register(REPORT, select.POLLIN)
        self.idle.register(LIFE, select.POLLIN)
        self.connecting = select.poll()
        # Only the end of convertd's requests.
        self.connecting.register(REPORT, 0)
        self.connecting.register(LIFE, select.POLLIN)
        self.connecting.register(listener.fileno(), select.POLLIN)

    def get_ready(self) -> None:
        """Prepares what the next start would have to wait for. The caller of the last one knows its end already."""
        if self.rules is None and self.last is not None and self.last.backend == "landlock":
            self.rules = supervise.system_rules("links" in self.last.allow)

    def is_asked(self) -> bool:
        """Waits for a request; False if convertd wants no more, or has ended."""
        return all(descriptor == REPORT and event & select.POLLIN for descriptor, event in self.idle.poll())

    def start_and_watch(self) -> bool:
        """Runs one program. Returns whether there may be another."""
        try:
            start = self.read_start()
        except GivenUpError:
            return False
        if start is None:
            return True
        report("supervisor", os.getpid())
        is_clean = supervise.supervise(start, self.wake, LIFE)
        # So as not to be in a folder that is to be removed.
        os.chdir("/")
        read_waiting(self.wake)
        return is_clean

    def read_start(self) -> "supervise.Start | None":
        """Returns None if it cannot be made, which is reported."""
        number, connected, output, count, *words = read_request()
        variables = dict(os.fsencode(word).split(b"=", 1) for word in words[: int(count)])
        options = start_options.Options(words[int(count) :])
        streams = self.accept_streams(number, connected)
        try:
            if output:
                streams[1] = os.open("/proc/%d/fd/%s" % (self.owners[0], output), os.O_WRONLY | os.O_CLOEXEC)
            for descriptor in (0, 1, 2):
                if descriptor not in streams:
                    streams[descriptor] = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
            os.chdir(options.folder)
            call = loaded_programs.find(options, variables) if options.loaded == "yes" else None
            rules, self.rules, self.last = self.rules, None, options
            with reporting("sandbox"):
                return supervise.Start(options, self.owners, variables, (streams[0], streams[1], streams[2]), call, rules)
        except OSError as error:
            report("failed", "start", error)
            for descriptor in streams.values():
                os.close(descriptor)
            return None

    def accept_streams(self, number: str, connected: str) -> "dict[int, int]":
        streams: dict[int, int] = {}
        while len(streams) < len(connected):
            for descriptor, _ in self.connecting.poll():
                if descriptor != self.listener.fileno():
                    raise GivenUpError
            connection = accept(self.listener)
            if peer_of(connection) != self.owners[0]:
                os.close(connection)
                continue
            descriptor, of_start = read_exactly(connection, HEADER).decode().split()
            if of_start != number or descriptor not in connected:
                raise GivenUpError
            streams[int(descriptor)] = connection
        return streams


def read_request() -> "list[str]":
    return os.fsdecode(read_exactly(REPORT, int(read_exactly(REPORT, 8)))).split("\0")[:-1]


def read_exactly(descriptor: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = os.read(descriptor, size - len(data))
        if not more:
            raise GivenUpError
        data += more
    return data
