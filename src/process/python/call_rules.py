"""Which system calls a sandboxed program may make: those of its family (call_sets.py), with these arguments; all others are refused.

Landlock or a mount namespace guards the files. This guards the rest: the network, other processes, the kernel's own interfaces, and leaving
the process group by which a program is killed.
"""

import sandboxing
import seccomp
from call_sets import SETS
from seccomp import (
    ALLOW,
    AND,
    EACCES,
    EINVAL,
    ENOSYS,
    ENOTTY,
    EOPNOTSUPP,
    EPERM,
    PRETEND,
    argument,
    high_half,
    one_of,
    op,
    refuse,
    without_bits,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

AF_UNIX, AF_INET, SOCK_STREAM, SOCK_SEQPACKET, IPPROTO_TCP = 1, 2, 1, 5, 6
# Sends the first data with the connection, and so connects without the checks on connect.
MSG_FASTOPEN = 0x20000000
SOCK_CLOEXEC_NONBLOCK = 0x80800
O_ACCMODE, O_TRUNC = 0o3, 0o1000
CLONE_THREAD = 0x10000
# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET; PTRACE; PARENT, which would make a sibling.
CLONE_REFUSED = 0x7E020000 | 0x2000 | 0x8000
PRIO_PROCESS = 0
# MAP_SHARED and MAP_PRIVATE, the two bits of MAP_SHARED_VALIDATE among them.
MAP_KIND, MAP_SHARED, MAP_SHARED_VALIDATE, MAP_ANONYMOUS = 0x0F, 0x01, 0x03, 0x20

# Callers expect these to be not permitted rather than missing. All unnamed calls are ENOSYS, as on an older kernel, for which the C library
# has another way: clone3 (its flags cannot be read by a filter) becomes clone, openat2 openat.
NOT_PERMITTED = """
    setsid setpgid ptrace unshare setns kill tkill fork vfork execveat seccomp sched_setparam ioprio_set
    link linkat symlink symlinkat mknod mknodat chroot mount capset setuid setgid setreuid setregid setresuid setresgid setgroups
"""
NO_NETWORK = "socket connect bind sendmsg"

# Owner and mode of files, which Landlock does not guard: a program could otherwise open up or lock any file of its user, the
# operator's own included. Refused, these make gzip, bzip2, tar and 7zz fail, and nothing depends on modes in a task's folder.
OWNER_AND_MODE = "chown lchown fchown fchownat"
MODE = "chmod fchmod fchmodat fchmodat2"
# As on a file system without them.
ATTRIBUTES = """
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
"""
SYNCS = "fsync fdatasync sync_file_range syncfs sync"

# DUPFD, GETFD, SETFD, GETFL, SETFL, GETLK, SETLK, SETLKW, the same of open file descriptions, DUPFD_CLOEXEC, GETPIPE_SZ. Not SETOWN and
# SETSIG, which make the kernel signal any process, nor NOTIFY, which watches a folder.
FCNTL = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)
# TCGETS, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, FS_IOC_GETFLAGS. Not FIOSETOWN and SIOCSPGRP (like SETOWN), nor
# TIOCSTI and TIOCLINUX, which type into a terminal.
IOCTL = (0x5401, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x80086601)
# DRM (d), NVIDIA (F), and NVIDIA's unified memory with its numbers without a kind. Not FIOSETOWN, SIOCSPGRP, TIOCSTI and TIOCLINUX.
IOCTL_OF_DEVICES = (0x6400, 0x4600, 0x0000)
# SET_PDEATHSIG, GET_DUMPABLE, SET_NAME, GET_NAME, GET_SECCOMP, CAPBSET_READ, SET_NO_NEW_PRIVS, GET_NO_NEW_PRIVS, SET_VMA (names of memory).
# All affect only the caller.
PRCTL = (1, 3, 15, 16, 21, 23, 38, 39, 0x53564D41)
PR_SET_SECCOMP = 22
# ARCH_SET_FS, ARCH_GET_FS, ARCH_CET_STATUS, ARCH_SHSTK_STATUS
ARCH_PRCTL = (0x1002, 0x1003, 0x3001, 0x5005)
SOL_SOCKET, SO_KEEPALIVE, SO_PASSCRED = 1, 9, 16
# TCP_NODELAY, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT
TCP_OPTIONS = (1, 4, 5, 6)


JOBS = ("job", "book-job")
WITH_CHROMIUM = ("book", "web", "parent", "book-job")


