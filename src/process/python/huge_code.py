"""The code of large libraries, moved to huge pages of memory: for a process that forks children.

Code of a file is on small pages. Each child begins without them, gets them by one fault after another and returns them all at its end;
meanwhile the processor keeps looking up their addresses. A child shares the huge pages of its parent like the rest of its memory, a huge
page at once. This makes conversions by LibreOffice a twentieth to a fourteenth faster. The pages take as much memory as the code, which
the parent does not share with other processes that have loaded the library.
"""

import ctypes
import mmap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HUGE_PAGE_FILE = "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size"
# Smallest code of a library that is worth it, bytes.
SMALLEST = 8 << 20

READ_WRITE, READ_EXECUTE = mmap.PROT_READ | mmap.PROT_WRITE, mmap.PROT_READ | mmap.PROT_EXEC
PRIVATE = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
MAY_MOVE_TO_ADDRESS = 1 | 2  # mremap(2)

libc = ctypes.CDLL(None, use_errno=True)
ADDRESS, SIZE, INT = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
libc.mmap.restype, libc.mmap.argtypes = ADDRESS, [ADDRESS, SIZE, INT, INT, INT, ctypes.c_long]
libc.mremap.restype, libc.mremap.argtypes = ADDRESS, [ADDRESS, SIZE, SIZE, INT, ADDRESS]
libc.munmap.argtypes = [ADDRESS, SIZE]
libc.mprotect.argtypes = [ADDRESS, SIZE, INT]
libc.madvise.argtypes = [ADDRESS, SIZE, INT]
FAILED = ctypes.c_void_p(-1).value


def move_code() -> int:
    """Call this with a single thread. Returns the bytes moved: less or none if the system has no huge pages, or allows no code in anonymous
    memory (SELinux: execmem)."""
    try:
        with open(HUGE_PAGE_FILE) as file:
            huge = int(file.read())
    except (OSError, ValueError):
        return 0
    moved = 0
    for address, after in code_of_libraries():
        first, end = -(-address // huge) * huge, after // huge * huge
        if end - first >= SMALLEST and move(first, end - first, huge):
            moved += end - first
    return moved


def code_of_libraries() -> "Iterator[tuple[int, int]]":
    """Yields (first address, address after the last) of code mapped from files."""
    with open("/proc/self/maps") as maps:
        found = [line.split(maxsplit=5) for line in maps]
    for addresses, rights, _, _, file, *_ in found:
        if rights == "r-xp" and int(file):
            first, _, end = addresses.partition("-")
            yield int(first, 16), int(end, 16)


def move(address: int, length: int, huge: int) -> bool:
    """Replaces the code by a copy. Returns whether that worked."""
    reserved = libc.mmap(None, length + huge, READ_WRITE, PRIVATE, -1, 0)
    if reserved == FAILED:
        return False
    copy = -(-reserved // huge) * huge
    unmap(reserved, copy)
    unmap(copy + length, reserved + length + huge)
    libc.madvise(copy, length, mmap.MADV_HUGEPAGE)
    ctypes.memmove(copy, address, length)
    executable = is_huge(copy, length) and libc.mprotect(copy, length, READ_EXECUTE) == 0
    if executable and libc.mremap(copy, length, length, MAY_MOVE_TO_ADDRESS, address) == address:
        return True
    unmap(copy, copy + length)
    return False


def unmap(first: int, end: int) -> None:
    if end > first:
        libc.munmap(first, end - first)


def is_huge(address: int, length: int) -> bool:
    """Whether most of a mapping got huge pages. With small ones a fork would take longer than it saves."""
    with open("/proc/self/smaps") as maps:
        lines = iter(maps)
        for line in lines:
            if line.startswith("%x-" % address):
                found = next(each for each in lines if each.startswith("AnonHugePages:"))
                return 2 * 1024 * int(found.split()[1]) >= length
    return False
