"""Filters of system calls that need not be built when a program starts: files of ready-filters/, made by scripts/make_ready_filters.py from
call_rules.py.

They are for programs of one task. If Landlock does not keep signals among the sandboxed, a filter contains the id of its process: its file
has PLACEHOLDER instead of that number.
"""

import os
import struct

import sandboxing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ready-filters")
# From each of these ABIs of Landlock on, the kernel guards more and the filter less.
ABIS = (6, 3, 1)
PLACEHOLDER = struct.pack("<I", 0x7EADF117)


def file_of(machine: str, abi: int, links: bool) -> str:
    return os.path.join(FOLDER, "%s.abi%d%s.hex" % (machine, abi, ".links" if links else ""))


def find(family: str, allow: "Collection[str]", abi: int, pid: int) -> "bytes | None":
    """Returns the filter as bytes; None if it is not among these. abi: of Landlock; 6 for a program in a namespace of its own. pid: of the
    program."""
    ready = template(family, allow, abi)
    return None if ready is None else ready.replace(PLACEHOLDER, struct.pack("<I", pid))


def find_for_any(family: str, allow: "Collection[str]", abi: int) -> "sandboxing.Calls | None":
    """Returns the filter if it is the same for every program, so that a parent can prepare it; else None."""
    ready = template(family, allow, abi)
    if ready is None or PLACEHOLDER in ready:
        return None
    if ready not in laid_out:
        laid_out[ready] = sandboxing.Calls(ready)
    return laid_out[ready]


def template(family: str, allow: "Collection[str]", abi: int) -> "bytes | None":
    """Returns the filter as in its file, possibly with PLACEHOLDER; None if there is none."""
    since = next((each for each in ABIS if abi >= each), None)
    has_own = "modes" in allow or any(name.startswith("device:") for name in allow)
    if family != "program" or has_own or since is None:
        return None
    path = file_of(os.uname().machine, since, "links" in allow)
    if path not in known:
        known[path] = read(path)
    return known[path]


# By file; a process that forks others reads them once for all. None: the file does not exist.
known: "dict[str, bytes | None]" = {}
laid_out: "dict[bytes, sandboxing.Calls]" = {}


def read(path: str) -> "bytes | None":
    try:
        with open(path, "rb", 0) as file:
            return bytes.fromhex(file.read().decode())
    except FileNotFoundError:
        return None
