"""Sandboxes the calling process for good, without privileges: Landlock for files, seccomp for system calls, limits.

Used by supervise.py for every native program, and by servers written in Python, whose forked child restricts itself to its
job before it opens the file:

    import sandboxing
    inputs = [os.path.realpath(entry.path) for entry in os.scandir(job_folder)]
    sandboxing.restrict_files([*sandboxing.SYSTEM, *inputs], [job_folder])

Linux 5.13 or later (Landlock ABI 1); see docs.kernel.org/userspace-api/landlock.html for what each ABI adds.
Standard library only, and of that only what loads fast: this runs before every program.
"""

import ctypes
import os
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import TypeAlias

    # What ctypes passes on to a function of C as it is.
    Argument: TypeAlias = ctypes.c_long | ctypes.c_size_t | ctypes.c_uint | ctypes.c_int | ctypes.Array[ctypes.c_char] | bytes | None

libc = ctypes.CDLL(None, use_errno=True)

# The system as programs need it: code, fonts, locale and time zone data, the settings of the engines. No user data, no
# passwd, no other program's state. Missing ones are skipped.
# fmt: off
SYSTEM = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/locale.alias",
    "/etc/localtime", "/etc/timezone", "/etc/nsswitch.conf", "/etc/mime.types", "/etc/magic", "/etc/fonts",
    "/etc/ssl/openssl.cnf", "/etc/ssl/certs", "/etc/gnutls", "/etc/paperspecs", "/etc/papersize",
    "/etc/ImageMagick-6", "/etc/ImageMagick-7", "/etc/ghostscript", "/etc/libreoffice", "/etc/OpenCL", "/etc/xdg",
    "/etc/python3", "/etc/python3.11", "/etc/python3.13", "/etc/perl", "/etc/java-17-openjdk", "/etc/java-21-openjdk",
    "/etc/openal", "/etc/timidity", "/etc/texmf",
    "/var/lib/ghostscript", "/var/lib/libreoffice", "/var/spool/libreoffice", "/var/lib/texmf", "/var/cache/fontconfig",
    "/sys/devices/system/cpu",
)
# fmt: on
DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")
# Writing to it creates memory that processes share, see call_rules.py.
READ_DEVICES = ("/dev/zero",)
# Prefix of a permission that opens one more device, as for a hardware encoder.
DEVICE = "device:"
# Facts about the machine, not about its processes.
PROC_FACTS = ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/sys/vm/overcommit_memory")
# What a program reads about itself. Not net, the sockets of the whole machine, nor task, with the files of its threads.
PROC_OWN = ("maps", "status", "stat", "cgroup", "mounts")

# Kinds of Landlock rules: for a path or a TCP port.
PATH_BENEATH, NET_PORT = 1, 2
BIND_TCP, CONNECT_TCP = 1, 2
# The first ABI of Landlock that knows TCP ports.
ABI_OF_PORTS = 4
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on x86_64 and arm64
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
MAKE_CHAR, MAKE_SOCK, MAKE_FIFO, MAKE_BLOCK, MAKE_SYM = 1 << 6, 1 << 9, 1 << 10, 1 << 11, 1 << 12
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
ALL_OF_ABI_1 = (1 << 13) - 1
# Limits of getrlimit(2), the same on x86_64 and arm64. The module `resource` takes longer to load than to use.
LIMIT_CPU, LIMIT_FILE_SIZE, LIMIT_DATA, LIMIT_CORE, LIMIT_PROCESSES, LIMIT_FILES = 0, 1, 2, 4, 6, 7
# Most open files and sockets of a process: what most systems allow by default.
MOST_FILES = 1024
ON_DEVICES = READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEV
ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV


def syscall(number: int, *arguments: "Argument") -> int:
    result = libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def landlock_abi() -> int:
    """Returns 0 if the kernel has no Landlock or it is switched off."""
    return max(0, libc.syscall(ctypes.c_long(CREATE_RULESET), None, ctypes.c_size_t(0), ctypes.c_uint(1)))


def no_new_privileges() -> None:
    libc.prctl(38, 1, 0, 0, 0)


def devices_of(allow: "Iterable[str]") -> "list[str]":
    """Returns the paths of the permissions `device:PATH`."""
    return [name[len(DEVICE) :] for name in allow if name.startswith(DEVICE)]


