"""Replaces functions that a loaded library imports, in its table of their addresses (System V ABI, "Procedure Linkage Table").

Only for x86_64 and arm64 with glibc, and for imports that stay writable (no "-z now"): others are left as they are.
"""

import ctypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from typing import TypeAlias

    # Callbacks of ctypes by the names of the functions that they replace.
    Callbacks: TypeAlias = Mapping[str, ctypes._FuncPointer]  # pyright: ignore[reportPrivateUsage]

# Tags of a dynamic section (elf.h).
SIZE_OF_RELOCATIONS, STRINGS, SYMBOLS, RELOCATIONS = 2, 5, 6, 23
SIZE_OF_SYMBOL = 24  # Elf64_Sym, which begins with the offset of its name

# Keeps the callbacks alive: Python does not know about their callers and would free them.
in_use: "list[Callbacks]" = []


class LinkMap(ctypes.Structure):
    """What dlopen(3) of glibc returns (link.h)."""

    _fields_ = [("address", ctypes.c_size_t), ("name", ctypes.c_char_p), ("dynamic", ctypes.POINTER(ctypes.c_uint64 * 2))]


class Relocation(ctypes.Structure):
    """Elf64_Rela."""

    _fields_ = [("offset", ctypes.c_uint64), ("information", ctypes.c_uint64), ("addend", ctypes.c_int64)]


def replace(library: ctypes.CDLL, functions: "Callbacks") -> bool:
    """Replaces all of the functions or none, and returns whether it did. functions: a ctypes callback by the name of the function that it
    replaces."""
    if not hasattr(ctypes.CDLL(None), "gnu_get_libc_version"):
        return False
    found = places(library, functions)
    writable = writable_memory()
    if found.keys() != functions.keys() or not all(any(place in each for each in writable) for place in found.values()):
        return False
    in_use.append(functions)
    for name, place in found.items():
        ctypes.c_void_p.from_address(place).value = ctypes.cast(functions[name], ctypes.c_void_p).value
    return True


def places(library: ctypes.CDLL, names: "Container[str]") -> "dict[str, int]":
    """Returns where the library keeps the address of each of these imported functions."""
    loaded = LinkMap.from_address(library._handle)
    section = dynamic_section(loaded)
    count = section.get(SIZE_OF_RELOCATIONS, 0) // ctypes.sizeof(Relocation)
    found: dict[str, int] = {}
    for each in (Relocation * count).from_address(section[RELOCATIONS]) if count else ():
        symbol = section[SYMBOLS] + SIZE_OF_SYMBOL * (each.information >> 32)
        name = ctypes.string_at(section[STRINGS] + ctypes.c_uint32.from_address(symbol).value).decode()
        if name in names:
            found[name] = loaded.address + each.offset
    return found


def dynamic_section(loaded: LinkMap) -> "dict[int, int]":
    section: dict[int, int] = {}
    index = 0
    while loaded.dynamic[index][0]:
        tag, value = loaded.dynamic[index]
        section[tag] = value
        index += 1
    return section


def writable_memory() -> "list[range]":
    with open("/proc/self/maps") as maps:
        found = [line.split(maxsplit=2)[:2] for line in maps]
    return [range(*(int(each, 16) for each in addresses.split("-"))) for addresses, rights in found if "w" in rights]
