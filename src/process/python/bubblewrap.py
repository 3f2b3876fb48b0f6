"""Arguments of bwrap(1): a network, process and mount namespace of its own, which contains only the system and the task."""

import os
import sys

import ready_filters
import sandboxing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from start_options import Options

HERE = os.path.dirname(os.path.abspath(__file__))
# Each sandboxed program has folders of its own there.
SHARED_TEMPORARY = ("/tmp", "/dev/shm")  # noqa: S108 - inside the sandbox only
# From this ABI on, Landlock guards what a process namespace guards.
ABI_INSIDE = 6


def arguments(options: "Options", seccomp_descriptor: "int | None", status_descriptor: int) -> "list[str]":
    """Returns the arguments up to and including `--`. options: bwrap, read, write, temporary, of start_options.Options."""
    # Landlock then allows only this port of this machine (back end `both`).
    network = [] if options.port is None else ["--share-net"]
    words = [options.bwrap, "--unshare-all", *network, "--die-with-parent", "--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev"]
    # Without Landlock, opening it to write creates memory that processes share and that counts for none of them.
    for path in sandboxing.READ_DEVICES:
        words += ["--ro-bind", "/dev/null", path]
    for path in sandboxing.SYSTEM:
        if os.path.islink(path) and path.count("/") == 1:
            words += ["--symlink", os.readlink(path), path]
        elif os.path.exists(path):
            words += ["--ro-bind", path, path]
    if options.temporary is not None:
        # On disk, because no limit would count files in memory.
        for place in SHARED_TEMPORARY:
            words += ["--bind", options.temporary, place]
    kinds = [(path, "--ro-bind-try") for path in options.read] + [(path, "--bind") for path in options.write]
    if options.backend == "both":
        kinds.append((HERE, "--ro-bind"))
    # Shorter first, so that a folder never covers what was bound inside it.
    for path, kind in sorted(kinds, key=lambda each: len(each[0])):
        if kind == "--bind" or not within_system(path):
            words += [kind, path, path]
    for path in sandboxing.devices_of(options.allow):
        words += ["--dev-bind-try", path, path]
    # bwrap's own first process has no filter of system calls, so its memory must be out of reach.
    words += ["--tmpfs", "/proc/1", "--remount-ro", "/proc/1"]
    words += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", options.folder]
    if seccomp_descriptor is not None:
        words += ["--seccomp", str(seccomp_descriptor)]
    return [*words, "--json-status-fd", str(status_descriptor), "--"]


def within_system(path: str) -> bool:
    return any(path == folder or path.startswith(folder + "/") for folder in sandboxing.SYSTEM)


def command(options: "Options", status_descriptor: int, report_descriptor: int) -> "list[str]":
    """Returns the command of bwrap and the program, or, for the back end `both`, of the second step and then the program."""
    os.set_inheritable(status_descriptor, True)
    if options.port is not None and options.backend != "both":
        raise OSError("without Landlock the network cannot be limited to one port")
    if options.backend == "both":
        os.set_inheritable(report_descriptor, True)
        return arguments(options, None, status_descriptor) + second_step(options)
    descriptor = os.memfd_create("seccomp", 0)
    os.write(descriptor, call_filter(options))
    os.lseek(descriptor, 0, os.SEEK_SET)
    return arguments(options, descriptor, status_descriptor) + options.program


def call_filter(options: "Options") -> bytes:
    """Returns the filter for a program that sees only its own processes."""
    ready = ready_filters.find(options.calls, options.allow, ABI_INSIDE, os.getpid())
    if ready is not None:
        return ready
    import call_rules

    return call_rules.call_filter(options.calls, call_rules.Surroundings(0, own_processes=True), options.allow)


def second_step(options: "Options") -> "list[str]":
    start = "import sys; sys.path.insert(0, sys.argv[1]); import supervise; supervise.become_program_inside(sys.argv[2:])"
    words = [sys.executable, "-I", "-S", "-c", start, HERE, "--calls", options.calls]
    if options.port is not None:
        words += ["--port", str(options.port)]
    for flag, paths in (("--read", options.read), ("--write", [*options.write, *SHARED_TEMPORARY]), ("--allow", options.allow)):
        for path in paths:
            words += [flag, path]
    return [*words, "--", *options.program]
