"""Memory of a process that forks children, laid out so that a child copies few pages of it.

A child gets its parent's heap with all the gaps between used blocks. Each block that it takes from a gap makes it copy a page with the
parent's data, which takes longer than a new page, and much longer than a share of a huge one. Here all gaps are taken first and never
returned, so that a child works after them, in memory of its own. With glibc's tunable `glibc.malloc.hugetlb=1` that memory has huge pages,
if the system provides them on request.
"""

import ctypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_GAP = 1 << 20
# Above this the steps double; below, each size that malloc distinguishes is requested.
EXACT_UP_TO = 1032
SMALLEST_GAP, STEP = 24, 16
M_TRIM_THRESHOLD = -1  # malloc.h
NEVER_TRIM = 1 << 30


FIGURES = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()


class HeapFigures(ctypes.Structure):
    """mallinfo2(3)."""

    _fields_ = [(name, ctypes.c_size_t) for name in FIGURES]


def take_gaps() -> int:
    """Call this in the parent, with a single thread, just before its first fork. Returns whole free pages to the system, and takes what is
    left free within the heap. Returns the bytes taken; 0 with a C library other than glibc 2.33 or later, whose heap stays unchanged."""
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallinfo2"):
        return 0
    libc.mallinfo2.restype = HeapFigures
    libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    libc.free.argtypes = [ctypes.c_void_p]
    libc.sbrk.restype, libc.sbrk.argtypes = ctypes.c_void_p, [ctypes.c_ssize_t]
    libc.malloc_trim(0)
    # A child soon needs again what it frees at the end of its heap.
    libc.mallopt(M_TRIM_THRESHOLD, NEVER_TRIM)
    end_of_gaps = libc.sbrk(0) - libc.mallinfo2().keepcost
    return sum(take(libc, size, end_of_gaps) for size in gap_sizes())


def gap_sizes() -> "Iterator[int]":
    size = LARGEST_GAP
    while size > EXACT_UP_TO:
        yield size
        size //= 2
    yield from range(EXACT_UP_TO, SMALLEST_GAP - 1, -STEP)


def take(libc: ctypes.CDLL, size: int, end_of_gaps: int) -> int:
    """Allocates blocks of this size as long as they come from gaps."""
    taken = 0
    while (block := libc.malloc(size)) and block < end_of_gaps:
        taken += size
    libc.free(block)
    return taken
