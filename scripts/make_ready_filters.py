"""Writes src/process/python/ready-filters: `python3 scripts/make_ready_filters.py [folder]`."""

import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "process", "python"))

import call_rules
import ready_filters
from call_numbers import MACHINES

WIDTH = 112


def make(machine: str, abi: int, links: bool) -> str:
    """The filter in hexadecimal digits, with the placeholder of the process id."""

    def built(pid: int) -> bytes:
        surroundings = call_rules.Surroundings(abi, pid)
        return call_rules.call_filter("program", surroundings, ("links",) if links else (), machine)

    placeholder = struct.unpack("<I", ready_filters.PLACEHOLDER)[0]
    program = built(placeholder)
    if program.replace(ready_filters.PLACEHOLDER, struct.pack("<I", 4321)) != built(4321):
        raise ValueError("the placeholder stands for something else too")
    text = program.hex()
    return "".join(text[at : at + WIDTH] + "\n" for at in range(0, len(text), WIDTH))


def main() -> None:
    folder = sys.argv[1] if len(sys.argv) > 1 else ready_filters.FOLDER
    os.makedirs(folder, exist_ok=True)
    for machine in MACHINES:
        for abi in ready_filters.ABIS:
            for links in (False, True):
                name = os.path.basename(ready_filters.file_of(machine, abi, links))
                with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                    file.write(make(machine, abi, links))


if __name__ == "__main__":
    main()
