"""The small parent of every native program: starts it sandboxed, watches it, and leaves no process behind.

    python3 -I -S -c 'import gc, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); import supervise; supervise.main(sys.argv[2:])'
        FOLDER-OF-THIS-FILE FLAG VALUE … -- /absolute/program argument …

Or as a fork of a running process, for one program after the other, without starting Python each time: see pooled_supervisor.py.

It reports to convertd over the socket at file descriptor 3, a line each:

    supervisor PID                 its own; from now on the program may have begun
    started PID LANDLOCK-ABI GROUP `group`: it has a control group; `none`
    program PID                    of the program itself, if `started` reported that of bwrap
    failed STAGE TEXT              the program was not started. STAGE: exec, sandbox
    memory BYTES                   answers `measure BYTES`: memory in use, shared pages counted once, or some number up to BYTES
    ended HOW NUMBER PEAK-BYTES PEAK-PROCESSES CPU-MS
                                   the last line of this program. HOW: exit, signal, or why it was killed: memory, processes, descriptors,
                                   exhausted, wall, stopped

When convertd dies, descriptor 3 closes, and SIGTERM arrives or the descriptor of convertd's life becomes readable; each ends everything.
"""

import gc
import os

import control_group
import ready_filters
import sandboxing
import tree
from report import REPORT, report, reporting
from start_options import Options
from watch import Watch, read_waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Mapping
    from types import FrameType
    from typing import NoReturn, TypeAlias

    Environment: TypeAlias = Mapping[str, str] | Mapping[bytes, bytes]
else:
    import _signal as signal  # the module `signal` itself loads enum, which takes longer than everything else


def main(argv: "list[str]") -> "NoReturn":
    """Runs as a process of its own, for one program."""
    os.set_inheritable(REPORT, False)
    os.closerange(REPORT + 1, 1 << 20)
    sandboxing.libc.prctl(1, signal.SIGTERM, 0, 0, 0)  # ends when the thread that started us does
    wake = become_supervisor()
    control_group.prepare()
    report("supervisor", os.getpid())
    with reporting("sandbox"):
        start = Start(Options(argv), (os.getppid(),), os.environ, (0, 1, 2))
    supervise(start, wake)
    os._exit(0)


def become_supervisor() -> int:
    """Sets up what this process needs once. Returns a descriptor that becomes readable on a child's end and on SIGTERM."""
    sandboxing.libc.prctl(36, 1, 0, 0, 0)  # subreaper: orphans of the program become ours
    return listen_for_signals()


class Start:
    """One program to start. owners: processes that it must not signal, among them convertd. streams: its future descriptors 0, 1 and 2.
    call: what to do instead of executing it, if it is loaded already. system: rules that were prepared before; they are used up."""

    def __init__(
        self,
        options: Options,
        owners: "tuple[int, ...]",
        environment: "Environment",
        streams: "tuple[int, int, int]",
        call: "Callable[[], NoReturn] | None" = None,
        system: "sandboxing.Ruleset | None" = None,
    ) -> None:
        self.options, self.environment, self.streams, self.call = options, environment, streams, call
        self.ancestors = (os.getpid(), *owners)
        # Created here: in the child this would take three times as long, because of the pages of memory that it has to copy.
        self.limits = sandboxing.Limits(options.cpu, options.memory, options.file, tree.user_limit(options.processes))
        self.rules: sandboxing.Ruleset | None = None
        self.calls: sandboxing.Calls | None = None
        if options.backend == "landlock":
            self.rules = rules_of(options, system)
            self.calls = ready_filters.find_for_any(options.calls, options.allow, sandboxing.landlock_abi())
        elif system is not None:
            system.close()


def supervise(start: Start, wake: int, life: "int | None" = None) -> bool:
    """Runs one program to its end. Closes its streams. life: a descriptor that becomes readable when convertd ends. Returns whether nothing
    is left of the program."""
    options = start.options
    if not os.access(options.program[0], os.X_OK) or os.path.isdir(options.program[0]):
        report("failed", "exec", "no executable file")
        return False
    status, status_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK) if options.namespaces else (None, None)
    spent = processor_time_of_children()
    group = control_group.create(options)
    child = os.fork()
    if child == 0:
        become_program(start, status_end, group)
    report("started", child, sandboxing.landlock_abi(), "none" if group.path is None else "group")
    gc.enable()
    release(start)
    if status_end is not None:
        os.close(status_end)
    watch = Watch(options, child, wake, life, group)
    how, number = watch.until_end()
    is_clean = watch.kill_all()
    # It may have ended because of a limit before anyone checked.
    if (how == "signal" or (how == "exit" and number != 0)) and (excess := group.excess()):
        how, number = excess, 0
    group.remove()
    if status is not None:
        if how == "exit" and b"exit-code" not in read_waiting(status):
            report("failed", "sandbox", "bwrap could not set it up")
        os.close(status)
    report("ended", how, number, watch.peak_bytes, watch.peak_processes, processor_time_of_children() - spent)
    gc.disable()
    return is_clean and how in ("exit", "signal")