def restrict_files(
    read_only: "Iterable[str]",
    read_write: "Iterable[str]",
    permissions: "Collection[str]" = (),
    links: bool = False,
    port: "int | None" = None,
    devices: "Iterable[str]" = (),
) -> None:
    """Allows from now on only opening these files, folders and devices, and TCP connections to this port: see Ruleset."""
    ruleset = Ruleset(links)
    ruleset.allow_proc(permissions)
    ruleset.allow(read_only, read_write)
    ruleset.add(devices, ON_DEVICES)
    if port is not None:
        ruleset.allow_port(port)
    ruleset.apply()


class Ruleset:
    """The files that a process will be able to open, built in parts and then applied for good. A child of the process that made it may
    extend and apply it.

    read_only: to read and execute. read_write: to read, write, create, rename and remove below, but not to execute. Devices such as
    /dev/null stay usable. `links`: may create symbolic links. Missing paths are skipped. From ABI 4 also no TCP, from ABI 6 no signals and
    no abstract sockets to processes outside. Raises OSError if Landlock fails."""

    def __init__(self, links: bool = False) -> None:
        abi = landlock_abi()
        self.links = links
        self.handled = ALL_OF_ABI_1
        for since, right in ((2, REFER), (3, TRUNCATE), (5, IOCTL_DEV)):
            if abi >= since:
                self.handled |= right
        attributes = struct.pack("QQQ", self.handled, BIND_TCP | CONNECT_TCP if abi >= ABI_OF_PORTS else 0, 3 if abi >= 6 else 0)
        size = 24 if abi >= 6 else 16 if abi >= ABI_OF_PORTS else 8
        buffer = ctypes.create_string_buffer(attributes)
        self.descriptor = syscall(CREATE_RULESET, buffer, ctypes.c_size_t(size), ctypes.c_uint(0))
        refused = EXECUTE | MAKE_CHAR | MAKE_BLOCK | MAKE_FIFO | MAKE_SOCK | (0 if links else MAKE_SYM)
        self.writing = self.handled & ~refused
        self.add(PROC_FACTS, READ_FILE)
        self.add(DEVICES, ON_DEVICES)
        self.add(READ_DEVICES, READ_FILE | IOCTL_DEV)

    def allow_proc(self, permissions: "Collection[str]" = ()) -> None:
        """Allows the folder of the calling process; with `proc`, all of /proc (the kernel still guards memory and environment of processes
        outside); with `proc-list`, listing it, because Chromium checks that this works."""
        if "proc" in permissions:
            self.add(("/proc",), READ_FILE | READ_DIR)
            return
        if "proc-list" in permissions:
            self.add(("/proc",), READ_DIR)
        own = "/proc/%d/" % os.getpid()
        self.add([own + name for name in PROC_OWN], READ_FILE)
        self.add((own,), READ_DIR)

    def allow(self, read_only: "Iterable[str]" = (), read_write: "Iterable[str]" = ()) -> None:
        self.add(read_only, EXECUTE | READ_FILE | READ_DIR)
        self.add(read_write, self.writing)

    def allow_port(self, port: int) -> None:
        """Allows connections to this port, at any address. Raises OSError if this kernel's Landlock knows no ports."""
        abi = landlock_abi()
        if abi < ABI_OF_PORTS:
            raise OSError(f"Landlock ABI {abi} has no rules for the network")
        rule = ctypes.create_string_buffer(struct.pack("=QQ", CONNECT_TCP, port))
        syscall(ADD_RULE, ctypes.c_int(self.descriptor), ctypes.c_int(NET_PORT), rule, ctypes.c_uint(0))

    def add(self, paths: "Iterable[str]", rights: int) -> None:
        rights &= self.handled
        for path in paths:
            try:
                target = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except (FileNotFoundError, NotADirectoryError, PermissionError):
                continue
            try:
                # Fails for anything that is not a folder: trying takes less time than checking first.
                if not allow_beneath(self.descriptor, target, rights) and not allow_beneath(self.descriptor, target, rights & ON_FILES):
                    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), path)
            finally:
                os.close(target)

    def apply(self) -> None:
        no_new_privileges()
        syscall(RESTRICT_SELF, ctypes.c_int(self.descriptor), ctypes.c_uint(0))
        self.close()

    def close(self) -> None:
        os.close(self.descriptor)


