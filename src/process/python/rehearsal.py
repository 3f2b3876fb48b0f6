"""Pages of memory that every child of a process uses, brought into a child before its job comes.

A forked child shares its parent's memory and copies a page when it first writes to it. It has no page of a file, such as the code of
libraries, before it first reads it. Each is a separate fault, mostly for the same pages in each child. So some jobs are run as rehearsals.
The pages that they used (pagemap of proc(5)) are passed to a later child, which makes the system bring them in few calls while it waits for
its job. Linux 5.14 or later; an earlier one brings each page when it is used, as without rehearsals.

A small document makes LibreOffice write to some 3,000 pages of its parent and read thousands of pages of files, nearly all of them in each
conversion. With the pages brought before, a conversion after a pause takes a fifth less time, two thirds of that by the written ones; one
right after another takes a fourteenth less. Two at a time on two processors gain hardly anything, because bringing them then takes time
from their own.
"""

import array
import collections
import ctypes
import mmap
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import io
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO, TypeAlias

    # Addresses by PAGE: "written" and "read".
    UsedPages: TypeAlias = dict[str, list[int]]

PAGE = mmap.PAGESIZE
POPULATE_READ, POPULATE_WRITE = 22, 23  # madvise(2)
# Bits of an entry of /proc/self/pagemap.
PRESENT, OF_FILE, EXCLUSIVE = 1 << 63, 1 << 61, 1 << 56
# Bytes of a mapping. Larger ones are reserves for threads, nearly empty, and scanning them takes longer than they save.
LARGEST_MAPPING = 1 << 28

libc = ctypes.CDLL(None, use_errno=True)
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def own_memory() -> "tuple[TextIO, io.FileIO] | None":
    """Opens what used_pages needs; None if this process may not inspect itself."""
    try:
        return open("/proc/self/maps"), open("/proc/self/pagemap", "rb", buffering=0)
    except OSError:
        return None


def used_pages(maps: "TextIO", pagemap: "io.FileIO") -> "UsedPages":
    """Runs in a child at the end of its work. Returns the pages that it has for itself alone ("written"), and those of files that it may
    only read ("read"), as lists of addresses by PAGE."""
    used: UsedPages = {"written": [], "read": []}
    for line in maps:
        addresses, rights, _, _, file = line.split(maxsplit=5)[:5]
        first, end = (int(each, 16) // PAGE for each in addresses.split("-"))
        if (end - first) * PAGE > LARGEST_MAPPING:
            continue
        if rights == "rw-p":
            used["written"] += [page for page, entry in entries(pagemap, first, end) if entry & EXCLUSIVE and not entry & OF_FILE]
        elif "w" not in rights and int(file):
            used["read"] += [page for page, _ in entries(pagemap, first, end)]
    return used


def entries(pagemap: "io.FileIO", first: int, end: int) -> "Iterator[tuple[int, int]]":
    """Yields the entries of existing pages, with their numbers."""
    found = array.array("Q", os.pread(pagemap.fileno(), 8 * (end - first), 8 * first))
    return ((page, entry) for page, entry in enumerate(found, first) if entry & PRESENT)


class Pages:
    """What to bring into a child: the pages that at least half of the rehearsals used, as used_pages returns them."""

    def __init__(self, rehearsals: "Sequence[UsedPages]" = ()) -> None:
        self.written = usual_runs([each["written"] for each in rehearsals])
        self.read = usual_runs([each["read"] for each in rehearsals])

    def bring(self) -> None:
        """Runs in a new child. Pages that are not mapped in it are left out."""
        for address, length in self.written:
            libc.madvise(address, length, POPULATE_WRITE)
        for address, length in self.read:
            libc.madvise(address, length, POPULATE_READ)


def usual_runs(lists: "Sequence[Sequence[int]]") -> "list[tuple[int, int]]":
    """Yields (address, length) in bytes of the pages in at least half of the lists."""
    counted = collections.Counter(page for each in lists for page in each)
    pages = sorted(page for page, count in counted.items() if 2 * count >= len(lists))
    return [(first * PAGE, count * PAGE) for first, count in runs(pages)]


def runs(pages: "Iterable[int]") -> "Iterator[tuple[int, int]]":
    """Yields (first, count) of consecutive pages."""
    first = last = -2  # before any
    for page in pages:
        if page > last + 1:
            if last >= 0:
                yield first, last - first + 1
            first = page
        last = page
    if last >= 0:
        yield first, last - first + 1
