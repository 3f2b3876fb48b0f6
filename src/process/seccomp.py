"""System calls that a confined program may not make, as a classic BPF program (seccomp(2)).

The filter lists what is refused; the rest is allowed, because an engine's needs are wide and change with every
version. Landlock or a mount namespace guards the files; this guards what they cannot: the network, other processes,
the kernel's own interfaces, and leaving the process group by which a program is killed.
Numbers: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h (arm64) of Linux.
"""

import ctypes
import os
import struct

EPERM, EACCES, ENOSYS, EOPNOTSUPP = 1, 13, 38, 95
PRETEND = 0  # not done, and answered as done

# name: (x86_64, arm64); None: does not exist there
CALLS = {
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "setsid": (112, 157), "setpgid": (109, 154),
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_send_signal": (424, 424), "prlimit64": (302, 261),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "process_madvise": (440, 440),
    "process_mrelease": (448, 448), "pidfd_getfd": (438, 438), "kcmp": (312, 272),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "mount": (165, 40), "umount2": (166, 39), "move_mount": (429, 429), "open_tree": (428, 428), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "pivot_root": (155, 41), "chroot": (161, 51), "unshare": (272, 97), "setns": (308, 268),
    "clone": (56, 220), "clone3": (435, 435), "fork": (57, None), "vfork": (58, None),
    "execve": (59, 221), "execveat": (322, 281),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "kexec_load": (246, 104), "kexec_file_load": (320, 294),
    "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225), "syslog": (103, 116), "acct": (163, 89),
    "quotactl": (179, 60), "quotactl_fd": (443, 443), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "adjtimex": (159, 171), "clock_adjtime": (305, 266), "sethostname": (170, 161), "setdomainname": (171, 162),
    "iopl": (172, None), "ioperm": (173, None), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
    "memfd_create": (319, 279), "memfd_secret": (447, 447),
    "symlink": (88, None), "symlinkat": (266, 36), "mknod": (133, None), "mknodat": (259, 33),
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "lchown": (94, None), "fchown": (93, 55), "fchownat": (260, 54),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466),
    "fsync": (74, 82), "fdatasync": (75, 83), "sync_file_range": (277, 84), "syncfs": (306, 267), "sync": (162, 81),
    "truncate": (76, 45), "open": (2, None), "openat": (257, 56), "openat2": (437, 437),
}

MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

LOAD, EQUAL, AT_LEAST, ANY_BIT, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
ALLOW, ERRNO, KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
AF_UNIX, SOCK_DGRAM = 1, 2
O_ACCMODE, O_TRUNC = 0o3, 0o1000
CLONE_THREAD = 0x10000
# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
NEW_NAMESPACE = 0x7E020000


def op(code, value, if_true=0, if_false=0):
    return struct.pack("HBBI", code, if_true, if_false, value & 0xFFFFFFFF)


def argument(index):
    """The low half of an argument: enough for int arguments and for the flags looked at here."""
    return op(LOAD, 16 + 8 * index)


