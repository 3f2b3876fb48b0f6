"""What a filter of system calls answers, found by interpreting its program: for architectures that the tests do not run on.

    evaluate_filter.py FOLDER-OF-src/process/python < REQUESTS-AS-JSON

A request: {"machine", "family", "abi", "call": name or number, "arguments": […], "allow": permissions}; the answers, a JSON list: "allow", "kill" or the
name of an error ("done": none).
"""

import errno
import functools
import json
import struct
import sys

sys.path.insert(0, sys.argv[1])

import call_numbers
import call_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PID = 1234


def evaluate(program: bytes, data: bytes) -> int:
    """bpf(4), as far as seccomp(2) allows it and our filters use it."""
    instructions = [struct.unpack_from("HBBI", program, at) for at in range(0, len(program), 8)]
    position = accumulator = 0
    while True:
        code, if_true, if_false, value = instructions[position]
        position += 1
        if code == 0x20:
            accumulator = struct.unpack_from("=I", data, value)[0]
        elif code == 0x54:
            accumulator &= value
        elif code == 0x05:
            position += value
        elif code == 0x06:
            return value
        else:
            holds = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[code]
            position += if_true if holds else if_false


@functools.cache
def program(machine: str, family: str, abi: int, allow: "tuple[str, ...]") -> bytes:
    return call_rules.call_filter(family, call_rules.Surroundings(abi, PID), allow, machine=machine)


def answer(request: "dict[str, Any]") -> str:
    machine = request["machine"]
    arch, column = call_numbers.MACHINES[machine]
    number = request["call"]
    if isinstance(number, str):
        number = call_numbers.CALLS[number][column]
    if number is None:
        return "not there"
    arguments = [each & (1 << 64) - 1 for each in request.get("arguments", [])]
    data = struct.pack("=IIQ6Q", number, request.get("arch", arch), 0, *arguments, *[0] * (6 - len(arguments)))
    action = evaluate(program(machine, request["family"], request.get("abi", 7), tuple(request.get("allow", ()))), data)
    if action & 0xFFFF0000 == 0x00050000:
        return errno.errorcode.get(action & 0xFFFF, "done")
    return {0x7FFF0000: "allow", 0x80000000: "kill"}[action]


requests = json.load(sys.stdin)
if requests == "names":
    print(json.dumps({"families": list(call_rules.SETS), "calls": list(call_numbers.CALLS)}))
else:
    print(json.dumps([answer(request) for request in requests]))
