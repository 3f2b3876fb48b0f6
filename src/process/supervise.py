"""The small parent of every native program: starts it sandboxed, watches it, and leaves no process behind.

    python3 -I -S -c 'import gc, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); import supervise; supervise.main(sys.argv[2:])'
        FOLDER-OF-THIS-FILE FLAG VALUE … -- /absolute/program argument …

Or, without the time that starting Python takes, as a fork of a process that is already there, for one program after the other: see
pooled_supervisor.py.

It talks with convertd over the socket at file descriptor 3, a line each:

    supervisor PID                 its own; from now on the program may have begun
    started PID LANDLOCK-ABI GROUP `group`: it has a control group; `none`
    program PID                    of the program itself, where `started` told that of bwrap
    failed STAGE TEXT              the program was not started. STAGE: exec, sandbox
    memory BYTES                   answers `measure BYTES`: memory in use, shared pages counted once, or some number up to BYTES
    ended HOW NUMBER PEAK-BYTES PEAK-PROCESSES CPU-MS
                                   the last of this program. HOW: exit, signal, or why it was killed: memory, processes, descriptors,
                                   wall, stopped

When convertd dies, descriptor 3 closes, and SIGTERM comes or a descriptor of convertd's life tells; each ends everything.
"""

import gc
import os
import select
import time

import control_group
import ready_filters
import sandboxing
import tree
from start_options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Mapping
    from types import FrameType, TracebackType
    from typing import NoReturn, TypeAlias

    Environment: TypeAlias = Mapping[str, str] | Mapping[bytes, bytes]
else:
    import _signal as signal  # the module `signal` itself loads enum, which takes longer than all the rest

REPORT = 3
FIRST_LOOK, LOOK_EVERY, LOOK_AT_LEAST_EVERY = 0.02, 0.1, 0.5
DYING, GIVE_UP_AFTER = 0.01, 5


def report(*words: object) -> None:
    try:
        os.write(REPORT, (" ".join(map(str, words)) + "\n").encode("utf-8", "replace"))
    except OSError:
        pass  # convertd is gone; the watch sees that too


def main(argv: "list[str]") -> "NoReturn":
    """As a process of its own, of one program."""
    os.set_inheritable(REPORT, False)
    os.closerange(REPORT + 1, 1 << 20)
    sandboxing.libc.prctl(1, signal.SIGTERM, 0, 0, 0)  # when the thread that started us ends
    wake = become_supervisor()
    control_group.prepare()
    report("supervisor", os.getpid())
    with reporting("sandbox"):
        start = Start(Options(argv), (os.getppid(),), os.environ, (0, 1, 2))
    supervise(start, wake)
    os._exit(0)


def become_supervisor() -> int:
    """What this process needs once. Returns a descriptor that becomes readable on a child's end and on SIGTERM."""
    sandboxing.libc.prctl(36, 1, 0, 0, 0)  # subreaper: orphans of the program become ours
    return listen_for_signals()


class Start:
    """One program to start. owners: processes that it must not signal, convertd among them. streams: what become its descriptors 0, 1
    and 2. call: what to do in place of executing it, where it is loaded already. system: rules that were begun before; they are
    used up."""

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
        # Made here: in the child the same would take three times as long, for the pages of memory that it has to copy.
        self.limits = sandboxing.Limits(options.cpu, options.memory, options.file, tree.user_limit(options.processes))
        self.rules: sandboxing.Ruleset | None = None
        self.calls: sandboxing.Calls | None = None
        if options.backend == "landlock":
            self.rules = rules_of(options, system)
            self.calls = ready_filters.find_for_any(options.calls, options.allow, sandboxing.landlock_abi())
        elif system is not None:
            system.close()


def supervise(start: Start, wake: int, life: "int | None" = None) -> bool:
    """Runs one program to its end. Closes its streams. life: a descriptor that becomes readable when convertd ends. Returns whether
    nothing is left of it."""
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
    # It may have ended because of a limit, before anybody looked.
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
    """What only the program needs: a copy kept here would keep a pipe to another program from ending."""
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
    """Milliseconds of those that have been waited for: getrusage(2)."""
    used = (sandboxing.ctypes.c_long * 18)()
    sandboxing.libc.getrusage(-1, used)
    return (used[0] + used[2]) * 1000 + (used[1] + used[3]) // 1000


def listen_for_signals() -> int:
    """A descriptor that becomes readable on a child's end and on SIGTERM."""
    wake, woken = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(woken)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, wake_up)
    for number in (signal.SIGINT, signal.SIGHUP):  # Ctrl-C and a closed terminal are for convertd to answer
        signal.signal(number, signal.SIG_IGN)
    return wake


def wake_up(_number: int, _frame: "FrameType | None") -> None:
    """Nothing more than the byte that Python writes for each signal that it handles."""


def read_waiting(descriptor: int) -> bytes:
    """What can be read without waiting."""
    try:
        return os.read(descriptor, 65536)
    except BlockingIOError:
        return b""


