"""A filter of system calls (seccomp(2)) as a classic BPF program: the rule for each call is looked up by its number.

The lookup is a binary search, with fewer steps than one comparison after another. This matters most when the filter is installed: the
kernel then runs it for each number to learn which calls it need never check again.
"""

import os
import struct

from call_numbers import CALLS, MACHINES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

EPERM, EACCES, EINVAL, ENOTTY, ENOSYS, EOPNOTSUPP = 1, 13, 22, 25, 38, 95
PRETEND = 0  # not executed, but reported as successful

LOAD, EQUAL, AT_LEAST, ANY_BIT, AND, JUMP, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x05, 0x06
ALLOW_ACTION, ERRNO_ACTION, KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
FARTHEST_CONDITIONAL_JUMP = 255
# x86_64 also accepts calls of its x32 ABI, with this bit in their numbers.
X32 = 0x40000000


instruction = struct.Struct("HBBI").pack


def op(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return instruction(code, if_true, if_false, value & 0xFFFFFFFF)


ALLOW = op(RETURN, ALLOW_ACTION)


def refuse(errno: int) -> bytes:
    return op(RETURN, ERRNO_ACTION | errno)


def argument(index: int) -> bytes:
    """Loads the low half of an argument: all of an int, and the flags checked here."""
    return op(LOAD, 16 + 8 * index)


def high_half(index: int) -> bytes:
    return op(LOAD, 20 + 8 * index)


def one_of(index: int, values: "Iterable[int]", otherwise: bytes) -> bytes:
    """Returns the body of a rule: allowed if the argument is one of these numbers."""
    values = list(values)
    tests = [op(EQUAL, value, len(values) - position, 0) for position, value in enumerate(values)]
    return argument(index) + b"".join(tests) + otherwise + ALLOW


def without_bits(index: int, bits: int, otherwise: bytes) -> bytes:
    """Returns the body of a rule: allowed if the argument has none of these bits."""
    return argument(index) + op(ANY_BIT, bits, 0, 1) + otherwise + ALLOW


class Filter:
    """Result of each call. A body is instructions that end by returning an action; ALLOW and refuse() are the shortest."""

    def __init__(self, otherwise: bytes, machine: "str | None" = None) -> None:
        machine = machine or os.uname().machine
        if machine not in MACHINES:
            raise OSError(ENOSYS, "no list of system calls for " + machine)
        self.arch, self.column = MACHINES[machine]
        self.otherwise = otherwise
        self.bodies: dict[int, bytes] = {}

    def rule(self, names: str, body: bytes) -> None:
        """names: in one string, separated by spaces. A later rule replaces an earlier one."""
        for name in names.split():
            number = CALLS[name][self.column]
            if number is not None:
                self.bodies[number] = body

    def program(self) -> bytes:
        """Returns the finished program. It kills the process at a call of a foreign architecture."""
        head = op(LOAD, 4) + op(EQUAL, self.arch, 1, 0) + op(RETURN, KILL_PROCESS) + op(LOAD, 0)
        ranges = self.ranges()
        return head + search(ranges, 0, len(ranges))

    def ranges(self) -> "list[tuple[int, bytes]]":
        """Returns (first number, body) of consecutive numbers with the same rule, in order."""
        found = [(0, self.otherwise)]
        last, end = self.otherwise, 0
        for number, body in sorted(self.bodies.items()):
            if number != end and last != self.otherwise:
                found.append((end, self.otherwise))
                last = self.otherwise
            if body != last:
                found.append((number, body))
                last = body
            end = number + 1
        return found if last == self.otherwise else [*found, (end, self.otherwise)]


def search(ranges: "Sequence[tuple[int, bytes]]", first: int, end: int) -> bytes:
    """Finds the body of the range that the loaded number is in, among those from `first` on."""
    if end - first == 1:
        return ranges[first][1]
    middle = (first + end) // 2
    below, from_middle = search(ranges, first, middle), search(ranges, middle, end)
    steps = len(below) // 8
    if steps <= FARTHEST_CONDITIONAL_JUMP:
        return op(AT_LEAST, ranges[middle][0], steps, 0) + below + from_middle
    return op(AT_LEAST, ranges[middle][0], 0, 1) + op(JUMP, steps) + below + from_middle
