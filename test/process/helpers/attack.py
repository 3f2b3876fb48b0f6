"""What a hostile or broken program may try. One attack a call; prints what came of it as JSON.

Signals to anything but the test's own victim are signal 0, which only asks whether they would be allowed.
"""

import array
import contextlib
import ctypes
import errno
import fcntl
import json
import mmap
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

libc = ctypes.CDLL(None, use_errno=True)


def outcome(action: "Callable[[], Any]") -> "dict[str, Any]":
    """`ok` and its value, or the name of the error."""
    try:
        return {"ok": True, "value": action()}
    except OSError as error:
        return {"ok": False, "error": error.strerror or str(error)}


def called(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def read(path: str) -> str:
    with open(path, "rb") as file:
        return file.read(4096).decode("utf-8", "replace")


def write(path: str, text: str, mode: str = "w") -> None:
    with open(path, mode) as file:
        file.write(text)


def files(secret: str, home_secret: str, folder: str) -> "dict[str, Any]":
    """secret: a file of another task; folder: that task's folder."""
    return {
        "shadow": outcome(lambda: read("/etc/shadow")),
        "secret": outcome(lambda: read(secret)),
        "home": outcome(lambda: read(home_secret)),
        "list": outcome(lambda: os.listdir(folder)),
        "overwrite": outcome(lambda: write(folder + "/victim-overwrite", "attacked")),
        "truncate": outcome(lambda: os.truncate(folder + "/victim-truncate", 0)),
        "empty": outcome(lambda: os.close(os.open(folder + "/victim-empty", os.O_RDONLY | os.O_TRUNC))),
        "empty, for neither": outcome(lambda: os.close(os.open(folder + "/victim-empty", os.O_ACCMODE | os.O_TRUNC))),
        "remove": outcome(lambda: os.unlink(folder + "/victim-remove")),
        "rename": outcome(lambda: os.rename(folder + "/victim-rename", "stolen")),
        "create": outcome(lambda: write(folder + "/made-by-attack", "attacked")),
        "chmod": outcome(lambda: os.chmod(folder + "/victim-chmod", 0o777)),
        "hardlink": outcome(lambda: os.link(secret, "linked")),
        "symlink": outcome(lambda: os.symlink(secret, "pointer")),
        "fifo": outcome(lambda: os.mkfifo("pipe")),
        "own": outcome(lambda: write("mine", "allowed")),
    }


def environment(pid: str, name: str) -> "dict[str, Any]":
    # What is hard to remove: a folder with something in it that may not be entered.
    locked = os.environ["TMPDIR"] + "/locked"
    os.makedirs(locked + "/inside")
    os.chmod(locked, 0)
    return {
        "inherited": name in os.environ,
        "read": outcome(lambda: name in read("/proc/%s/environ" % pid)),
        "keys": sorted(os.environ),
        "home": outcome(lambda: write(os.environ["HOME"] + "/file", "x")),
        "temporary": outcome(lambda: write(os.environ["TMPDIR"] + "/file", "x")),
        "status": {
            line.split(":")[0]: line.split()[1]
            for line in read("/proc/self/status").splitlines()
            if line.startswith(("CapEff", "NoNewPrivs", "Seccomp:"))
        },
    }


def network(tcp_port: str, udp_port: str, unix_path: str, abstract: str) -> "dict[str, Any]":
    def send(family: int, kind: int, address: "Any") -> None:
        with socket.socket(family, kind) as connection:
            connection.connect(address)
            connection.send(b"attack")

    def send_through_pair(kind: socket.SocketKind) -> None:
        """With an open file, for whoever listens."""
        first, _second = socket.socketpair(socket.AF_UNIX, kind)
        with open("handed-over", "w") as file:
            descriptor = array.array("i", [file.fileno()])
            first.sendmsg([kind.name.encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptor)], 0, "\0" + abstract + "-datagram")

    return {
        "tcp": outcome(lambda: send(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", int(tcp_port)))),
        "udp": outcome(lambda: send(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", int(udp_port)))),
        "unix": outcome(lambda: send(socket.AF_UNIX, socket.SOCK_STREAM, unix_path)),
        "abstract": outcome(lambda: send(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + abstract)),
        "SOCK_DGRAM": outcome(lambda: send_through_pair(socket.SOCK_DGRAM)),
        "SOCK_RAW": outcome(lambda: send_through_pair(socket.SOCK_RAW)),
        "pair": outcome(lambda: len(socket.socketpair())),
        "io_uring": outcome(lambda: called(libc.syscall(425, 1, ctypes.create_string_buffer(256)))),
    }


def receive(abstract: str) -> None:
    """Not an attack: what a datagram of one would reach."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind("\0" + abstract + "-datagram")
        print("bound", flush=True)
        while True:
            name, descriptors, _, _ = socket.recv_fds(receiver, 100, 1)
            print(name.decode(), len(descriptors), flush=True)


def processes(victim_number: str, worker_number: str) -> "dict[str, Any]":
    victim, worker = int(victim_number), int(worker_number)
    buffer = ctypes.create_string_buffer(16)
    words = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 1)
    limit = (ctypes.c_ulong * 2)(64, 64)

    def mapped() -> int:
        """An address of the victim, where that may be read."""
        try:
            return int(read("/proc/%d/maps" % victim).partition("-")[0], 16)
        except OSError:
            return 0x400000

    remote = (ctypes.c_size_t * 2)(mapped(), 1)
    return {
        "ptrace": outcome(lambda: (called(libc.ptrace(16, victim, 0, 0)), os.waitpid(victim, 0), libc.ptrace(17, victim, 0, 0))),
        "memory": outcome(lambda: called(libc.process_vm_readv(victim, words, 1, remote, 1, 0))),
        "limits": outcome(lambda: called(libc.prlimit(victim, 7, limit, None))),
        "worker": outcome(lambda: os.kill(worker, 0)),
        "supervisor": outcome(lambda: os.kill(os.getppid(), 0)),
        "supervisor memory": outcome(lambda: open("/proc/%d/mem" % os.getppid(), "r+b").close()),
        "everyone": outcome(lambda: os.kill(-1, 0)),
        "namespace": outcome(lambda: called(libc.unshare(0x10000000))),
        "memfd": outcome(lambda: os.close(os.memfd_create("hidden"))),
        "signal": outcome(lambda: os.kill(victim, signal.SIGTERM)),
    }


def watch(folder: str) -> "dict[str, Any]":
    """The name of the first file that is made in a folder of another task."""

    def first_name() -> str:
        descriptor = called(libc.inotify_init())
        called(libc.inotify_add_watch(descriptor, folder.encode(), 0x100))
        return os.read(descriptor, 4096)[16:].rstrip(b"\0").decode()

    def first_name_by_signal() -> int:
        """dnotify, which is older: F_NOTIFY with DN_CREATE."""
        return fcntl.fcntl(os.open(folder, os.O_RDONLY | os.O_DIRECTORY), 1026, 4)

    return {"inotify": outcome(first_name), "dnotify": outcome(first_name_by_signal)}


def look_around(pid: str, path: str) -> "dict[str, Any]":
    """What is told of another process, of a file of another task, and of all sockets. How many lines, where it is a list."""

    def read(path: str) -> int:
        with open(path, "rb") as file:
            return file.read().count(b"\n")

    def signal_its_own() -> None:
        child = os.fork()
        if child == 0:
            time.sleep(60)
            os._exit(0)
        try:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        except PermissionError:
            # It is killed with this process.
            raise OSError(errno.EPERM, "not its own group") from None

    return {
        "process": outcome(lambda: os.stat("/proc/" + pid) and None),
        "command line": outcome(lambda: read("/proc/%s/cmdline" % pid)),
        "environment": outcome(lambda: read("/proc/%s/environ" % pid)),
        "memory": outcome(lambda: open("/proc/%s/mem" % pid, "rb").close()),
        "signal": outcome(lambda: os.kill(int(pid), 0)),
        "signal to its own": outcome(signal_its_own),
        "size": outcome(lambda: os.stat(path).st_size),
        "times": outcome(lambda: os.utime(path, (0, 0))),
        "sockets": outcome(lambda: read("/proc/net/unix")),
        "names": outcome(lambda: len(os.listdir("/proc"))),
    }


def others(parent_number: str, thread_number: str, victims_as_json: str) -> "dict[str, Any]":
    """parent: of this process or before it; thread: another one of it. victims: processes for those attacks that tell by their end, and
    one whose priority and processors are changed."""
    parent, thread, victims = int(parent_number), int(thread_number), json.loads(victims_as_json)

    # The kernel sends SIGIO, which ends a process, when something comes in.
    def by_owner(victim: int) -> None:
        first, second = socket.socketpair()
        fcntl.fcntl(first, fcntl.F_SETOWN, victim)
        fcntl.fcntl(first, fcntl.F_SETFL, os.O_ASYNC)
        second.send(b"x")

    def by_owner_structure(victim: int) -> None:
        first, second = socket.socketpair()
        fcntl.fcntl(first, 15, struct.pack("ii", 1, victim))  # F_SETOWN_EX, F_OWNER_PID
        fcntl.fcntl(first, fcntl.F_SETFL, os.O_ASYNC)
        second.send(b"x")

    def by_ioctl(request: int, victim: int) -> None:
        first, second = socket.socketpair()
        fcntl.ioctl(first, request, struct.pack("i", victim))
        fcntl.fcntl(first, fcntl.F_SETFL, os.O_ASYNC)
        second.send(b"x")

    def find_in(path: str, text: str) -> None:
        with open(path) as file:
            if text not in file.read():
                raise FileNotFoundError(2, "not told there")

    victim = victims["scheduling"]
    return {
        "another thread": outcome(lambda: called(libc.kill(thread, 0))),
        "tgkill": outcome(lambda: called(libc.tgkill(parent, thread, 0))),
        "tkill": outcome(lambda: called(libc.syscall(200, thread, 0))),
        "pidfd": outcome(lambda: signal.pidfd_send_signal(os.pidfd_open(parent), 0)),
        "queued": outcome(lambda: called(libc.sigqueue(parent, 0, 0))),
        "F_SETOWN": outcome(lambda: by_owner(victims["F_SETOWN"])),
        "F_SETOWN_EX": outcome(lambda: by_owner_structure(victims["F_SETOWN_EX"])),
        "FIOSETOWN": outcome(lambda: by_ioctl(0x8901, victims["FIOSETOWN"])),
        "SIOCSPGRP": outcome(lambda: by_ioctl(0x8902, victims["SIOCSPGRP"])),
        "F_SETSIG": outcome(lambda: fcntl.fcntl(socket.socketpair()[0], 10, signal.SIGTERM)),
        # First, as it would take back what the next one does, which takes a privilege.
        "priority of all": outcome(lambda: os.setpriority(os.PRIO_USER, 0, os.getpriority(os.PRIO_PROCESS, 0))),
        "setpriority": outcome(lambda: os.setpriority(os.PRIO_PROCESS, victim, 19)),
        "sched_setscheduler": outcome(lambda: os.sched_setscheduler(victim, os.SCHED_IDLE, os.sched_param(0))),
        "sched_setaffinity": outcome(lambda: os.sched_setaffinity(victim, [min(os.sched_getaffinity(0))])),
        "ioprio_set": outcome(lambda: called(libc.syscall(251, 1, victim, 2 << 13 | 7))),
        "sockets of the machine": outcome(lambda: find_in("/proc/self/net/unix", victims["socket"])),
        "sockets, by a thread": outcome(lambda: find_in("/proc/self/task/%d/net/unix" % os.getpid(), victims["socket"])),
        "itself": outcome(lambda: os.kill(os.getpid(), 0)),
        "its own status": outcome(lambda: read("/proc/self/status")),
    }


def leave(token: str, wait: str) -> "dict[str, Any]":
    """Start processes that try to outlive this one: plain, in a session of its own, and orphaned twice over."""
    sleeper = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(3600)", token]
    subprocess.Popen(sleeper)
    shell = " ".join("'%s'" % word for word in sleeper)
    subprocess.Popen(["/bin/sh", "-c", "(setsid %s &) ; (%s &)" % (shell, shell)]).wait()
    with contextlib.suppress(PermissionError):
        subprocess.Popen(sleeper, start_new_session=True)
    print("left", flush=True)
    time.sleep(float(wait))
    return {}


def memory(megabytes: str, processes: str, seconds: str) -> "dict[str, Any] | None":
    """Each of so many processes holds so much, for so long."""
    first = os.getpid()
    for _ in range(int(processes) - 1):
        if os.fork() == 0:
            break
    held = hold(int(megabytes))
    time.sleep(float(seconds))
    return {"held": len(held)} if os.getpid() == first else None


def hold(megabytes: int) -> "list[bytearray]":
    return [bytearray(os.urandom(1024)) * 1024 for _ in range(megabytes)]


def reserve(megabytes: str) -> "dict[str, Any]":
    return {"held": len(bytearray(int(megabytes) << 20))}


def share(megabytes: str, processes: str) -> "dict[str, Any]":
    """Many processes that share what one of them holds: no more memory than that."""
    held = hold(int(megabytes))
    children: list[int] = []
    for _ in range(int(processes)):
        child = os.fork()
        if child == 0:
            time.sleep(0.6)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    return {"held": len(held)}


def hide(megabytes: str) -> "dict[str, Any]":
    """Memory that is held and in no count of this process: of no file, shared, and touched by a child that has gone; and what the kernel
    remembers of what is watched."""
    size = int(megabytes) << 20

    def hidden(make: "Callable[[], mmap.mmap]") -> int:
        memory = make()
        child = os.fork()
        if child == 0:
            for at in range(0, size, 4096):
                memory[at] = 1
            os._exit(0)
        os.waitpid(child, 0)
        with open("/proc/self/statm", encoding="ascii") as file:
            held = int(file.read().split()[1]) * 4096
        return size - held

    def of_zeros() -> mmap.mmap:
        descriptor = os.open("/dev/zero", os.O_RDWR)
        try:
            return mmap.mmap(descriptor, size)
        finally:
            os.close(descriptor)

    return {
        "anonymous": outcome(lambda: hidden(lambda: mmap.mmap(-1, size)) > 0),
        "zeros": outcome(lambda: hidden(of_zeros) > 0),
        "watches": outcome(lambda: select.epoll().close()),
        "private": outcome(lambda: mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()),
    }


def fill_sockets(processes: str, pairs: str, seconds: str) -> "dict[str, Any] | None":
    """Each of so many processes leaves as much as it can in so many pairs of sockets, for so long."""
    first = os.getpid()
    for _ in range(int(processes) - 1):
        if os.fork() == 0:
            break
    held = [socket.socketpair() for _ in range(int(pairs))]
    for one, _ in held:
        one.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                one.send(bytes(65536))
    time.sleep(float(seconds))
    return {"held": len(held)} if os.getpid() == first else None


def leave_in_flight(most: str, hidden: str, seconds: str, told: str = "") -> "dict[str, Any]":
    """Hands on so many open files, or as many as it can, which nobody reads, for so long. hidden: `yes`: the sockets in which they wait
    wait in another socket themselves."""
    handed, held = 0, list[tuple[socket.socket, socket.socket]]()
    refusal = ""
    while handed < int(most) and not refusal:
        pair = one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        one.setblocking(False)
        held.append(pair)
        try:
            while handed < int(most):
                number = min(253, int(most) - handed)
                one.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0] * number))])
                handed += number
        except BlockingIOError:
            pass
        except OSError as error:
            refusal = errno.errorcode.get(error.errno or 0, "")
    if hidden == "yes":
        into, last = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        for pair in held:
            into.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [each.fileno() for each in pair]))])
            for each in pair:
                each.close()
        held = [(into, last)]
    if told == "yes":
        print("left", flush=True)
    time.sleep(float(seconds))
    return {"handed": handed, "refusal": refusal, "held": len(held)}


def open_files(processes: str, files: str, seconds: str) -> "dict[str, Any] | None":
    first = os.getpid()
    for _ in range(int(processes) - 1):
        if os.fork() == 0:
            break
    held = [os.open("/dev/null", os.O_RDONLY) for _ in range(int(files))]
    time.sleep(float(seconds))
    return {"held": len(held)} if os.getpid() == first else None


def fork(count: str, seconds: str) -> "dict[str, Any]":
    """So many processes at once, for so long."""
    children: list[int] = []
    for _ in range(int(count)):
        child = os.fork()
        if child == 0:
            time.sleep(float(seconds))
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    return {"made": len(children)}


def bomb(_token: str) -> "NoReturn":
    """Doubles twelve times; the token is what the test finds survivors by."""
    for _ in range(12):
        with contextlib.suppress(OSError):
            os.fork()
    time.sleep(3600)
    os._exit(0)


def fill(path: str, bytes_: str) -> "dict[str, Any]":
    """As programs do that handle the signal: Python ignores SIGXFSZ and gets an error instead."""
    block = bytes(1 << 20)
    left = int(bytes_)
    with open(path, "wb", 0) as file:
        while left > 0:
            left -= file.write(block[:left])
    return {"size": os.path.getsize(path)}


def burn(seconds: str, stubborn: str = "") -> "dict[str, Any]":
    if stubborn:
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    while time.process_time() < float(seconds):
        pass
    return {"burnt": True}


def flood(megabytes: str) -> None:
    block = b"x" * (1 << 20)
    for _ in range(int(megabytes)):
        sys.stdout.buffer.write(block)


def main() -> None:
    result = globals()[sys.argv[1]](*sys.argv[2:])
    if result is not None:
        print(json.dumps(result), flush=True)


main()