class Watch:
    def __init__(self, options: Options, child: int, wake: int, life: "int | None", group: control_group.Group) -> None:
        self.options, self.child, self.wake, self.life, self.group = options, child, wake, life, group
        self.tree = tree.Tree(child)
        self.peak_bytes = self.peak_processes = 0
        self.knows_program = not options.namespaces
        self.poll = select.poll()
        self.poll.register(wake, select.POLLIN)
        self.poll.register(REPORT, select.POLLIN)
        if life is not None:
            self.poll.register(life, select.POLLIN)

    def until_end(self) -> "tuple[str, int]":
        """Waits for the program itself, not for what it leaves behind. Returns (how, number)."""
        started = time.monotonic()
        look = started + FIRST_LOOK
        ends = started + self.options.wall if self.options.wall else float("inf")
        while True:
            now = time.monotonic()
            if now >= ends:
                return "wall", 0
            if now >= look:
                before = time.process_time()
                if excess := self.excess():
                    return excess, 0
                # On a machine with very many processes a look takes long: then it is at most a twentieth of a processor.
                cost = time.process_time() - before
                look = time.monotonic() + max(min(LOOK_EVERY, now - started), min(20 * cost, LOOK_AT_LEAST_EVERY))
            for descriptor, _ in self.poll.poll(max(0, min(look, ends) - time.monotonic()) * 1000 + 1):
                if self.is_told_to_stop(descriptor):
                    return "stopped", 0
            if ended := self.reap():
                return ended

    def is_told_to_stop(self, descriptor: int) -> bool:
        if descriptor == REPORT:
            return not self.asked()
        return descriptor == self.life or signal.SIGTERM in read_waiting(self.wake)

    def asked(self) -> bool:
        """Answers `measure BYTES`; False where convertd has closed its end."""
        try:
            request = os.read(REPORT, 4096)
        except OSError:
            return False
        if request.startswith(b"measure "):
            self.tree.scan()
            resident = self.tree.resident()
            # To count shared pages once takes a hundred times as long.
            report("memory", resident if resident <= int(request.split()[1]) else self.tree.memory())
        return request != b""

    def reap(self) -> "tuple[str, int] | None":
        """Orphans are buried; the program itself stays a zombie until its group is dead, so that its number stays taken."""
        while True:
            try:
                found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return "exit", 126
            if found is None:
                return None
            if found.si_pid == self.child:
                return ("exit" if found.si_code == os.CLD_EXITED else "signal"), found.si_status
            os.waitpid(found.si_pid, 0)

    def excess(self) -> "str | None":
        """Which limit the tree is beyond, or None."""
        if excess := self.group.excess():
            return excess
        self.tree.scan()
        if not self.knows_program and (program := self.tree.grandchild()):
            self.knows_program = True
            report("program", program)
        processes, resident, descriptors = self.tree.processes(), self.tree.resident(), self.tree.descriptors()
        self.peak_processes = max(self.peak_processes, processes)
        if self.options.processes and processes > self.options.processes:
            return "processes"
        if descriptors > tree.MOST_DESCRIPTORS:
            return "descriptors"
        held = tree.buffers(descriptors)
        resident += held
        if self.options.memory and resident > self.options.memory:
            resident = held + self.tree.memory_for_sure(self.options.memory - held)
        self.peak_bytes = max(self.peak_bytes, resident)
        return "memory" if self.options.memory and resident > self.options.memory else None

    def kill_all(self) -> bool:
        """The group dies at one stroke; what left the group, where that was allowed, is found by its parents. False where something
        would not die."""
        kill(os.killpg, self.child)
        self.poll = select.poll()
        self.poll.register(self.wake, select.POLLIN)
        gives_up = time.monotonic() + GIVE_UP_AFTER
        while time.monotonic() < gives_up:
            try:
                while os.waitpid(-1, os.WNOHANG) != (0, 0):
                    pass
            except ChildProcessError:
                return True
            if self.poll.poll(DYING * 1000):
                read_waiting(self.wake)
                continue
            self.tree.scan()
            for pid in self.tree.members:
                kill(os.kill, pid)
        return False


def kill(call: "Callable[[int, int], None]", number: int) -> None:
    try:
        call(number, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def become_program(start: Start, status_end: "int | None", group: control_group.Group) -> "NoReturn":
    """In the child: set up everything and be replaced by the program."""
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
            # What is loaded already reads nothing about its own process.
            if start.call is None or "proc" in options.allow:
                start.rules.allow_proc(options.allow)
            start.rules.apply()
            calls.apply()
        if start.call is not None:
            start.call()
    with reporting("exec"):
        os.execve(program[0], program, start.environment)


def become_program_inside(argv: "list[str]") -> "NoReturn":
    """The second step of the back end `both`: already inside bwrap, sandbox once more and be replaced by the program."""
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


class reporting:
    """Tells convertd of an error and ends the process, which must not go on unsandboxed."""

    def __init__(self, stage: str) -> None:
        self.stage = stage

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None") -> None:
        if error is not None:
            report("failed", self.stage, error)
            os._exit(126)


def system_rules(links: bool) -> sandboxing.Ruleset:
    """Those that all programs have. They can be made before it is known which is next."""
    rules = sandboxing.Ruleset(links)
    rules.allow(sandboxing.SYSTEM)
    return rules


def rules_of(options: Options, system: "sandboxing.Ruleset | None" = None) -> sandboxing.Ruleset:
    """All but those about the process itself. system: made before by `system_rules`, and used up."""
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
    """The filter of system calls: ready, or built with what only this process knows."""
    abi = sandboxing.landlock_abi()
    ready = ready_filters.find(options.calls, options.allow, 6 if own_processes else abi, os.getpid())
    if ready is not None:
        return sandboxing.Calls(ready)
    import call_rules

    surroundings = call_rules.Surroundings(abi, os.getpid(), own_processes, protected)
    return sandboxing.Calls(call_rules.call_filter(options.calls, surroundings, options.allow))


def restore_signals() -> None:
    """What is ignored stays ignored in the program: Python ignores SIGPIPE and SIGXFSZ, the supervisor the others."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def prefer_for_oom_kill() -> None:
    try:
        descriptor = os.open("/proc/self/oom_score_adj", os.O_WRONLY | os.O_CLOEXEC)
        os.write(descriptor, b"500")
        os.close(descriptor)
    except OSError:
        pass