class Surroundings:
    """What else guards the program. abi: of Landlock, 0: none. pid: of the program, which keeps it after exec; None: not known yet.
    own_processes: a process namespace hides all others. protected: processes that a parent of forked jobs must not signal, if the kernel
    does not prevent that."""

    def __init__(self, abi: int, pid: "int | None" = None, own_processes: bool = False, protected: "Sequence[int]" = ()) -> None:
        self.pid, self.own_processes, self.protected = pid, own_processes, protected
        self.signals_are_scoped = own_processes or abi >= 6
        self.truncation_is_guarded = own_processes or abi >= 3


def call_filter(family: str, surroundings: Surroundings, allow: "Collection[str]" = (), machine: "str | None" = None) -> bytes:
    """Returns the seccomp program. family: a name of SETS. allow: the permissions `links`, `modes`, `device:…` of program-call.ts."""
    rules = seccomp.Filter(refuse(ENOSYS), machine)
    rules.rule(NOT_PERMITTED, refuse(EPERM))
    rules.rule(NO_NETWORK, refuse(EACCES))
    rules.rule(ATTRIBUTES, refuse(EOPNOTSUPP))
    rules.rule(OWNER_AND_MODE, refuse(PRETEND))
    rules.rule(MODE, ALLOW if "modes" in allow else refuse(PRETEND))
    rules.rule(SETS[family], ALLOW)
    if "links" in allow:
        rules.rule("symlink symlinkat", ALLOW)
    if family in JOBS:
        rules.rule("execve", refuse(EPERM))
        # Work folders need not survive a crash of the machine, and outputs are synced where they are stored.
        rules.rule(SYNCS, refuse(PRETEND))
    limit_arguments(rules, family)
    if sandboxing.devices_of(allow):
        rules.rule("ioctl", requests_to_devices())
    limit_signals(rules, family, surroundings)
    if not surroundings.truncation_is_guarded:
        limit_truncation(rules)
    return rules.program()


def limit_arguments(rules: seccomp.Filter, family: str) -> None:
    rules.rule("fcntl", one_of(1, FCNTL, refuse(EINVAL)))
    rules.rule("ioctl", one_of(1, IOCTL, refuse(ENOTTY)))
    rules.rule("prctl", one_of(0, PRCTL + ((PR_SET_SECCOMP,) if family == "parent" else ()), refuse(EINVAL)))
    rules.rule("arch_prctl", one_of(0, ARCH_PRCTL, refuse(EINVAL)))
    is_thread = argument(0) + op(seccomp.ANY_BIT, CLONE_THREAD, 1, 0) + refuse(EPERM)
    processes = "fork" in SETS[family].split()
    rules.rule("clone", (b"" if processes else is_thread) + without_bits(0, CLONE_REFUSED, refuse(EPERM)))
    rules.rule("mmap", without_shared_memory())
    own = one_of(0, (0,), refuse(EPERM))
    rules.rule("prlimit64 sched_setaffinity sched_setscheduler", own)
    not_process = argument(0) + op(seccomp.EQUAL, PRIO_PROCESS, 1, 0) + refuse(EPERM)
    rules.rule("setpriority", not_process + one_of(1, (0,), refuse(EPERM)))
    rules.rule("socketpair", socketpair((SOCK_STREAM, SOCK_SEQPACKET) if family in WITH_CHROMIUM else (SOCK_STREAM,)))
    if family == "web":
        limit_connections(rules)
    elif "setsockopt" in SETS[family].split():
        of_sockets = argument(1) + op(seccomp.EQUAL, SOL_SOCKET, 1, 0) + refuse(EPERM)
        rules.rule("setsockopt", of_sockets + one_of(2, (SO_PASSCRED,), refuse(EPERM)))
    # A pair of sockets is connected, so it needs no address.
    no_address = op(seccomp.EQUAL, 0, 1, 0) + refuse(EACCES)
    rules.rule("sendto", argument(4) + no_address + high_half(4) + no_address + ALLOW)


def requests_to_devices() -> bytes:
    """Returns the body for the usual requests, and those of graphics devices, identified by their second byte."""
    usual = [op(seccomp.EQUAL, value, len(IOCTL) - at + len(IOCTL_OF_DEVICES) + 1, 0) for at, value in enumerate(IOCTL)]
    kinds = [op(seccomp.EQUAL, kind, len(IOCTL_OF_DEVICES) - at, 0) for at, kind in enumerate(IOCTL_OF_DEVICES)]
    return argument(1) + b"".join(usual) + op(AND, 0xFF00) + b"".join(kinds) + refuse(ENOTTY) + ALLOW


