"""Watches one program from start to end, and kills what it leaves: a part of supervise.py."""

import os
import select
import time

import control_group
import tree
from call_sets import may_hand_on
from report import REPORT, report
from start_options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable

    from descriptors_in_flight import InFlight
else:
    import _signal as signal  # the module `signal` itself loads enum, which takes longer than everything else

FIRST_LOOK, LOOK_EVERY, LOOK_AT_LEAST_EVERY = 0.02, 0.1, 0.5
DYING, GIVE_UP_AFTER = 0.01, 5


class Watch:
    def __init__(self, options: Options, child: int, wake: int, life: "int | None", group: control_group.Group) -> None:
        self.options, self.child, self.wake, self.life, self.group = options, child, wake, life, group
        self.tree = tree.Tree(child)
        self.peak_bytes = self.peak_processes = 0
        self.in_flight = count_in_flight(options)
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
                # On a machine with very many processes a check is slow: then it takes at most a twentieth of a processor.
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
        """Answers `measure BYTES`; False if convertd has closed its end."""
        try:
            request = os.read(REPORT, 4096)
        except OSError:
            return False
        if request.startswith(b"measure "):
            self.tree.scan()
            resident = self.tree.resident()
            # Counting shared pages once takes a hundred times as long.
            report("memory", resident if resident <= int(request.split()[1]) else self.tree.memory())
        return request != b""

    def reap(self) -> "tuple[str, int] | None":
        """Reaps orphans. The program itself stays a zombie until its group is dead, so that its number stays taken."""
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
        """Returns the limit that the tree exceeds, or None."""
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
        if self.in_flight and (excess := self.in_flight.excess(self.tree.members)):
            return excess
        held = tree.buffers(descriptors)
        resident += held
        if self.options.memory and resident > self.options.memory:
            resident = held + self.tree.memory_for_sure(self.options.memory - held)
        self.peak_bytes = max(self.peak_bytes, resident)
        return "memory" if self.options.memory and resident > self.options.memory else None

    def kill_all(self) -> bool:
        """Kills the group at once. What left the group, if that was allowed, is found by its parents. Returns False if something does not
        die."""
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


def count_in_flight(options: Options) -> "InFlight | None":
    if not may_hand_on(options.calls):
        return None
    from descriptors_in_flight import InFlight  # loading it takes longer than loading all that other programs need

    return InFlight()


def kill(call: "Callable[[int, int], None]", number: int) -> None:
    try:
        call(number, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def read_waiting(descriptor: int) -> bytes:
    """Returns what can be read without waiting."""
    try:
        return os.read(descriptor, 65536)
    except BlockingIOError:
        return b""