# struct landlock_path_beneath_attr, reused for each rule: there are forty before each program.
RULE = ctypes.create_string_buffer(struct.calcsize("=Qi"))
fill_rule = struct.Struct("=Qi").pack_into


def allow_beneath(ruleset: int, target: int, rights: int) -> bool:
    fill_rule(RULE, 0, rights, target)
    return libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, RULE, 0) == 0


class Calls:
    """A filter of system calls, made by call_rules.call_filter, in the kernel's layout. A child of the process that made it may apply it
    too."""

    def __init__(self, program: bytes) -> None:
        self.program = ctypes.create_string_buffer(program, len(program))
        # struct sock_fprog: number of instructions and their address.
        self.description = ctypes.create_string_buffer(struct.pack("HP", len(program) // 8, ctypes.addressof(self.program)))

    def apply(self) -> None:
        """Applies the filter to the calling process for good."""
        no_new_privileges()
        if libc.prctl(22, 2, self.description, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "seccomp refused the filter")


def restrict_calls(program: bytes) -> None:
    Calls(program).apply()


# Arguments of capset(2): its version and the calling process; no capabilities of any kind.
CAPABILITIES_OF = ctypes.create_string_buffer(struct.pack("Ii", 0x20080522, 0))
NO_CAPABILITIES = ctypes.create_string_buffer(24)


# prctl(2), capabilities(7): switches off for good that root gets capabilities when it executes a program.
SET_SECURE_BITS, NO_ROOT, NO_ROOT_LOCKED = 28, 1, 2


def drop_capabilities() -> None:
    """Root keeps its user id, with the access of its mode bits, but no further power."""
    # Fails for an ordinary user, who cannot get any. Emptying the bounding set instead takes forty calls.
    libc.prctl(SET_SECURE_BITS, NO_ROOT | NO_ROOT_LOCKED, 0, 0, 0)
    libc.prctl(47, 4, 0, 0, 0)
    if libc.capset(CAPABILITIES_OF, NO_CAPABILITIES) != 0:
        raise OSError(ctypes.get_errno(), "capset")


class Limits:
    """Limits of one process that its children inherit one by one, none higher than those of the process that makes this; a child of it may
    apply them. memory_bytes limits reserved private memory, with a margin for what is never used (stacks of threads, the code range of V8):
    the supervisor counts memory in use. processes counts all of the user's, wherever they run."""

    def __init__(
        self,
        cpu_seconds: "int | None" = None,
        memory_bytes: "int | None" = None,
        file_bytes: "int | None" = None,
        processes: "int | None" = None,
    ) -> None:
        self.pairs = [lower(LIMIT_CORE, 0), lower(LIMIT_FILES, MOST_FILES)]
        if cpu_seconds is not None:
            self.pairs.append(lower(LIMIT_CPU, cpu_seconds, cpu_seconds + 2))
        if memory_bytes is not None:
            self.pairs.append(lower(LIMIT_DATA, memory_bytes + max(memory_bytes, 1 << 30)))
        if file_bytes is not None:
            self.pairs.append(lower(LIMIT_FILE_SIZE, file_bytes))
        if processes is not None:
            self.pairs.append(lower(LIMIT_PROCESSES, processes))

    def apply(self) -> None:
        for kind, pair in self.pairs:
            set_limit(kind, pair)


def lower(kind: int, soft: int, hard: "int | None" = None) -> "tuple[int, ctypes.Array[ctypes.c_uint64]]":
    """Returns the arguments of setrlimit(2) for these limits, or for those of the calling process if they are lower already."""
    pair = (ctypes.c_uint64 * 2)()
    libc.getrlimit(kind, pair)
    pair[:] = min(soft, pair[1]), min(soft if hard is None else hard, pair[1])
    return kind, pair


def set_limit(kind: int, pair: "ctypes.Array[ctypes.c_uint64]") -> None:
    if libc.setrlimit(kind, pair) != 0:
        raise OSError(ctypes.get_errno(), "setrlimit")