def without_shared_memory() -> bytes:
    """Refuses anonymous shared memory: a process that has not touched it holds it without a page that counts as its own."""
    kind = argument(3) + op(AND, MAP_KIND | MAP_ANONYMOUS)
    shared = op(seccomp.EQUAL, MAP_SHARED | MAP_ANONYMOUS, 1, 0) + op(seccomp.EQUAL, MAP_SHARED_VALIDATE | MAP_ANONYMOUS, 0, 1)
    return kind + shared + refuse(EPERM) + ALLOW


def limit_connections(rules: seccomp.Filter) -> None:
    """Allows only TCP over IPv4, for which Landlock limits connect to a port. Refuses Multipath TCP, SCTP and datagrams, which Landlock
    does not know, and connections made by sending a message."""
    rules.rule("socket", socket_of(AF_INET, (SOCK_STREAM,), (0, IPPROTO_TCP)))
    rules.rule("sendmsg", without_bits(2, MSG_FASTOPEN, refuse(EACCES)))
    of_sockets = argument(1) + op(seccomp.EQUAL, SOL_SOCKET, 0, 5) + argument(2)
    of_sockets += op(seccomp.EQUAL, SO_PASSCRED, 2, 0) + op(seccomp.EQUAL, SO_KEEPALIVE, 1, 0) + refuse(EPERM) + ALLOW
    of_tcp = op(seccomp.EQUAL, IPPROTO_TCP, 1, 0) + refuse(EPERM)
    rules.rule("setsockopt", of_sockets + of_tcp + one_of(2, TCP_OPTIONS, refuse(EPERM)))


def socketpair(types: "Sequence[int]") -> bytes:
    """Allows pairs of these types, of protocol 0. SOCK_DGRAM, and SOCK_RAW, which the kernel treats as SOCK_DGRAM, could send to any socket
    and hand it open files; for SOCK_SEQPACKET, which Chromium uses, the kernel ignores the address."""
    return socket_of(AF_UNIX, types, (0,))


def socket_of(domain: int, types: "Sequence[int]", protocols: "Sequence[int]") -> bytes:
    refused = refuse(EACCES)
    family = argument(0) + op(seccomp.EQUAL, domain, 1, 0) + refused
    protocol = argument(2) + b"".join(op(seccomp.EQUAL, each, len(protocols) - at, 0) for at, each in enumerate(protocols)) + refused
    kinds = b"".join(op(seccomp.EQUAL, kind, len(types) - position, 0) for position, kind in enumerate(types))
    return family + protocol + argument(1) + op(seccomp.AND, ~SOCK_CLOEXEC_NONBLOCK) + kinds + refused + ALLOW


def limit_signals(rules: seccomp.Filter, family: str, surroundings: Surroundings) -> None:
    """Limits the targets of signals. From ABI 6 on, Landlock keeps signals among the sandboxed. Before it, a program can signal itself and
    its group, and a parent of forked jobs, which has seen no file, everything that is not protected; what a program has started can signal
    only its group."""
    refused = refuse(EPERM)
    protected = b"".join(op(seccomp.EQUAL, pid, 0, 1) + refused for pid in surroundings.protected)
    # Refuses all processes at once and other groups by number.
    anyone = argument(0) + op(seccomp.AT_LEAST, 0x80000000, 0, 1) + refused + protected + ALLOW
    itself, free = anyone, surroundings.signals_are_scoped
    if surroundings.pid is not None:
        itself = one_of(0, (surroundings.pid,), refused)
    if family in JOBS or family == "node":
        rules.rule("kill tgkill", itself)
    elif free or family == "parent":
        rules.rule("kill tgkill tkill" if free else "kill tgkill", anyone)
    else:
        rules.rule("kill", one_of(0, (0,) if surroundings.pid is None else (0, surroundings.pid), refused))
        rules.rule("tgkill", itself)


def limit_truncation(rules: seccomp.Filter) -> None:
    """Refuses to empty a file without opening it for writing (but for reading, or for neither: 3), which Landlock guards from ABI 3 on."""
    rules.rule("truncate", refuse(EACCES))
    for name, flags in (("open", 1), ("openat", 2)):
        how = argument(flags) + op(seccomp.AND, O_ACCMODE | O_TRUNC)
        emptying = op(seccomp.EQUAL, O_TRUNC, 1, 0) + op(seccomp.EQUAL, O_TRUNC | O_ACCMODE, 0, 1)
        rules.rule(name, how + emptying + refuse(EACCES) + ALLOW)