def release(start: Start) -> None:
    """Closes what only the program needs: a copy kept here would keep a pipe to another program open."""
    if start.rules is not None:
        start.rules.close()
    nothing = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for number, descriptor in enumerate(start.streams):
        if descriptor == number:
            os.dup2(nothing, number)
        else:
            os.close(descriptor)
    os.close(nothing)


def processor_time_of_children() -> int:
    """Returns the milliseconds of children that were waited for: getrusage(2)."""
    used = (sandboxing.ctypes.c_long * 18)()
    sandboxing.libc.getrusage(-1, used)
    return (used[0] + used[2]) * 1000 + (used[1] + used[3]) // 1000


def listen_for_signals() -> int:
    """Returns a descriptor that becomes readable on a child's end and on SIGTERM."""
    wake, woken = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(woken)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, wake_up)
    for number in (signal.SIGINT, signal.SIGHUP):  # convertd handles Ctrl-C and a closed terminal
        signal.signal(number, signal.SIG_IGN)
    return wake


def wake_up(_number: int, _frame: "FrameType | None") -> None:
    """Does nothing: Python writes a byte for each signal with a handler."""


def become_program(start: Start, status_end: "int | None", group: control_group.Group) -> "NoReturn":
    """Runs in the child: sets up everything and becomes the program."""
    options = start.options
    with reporting("sandbox"):
        group.enter()
        os.setsid()
        sandboxing.libc.prctl(1, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != start.ancestors[0]:
            os._exit(126)
        for number, descriptor in enumerate(start.streams):
            os.dup2(descriptor, number)
        prefer_for_oom_kill()
        restore_signals()
        start.limits.apply()
        program = options.program
        if status_end is not None:  # with namespaces: bwrap reports there
            import bubblewrap

            program = bubblewrap.command(options, status_end, REPORT)
        elif start.rules is not None:
            sandboxing.drop_capabilities()
            calls = start.calls or filter_of(options, False, start.ancestors)
            # A loaded program reads nothing about its own process.
            if start.call is None or "proc" in options.allow:
                start.rules.allow_proc(options.allow)
            start.rules.apply()
            calls.apply()
        if start.call is not None:
            start.call()
    with reporting("exec"):
        os.execve(program[0], program, start.environment)


def become_program_inside(argv: "list[str]") -> "NoReturn":
    """The second step of the back end `both`: already inside bwrap, sandboxes once more and becomes the program."""
    os.set_inheritable(REPORT, False)
    with reporting("sandbox"):
        options = Options(argv)
        restore_signals()
        calls = filter_of(options, True, ())
        rules = rules_of(options)
        rules.allow_proc(("proc",))
        rules.apply()
        calls.apply()
    with reporting("exec"):
        os.execv(options.program[0], options.program)


def system_rules(links: bool) -> sandboxing.Ruleset:
    """Returns the rules of all programs, which can be made before the next one is known."""
    rules = sandboxing.Ruleset(links)
    rules.allow(sandboxing.SYSTEM)
    return rules


def rules_of(options: Options, system: "sandboxing.Ruleset | None" = None) -> sandboxing.Ruleset:
    """Returns all rules except those about the process itself. system: made before by `system_rules`, and used up."""
    links = "links" in options.allow
    if system is not None and system.links != links:
        system.close()
        system = None
    rules = system or system_rules(links)
    rules.allow(options.read, options.write)
    rules.add(sandboxing.devices_of(options.allow), sandboxing.ON_DEVICES)
    if options.port is not None:
        rules.allow_port(options.port)
    return rules


def filter_of(options: Options, own_processes: bool, protected: "tuple[int, ...]") -> sandboxing.Calls:
    """Returns the filter of system calls: a ready one, or built with what only this process knows."""
    abi = sandboxing.landlock_abi()
    ready = ready_filters.find(options.calls, options.allow, 6 if own_processes else abi, os.getpid())
    if ready is not None:
        return sandboxing.Calls(ready)
    import call_rules

    surroundings = call_rules.Surroundings(abi, os.getpid(), own_processes, protected)
    return sandboxing.Calls(call_rules.call_filter(options.calls, surroundings, options.allow))


def restore_signals() -> None:
    """Ignored signals would stay ignored in the program: Python ignores SIGPIPE and SIGXFSZ, the supervisor the others."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def prefer_for_oom_kill() -> None:
    try:
        descriptor = os.open("/proc/self/oom_score_adj", os.O_WRONLY | os.O_CLOEXEC)
        os.write(descriptor, b"500")
        os.close(descriptor)
    except OSError:
        pass