class Filter:
    """Rules one after another; each jumps over itself where its call number does not match."""

    def __init__(self):
        machine = os.uname().machine
        if machine not in MACHINES:
            raise OSError(ENOSYS, "no list of system calls for " + machine)
        self.arch, self.column = MACHINES[machine]
        self.rules = []

    def refuse(self, errno, *names):
        for name in names:
            self.on(name, op(RETURN, ERRNO | errno))

    def on(self, name, body):
        number = CALLS[name][self.column]
        if number is not None:
            self.rules.append(op(EQUAL, number, 0, len(body) // 8) + body)

    def program(self):
        """The finished program, ending in ALLOW. A foreign architecture is killed, the x32 numbers of x86_64 refused."""
        head = op(LOAD, 4) + op(EQUAL, self.arch, 1, 0) + op(RETURN, KILL_PROCESS)
        head += op(LOAD, 0) + op(AT_LEAST, 0x40000000, 0, 1) + op(RETURN, ERRNO | ENOSYS)
        return head + b"".join(self.rules) + op(RETURN, ALLOW)


def refuse_network(rules, unix=False):
    """No socket of any family; AF_UNIX only on request. socketpair stays, except for datagrams, which could be sent to
    any address. io_uring could open sockets unseen."""
    body = op(RETURN, ERRNO | EACCES)
    if unix:
        body = argument(0) + op(EQUAL, AF_UNIX, 0, 1) + op(RETURN, ALLOW) + body
    else:
        rules.refuse(EACCES, "connect", "bind", "listen")
        kind = argument(1) + op(AND, 0xF) + op(EQUAL, SOCK_DGRAM, 0, 1) + op(RETURN, ERRNO | EACCES)
        rules.on("socketpair", kind + op(RETURN, ALLOW))
    rules.on("socket", body)
    rules.refuse(ENOSYS, "io_uring_setup", "io_uring_enter", "io_uring_register")


def refuse_escape(rules, allow=()):
    """What reaches other processes, new namespaces or the kernel's own interfaces, and memory that no limit counts
    (memfd, System V and POSIX queues). `allow` may lift: sessions, links, memfd."""
    if "sessions" not in allow:
        rules.refuse(EPERM, "setsid", "setpgid")
    if "links" not in allow:
        rules.refuse(EPERM, "symlink", "symlinkat")
    if "memfd" not in allow:
        rules.refuse(ENOSYS, "memfd_create")
    namespaces = argument(0) + op(ANY_BIT, NEW_NAMESPACE, 0, 1) + op(RETURN, ERRNO | EPERM)
    rules.on("clone", namespaces + op(RETURN, ALLOW))
    own = argument(0) + op(EQUAL, 0, 0, 1) + op(RETURN, ALLOW)
    rules.on("prlimit64", own + op(RETURN, ERRNO | EPERM))
    # ENOSYS makes the C library fall back to clone, whose flags a filter can read.
    rules.refuse(ENOSYS, "clone3", "memfd_secret", "shmget", "msgget", "semget", "mq_open", "userfaultfd")
    rules.refuse(
        EPERM, "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "pidfd_getfd",
        "kcmp", "keyctl", "add_key", "request_key", "mount", "umount2", "move_mount", "open_tree", "fsopen", "fsconfig",
        "fsmount", "fspick", "mount_setattr", "pivot_root", "chroot", "unshare", "setns", "bpf", "perf_event_open",
        "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff",
        "syslog", "acct", "quotactl", "quotactl_fd", "settimeofday", "clock_settime", "adjtimex", "clock_adjtime",
        "sethostname", "setdomainname", "iopl", "ioperm", "name_to_handle_at", "open_by_handle_at", "fanotify_init",
        "mknod", "mknodat",
    )


def refuse_programs(rules):
    """No other process, only threads: for a process that is one job and is to end as a whole."""
    rules.refuse(EPERM, "execve", "execveat", "fork", "vfork")
    rules.refuse(ENOSYS, "clone3")
    rules.on("clone", argument(0) + op(ANY_BIT, CLONE_THREAD, 1, 0) + op(RETURN, ERRNO | EPERM) + op(RETURN, ALLOW))


def ignore_attributes(rules, allow=()):
    """Owner and mode of files, which Landlock does not guard: a program could otherwise open up or lock any file of its
    user, the operator's own included. The calls succeed and change nothing: refused, they make gzip, bzip2, tar and 7zz
    fail, and nothing depends on modes in a task's folder. `allow` may lift: modes (chmod). Extended attributes are
    answered as on a file system without them."""
    if "modes" not in allow:
        rules.refuse(PRETEND, "chmod", "fchmod", "fchmodat", "fchmodat2")
    rules.refuse(PRETEND, "chown", "lchown", "fchown", "fchownat")
    rules.refuse(
        EOPNOTSUPP, "setxattr", "lsetxattr", "fsetxattr", "setxattrat",
        "removexattr", "lremovexattr", "fremovexattr", "removexattrat",
    )


def ignore_syncs(rules):
    """Work folders do not outlive a crash of the machine, and outputs are synced where they are stored: nothing waits for the disk."""
    rules.refuse(PRETEND, "fsync", "fdatasync", "sync_file_range", "syncfs", "sync")


def refuse_truncation(rules):
    """Emptying a file without opening it to write, which Landlock guards from ABI 3 on."""
    rules.refuse(EACCES, "truncate")
    for name, flags in (("open", 1), ("openat", 2)):
        emptying = argument(flags) + op(AND, O_ACCMODE | O_TRUNC) + op(EQUAL, O_TRUNC, 0, 1)
        rules.on(name, emptying + op(RETURN, ERRNO | EACCES) + op(RETURN, ALLOW))
    rules.refuse(ENOSYS, "openat2")


def refuse_signals(rules, *pids):
    """Signals to these processes, to all, and to groups by their number: for kernels whose Landlock does not
    scope signals (before ABI 6). Other processes of the same user stay reachable there."""
    refused = op(RETURN, ERRNO | EPERM)
    named = b"".join(op(EQUAL, pid, 0, 1) + refused for pid in pids)
    rules.on("kill", argument(0) + op(AT_LEAST, 0x80000000, 0, 1) + refused + named + op(RETURN, ALLOW))
    for name in ("tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"):
        rules.on(name, argument(0) + named + op(RETURN, ALLOW))
    rules.refuse(ENOSYS, "pidfd_send_signal")


def install(program, libc):
    """Put the calling process under the filter for good. Needs no_new_privs."""

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]

    buffer = ctypes.create_string_buffer(program, len(program))
    description = Program(len(program) // 8, ctypes.addressof(buffer))
    if libc.prctl(22, 2, ctypes.byref(description), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp refused the filter")
