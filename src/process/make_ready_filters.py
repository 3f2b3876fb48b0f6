"""Prints ready_filters.py: `python3 src/process/make_ready_filters.py > src/process/ready_filters.py`."""

import call_rules
from call_numbers import MACHINES

HEAD = '''"""Filters of system calls that need not be built when a program starts. Made by make_ready_filters.py from call_rules.py.

Those of programs of one task, where the kernel keeps their signals and what they may truncate: Landlock of this ABI or later, or
a namespace of their own. Others depend on numbers of processes.
"""

import os

SINCE_ABI = 6


def find(family, allow):
    """The filter as bytes; None where it is not among these."""
    filters = FILTERS.get(os.uname().machine)
    if family != "program" or "modes" in allow or filters is None:
        return None
    return bytes.fromhex(filters["links" if "links" in allow else ""])


FILTERS = {'''

WIDTH = 118


def main():
    print(HEAD)
    for machine in MACHINES:
        print(f'    "{machine}": {{')
        for permission in ("", "links"):
            surroundings = call_rules.Surroundings(6)
            text = call_rules.call_filter("program", surroundings, (permission,), machine).hex()
            print(f'        "{permission}":')
            for at in range(0, len(text), WIDTH - 16):
                print(f'            "{text[at:at + WIDTH - 16]}"', end=",\n" if at + WIDTH - 16 >= len(text) else "\n")
        print("    },")
    print("}")


if __name__ == "__main__":
    main()
